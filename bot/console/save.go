package console

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"stackmate/bot/command"
	"stackmate/bot/textutil"
)

// formats are the files that the desk makes of a game, by the ending of their names.
var formats = map[string]string{".pgn": "record", ".png": "png", ".gif": "gif"}

// databases are the endings of names of databases.
var databases = []string{"", ".db", ".sqlite", ".sqlite3"}

// save keeps the game in a file: its moves or a picture, by the ending of the name, else a database to go on with.
func (t *Table) save(ctx context.Context, name string) error {
	if name == "" && t.Database != "" {
		t.say("console.database", "path", t.Database)
		return nil
	}
	if name == "" {
		name = "stackmate.db"
	}
	if unquoted, err := strconv.Unquote(name); err == nil { // as people name a file at a shell
		name = unquoted
	}
	if _, err := os.Lstat(name); err == nil && !t.written[name] {
		return t.refuse("console.exists", "path", textutil.Quote(name))
	}
	ending := strings.ToLower(filepath.Ext(name))
	format, isFile := formats[ending]
	if !isFile && !slices.Contains(databases, ending) {
		return t.refuse("console.ending", "path", textutil.Quote(name))
	}
	var err error
	if isFile {
		a, failure := t.handle(ctx, t.message(t.speaker(command.Export), "export "+format))
		if failure != nil {
			return failure
		}
		if a.Refused || len(a.Files) == 0 {
			return t.print(a)
		}
		err = t.WriteFile(name, a.Files[0].Data)
	} else {
		err = t.copy(ctx, name)
	}
	if err != nil {
		return t.refuse("console.failed", "reason", cmp.Or(t.Reason(err, name, t.lang), err.Error()))
	}
	t.written[name] = true
	if isFile {
		if format == "record" {
			t.saved = t.now.Plies
		}
		t.say("console.written", "path", name)
		return nil
	}
	t.saved = t.now.Plies
	if strings.ContainsAny(name, " ()&'") { // as a shell needs it
		name = `"` + name + `"`
	}
	t.say("console.saved", "path", name)
	return nil
}

// copy replaces a file by a copy of the store.
func (t *Table) copy(ctx context.Context, name string) error {
	part := name + ".part"
	if err := os.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := t.Copy(ctx, part); err != nil {
		return err
	}
	return os.Rename(part, name)
}

// free returns a name that no file has: the name itself, or one with a number.
func (t *Table) free(name string) (string, error) {
	ending := filepath.Ext(name)
	for n := 1; n < 1000; n++ {
		free := name
		if n > 1 {
			free = fmt.Sprintf("%s-%d%s", strings.TrimSuffix(name, ending), n, ending)
		}
		if _, err := os.Lstat(free); errors.Is(err, fs.ErrNotExist) || err == nil && t.written[free] {
			return free, nil
		} else if err != nil {
			return "", err
		}
	}
	return "", fs.ErrExist
}

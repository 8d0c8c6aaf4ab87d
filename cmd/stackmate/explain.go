package main

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"regexp"
	"runtime"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"stackmate/bot/data"
	"stackmate/bot/textutil"
	"stackmate/bot/words"
	"stackmate/store"
)

// systemErrors has what the numbers of errors mean on Windows, and on all other systems.
var systemErrors = map[bool]map[syscall.Errno]error{
	true: {
		19:  fs.ErrPermission, // ERROR_WRITE_PROTECT
		32:  store.ErrLocked,  // ERROR_SHARING_VIOLATION: another program has it open
		33:  store.ErrLocked,  // ERROR_LOCK_VIOLATION
		39:  store.ErrFull,    // ERROR_HANDLE_DISK_FULL
		112: store.ErrFull,    // ERROR_DISK_FULL
		109: io.ErrClosedPipe, // ERROR_BROKEN_PIPE
		232: io.ErrClosedPipe, // ERROR_NO_DATA: the pipe is being closed
		267: fs.ErrNotExist,   // ERROR_DIRECTORY: a folder on the way is none
	},
	false: {
		syscall.ENOSPC:  store.ErrFull,
		syscall.ENOTDIR: fs.ErrNotExist,
		syscall.EPIPE:   io.ErrClosedPipe,
		syscall.EROFS:   fs.ErrPermission,
	},
}

// meaning returns what the error of a system, as runtime.GOOS names it, means to this program; the error
// itself if it has no other meaning.
func meaning(err error, system string) error {
	var number syscall.Errno
	if errors.As(err, &number) {
		return cmp.Or(systemErrors[system == "windows"][number], err)
	}
	return err
}

// explainFile returns a sentence that says why a file cannot be used and what to do, "" for an
// error that is not about files. The path is what the user called the file; empty if it has no
// name.
func explainFile(err error, path string, lang words.Language) string {
	if store.IsPostgres(path) {
		return "" // its errors say what to do
	}
	var held *store.OwnedError
	if at := (*fs.PathError)(nil); path == "" && errors.As(err, &at) {
		path = at.Path
	}
	path = cmp.Or(path, os.TempDir())
	path = "“" + textutil.Printable(path) + "”"
	err = meaning(err, runtime.GOOS)
	switch {
	case errors.As(err, &held) && held.PID != 0:
		return lang.Text("cli.owned", "path", path, "process", held.PID)
	case errors.As(err, &held), errors.Is(err, store.ErrLocked):
		return lang.Text("cli.locked", "path", path)
	case errors.Is(err, store.ErrNotDatabase):
		return lang.Text("cli.not-database", "path", path)
	case errors.Is(err, store.ErrNewer):
		return lang.Text("cli.newer", "path", path)
	case errors.Is(err, store.ErrNotCopied):
		return lang.Text("cli.not-copied", "path", path)
	case errors.Is(err, store.ErrDamaged):
		return lang.Text("cli.damaged", "path", path)
	case errors.Is(err, store.ErrFull):
		return lang.Text("cli.full", "path", path)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, data.ErrReadOnly):
		return lang.Text("cli.permission", "path", path)
	case errors.Is(err, fs.ErrNotExist):
		return lang.Text("cli.no-directory", "path", path)
	case errors.Is(err, syscall.EISDIR):
		return lang.Text("cli.directory", "path", path)
	case errors.Is(err, fs.ErrExist):
		return lang.Text("cli.exists", "path", path)
	}
	return ""
}

// explainDenied is explainFile for the commands of the owner, who may be somebody else than the user
// who runs the bot.
func explainDenied(err error, path string, lang words.Language) string {
	if at := (*fs.PathError)(nil); errors.As(err, &at) {
		path = at.Path
	}
	if errors.Is(err, fs.ErrPermission) && path != "" {
		return lang.Text("cli.not-yours", "path", "“"+textutil.Printable(path)+"”")
	}
	return explainFile(err, path, lang)
}

// parseErrors are the errors of the command line's parser that people see, with the sentences
// in their place. A sentence gets what the brackets hold as {what} and {near}.
var parseErrors = []struct {
	pattern *regexp.Regexp
	key     string
}{
	{regexp.MustCompile(`^unknown flag (\S+), did you mean .*?"([^"]+)"`), "cli.flag-near"},
	{regexp.MustCompile(`^unknown flag (\S+)$`), "cli.flag"},
	{regexp.MustCompile(`^unexpected argument (.+), did you mean .*?"([^"]+)"`), "cli.argument-near"},
	{regexp.MustCompile(`^unexpected argument (.+)$`), "cli.argument"},
	{regexp.MustCompile(`^(expected) one of `), "cli.command"},
	{regexp.MustCompile(`^expected "(<\w+>)`), "cli.missing"},
	{regexp.MustCompile(`^missing flags: (--[\w-]+)`), "cli.missing"},
	{regexp.MustCompile(`^(?:--[\w-]+: )?(--[\w-]+): .*\bgot "EOL"`), "cli.no-value"},
	{regexp.MustCompile(`^(?:--[\w-]+: )?(--[\w-]+): .*\bgot (".*?")`), "cli.value"},
}

// explainParse returns a sentence for an error of a command line's parser.
func explainParse(err error, parser *kong.Kong, lang words.Language) string {
	command := ""
	if e := (*kong.ParseError)(nil); errors.As(err, &e) && e.Context.Selected() != nil {
		command = e.Context.Selected().Name
	}
	var commands []string
	for _, c := range parser.Model.Children {
		commands = append(commands, c.Name)
	}
	help := strings.Join(strings.Fields("stackmate "+command+" --help"), " ")
	for _, e := range parseErrors {
		m := e.pattern.FindStringSubmatch(err.Error())
		if m == nil {
			continue
		}
		near := ""
		if len(m) > 2 {
			near = m[2]
		}
		return lang.Text(e.key, "what", m[1], "near", near, "help", help, "commands", strings.Join(commands, ", "))
	}
	return lang.Text("cli.other", "what", err.Error(), "help", help)
}

package console_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stackmate/bot"
	"stackmate/bot/console"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/render"
	"stackmate/store"
)

// fragile is a store that breaks when a game is saved for the first time.
type fragile struct {
	data.Store
	broken bool
}

func (f *fragile) Update(ctx context.Context, work func(data.Tx) error) error {
	return f.Store.Update(ctx, func(tx data.Tx) error { return work(fragileTx{tx, f}) })
}

type fragileTx struct {
	data.Tx
	store *fragile
}

func (t fragileTx) SaveGame(g *game.Game) error {
	err := t.Tx.SaveGame(g)
	if !t.store.broken {
		t.store.broken = true
		panic("the store is broken")
	}
	return err
}

// A panic behind the terminal is an apology and a line in the log, and the next line
// is obeyed; a strict session ends.
func TestDeskBreaks(t *testing.T) {
	for _, strict := range []bool{false, true} {
		db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "game.db"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		var out, log bytes.Buffer
		desk := bot.New(bot.Options{Store: &fragile{Store: db}, Renderer: render.New(1 << 20), Now: time.Now,
			Coin: func() bool { return true }, Code: func() string { return "AAAAAAAAAAAA" }})
		table := console.Table{Desk: desk, Variant: "orthodox", Out: &out, Strict: strict,
			Log: slog.New(slog.NewTextHandler(&log, nil)), In: console.NewLines(strings.NewReader("e4\nd4\nquit\n"))}
		err = table.Run(t.Context())
		if strict != errors.Is(err, console.ErrRefused) || !strict && err != nil {
			t.Errorf("strict %v: %v", strict, err)
		}
		if !strings.Contains(out.String(), "Something went wrong, and nothing was changed.") || strings.Contains(out.String(), "goroutine") || strings.Contains(out.String(), "plays 1. e4") {
			t.Errorf("strict %v: printed %s", strict, out.String())
		}
		if strict == strings.Contains(out.String(), "plays 1. d4") {
			t.Errorf("strict %v: after it printed %s", strict, out.String())
		}
		if !strings.Contains(log.String(), "the store is broken") {
			t.Errorf("strict %v: logged %q", strict, log.String())
		}
	}
}

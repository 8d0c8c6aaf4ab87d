package console_test

import (
	"bytes"
	"io"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stackmate/bot"
	"stackmate/bot/console"
	"stackmate/render"
	"stackmate/store"
)

// TestPictureOfTheEnd shows that the picture says how a game ended, also without a move.
func TestPictureOfTheEnd(t *testing.T) {
	for _, end := range []string{"resign", "draw\ndraw"} {
		db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "game.db"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		renderer := render.New(1 << 20)
		desk := bot.New(bot.Options{Store: db, Renderer: renderer, Now: time.Now, Coin: func() bool { return true }, Code: func() string { return "AAAAAAAAAAAA" }})
		var pictures [][]byte
		table := console.Table{Desk: desk, Renderer: renderer, Variant: "orthodox", Out: io.Discard, Log: slog.New(slog.DiscardHandler), Picture: "board.png",
			WriteFile: func(_ string, data []byte) error {
				pictures = append(pictures, data)
				return nil
			},
			In: console.NewLines(strings.NewReader("e4\n" + end + "\nquit\n"))}
		if err := table.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := len(pictures); n != 3 || bytes.Equal(pictures[1], pictures[2]) {
			t.Errorf("%q: %d pictures", end, n)
		}
	}
}

package main

import (
	"context"
	"crypto/rand"
	"log/slog"
	"time"

	"stackmate/bot"
	"stackmate/render"
	"stackmate/store"
)

// pictureMemory is how much the renderer keeps: the boards and pieces of all games,
// and some hundred pictures. With it the bot rests below 60 MB.
const pictureMemory = 16 << 20

// openDesk opens a database and sets a desk upon it, which plays by mail or not.
func openDesk(ctx context.Context, path string, mail bool, log *slog.Logger) (*bot.Desk, *store.Store, error) {
	db, err := store.Open(ctx, path, store.WithLog(log))
	if err != nil {
		return nil, nil, err
	}
	return bot.New(bot.Options{Store: db, Renderer: render.New(pictureMemory), Now: time.Now, Coin: coin, Code: code, Mail: mail, Owner: code(), Log: log}), db, nil
}

// coin is true half of the time.
func coin() bool {
	var b [1]byte
	rand.Read(b[:]) // never fails
	return b[0]&1 == 0
}

// code returns twelve letters and digits that nobody can guess.
func code() string { return rand.Text()[:12] }

// quiet returns a logger that says nothing.
func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

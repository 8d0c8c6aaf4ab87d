package main

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"time"

	"stackmate/bot"
	"stackmate/render"
	"stackmate/store"
)

// openDesk opens a database and sets a desk upon it. The function closes the database.
func openDesk(ctx context.Context, path string, log *slog.Logger) (*bot.Desk, func() error, error) {
	db, err := store.Open(ctx, path)
	if err != nil {
		return nil, nil, err
	}
	desk := bot.New(bot.Options{Store: db, Renderer: render.New(0), Now: time.Now,
		Coin: func() bool { return rand.IntN(2) == 0 }, Log: log})
	return desk, db.Close, nil
}

// quiet returns a logger that says nothing.
func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

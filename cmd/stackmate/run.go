package main

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"time"

	"stackmate/bot"
	"stackmate/render"
	"stackmate/store"
)

// pictureMemory is how much the renderer keeps: the boards and pieces of all games,
// and some hundred pictures. With it the bot rests below 60 MB.
const pictureMemory = 16 << 20

// database is a store that no other program serves.
type database struct {
	*store.Store
	owner *store.Owner
}

// Close closes the store and lets others have it.
func (d database) Close() error { return errors.Join(d.Store.Close(), d.owner.Release()) }

// openDesk takes and opens a database and sets a desk upon it, which plays by mail or not.
// What is worth knowing about the file goes to a log of its own.
func openDesk(ctx context.Context, path string, mail bool, log, file *slog.Logger) (*bot.Desk, database, error) {
	owner, err := store.Own(path, time.Now())
	if err != nil {
		return nil, database{}, err
	}
	opened, err := store.Open(ctx, path, store.WithLog(file))
	if err != nil {
		return nil, database{}, errors.Join(err, owner.Release())
	}
	db := database{opened, owner}
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

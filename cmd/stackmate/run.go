package main

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"log/slog"
	"time"

	"stackmate/bot"
	"stackmate/bot/logging"
	"stackmate/bot/metrics"
	"stackmate/render"
	"stackmate/store"
)

// pictureCacheSize is how many bytes the renderer may cache: the boards and pieces of all
// variants and about a hundred pictures. With it an idle bot needs less than 60 MB.
const pictureCacheSize = 16 << 20

// database is a store that this program owns: no other one can open it.
type database struct {
	*store.Store
	owner *store.Owner
}

// Close closes the store and gives up its ownership.
func (d database) Close() error { return errors.Join(d.Store.Close(), d.owner.Release()) }

// openDesk opens a database and returns a desk on it. Mail is whether people can play by
// mail. Change, unless nil, changes the desk's options. The store logs to file, the desk to
// log. What they do is counted in m, which may be nil.
func openDesk(ctx context.Context, path string, mail bool, change func(*bot.Options), log, file *slog.Logger, m *metrics.Metrics, options ...store.Option) (*bot.Desk, database, error) {
	owner, err := store.Own(path, time.Now())
	if err != nil {
		return nil, database{}, err
	}
	opened, err := store.Open(ctx, path, append(options, store.WithLog(file), store.WithMeter(countTransactions(m)))...)
	if err != nil {
		return nil, database{}, errors.Join(err, owner.Release())
	}
	db := database{opened, owner}
	renderer := render.New(pictureCacheSize)
	renderer.OnDrawn(countPictures(m))
	o := bot.Options{Store: db, Renderer: renderer, Handled: countCommands(m), Attempted: countDeliveries(m), Now: time.Now, Coin: coin, Code: randomCode, Mail: mail, Owner: randomCode(), Log: log}
	if change != nil {
		change(&o)
	}
	return bot.New(o), db, nil
}

// openOptions returns the options of a database for what the command line says.
func openOptions(noCopy bool) []store.Option {
	if noCopy {
		return []store.Option{store.WithoutCopy()}
	}
	return nil
}

// coin returns true or false at random.
func coin() bool {
	var b [1]byte
	rand.Read(b[:]) // never fails
	return b[0]&1 == 0
}

// randomCode returns twelve random letters and digits that nobody can guess.
func randomCode() string { return rand.Text()[:12] }

// discardLog returns a logger that writes nothing.
func discardLog() *slog.Logger { return slog.New(slog.DiscardHandler) }

// warnings returns a logger that writes only what somebody at a terminal must know.
func warnings(w io.Writer) *slog.Logger {
	var format logging.Format
	format.Set(slog.LevelWarn, false)
	return logging.New(w, &format)
}

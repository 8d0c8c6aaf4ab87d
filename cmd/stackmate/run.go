package main

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"log/slog"
	"time"

	"stackmate/bot"
	"stackmate/bot/cluster"
	"stackmate/bot/live"
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
	// cluster are the processes that share the database; nil if this is the only one.
	cluster    *cluster.Member
	heartbeats *store.Store // what cluster uses
	// games tells of games that the desk changes.
	games *live.Games
}

// now returns the current time, which is the same for all processes that share the database.
func (d database) now() time.Time {
	if d.cluster == nil {
		return time.Now()
	}
	return d.cluster.Now()
}

// Close leaves the work to other processes, closes the store and gives up its ownership.
func (d database) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), leaveTimeout)
	defer cancel()
	err := d.cluster.Leave(ctx)
	if d.heartbeats != nil {
		err = errors.Join(err, d.heartbeats.Close())
	}
	return errors.Join(err, d.Store.Close(), d.owner.Release())
}

// leaveTimeout is how long it may take to leave the work to other processes. They take it over in any case.
const leaveTimeout = 5 * time.Second

// join makes this process one of those that run a bot on a database in PostgreSQL. Heartbeats have a store of their own.
func (d *database) join(ctx context.Context, address, id string, log *slog.Logger) (err error) {
	if d.heartbeats, err = store.Open(ctx, address, store.BesideBot(), store.OwnedBy(d.owner)); err != nil {
		return err
	}
	bus, err := store.NewBus(address, d.heartbeats, id)
	if err != nil {
		return err
	}
	if d.cluster, err = cluster.Join(ctx, cluster.Options{Store: d.heartbeats, ID: id, Bus: bus, Now: time.Now, Log: log}); err != nil {
		return err
	}
	d.games.UseOthers(func(text string) { d.cluster.Tell("games", text) })
	d.cluster.Hear("games", d.games.Hear)
	return nil
}

// openShared is openDesk for a bot, which may share its database in PostgreSQL with others.
func openShared(ctx context.Context, path string, mail bool, change func(*bot.Options), log *slog.Logger, m *metrics.Metrics, options ...store.Option) (*bot.Desk, database, error) {
	if !store.IsPostgres(path) {
		return openDesk(ctx, path, mail, change, log, log, m, options...)
	}
	answered := awaitPostgres(path, log)
	owner, err := store.OwnTogether(ctx, path, time.Now())
	if answered(); err != nil {
		return nil, database{}, err
	}
	db, err := openOwned(ctx, owner, path, log, m, options)
	if err != nil {
		return nil, database{}, err
	}
	id := randomCode()
	if err := db.join(ctx, path, id, log); err != nil {
		return nil, database{}, errors.Join(err, db.Close())
	}
	return newDesk(db, id, mail, change, log, m), db, nil
}

// openDesk opens a database and returns a desk on it. Mail is whether people can play by
// mail. Change, unless nil, changes the desk's options. The store logs to file, the desk to
// log. What they do is counted in m, which may be nil.
func openDesk(ctx context.Context, path string, mail bool, change func(*bot.Options), log, file *slog.Logger, m *metrics.Metrics, options ...store.Option) (*bot.Desk, database, error) {
	answered := awaitPostgres(path, file)
	owner, err := store.Own(ctx, path, time.Now())
	if answered(); err != nil {
		return nil, database{}, err
	}
	db, err := openOwned(ctx, owner, path, file, m, options)
	if err != nil {
		return nil, database{}, err
	}
	return newDesk(db, randomCode(), mail, change, log, m), db, nil
}

// slowStart is after how long an owner is told that PostgreSQL does not answer. It may be starting, and is asked for half a minute.
const slowStart = 3 * time.Second

// awaitPostgres logs that a database does not answer, unless that is a file, or answered is called soon.
func awaitPostgres(path string, log *slog.Logger) (answered func()) {
	if !store.IsPostgres(path) {
		return func() {}
	}
	timer := time.AfterFunc(slowStart, func() {
		log.Warn("PostgreSQL does not answer yet; trying again for half a minute", "database", store.Safe(path))
	})
	return func() { timer.Stop() }
}

// openOwned opens a database of an owner, which it releases after an error.
func openOwned(ctx context.Context, owner *store.Owner, path string, log *slog.Logger, m *metrics.Metrics, options []store.Option) (database, error) {
	opened, err := store.Open(ctx, path, append(options, store.OwnedBy(owner), store.WithLog(log), store.WithMeter(countTransactions(m)))...)
	if err != nil {
		return database{}, errors.Join(err, owner.Release())
	}
	return database{Store: opened, owner: owner, games: new(live.Games)}, nil
}

// newDesk returns a desk on a database. ID is that of this run.
func newDesk(db database, id string, mail bool, change func(*bot.Options), log *slog.Logger, m *metrics.Metrics) *bot.Desk {
	renderer := render.New(pictureCacheSize)
	renderer.OnDrawn(countPictures(m))
	o := bot.Options{Store: db.cluster.Guard(db.games.Store(db)), Renderer: renderer, Handled: countCommands(m), Attempted: countDeliveries(m), Now: db.now, Coin: coin, Code: randomCode, Mail: mail, Owner: id, Cluster: db.cluster, Log: log}
	if change != nil {
		change(&o)
	}
	return bot.New(o)
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

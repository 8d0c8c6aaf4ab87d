// Package verify checks whether a database is sound: the file itself, every game by the rules, and
// what is stored about one thing in several places. It only reads, and needs little memory however
// large the database is.
package verify

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"sync"
)

// Connection is what is verified. All its queries must see the same state of the database, and it
// must be able to run one while the rows of another are read.
type Connection interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// Options are what a verification may be told.
type Options struct {
	// Transports are the ways to send messages that exist; nil for any.
	Transports []string
	// Progress is called now and then with what is verified, and how far; nil if nobody wants to
	// know. All is 0 if it is not known.
	Progress func(what string, done, all int64)
	// Workers is how many games are replayed at the same time; 0 for one.
	Workers int
}

// Problem is something that is wrong in a database.
type Problem struct {
	// Table is where it is; empty for the file as a whole.
	Table string
	// Row is the number or key of the row; empty for the table as a whole.
	Row string
	// What is wrong and what to do about it, one sentence each.
	What, Do string
}

// String returns the problem in one line, such as "games 12: … What to do."
func (p Problem) String() string {
	where := p.Table
	if p.Row != "" {
		where += " " + p.Row
	}
	return fmt.Sprintf("%s: %s. %s.", cmp.Or(where, "file"), p.What, p.Do)
}

// MaxProblems is how many problems a Report lists.
const MaxProblems = 1000

// Report is the result of a verification.
type Report struct {
	// Schema is the number of the database's schema. If it is an older one, Upgraded is set: then
	// the contents were verified in a copy with the newest schema.
	Schema   int64
	Upgraded bool
	// Players, Games, Moves and Messages are how many there are.
	Players, Games, Moves, Messages int64
	// Problems are the first MaxProblems; More is how many there are besides.
	Problems []Problem
	More     int64
}

// Sound reports whether no problem was found.
func (r *Report) Sound() bool { return len(r.Problems) == 0 }

// Add adds a problem.
func (r *Report) Add(p Problem) {
	if len(r.Problems) == MaxProblems {
		r.More++
		return
	}
	r.Problems = append(r.Problems, p)
}

// What to do about problems.
const (
	// DoRestore is what to do when the database is damaged.
	DoRestore  = "Restore the newest backup in which stackmate verify finds no problem"
	doReindex  = "The data itself is there: with the bot stopped, sqlite3 FILE REINDEX makes the indexes anew; else restore a backup"
	doGame     = "Only this game is affected; restore a backup if it is needed"
	doMessage  = "Only this message is affected"
	doDerived  = "Only what players see of it is wrong; restore a backup to put it right"
	doNothing  = "Only this row is affected"
	doSequence = "Restore a backup, or old buttons and mails will act on new games"
)

// checker is a verification.
type checker struct {
	ctx context.Context
	q   Connection
	Options

	mu     sync.Mutex
	report *Report

	numbers int64              // the highest number that was given to a challenge or game
	beat    int64              // the last heartbeat
	results map[tallyKey]tally // of the games, to be compared with table results
	running map[string]int64   // games that are running, by variant, to be compared with table running
}

// File checks the file itself: its pages and indexes, and that rows that refer to others find them.
// The error is that of the context or of reading; SQLite's "malformed" is not a Problem here.
func File(ctx context.Context, q Connection, o Options, r *Report) error {
	c := &checker{ctx: ctx, q: q, Options: o, report: r}
	return c.run([]check{{"file", c.integrity}, {"references", c.references}})
}

// Contents checks what is stored, by the newest schema.
func Contents(ctx context.Context, q Connection, o Options, r *Report) error {
	c := &checker{ctx: ctx, q: q, Options: o, report: r, results: map[tallyKey]tally{}, running: map[string]int64{}}
	c.Workers = max(c.Workers, 1)
	return c.run([]check{{"numbers", c.sequences}, {"games", c.games}, {"messages", c.outbox}, {"held messages", c.held}, {"challenges", c.challenges}, {"settings", c.settings},
		{"results", c.tallies}, {"rows", c.rows}})
}

// check is one of the checks, in the order in which they run.
type check struct {
	name string
	run  func() error
}

// run runs checks one after the other, and sorts the problems that they find.
func (c *checker) run(list []check) error {
	first := len(c.report.Problems)
	for _, check := range list {
		c.progress(check.name, 0, 0)
		if err := check.run(); err != nil {
			return fmt.Errorf("verify %s: %w", check.name, err)
		}
	}
	slices.SortStableFunc(c.report.Problems[first:], func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Table, b.Table), cmp.Compare(len(a.Row), len(b.Row)), cmp.Compare(a.Row, b.Row))
	})
	return nil
}

// progress tells how far it is.
func (c *checker) progress(what string, done, all int64) {
	if c.Progress != nil {
		c.Progress(what, done, all)
	}
}

// problem adds a problem. It may be called by several goroutines.
func (c *checker) problem(table string, row any, do, what string, args ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.report.Add(Problem{Table: table, Row: fmt.Sprint(row), Do: do, What: fmt.Sprintf(what, args...)})
}

// each calls fn for every row of a query.
func (c *checker) each(fn func(*sql.Rows) error, query string, args ...any) error {
	rows, err := c.q.QueryContext(c.ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := fn(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// number returns the value of a query with one row and one column; 0 for NULL.
func (c *checker) number(query string) (n int64, err error) {
	err = c.each(func(rows *sql.Rows) error {
		var value sql.NullInt64
		err := rows.Scan(&value)
		n = value.Int64
		return err
	}, query)
	return n, err
}

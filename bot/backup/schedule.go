// Package backup makes a backup of the database every few hours and deletes the oldest ones. It
// does not know what a database is: the function that writes a backup is an argument.
package backup

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"stackmate/bot/timeutil"
)

// ErrRuns means that another program is writing a backup to the same file.
var ErrRuns = errors.New("another program is writing this backup")

// Options are what a Schedule needs.
type Options struct {
	// Folder is where the backups are. It is made if only the last part of its path is missing.
	Folder string
	// Name is how the names of the backups begin; the time follows.
	Name string
	// Every is how old the newest backup may be before the next is made.
	Every time.Duration
	// Keep is how many backups are kept, at least one.
	Keep int
	// Write writes a backup to a file that does not exist, and returns its size in bytes. After
	// an error there must be no file with that name, except after ErrRuns.
	Write func(ctx context.Context, path string) (size int64, err error)
	Now   func() time.Time
	Log   *slog.Logger
}

// Status is how the backups are going.
type Status struct {
	// Folder and Every are as in Options.
	Folder string
	Every  time.Duration
	// File is the newest backup, and Made when it was begun; empty and zero if there is none. It
	// may be from an earlier run of the program.
	File string
	Made time.Time
	// Size is that of File in bytes. Took is how long it took; zero if an earlier run made it.
	Size int64
	Took time.Duration
	// Failed is when the last attempt failed, and Failure why; zero and empty if it succeeded.
	// Failures counts the attempts that have failed since the last success, AllFailures those since
	// the program was started.
	Failed                time.Time
	Failure               string
	Failures, AllFailures int
	// Next is when the next attempt is due.
	Next time.Time
}

// Late reports whether the newest backup is missing or twice as old as it should be.
func (s Status) Late(now time.Time) bool { return now.Sub(s.Made) > 2*s.Every }

// Schedule makes backups while Run runs.
type Schedule struct {
	Options

	mu     sync.Mutex
	status Status
	busy   time.Time // until when another program is given time to write the backup that is due
}

// New returns a schedule. Its status already tells the newest backup in the folder.
func New(o Options) *Schedule {
	o.Keep = max(o.Keep, 1)
	s := &Schedule{Options: o, status: Status{Folder: o.Folder, Every: o.Every}}
	s.look(time.Time{})
	s.status.Next = s.due(o.Now())
	return s
}

// look takes the newest backup in the folder for the last one, if it is newer: processes that share a database may share the
// folder too. What is later than now, unless that is zero, was written by a clock that was wrong.
func (s *Schedule) look(now time.Time) {
	list, err := s.list()
	list = slices.DeleteFunc(list, func(f file) bool { return !now.IsZero() && f.made.After(now) })
	if err != nil || len(list) == 0 {
		return
	}
	newest := list[len(list)-1]
	s.mu.Lock()
	defer s.mu.Unlock()
	if newest.made.After(s.status.Made) {
		s.status.File, s.status.Made, s.status.Size, s.status.Took = newest.path, newest.made, newest.size, 0
		s.status.Failed, s.status.Failure, s.status.Failures = time.Time{}, "", 0
		s.status.Next = newest.made.Add(s.Every)
	}
}

// Status returns how the backups are going.
func (s *Schedule) Status() Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.status
}

// lookEvery is how often Run looks at the clock, which may be set, or stand still in a computer
// that sleeps.
const lookEvery = time.Minute

// Run makes backups when they are due, until the context ends. The first is made at once if the
// newest in the folder is too old.
func (s *Schedule) Run(ctx context.Context) {
	for {
		now := s.Now()
		next := s.due(now)
		if !next.After(now) {
			s.look(now)
			next = s.due(now)
		}
		if !next.After(now) {
			s.attempt(ctx, now)
			next = s.Status().Next
			now = s.Now()
		}
		if timeutil.Sleep(ctx, min(max(next.Sub(now), time.Second), lookEvery)) != nil {
			return
		}
	}
}

// due returns when the next backup is due, now at the earliest. Times later than now were written by a clock that was
// wrong, and do not count.
func (s *Schedule) due(now time.Time) time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	last, wait := s.status.Made, s.Every
	if n := s.status.Failures; n > 0 {
		last, wait = s.status.Failed, s.pause(n)
	}
	if next := last.Add(wait); next.After(now) && !last.After(now) {
		return next
	}
	if s.busy.After(now) && s.busy.Sub(now) <= firstPause { // else the clock was set
		return s.busy
	}
	return now
}

// Pauses after a failure.
const (
	firstPause = time.Minute
	maxPause   = time.Hour
)

// pause returns how long to wait after so many failures in a row.
func (s *Schedule) pause(failures int) time.Duration {
	return min(firstPause<<min(failures-1, 10), maxPause, s.Every)
}

// attempt makes a backup, deletes what is too old, and notes how it went.
func (s *Schedule) attempt(ctx context.Context, now time.Time) {
	path := filepath.Join(s.Folder, s.fileName(now))
	size, err := s.write(ctx, path, now)
	took := s.Now().Sub(now)
	if errors.Is(err, ErrRuns) {
		s.mu.Lock()
		s.busy = now.Add(min(firstPause, s.Every))
		s.status.Next = s.busy
		s.mu.Unlock()
		s.Log.InfoContext(ctx, "another process is making this backup", "file", path)
		return
	}
	if err != nil {
		if ctx.Err() == nil {
			s.failed(ctx, now, err)
		}
		return
	}
	s.mu.Lock()
	s.status.File, s.status.Made, s.status.Size, s.status.Took = path, now, size, took
	s.status.Failed, s.status.Failure, s.status.Failures = time.Time{}, "", 0
	s.status.Next = now.Add(s.Every)
	s.mu.Unlock()
	deleted, err := s.prune(path)
	s.Log.InfoContext(ctx, "backup made", "file", path, "bytes", size, "took", took.Round(time.Millisecond), "deleted", deleted)
	if err != nil {
		s.Log.WarnContext(ctx, "old backups cannot be deleted", "error", err)
	}
}

// write calls Write, in a folder that exists and has no leftovers.
func (s *Schedule) write(ctx context.Context, path string, now time.Time) (int64, error) {
	if err := os.Mkdir(s.Folder, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return 0, err
	}
	if err := s.clean(now); err != nil {
		s.Log.WarnContext(ctx, "what is left of backups that were interrupted cannot be deleted", "error", err)
	}
	return s.Write(ctx, path)
}

// failed notes and logs a failure.
func (s *Schedule) failed(ctx context.Context, now time.Time, err error) {
	s.mu.Lock()
	s.status.Failures++
	s.status.AllFailures++
	s.status.Failed, s.status.Failure = now, err.Error()
	s.status.Next = now.Add(s.pause(s.status.Failures))
	status := s.status
	s.mu.Unlock()
	s.Log.ErrorContext(ctx, "the backup failed; see that the folder can be written and the disk has room",
		"error", err, "failures", status.Failures, "last_good", status.File, "again_at", status.Next)
}

package store

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"stackmate/store/pgtest"
)

// TestPostgresBus has two processes tell one another something. Neither hears itself.
func TestPostgresBus(t *testing.T) {
	s, address := inPostgres(t)
	var list [2]*Bus
	heard := [2]chan string{make(chan string, 10), make(chan string, 10)}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 2)
	for i, name := range []string{"a", "b"} {
		var err error
		if list[i], err = NewBus(address, s, name); err != nil {
			t.Fatal(err)
		}
		listening := make(chan struct{})
		go func() {
			ended <- list[i].Listen(ctx, func() { close(listening) }, func(topic, text string) { heard[i] <- topic + ": " + text })
		}()
		<-listening
	}
	for i, text := range []string{"first, with spaces", ""} {
		if err := list[i].Publish(t.Context(), "games", text); err != nil {
			t.Fatal(err)
		}
		if got := <-heard[1-i]; got != "games: "+text {
			t.Errorf("heard %q", got)
		}
	}
	if err := list[0].Publish(t.Context(), "games", strings.Repeat("x", 8000)); err == nil {
		t.Error("a text was published that is too long")
	}
	stop()
	for range list {
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("it ends with %v", err)
		}
	}
	if len(heard[0])+len(heard[1]) > 0 {
		t.Error("somebody hears itself")
	}
}

// TestTogether has two bots own a database in PostgreSQL, but nobody alone meanwhile. While one of an older version runs, none brings the
// database up to date.
func TestTogether(t *testing.T) {
	_, address := inPostgres(t)
	var owners [2]*Owner
	for i := range owners {
		var err error
		if owners[i], err = OwnTogether(t.Context(), address, time.Now()); err != nil {
			t.Fatal(err)
		}
	}
	owned := (*OwnedError)(nil)
	if _, err := Own(t.Context(), address, time.Now()); !errors.As(err, &owned) {
		t.Errorf("somebody owns it alone: %v", err)
	}
	if err := pgtest.Exec(address, "DELETE FROM goose_db_version WHERE version_id > 26; DROP TABLE processes, work_parts, queues"); err != nil {
		t.Fatal(err)
	}
	owners[1].pg.config.RuntimeParams["application_name"] = ownerMark + "7 5 26 elsewhere"
	if err := owners[1].Release(); err != nil {
		t.Fatal(err)
	}
	old := owners[1].pg
	old.held = make(chan struct{})
	if err := old.take(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), address, OwnedBy(owners[0])); !errors.Is(err, ErrOlderRuns) {
		t.Errorf("it was brought up to date: %v", err)
	}
	if err := old.conn.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), address, OwnedBy(owners[0]))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Close(), owners[0].Release()); err != nil {
		t.Error(err)
	}
	alone, err := Own(t.Context(), address, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	if err := alone.Release(); err != nil {
		t.Error(err)
	}
}

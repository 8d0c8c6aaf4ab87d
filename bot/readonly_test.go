package bot_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
)

// lookups returns a call of each command that changes nothing.
func lookups(t *testing.T) (calls []chat.Call) {
	t.Helper()
	told := map[string]string{"pick": "game", "board": "game", "moves": "game", "if show": "game", "history": "game",
		"export": "game", "note": "game", "leaderboard": "variant"}
	values := map[string]string{"game": "1", "variant": "orthodox"}
	var walk func(list []command.Command, path []string)
	walk = func(list []command.Command, path []string) {
		for _, cmd := range list {
			here := append(path[:len(path):len(path)], cmd.Name)
			if cmd.ReadOnly || cmd.ReadOnlyBare {
				call := chat.Call{Path: here, Args: map[string]string{}}
				if argument := told[strings.Join(here, " ")]; argument != "" {
					call.Args[argument] = values[argument]
				}
				calls = append(calls, call)
			}
			walk(cmd.Sub, here)
		}
	}
	walk(command.Tree(), nil)
	if len(calls) < 13 {
		t.Fatalf("only %d commands look: %v", len(calls), calls)
	}
	return calls
}

// chosen returns the message of a slash command.
func (c *club) chosen(who string, in chat.Place, call chat.Call) chat.Message {
	m := c.message(who, in, "")
	m.Call, m.Administrator = &call, true
	return m
}

// writing holds the only writing transaction until the returned function is called.
func (c *club) writing() (release func()) {
	c.t.Helper()
	begun, end, ended := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- c.store.Update(context.WithoutCancel(c.t.Context()), func(tx data.Tx) error {
			_, err := tx.MarkReceived("test", "somebody else's", noon)
			close(begun)
			<-end
			return err
		})
	}()
	<-begun
	return func() {
		close(end)
		if err := <-ended; err != nil {
			c.t.Error(err)
		}
	}
}

// TestReadingDoesNotWait gives every command that only reads, and completes arguments,
// while another transaction writes. Nothing is stored.
func TestReadingDoesNotWait(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	c.play(hall, two, "e4")
	tables := append([]string{"outbox", "inbound"}, everything...)
	before := c.dump(tables...)
	release := c.writing()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for _, call := range lookups(t) {
		m := c.chosen("Ben", hall, call)
		a, err := c.desk.Handle(ctx, m)
		if err != nil || a == nil {
			t.Fatalf("%v: %v, %v", call.Path, a, err)
		}
		if err := c.desk.Delivered(ctx, a, nil); err != nil {
			t.Errorf("%v: %v", call.Path, err)
		}
		if again, err := c.desk.Handle(ctx, m); again != nil || err != nil {
			t.Errorf("%v was answered twice: %v, %v", call.Path, again, err)
		}
	}
	for _, argument := range []string{"move", "square", "game", "challenge"} {
		m := c.chosen("Ben", hall, chat.Call{Path: []string{"move"}, Args: map[string]string{}})
		if _, err := c.desk.Complete(ctx, m, argument, ""); err != nil {
			t.Errorf("completing %s: %v", argument, err)
		}
	}
	if after := c.dump(tables...); after != before {
		t.Errorf("looking changed\n%s\nto\n%s", before, after)
	}
	release()
}

// TestWritingDoesNotWait plays a move while another transaction reads.
func TestWritingDoesNotWait(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	err := c.store.View(t.Context(), func(tx data.Tx) error {
		if _, err := tx.Game(1); err != nil {
			return err
		}
		c.play(hall, two, "e4", "e5")
		g, err := tx.Game(1)
		if err == nil && len(g.Plies) != 0 {
			t.Error("what is looked at changed")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestReadAnswersAreNotLost checks that the answer to a typed command is stored, and that
// to a slash command once it could not be delivered.
func TestReadAnswersAreNotLost(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	c.post()

	typed := c.message("Anna", hall, "games")
	if a, err := c.desk.Handle(t.Context(), typed); err != nil || a == nil {
		t.Fatalf("%v, %v", a, err)
	}
	c.reopen() // it crashed before the answer was delivered
	if a, err := c.desk.Handle(t.Context(), typed); err != nil || a != nil {
		t.Fatalf("handled twice: %v, %v", a, err)
	}
	c.later(time.Hour)
	if messages := c.post(); len(messages) != 1 || !strings.Contains(messages[0].Reply.Block, "#1") {
		t.Errorf("after a crash is said %v", texts(messages))
	}

	a, err := c.desk.Handle(t.Context(), c.chosen("Anna", hall, chat.Call{Path: []string{"games"}}))
	if err != nil {
		t.Fatal(err)
	}
	if messages := c.post(); len(messages) != 0 {
		t.Errorf("before anything failed is said %v", texts(messages))
	}
	if err := c.desk.Delivered(t.Context(), a, errors.New("the line is dead")); err != nil {
		t.Fatal(err)
	}
	if messages := c.post(); len(messages) != 1 || messages[0].to != person("Anna").ID {
		t.Errorf("after it failed is said %v", texts(messages))
	}
}

// TestNewPlayerReads answers somebody who is not known yet, and stores the new player.
func TestNewPlayerReads(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	m := c.chosen("Zoe", hall, chat.Call{Path: []string{"games"}})
	m.Language = "de"
	if a := c.handle(m); a == nil || a.Refused {
		t.Fatalf("%+v", a)
	}
	if a := c.handle(m); a != nil {
		t.Error("answered twice")
	}
	if dump := c.dump("players"); !strings.Contains(dump, "Zoe") || !strings.Contains(dump, "de") {
		t.Errorf("known are %s", dump)
	}
}

// TestReadOnlyArguments checks that a command that shows something without arguments, and
// changes it with them, is read-only only without.
func TestReadOnlyArguments(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	c.handle(c.chosen("Anna", hall, chat.Call{Path: []string{"note"}, Args: map[string]string{"game": "1", "text": "mind the pin"}}))
	a := c.handle(c.chosen("Anna", hall, chat.Call{Path: []string{"note"}, Args: map[string]string{"game": "1"}}))
	has(t, a.Reply, "mind the pin")
	c.handle(c.chosen("Anna", hall, chat.Call{Path: []string{"preferences"}, Args: map[string]string{"language": "de"}}))
	if dump := c.dump("players"); !strings.Contains(dump, `"language":"de"`) {
		t.Errorf("nothing was stored: %s", dump)
	}
}

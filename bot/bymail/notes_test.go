package bymail_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stackmate/bot/bymail"
	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/timeutil"
	"stackmate/bot/words"
	"stackmate/rules"
	"stackmate/store"
)

var start = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// notesFor stores a game after some moves, changed as given, and returns the notes for White and Black.
func notesFor(t *testing.T, moves string, change func(*game.Game)) (notes [2]string) {
	t.Helper()
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "game.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.Update(t.Context(), func(tx data.Tx) error {
		var players [2]data.Player
		for i, name := range []string{"Anna", "Ben"} {
			if players[i], err = tx.PlayerAt(chat.Person{Address: chat.Address{Transport: "email", ID: name + "@example.org"}, Name: name}, start); err != nil {
				return err
			}
		}
		ch := &game.Challenge{Variant: rules.VariantByKey("orthodox"), From: players[0].ID, To: players[1].ID, Color: game.AsWhite, State: game.Open,
			Made: start, Terms: game.Terms{Clock: game.Clock{PerMove: 3 * timeutil.Day}}}
		if err := tx.AddChallenge(ch); err != nil {
			return err
		}
		g, err := ch.Start(players[1].ID, true, start)
		if err != nil {
			return err
		}
		for _, text := range strings.Fields(moves) {
			p := g.Position()
			m, err := p.ParseMove(text)
			if err != nil {
				return err
			}
			if err := g.Move(g.Turn(), m, start); err != nil {
				return err
			}
		}
		if change != nil {
			change(g)
		}
		if err := tx.AddGame(g); err != nil {
			return err
		}
		for color, id := range g.Seats {
			p, err := tx.Player(id)
			if err != nil {
				return err
			}
			n, err := bymail.For(tx, p, chat.Reply{}, g.ID, words.In("en"), start)
			if err != nil {
				return err
			}
			list := []string{chat.Surface{Typed: true, Time: func(at time.Time) string { return at.Format("2 Jan") }}.Expand(strings.Join(n.Facts, " "))}
			for _, e := range n.Examples {
				list = append(list, e.Reply)
			}
			notes[color] = strings.Join(list, " | ")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return notes
}

// Each reader sees the last four plies, whose deadline it is, and replies that make sense now.
func TestNotes(t *testing.T) {
	white, black := rules.White, rules.Black
	for _, c := range []struct {
		name, moves string
		change      func(*game.Game)
		want        [2]string
	}{
		{"start", "", nil, [2]string{"Your deadline: 24 Nov. | e4 | draw offer | resign", "Anna's deadline: 24 Nov. | if e4 then e5 | draw offer | resign"}},
		{"five plies", "e4 e5 Nf3 Nc6 Bb5", nil, [2]string{
			"Last moves: 1… e5 2. Nf3 Nc6 3. Bb5 Ben's deadline: 24 Nov. | if d5 then d4 | draw offer | takeback",
			"Last moves: 1… e5 2. Nf3 Nc6 3. Bb5 Your deadline: 24 Nov. | d5 | draw offer | resign"}},
		{"draw offered", "e4 e5", func(g *game.Game) { g.DrawOfferBy = &black }, [2]string{
			"Last moves: 1. e4 e5 Your deadline: 24 Nov. | accept draw | decline draw | d4",
			"Last moves: 1. e4 e5 Anna's deadline: 24 Nov. | if d4 then d5 | withdraw draw | takeback"}},
		{"takeback asked", "e4 e5", func(g *game.Game) { g.TakebackBy = &white }, [2]string{
			"Last moves: 1. e4 e5 Your deadline: 24 Nov. | d4 | draw offer | resign",
			"Last moves: 1. e4 e5 Anna's deadline: 24 Nov. | accept takeback | decline takeback | draw offer"}},
		{"mate", "f3 e5 g4 Qh4", nil, [2]string{
			"Last moves: 1. f3 e5 2. g4 Qh4# | rematch | profile | games", "Last moves: 1. f3 e5 2. g4 Qh4# | rematch | profile | games"}},
	} {
		if got := notesFor(t, c.moves, c.change); got != c.want {
			t.Errorf("%s:\n%s\n%s\nwant\n%s\n%s", c.name, got[0], got[1], c.want[0], c.want[1])
		}
	}
}

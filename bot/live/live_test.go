package live_test

import (
	"errors"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/live"
	"stackmate/rules"
	"stackmate/store"
)

// TestTold checks that a change is told once it is on disk, to those who look at that game and to nobody else.
func TestTold(t *testing.T) {
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "game.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var games live.Games
	s := games.Store(db)
	var saved *game.Game
	begin := func(tx data.Tx) error {
		now := time.Unix(1e9, 0)
		white, err := tx.PlayerAt(chat.Person{Address: chat.Address{Transport: "test", ID: "white"}, Name: "White"}, now)
		if err != nil {
			return err
		}
		black, err := tx.PlayerAt(chat.Person{Address: chat.Address{Transport: "test", ID: "black"}, Name: "Black"}, now)
		if err != nil {
			return err
		}
		ch := &game.Challenge{From: white.ID, To: black.ID, Variant: rules.VariantByKey("orthodox"), Color: game.AsWhite, State: game.Open, Made: now}
		if err := tx.AddChallenge(ch); err != nil {
			return err
		}
		if saved, err = ch.Start(black.ID, true, now); err != nil {
			return err
		}
		return tx.AddGame(saved)
	}
	if err := s.Update(t.Context(), begin); err != nil {
		t.Fatal(err)
	}
	looks, other := games.Watch(chat.Address{}, saved.ID), games.Watch(chat.Address{}, saved.ID+1)
	again := games.Watch(chat.Address{}, saved.ID, saved.ID+1)
	move := func(lan string, end error) error {
		return s.Update(t.Context(), func(tx data.Tx) error {
			g, err := tx.Game(saved.ID)
			if err != nil {
				return err
			}
			p := g.Position()
			m, err := p.ParseLAN(lan)
			if err != nil {
				return err
			}
			if err := g.Move(g.Turn(), m, time.Unix(1e9, 0)); err != nil {
				return err
			}
			if err := tx.SaveGame(g); err != nil {
				return err
			}
			select {
			case <-looks.Told:
				t.Errorf("told of %v before the commit", looks.News())
			default:
			}
			return end
		})
	}
	undone := errors.New("undone")
	if err := move("e2-e4", undone); !errors.Is(err, undone) {
		t.Fatal(err)
	}
	if err := move("e2-e4", nil); err != nil {
		t.Fatal(err)
	}
	plies := func(w *live.Watch) int {
		<-w.Told
		return w.News().Plies[saved.ID]
	}
	if n := plies(looks); n != 1 {
		t.Errorf("told of %d plies", n)
	}
	if err := move("e7-e5", nil); err != nil {
		t.Fatal(err)
	}
	for i, w := range []*live.Watch{looks, again} { // the slow one gets only the last change
		if n := plies(w); n != 2 {
			t.Errorf("watcher %d is told of %d plies", i, n)
		}
	}
	select {
	case <-other.Told:
		t.Errorf("who looks at another game is told of %v", other.News())
	case <-again.Told:
		t.Errorf("told twice: %v", again.News())
	default:
	}
	looks.End()
	looks.End()
	other.End()
	if one, all := games.Watched(saved.ID); one != 1 || all != 2 {
		t.Errorf("%d look at the game, %d in all", one, all)
	}
	again.End()
	if _, all := games.Watched(saved.ID); all != 0 {
		t.Errorf("%d are left", all)
	}
}

// TestManyAtOnce checks that watchers may come and go while games change.
func TestManyAtOnce(t *testing.T) {
	var games live.Games
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() {
			for range 50 {
				w := games.Watch(chat.Address{}, 1, 2)
				games.Watched(1)
				w.End()
			}
		})
	}
	group.Wait()
	if _, all := games.Watched(1); all != 0 {
		t.Errorf("%d are left", all)
	}
}

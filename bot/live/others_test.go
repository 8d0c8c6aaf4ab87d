package live_test

import (
	"path/filepath"
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/live"
	"stackmate/store"
)

// TestOthers has one process change something that somebody looks at in another one.
func TestOthers(t *testing.T) {
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "game.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var here, there live.Games
	var said []string
	here.UseOthers(func(text string) { said = append(said, text); there.Hear(text) })
	there.UseOthers(func(text string) { t.Errorf("what was heard is told again: %s", text) })
	as := chat.Address{Transport: "test", ID: "white"}
	reader, game := there.Watch(as), there.Watch(chat.Address{}, 7)
	s := here.Store(db)
	err = s.Update(t.Context(), func(tx data.Tx) error {
		return tx.AddWebSession("secret", data.WebSession{Address: as, Until: time.Unix(2e9, 0)}, 5)
	})
	if err != nil {
		t.Fatal(err)
	}
	if news := reader.News(); !news.Ended {
		t.Errorf("the reader hears %+v", news)
	}
	there.Hear(`{"Saved":{"7":12}}`)
	if news := game.News(); news.Plies[7] != 12 {
		t.Errorf("who looks at the game hears %+v", news)
	}
	there.Hear("") // after a time in which nothing could be heard
	there.Hear("nonsense")
	if err := s.Update(t.Context(), func(data.Tx) error { return nil }); err != nil || len(said) != 1 {
		t.Errorf("said %q, %v", said, err)
	}
}

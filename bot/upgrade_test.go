package bot_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"stackmate/bot/chat"
	"stackmate/store/storetest"
)

// TestGoesOnAfterUpgrade starts the bot on databases of every schema that was released. Nobody loses on
// time, what was owed is delivered, and the games go on with what their players had prepared.
func TestGoesOnAfterUpgrade(t *testing.T) {
	for schema := 1; schema <= storetest.Schemas(t); schema++ {
		t.Run(fmt.Sprint(schema), func(t *testing.T) {
			c := &club{t: t, path: filepath.Join(t.TempDir(), "old.db"), front: &front{}, coin: true, now: noon}
			storetest.Old(t, c.path, schema)
			c.reopen()
			t.Cleanup(func() { c.store.Close() })
			if err := c.desk.CheckClocks(t.Context()); err != nil {
				t.Fatal(err)
			}
			room := chat.Place{Address: chat.Address{Transport: "test", ID: "the room"}, Server: "the house"}
			say := func(who, text string, parts ...string) {
				t.Helper()
				m := c.message(who, room, text)
				m.From.Address.ID = who // as in those databases
				a := c.handle(m)
				if a == nil || a.Refused {
					t.Fatalf("%s: %q is refused: %+v", who, text, a)
				}
				has(t, a.Reply, parts...)
			}
			var owed []string
			for _, m := range c.post() {
				owed = append(owed, m.Text)
			}
			if text := strings.Join(owed, "\n"); strings.Count(text, "waiting") != 1 || strings.Contains(text, "delivered") || strings.Contains(text, "held") || strings.Contains(text, "time is") {
				t.Errorf("sent at the start: %q", owed)
			}
			anna := "Anna"
			if schema >= 14 {
				anna = "Änne" // in this server
			}
			say("Ben", "games", "#1  "+anna, "#3  "+anna+" challenges you")
			say("Ben", "#1 3a7-3a6", "2… 3a6. The move declines the draw offer.")
			say("Anna", "#1 1e2-1e3", "3. 1e3")
			say("Ben", "history 1", "1. B2b2 Q2e7 2. R2a1 3a6 3. 1e3")
			say("Ben", "board 2", "1-0")
			if schema >= 5 {
				say("Anna", "#4 Bb1-Ba1", "3. ")
				say("Anna", "#5 takeback accept") // Ben had asked
				say("Ben", "history 5", "Half-moves so far: 4")
				say("Ben", "#8 d6", "2… d6", "3. d4") // the player by mail had an answer ready
				say("Ben", "profile", "Standard chess                 1662?  +2 =0 −0")
			}
			if schema >= 25 {
				say("Anna", "solve", "ms4x6") // the puzzle that was shown last
				say("Anna", "profile", "Standard chess", "1612?")
				say("Ben", "profile Anna", "1612?")
			}
		})
	}
}

package bot_test

import (
	"stackmate/bot/chat"
	"testing"
)

// TestNotesAndWatching checks that notes are private and that watchers are told of every
// move.
func TestNotesAndWatching(t *testing.T) {
	t.Parallel()
	c := company(t)
	c.game(hall, "Anna", "Ben", "chess")
	has(t, c.say("Anna", hall, "e4 // good   luck").Reply, "Anna says: good luck")
	c.say("Anna", hall, "note #1 he is weak on g7")
	has(t, c.say("Anna", hall, "note #1").Reply, "he is weak on g7")
	has(t, c.say("Ben", hall, "note #1").Reply, "You have no note")
	c.say("Anna", hall, "note #1 -")
	has(t, c.say("Anna", hall, "note #1").Reply, "You have no note")

	c.refused("Anna", hall, "watch #1", "You're playing in game 1, so you hear about every move anyway.")
	c.refused("Carl", hall, "unwatch #1", "You're not watching game")
	c.say("Carl", hall, "watch #1")
	c.refused("Carl", hall, "watch #1", "already")
	c.post()
	c.say("Ben", hall, "e5 // thanks")
	messages := c.post()
	if len(messages) != 1 || messages[0].to != "p-carl" || len(messages[0].Buttons) != 1 || messages[0].Buttons[0][0].For != chat.Everybody || len(messages[0].Notify) != 0 || messages[0].Picture == nil {
		t.Fatalf("%+v", messages)
	}
	has(t, messages[0].Reply, "1… e5")
	c.say("Carl", hall, "unwatch #1")
	c.say("Anna", hall, "Nf3")
	if messages := c.post(); len(messages) != 0 {
		t.Error(texts(messages))
	}
}

package discord

import (
	"fmt"
	"testing"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot/chat"
	"stackmate/bot/lru"
)

// The tracker remembers the last games, no matter how many there were.
func TestSightsAreBounded(t *testing.T) {
	s := buttonTracker{messages: lru.New[gameChannel, trackedMessages](maxTracked)}
	name := func(n int) (gameChannel, buttonMessage) {
		return gameChannel{int64(n), "c"}, buttonMessage{channel: "c", message: fmt.Sprint(n), board: true}
	}
	const games = 5 * maxTracked
	for n := range games {
		f, now := name(n)
		s.track(f, now, true)
	}
	if kept, _ := s.messages.Len(); kept != maxTracked {
		t.Errorf("%d games are remembered", kept)
	}
	for n := games - maxTracked; n < games; n++ {
		f, _ := name(n)
		if stale := s.track(f, buttonMessage{channel: "c", message: "99999999", board: true}, true); len(stale) != 1 || stale[0].message != fmt.Sprint(n) {
			t.Fatalf("of game %d %v is known", n, stale)
		}
	}
	f, _ := name(1)
	for n := range 100 {
		s.track(f, buttonMessage{channel: "c", message: fmt.Sprint(1000 + n)}, true)
	}
	if n := len(s.get(f).withButtons); n > 5 {
		t.Errorf("%d messages of one game", n)
	}
}

// Messages that are tracked in a different order than they were sent lose the same buttons.
func TestSightsInAnyOrder(t *testing.T) {
	f := gameChannel{1, "c"}
	move, ask := discordgo.Button{CustomID: "#1|pick #1@0"}, chat.Button{Command: "draw accept #1", For: chat.Only(7)}
	question, answer := buttonMessage{channel: "c", message: "101"}, buttonMessage{channel: "c", message: "103"}
	board := buttonMessage{"c", "102", true, withoutQuestions(chat.Reply{Buttons: [][]chat.Button{{{Command: "pick #1@0", For: chat.PlayersOf(1)}}, {ask}}})}
	if row, ok := board.rowsAfterAnswer[0].(discordgo.ActionsRow); !ok || len(board.rowsAfterAnswer) != 1 || row.Components[0].(discordgo.Button).CustomID != move.CustomID {
		t.Fatalf("without questions: %+v", board.rowsAfterAnswer)
	}
	s := buttonTracker{messages: lru.New[gameChannel, trackedMessages](maxTracked)}
	s.track(f, board, true)
	if stale := s.track(f, question, true); len(stale) != 1 || stale[0].message != "101" {
		t.Errorf("an older question: %v", stale)
	}
	if stale := s.track(f, answer, false); len(stale) != 1 || stale[0].message != "102" || len(stale[0].rowsAfterAnswer) != 1 {
		t.Errorf("a question on the board: %v", stale)
	}
	if stale := s.track(f, answer, false); stale != nil {
		t.Errorf("twice: %v", stale)
	}
	if stale := s.track(f, question, true); len(stale) != 1 || stale[0].message != "101" || stale[0].rowsAfterAnswer != nil {
		t.Errorf("a question that was answered: %v", stale)
	}
	if stale := s.track(f, buttonMessage{channel: "c", message: "104", board: true}, true); len(stale) != 1 || stale[0].message != "102" || stale[0].rowsAfterAnswer != nil {
		t.Errorf("a newer board: %v", stale)
	}
	late := board
	late.message = "105"
	s.track(f, buttonMessage{channel: "c", message: "106"}, false)
	if stale := s.track(f, late, true); len(stale) != 2 || len(stale[1].rowsAfterAnswer) != 1 {
		t.Errorf("a board whose question was answered: %v", stale)
	}
}

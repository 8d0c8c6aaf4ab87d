package discord

import (
	"slices"
	"sync"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot/lru"
)

// buttonMessage is a message with buttons that people see.
type buttonMessage struct {
	channel, message string
	board            bool // it shows one
	// rowsAfterAnswer are the rows that stay when its questions are answered; nil if it asks nothing.
	rowsAfterAnswer []discordgo.MessageComponent
}

// gameChannel is a game in one of the channels in which it is played or watched.
type gameChannel struct {
	game    int64
	channel string
}

// maxTracked is how many games are remembered. Those that are forgotten keep a button
// that the desk refuses.
const maxTracked = 2000

// trackedMessages is what is remembered of a game in a channel.
type trackedMessages struct {
	withButtons []buttonMessage // messages with buttons
	// newestBoard is the id of the newest message that shows a board, newestPlain that of the newest without buttons.
	newestBoard, newestPlain string
}

// buttonTracker remembers which messages have buttons that a later message of the game makes useless.
type buttonTracker struct {
	mu       sync.Mutex // of what is read and then changed
	messages *lru.Cache[gameChannel, trackedMessages]
}

// track notes a message that has been sent, with buttons or without, and returns those
// whose buttons are of no more use, with the rows that stay: none after a newer board,
// and after a newer answer without buttons all but the questions. Messages may be noted
// in another order than they were sent, so that this one may be of no more use itself.
func (s *buttonTracker) track(f gameChannel, now buttonMessage, buttons bool) (stale []buttonMessage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := s.get(f)
	var kept []buttonMessage
	for _, before := range v.withButtons {
		newer := sentAfter(now.message, before.message)
		switch {
		case newer && (now.board || !buttons && !before.board):
			before.rowsAfterAnswer = nil
			stale = append(stale, before)
			continue
		case newer && !buttons && before.rowsAfterAnswer != nil:
			stale = append(stale, before)
			before.rowsAfterAnswer = nil
		}
		kept = append(kept, before)
	}
	switch {
	case !buttons:
	case sentAfter(v.newestBoard, now.message), !now.board && sentAfter(v.newestPlain, now.message):
		now.rowsAfterAnswer = nil
		stale = append(stale, now)
	case now.rowsAfterAnswer != nil && sentAfter(v.newestPlain, now.message):
		stale = append(stale, now)
		now.rowsAfterAnswer = nil
		kept = append(kept, now)
	default:
		kept = append(kept, now)
	}
	if now.board && sentAfter(now.message, v.newestBoard) {
		v.newestBoard = now.message
	}
	if !buttons && sentAfter(now.message, v.newestPlain) {
		v.newestPlain = now.message
	}
	v.withButtons = kept[max(0, len(kept)-5):]
	s.set(f, v)
	return stale
}

// forget forgets a message that has lost its buttons.
func (s *buttonTracker) forget(f gameChannel, message string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := s.get(f)
	v.withButtons = slices.DeleteFunc(slices.Clone(v.withButtons), func(a buttonMessage) bool { return a.message == message })
	s.set(f, v)
}

// sentAfter reports whether one message was sent after another: their numbers grow.
func sentAfter(a, b string) bool { return len(a) > len(b) || len(a) == len(b) && a > b }

// move has a game followed in another channel from now on.
func (s *buttonTracker) move(from, to gameChannel) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := s.get(to)
	v.withButtons = slices.Concat(s.get(from).withButtons, v.withButtons)
	s.set(from, trackedMessages{})
	s.set(to, v)
}

func (s *buttonTracker) get(f gameChannel) trackedMessages {
	v, _ := s.messages.Get(f)
	return v
}

func (s *buttonTracker) set(f gameChannel, v trackedMessages) { s.messages.Set(f, v, 1) }

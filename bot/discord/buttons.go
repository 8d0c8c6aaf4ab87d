package discord

import (
	"slices"
	"sync"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot/lru"
)

// buttonMessage is a message in a channel.
type buttonMessage struct {
	channel, message string
	board            bool // it shows a board
	// rowsAfterAnswer are the rows that remain when its questions are answered; nil if it asks nothing.
	rowsAfterAnswer []discordgo.MessageComponent
}

// gameChannel is a game in one of the channels in which it is played or watched.
type gameChannel struct {
	game    int64
	channel string
}

// maxTracked is how many games in channels are tracked. The buttons of others stay, and the desk refuses
// them.
const maxTracked = 2000

// maxWithButtons is how many messages with buttons are tracked of a game in a channel.
const maxWithButtons = 5

// trackedMessages are the latest messages about a game in a channel.
type trackedMessages struct {
	withButtons []buttonMessage // at most maxWithButtons
	// newestBoard is the id of the newest message that shows a board, newestPlain that of the newest without buttons.
	newestBoard, newestPlain string
}

// buttonTracker remembers which messages have buttons that a later message of the game makes useless.
type buttonTracker struct {
	mu       sync.Mutex // guards reading and then changing an entry
	messages *lru.Cache[gameChannel, trackedMessages]
}

// track records a message that has been sent, with buttons or without, and returns the messages whose buttons
// have become useless, with the rows that remain: none after a newer board, and all but the questions after a
// newer message without buttons. Messages may be recorded in a different order than they were sent, so the
// new message itself may be among them.
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
	v.withButtons = kept[max(0, len(kept)-maxWithButtons):]
	s.set(f, v)
	return stale
}

// forget removes a message that has lost its buttons.
func (s *buttonTracker) forget(f gameChannel, message string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := s.get(f)
	v.withButtons = slices.DeleteFunc(slices.Clone(v.withButtons), func(a buttonMessage) bool { return a.message == message })
	s.set(f, v)
}

// sentAfter reports whether message a was sent after b, by their ids: Discord counts upwards.
func sentAfter(a, b string) bool { return len(a) > len(b) || len(a) == len(b) && a > b }

// move moves the messages of a game to another channel, to which the game has moved.
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

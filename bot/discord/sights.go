package discord

import (
	"slices"
	"sync"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot/lru"
)

// sight is a message with buttons that people see.
type sight struct {
	channel, message string
	board            bool // it shows one
	// rest are the rows that stay when its questions are answered; nil if it asks nothing.
	rest []discordgo.MessageComponent
}

// followed is a game in one of the channels where it is followed.
type followed struct {
	game    int64
	channel string
}

// maxFollowed is how many games are remembered. Those that are forgotten keep a button
// that the desk refuses.
const maxFollowed = 2000

// view is what is remembered of a game in a channel.
type view struct {
	armed []sight // messages with buttons
	// board and plain are the newest message that shows a board, and that has no buttons.
	board, plain string
}

// sights remember which messages have buttons that the game will make old.
type sights struct {
	mu    sync.Mutex // of what is read and then changed
	views *lru.Cache[followed, view]
}

// pass notes a message that has been sent, with buttons or without, and returns those
// whose buttons are of no more use, with the rows that stay: none after a newer board,
// and after a newer answer without buttons all but the questions. Messages may be noted
// in another order than they were sent, so that this one may be of no more use itself.
func (s *sights) pass(f followed, now sight, buttons bool) (stale []sight) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := s.get(f)
	var kept []sight
	for _, before := range v.armed {
		newer := later(now.message, before.message)
		switch {
		case newer && (now.board || !buttons && !before.board):
			before.rest = nil
			stale = append(stale, before)
			continue
		case newer && !buttons && before.rest != nil:
			stale = append(stale, before)
			before.rest = nil
		}
		kept = append(kept, before)
	}
	switch {
	case !buttons:
	case later(v.board, now.message), !now.board && later(v.plain, now.message):
		now.rest = nil
		stale = append(stale, now)
	case now.rest != nil && later(v.plain, now.message):
		stale = append(stale, now)
		now.rest = nil
		kept = append(kept, now)
	default:
		kept = append(kept, now)
	}
	if now.board && later(now.message, v.board) {
		v.board = now.message
	}
	if !buttons && later(now.message, v.plain) {
		v.plain = now.message
	}
	v.armed = kept[max(0, len(kept)-5):]
	s.set(f, v)
	return stale
}

// drop forgets a message that has lost its buttons.
func (s *sights) drop(f followed, message string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := s.get(f)
	v.armed = slices.DeleteFunc(slices.Clone(v.armed), func(a sight) bool { return a.message == message })
	s.set(f, v)
}

// later reports whether one message was sent after another: their numbers grow.
func later(a, b string) bool { return len(a) > len(b) || len(a) == len(b) && a > b }

// move has a game followed in another channel from now on.
func (s *sights) move(from, to followed) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := s.get(to)
	v.armed = slices.Concat(s.get(from).armed, v.armed)
	s.set(from, view{})
	s.set(to, v)
}

func (s *sights) get(f followed) view {
	v, _ := s.views.Get(f)
	return v
}

func (s *sights) set(f followed, v view) { s.views.Set(f, v, 1) }

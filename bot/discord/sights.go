package discord

import (
	"slices"
	"sync"
)

// sight is a message with buttons that people see.
type sight struct {
	channel, message string
	board            bool // it shows one
}

// followed is a game in one of the channels where it is followed.
type followed struct {
	game    int64
	channel string
}

// generation is how many games are remembered at least; twice as many at most. Those
// that are forgotten keep a button that the desk refuses.
const generation = 1000

// sights remember which messages have buttons that the game will make old.
type sights struct {
	mu         sync.Mutex
	young, old map[followed][]sight
}

// pass notes a new message, with buttons or without, and returns those whose buttons
// are of no more use: all of them after a new board, and after an answer without
// buttons all questions.
func (s *sights) pass(f followed, now sight, buttons bool) (stale []sight) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var kept []sight
	for _, before := range s.get(f) {
		if now.board || !buttons && !before.board {
			stale = append(stale, before)
		} else {
			kept = append(kept, before)
		}
	}
	if buttons {
		kept = append(kept, now)
	}
	s.set(f, kept)
	return stale
}

// move has a game followed in another channel from now on.
func (s *sights) move(from, to followed) {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := slices.Concat(s.get(from), s.get(to))
	s.set(from, nil)
	s.set(to, list)
}

func (s *sights) get(f followed) []sight {
	if list, ok := s.young[f]; ok {
		return list
	}
	return s.old[f]
}

func (s *sights) set(f followed, list []sight) {
	if len(s.young) >= generation {
		s.young, s.old = nil, s.young
	}
	delete(s.old, f)
	if len(list) == 0 {
		delete(s.young, f)
		return
	}
	if s.young == nil {
		s.young = map[followed][]sight{}
	}
	s.young[f] = list[max(0, len(list)-5):]
}

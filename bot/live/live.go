// Package live tells who looks at games that they have changed, no matter who changed them: a player anywhere, the program or
// the clock. It also tells who is signed in that a session has ended.
package live

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/game"
)

// Games knows who looks at which games. The zero value is ready, and safe for concurrent use.
type Games struct {
	mu       sync.Mutex
	watchers map[int64]map[*Watch]struct{}
	readers  map[chat.Address]map[*Watch]struct{}
	others   func(text string)
}

// UseOthers sets what tells other processes a text, which is for their Hear. Call it first.
func (g *Games) UseOthers(tell func(text string)) { g.others = tell }

// Hear tells what has changed in another process.
func (g *Games) Hear(text string) {
	var c changes
	if json.Unmarshal([]byte(text), &c) == nil {
		g.tell(c)
	}
}

// Watch is somebody who looks at games.
type Watch struct {
	// Told gets a value when there is news that was not read.
	Told <-chan struct{}

	told  chan struct{}
	games *Games
	ids   []int64
	as    chat.Address
	news  News
}

// News is what has happened since it was last read.
type News struct {
	// Plies are the numbers of plies of games that have changed, by the id of the game. Who is slow gets only the last.
	Plies map[int64]int
	// Ended is whether a session of the reader has ended.
	Ended bool
}

// Watch begins to tell about games, until End is called. As is the address as which somebody is signed in who wants to know
// when a session of that address ends; zero for strangers.
func (g *Games) Watch(as chat.Address, ids ...int64) *Watch {
	told := make(chan struct{}, 1)
	w := &Watch{Told: told, told: told, games: g, ids: ids, as: as}
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, id := range ids {
		g.watchers = enter(g.watchers, id, w)
	}
	if !as.IsZero() {
		g.readers = enter(g.readers, as, w)
	}
	return w
}

// End ends the watch.
func (w *Watch) End() {
	w.games.mu.Lock()
	defer w.games.mu.Unlock()
	for _, id := range w.ids {
		leave(w.games.watchers, id, w)
	}
	leave(w.games.readers, w.as, w)
}

// News returns what has happened, and counts as reading it.
func (w *Watch) News() News {
	w.games.mu.Lock()
	defer w.games.mu.Unlock()
	news := w.news
	w.news = News{}
	return news
}

// enter adds a watch to those of a key, and returns the map.
func enter[K comparable](all map[K]map[*Watch]struct{}, key K, w *Watch) map[K]map[*Watch]struct{} {
	if all == nil {
		all = map[K]map[*Watch]struct{}{}
	}
	if all[key] == nil {
		all[key] = map[*Watch]struct{}{}
	}
	all[key][w] = struct{}{}
	return all
}

// leave removes a watch from those of a key, if it is there.
func leave[K comparable](all map[K]map[*Watch]struct{}, key K, w *Watch) {
	delete(all[key], w)
	if len(all[key]) == 0 {
		delete(all, key)
	}
}

// Watched returns how many look at a game, and at all games.
func (g *Games) Watched(id int64) (one, all int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, list := range g.watchers {
		all += len(list)
	}
	return len(g.watchers[id]), all
}

// tell tells what a transaction has changed. It never waits.
func (g *Games) tell(c changes) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for id, plies := range c.Saved {
		for w := range g.watchers[id] {
			if w.news.Plies == nil {
				w.news.Plies = map[int64]int{}
			}
			w.news.Plies[id] = plies
			w.wake()
		}
	}
	for _, a := range c.Ended {
		for w := range g.readers[a] {
			w.news.Ended = true
			w.wake()
		}
	}
}

// wake has the watch read its news.
func (w *Watch) wake() {
	select {
	case w.told <- struct{}{}:
	default: // it was told before and has not read yet
	}
}

// Store returns a store in which every transaction that saves games or ends sessions tells who looks at them once it is on disk.
func (g *Games) Store(s data.Store) data.Store { return store{s, g} }

// store tells of what is changed in it.
type store struct {
	data.Store
	games *Games
}

// Update implements data.Store.
func (s store) Update(ctx context.Context, fn func(data.Tx) error) error {
	var c changes
	err := s.Store.Update(ctx, func(inner data.Tx) error {
		c = changes{}
		return fn(tx{inner, &c})
	})
	if err == nil {
		s.games.tell(c)
	}
	if text, bad := json.Marshal(c); err == nil && bad == nil && s.games.others != nil && len(c.Saved)+len(c.Ended) > 0 {
		s.games.others(string(text))
	}
	return err
}

// changes are what a transaction changes.
type changes struct {
	Saved map[int64]int  // games, with their plies
	Ended []chat.Address // whose sessions may have ended
}

// tx notes what is changed.
type tx struct {
	data.Tx
	*changes
}

// AddGame implements data.Games.
func (t tx) AddGame(g *game.Game) error { return t.note(g, t.Tx.AddGame(g)) }

// SaveGame implements data.Games.
func (t tx) SaveGame(g *game.Game) error { return t.note(g, t.Tx.SaveGame(g)) }

func (t tx) note(g *game.Game, err error) error {
	if err != nil {
		return err
	}
	if t.Saved == nil {
		t.Saved = map[int64]int{}
	}
	t.Saved[g.ID] = len(g.Plies)
	return nil
}

// AddWebSession implements data.WebSessions. The oldest session may end.
func (t tx) AddWebSession(secret string, s data.WebSession, keep int) error {
	t.Ended = append(t.Ended, s.Address)
	return t.Tx.AddWebSession(secret, s, keep)
}

// EndWebSession implements data.WebSessions.
func (t tx) EndWebSession(secret string) error {
	s, err := t.WebSession(secret, time.Time{})
	if errors.Is(err, data.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	t.Ended = append(t.Ended, s.Address)
	return t.Tx.EndWebSession(secret)
}

// EndWebSessionsOf implements data.WebSessions.
func (t tx) EndWebSessionsOf(player int64) error {
	return errors.Join(t.endedFor(player), t.Tx.EndWebSessionsOf(player))
}

// RemoveIdentity implements data.Deletions.
func (t tx) RemoveIdentity(player int64, fresh []byte) error {
	return errors.Join(t.endedFor(player), t.Tx.RemoveIdentity(player, fresh))
}

// RemoveAddress implements data.Deletions.
func (t tx) RemoveAddress(a chat.Address) error {
	t.Ended = append(t.Ended, a)
	return t.Tx.RemoveAddress(a)
}

// endedFor notes that the sessions of a player end.
func (t tx) endedFor(player int64) error {
	p, err := t.Player(player)
	t.Ended = append(t.Ended, p.Addresses...)
	return err
}

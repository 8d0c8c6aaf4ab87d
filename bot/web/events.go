package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"stackmate/bot/boards"
	"stackmate/bot/chat"
	"stackmate/bot/data"
)

// Limits on streams of events.
const (
	maxStreams = 5000
	// maxStrangers is how many of them people may have who are not signed in, so that there are some left for players.
	maxStrangers = maxStreams / 2
	// maxStreamsEach is how many one session has: browsers open six connections to a server. The pages of most browsers share
	// one. Many strangers may share an address.
	maxStreamsEach = 3
	maxStreamsFrom = 30
	// maxGamesEach is of how many games one stream tells.
	maxGamesEach = 10
	// heartbeat is how often something is sent, so that no proxy ends a stream in which nothing happens.
	heartbeat = 25 * time.Second
	// writeTimeout is how long a browser may take to receive an event.
	writeTimeout = 10 * time.Second
)

// streams are the streams of events that are open, by who reads them. One that is too many ends the oldest.
type streams struct {
	mu             sync.Mutex
	all, strangers int
	by             map[reader][]*stream
}

// reader is who reads a stream: a session, or the address of a stranger.
type reader struct {
	name     string
	stranger bool
}

// stream is one of them.
type stream struct{ stop context.CancelCauseFunc }

// errElsewhere ends a stream for a newer one of the same browser.
var errElsewhere = errors.New("opened elsewhere")

// open counts a stream. The context ends when it must end; ok is false if there are too many.
func (s *streams) open(ctx context.Context, who reader) (_ context.Context, end func(), ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all >= maxStreams || who.stranger && s.strangers >= maxStrangers {
		return ctx, nil, false
	}
	ctx, stop := context.WithCancelCause(ctx)
	opened := &stream{stop}
	if s.by == nil {
		s.by = map[reader][]*stream{}
	}
	most := maxStreamsEach
	if who.stranger {
		most = maxStreamsFrom
	}
	if list := s.by[who]; len(list) >= most {
		list[0].stop(errElsewhere)
		s.remove(who, list[0])
	}
	s.by[who] = append(s.by[who], opened)
	s.count(who, 1)
	return ctx, func() {
		stop(nil)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.remove(who, opened)
	}, true
}

// remove forgets a stream, if it is still known.
func (s *streams) remove(who reader, gone *stream) {
	list := s.by[who]
	i := slices.Index(list, gone)
	if i < 0 {
		return
	}
	s.count(who, -1)
	if s.by[who] = slices.Delete(list, i, i+1); len(list) == 1 {
		delete(s.by, who)
	}
}

// count adds to the number of streams.
func (s *streams) count(who reader, n int) {
	s.all += n
	if who.stranger {
		s.strangers += n
	}
}

// number returns how many streams there are.
func (s *streams) number() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all
}

// Streams returns how many streams of events are open.
func (s *Server) Streams() int { return s.streams.number() }

// streamPages are the streams of events.
type streamPages struct{ *Server }

const streamPattern = "GET /events"

// routes adds the paths of the streams.
func (s streamPages) routes(mux *http.ServeMux) { mux.HandleFunc(streamPattern, s.events) }

// events streams what happens in the games that a request names, such as “?games=12,15”. At first and after each change there
// is an event “game” with the id of a game and its number of plies; the page then asks for the board. “gone” has the id of a
// game that the visitor may not see, “ended” says that the session has ended, and “elsewhere” that a newer stream of the same
// browser is read instead. After a break a browser comes back by itself.
func (s streamPages) events(w http.ResponseWriter, r *http.Request) {
	ids := gamesAsked(r)
	if ids == nil {
		s.fail(w, r, http.StatusNotFound, "web.error.page")
		return
	}
	v, session, in := s.visitor(r)
	watch := s.opt.Games.Watch(v.Address, ids...)
	defer watch.End()
	seen, err := s.plies(r, ids)
	switch {
	case err != nil:
		s.broken(w, r, err)
		return
	case len(seen) == 0 && in:
		s.fail(w, r, http.StatusNotFound, "web.error.game")
		return
	case len(seen) == 0: // which does not tell strangers whether there is such a game
		s.signedOut(w, r)
		return
	}
	who := reader{name: session}
	if !in {
		who = reader{name: client(r), stranger: true}
	}
	ctx, end, ok := s.streams.open(r.Context(), who)
	if !ok {
		w.Header().Set("Retry-After", "30")
		s.fail(w, r, http.StatusServiceUnavailable, "web.error.busy")
		return
	}
	defer end()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no") // for nginx
	out := events{to: w, control: http.NewResponseController(w)}
	out.add("retry: 2000\n\n")
	for _, id := range ids {
		out.tell(id, seen)
	}
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for out.send() && len(seen) > 0 {
		select {
		case <-s.stopped:
			return
		case <-ctx.Done():
			if errors.Is(context.Cause(ctx), errElsewhere) {
				out.add("event: elsewhere\ndata: \n\n")
				out.send()
			}
			return
		case <-watch.Told:
			news := watch.News()
			if news.Ended && s.ended(r, session) {
				out.add("event: ended\ndata: \n\n")
				out.send()
				return
			}
			for id := range news.Plies {
				if _, ok := seen[id]; ok {
					out.tell(id, news.Plies)
				}
			}
		case <-beat.C:
			if in && s.ended(r, session) {
				out.add("event: ended\ndata: \n\n")
				out.send()
				return
			}
			now, err := s.plies(r, slices.Collect(maps.Keys(seen)))
			if err != nil {
				return
			}
			for id := range seen {
				if _, ok := now[id]; !ok {
					out.tell(id, now)
				}
			}
			seen = now
			out.add(":\n\n")
		}
	}
}

// events are what is written to a stream next.
type events struct {
	to      io.Writer
	control *http.ResponseController
	next    bytes.Buffer
}

// add adds a text of whole events.
func (e *events) add(text string) { e.next.WriteString(text) }

// tell adds what is to say of a game: how many plies it has, or that it is gone.
func (e *events) tell(id int64, plies map[int64]int) {
	if n, ok := plies[id]; ok {
		fmt.Fprintf(&e.next, "event: game\ndata: %d %d\n\n", id, n)
	} else {
		fmt.Fprintf(&e.next, "event: gone\ndata: %d\n\n", id)
	}
}

// send sends what was added, and reports whether the browser can have got it.
func (e *events) send() bool {
	if err := e.control.SetWriteDeadline(time.Now().Add(writeTimeout)); err != nil {
		return false
	}
	_, err := e.next.WriteTo(e.to)
	return err == nil && e.control.Flush() == nil
}

// gamesAsked returns the games that a request for a stream names, nil if it is not in order.
func gamesAsked(r *http.Request) (ids []int64) {
	list := strings.Split(r.URL.Query().Get("games"), ",")
	if len(list) > maxGamesEach {
		return nil
	}
	for _, text := range list {
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil || id < 1 {
			return nil
		}
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// plies returns the numbers of plies of those games that the visitor may see now.
func (s streamPages) plies(r *http.Request, ids []int64) (map[int64]int, error) {
	r = r.WithContext(context.WithValue(r.Context(), visitorKey{}, &asking{})) // a session may have ended since
	if err := s.identify(r); err != nil {
		return nil, err
	}
	seen := map[int64]int{}
	for _, id := range ids {
		b, err := s.readBoard(r, id, boards.Latest)
		switch {
		case err == nil:
			seen[id] = b.Plies
		case !errors.Is(err, data.ErrNotFound):
			return nil, err
		}
	}
	return seen, nil
}

// ended reports whether a session has ended.
func (s streamPages) ended(r *http.Request, session string) bool {
	_, err := s.opt.Doors.Visitor(r.Context(), session)
	return errors.Is(err, ErrNobody)
}

// board answers with a position of a game as data.
func (s *Server) board(w http.ResponseWriter, r *http.Request) {
	if b, _, ok := s.boardAsked(w, r, gameOf(r)); ok {
		writeJSON(w, r, http.StatusOK, b)
	}
}

// boardAsked is boardOf the position that a request names by its ply, the last one if it names none.
func (s *Server) boardAsked(w http.ResponseWriter, r *http.Request, id int64) (b chat.Board, in, ok bool) {
	ply := boards.Latest
	if text := r.URL.Query().Get("ply"); text != "" {
		var err error
		if ply, err = strconv.Atoi(text); err != nil || ply < 0 {
			s.fail(w, r, http.StatusNotFound, "web.error.page")
			return b, false, false
		}
	}
	return s.boardOf(w, r, id, ply)
}

// boardOf returns a position of a game, and whether the visitor is signed in. If ok is false,
// it has said what is wrong.
func (s *Server) boardOf(w http.ResponseWriter, r *http.Request, id int64, ply int) (b chat.Board, in, ok bool) {
	_, _, in = s.visitor(r)
	b, err := s.readBoard(r, id, ply)
	switch {
	case err == nil:
		return b, in, true
	case !errors.Is(err, data.ErrNotFound):
		s.broken(w, r, err)
	case in:
		s.fail(w, r, http.StatusNotFound, "web.error.game")
	default: // which does not tell strangers whether there is such a game
		s.signedOut(w, r)
	}
	return b, in, false
}

// readBoard returns a position of a game as the visitor may see it.
func (s *Server) readBoard(r *http.Request, id int64, ply int) (b chat.Board, err error) {
	if id == 0 {
		return b, data.ErrNotFound
	}
	v, _, known := s.visitor(r)
	var reader chat.Person
	if known {
		if reader, err = v.Speaker(r.Context(), id, "board"); err != nil {
			return b, err
		}
	}
	in, tag := v.In, languageOf(v, r).Tag
	if from, ok := v.Views[id]; ok {
		in = from
	}
	if b, err = s.opt.Desk.Board(r.Context(), reader, in, tag, id, ply); err != nil || v.Both == nil || len(b.Yours) == 0 {
		return b, err
	}
	both, err := v.Both(r.Context(), id)
	if both {
		b.Yours = []string{"white", "black"}
	}
	return b, err
}

// Package web is the front end for browsers: pages that work without JavaScript, and a board for those that have it. It
// brings the desk what people type and press, and shows what the desk answers.
package web

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/live"
	"stackmate/bot/lru"
	"stackmate/bot/words"
)

// Transport is the name of this front end in addresses.
const Transport = "web"

// Desk is what the front end asks of the desk; *bot.Desk implements it.
type Desk interface {
	Handle(ctx context.Context, m chat.Message) (*bot.Answer, error)
	Delivered(ctx context.Context, a *bot.Answer, failure error) error
	Board(ctx context.Context, reader chat.Person, in chat.Place, language string, game int64, ply int) (chat.Board, error)
}

// Options are what the front end needs; all are required except Evaluate, Log and Alone.
type Options struct {
	Desk Desk
	// Games tells of games that change.
	Games *live.Games
	// Pieces is the file with the pictures of all pieces (SVG).
	Pieces []byte
	// Draw draws a picture of a position, and describes it.
	Draw func(ctx context.Context, want chat.Picture, lang words.Language) (chat.File, error)
	// Evaluate says what the last position of a study is worth; refused is whether the program does not say it, and the
	// evaluation is then the reason. It is nil if there is no program.
	Evaluate func(ctx context.Context, who chat.Person, lang words.Language, study chat.Study) (e chat.Evaluation, refused bool, err error)
	// Doors knows who comes in.
	Doors Doors
	// Public is the URL under which browsers find the front end. Its path, if any, is that of all pages.
	Public *url.URL
	// Alone is whether only the people at this computer use it, with one game.
	Alone bool
	// Rand returns text that nobody can guess, of 26 letters and digits.
	Rand func() string
	Now  func() time.Time
	// Served, unless nil, is told how long each request took, by the pattern of its path. Refused, unless nil, is told why
	// a request was not answered as was asked: one of Refusals, or another word.
	Served  func(page string, took time.Duration)
	Refused func(reason string)
	Log     *slog.Logger
}

// Refusals are reasons why requests are refused.
var Refusals = []string{"busy", "failure", "form", "game", "host", "link", "origin", "page", "signed_out"}

// Doors knows who comes in.
type Doors interface {
	// Visitor returns who has a session; ErrNobody if it has ended.
	Visitor(ctx context.Context, session string) (Visitor, error)
	// Peek returns what a link with a token leads to without using it up; ErrNobody if it leads nowhere any more.
	Peek(ctx context.Context, token string) (Link, error)
	// Enter begins a session with the token of a link, which that uses up. The error is ErrNobody if it was used
	// before or is too old. Browser is what the browser is called, for people, and current its session, which may go on;
	// empty for none.
	Enter(ctx context.Context, token, browser, current string) (session string, link Link, err error)
	// Leave ends a session.
	Leave(ctx context.Context, session string) error
}

// ErrNobody says that a session has ended or that a link is of no use.
var ErrNobody = errors.New("nobody has such a session or link")

// Link is what a link leads to.
type Link struct {
	// Game is the id of a game, 0 if none.
	Game int64
	// Name is that of the person who is signed in, for people.
	Name string
	// Local is whether the link is that of people at this computer. Its page signs in by itself.
	Local bool
}

// Visitor is somebody with a session.
type Visitor struct {
	// In is the private place of the session, and Address the one as which somebody is signed in; zero for people at this
	// computer.
	In      chat.Place
	Address chat.Address
	// Views are the places from which the visitor may look at games that are not to be seen from In.
	Views map[int64]chat.Place
	// Language is a tag; empty for that of the browser. Heard is the tag that the desk is told, in its place that of the
	// browser if it is empty: what somebody has chosen is not what the browser says.
	Language, Heard string
	// Name is that of the person, for people.
	Name string
	// Speaker returns who says something about a game: somebody who sits alone at a board speaks for both players.
	Speaker func(ctx context.Context, game int64, text string) (chat.Person, error)
	// Seats returns the people who share their preferences because they sit at this computer, with their names in a
	// language; nil for others.
	Seats func(words.Language) []chat.Person
	// Both reports whether the visitor plays both colors of a game, though these are different people to the desk; nil
	// for people who never do.
	Both func(ctx context.Context, game int64) (bool, error)
	// Again begins another game after one that is over, against a level of the program unless that is 0, and returns its
	// id; 0 leaves that to the desk. It is nil for people who have opponents to ask.
	Again func(ctx context.Context, game int64, level int) (int64, error)
	// Game returns the id of the only game of somebody who sits alone at a board; nil for others.
	Game func(ctx context.Context) (int64, error)
}

// Server is the front end. It is safe for concurrent use.
type Server struct {
	opt     Options
	base    string // the path of Options.Public without a slash at the end
	secure  bool
	cookie  string
	forms   *limiter
	pages   *limiter
	streams streams
	stopped chan struct{} // closed by Stop
	stop    func()
	assets  assets
	handler http.Handler
}

// New returns a front end.
func New(o Options) *Server {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Served == nil {
		o.Served = func(string, time.Duration) {}
	}
	if o.Refused == nil {
		o.Refused = func(string) {}
	}
	s := &Server{opt: o, base: strings.TrimSuffix(o.Public.Path, "/"), secure: o.Public.Scheme == "https", forms: newLimiter(o.Now, maxForms, perForm), pages: newLimiter(o.Now, maxPages, perPage), assets: loadAssets(o.Pieces)}
	s.stopped = make(chan struct{})
	s.stop = sync.OnceFunc(func() { close(s.stopped) })
	s.cookie = "stackmate"
	if port := o.Public.Port(); port != "" { // browsers send cookies to all ports
		s.cookie += "-" + port
	}
	if s.secure {
		s.cookie = "__Host-" + s.cookie
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", homePages{s}.home)
	mux.HandleFunc("POST /say", s.say)
	gamePages{s}.handle(mux)
	puzzlePages{s}.handle(mux)
	rulesPages{s, lru.New[string, chat.File](maxFigures)}.handle(mux)
	mux.HandleFunc("POST /g/{game}/say", s.say)
	mux.HandleFunc("GET /g/{game}/say", s.back)
	mux.HandleFunc("GET /say", s.back)
	mux.HandleFunc("GET /g/{game}/board", s.board)
	analysisPages{s}.handle(mux)
	mux.HandleFunc("GET /in/{token}", s.openLink)
	mux.HandleFunc("POST /in/{token}", s.enter)
	mux.HandleFunc("POST /out", s.leave)
	streamPages{s}.routes(mux)
	mux.HandleFunc("GET /assets/{hash}/{name}", s.assets.serve)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.fail(w, r, http.StatusNotFound, "web.error.page")
	})
	s.handler = s.guard(mux)
	return s
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Stop ends all streams of events, before the server stops.
func (s *Server) Stop() { s.stop() }

// Deliver implements outbox.FrontEnd. Nothing is sent to browsers: their pages show games as they are.
func (s *Server) Deliver(context.Context, chat.Address, chat.Reply) error { return nil }

// heard returns the language that the desk is told for a visitor.
func heard(v Visitor, r *http.Request) string {
	return cmp.Or(v.Heard, languageOf(v, r).Tag)
}

// languageOf returns the language of a visitor, or of the browser.
func languageOf(v Visitor, r *http.Request) words.Language {
	if words.Known(v.Language) {
		return words.In(v.Language)
	}
	return words.Accepted(r.Header.Get("Accept-Language"))
}

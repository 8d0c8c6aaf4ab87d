package email_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"stackmate/bot"
	"stackmate/bot/bymail"
	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/email"
	"stackmate/bot/email/mailstore"
	"stackmate/bot/email/mailtest"
	"stackmate/bot/uptime"
	"stackmate/bot/words"
	"stackmate/render"
	"stackmate/store"
	"stackmate/store/storetest"
)

const (
	chess = "chess@example.test"
	alice = "alice@example.org"
	bob   = "bob@example.org"
)

var names = map[string]string{alice: "Alice Example <" + alice + ">", bob: bob}

// renderer is for all tests, since it keeps what it has drawn.
var renderer = render.New(0)

// world is a bot with a mail server, a desk and a database, all real.
type world struct {
	t          *testing.T
	server     *mailtest.Server
	db         *store.Store
	desk       *bot.Desk
	bot        *email.Bot
	config     email.Config
	txt        map[string][]string // the domain name system
	ahead      atomic.Int64        // nanoseconds by which the clock has been put forward
	log        *strings.Builder
	logs       sync.Mutex
	end        func()
	mails      int
	crashAfter atomic.Int64           // the answer to the command with this number is lost; 0 for none
	panicOn    atomic.Value           // the command that panics; a string
	panics     atomic.Int64           // how many panics there were
	failOn     atomic.Value           // the command that fails; a string
	failures   atomic.Int64           // how many failures there were
	meanwhile  sync.Map               // what happens once before a text is run, or with "" before a mail is
	told       atomic.Pointer[string] // what was told of mails, such as " in:handled out:sent"
}

// Handle implements email.Desk. It can panic, fail, or lose the answer as a crash does.
func (w *world) Handle(ctx context.Context, m chat.Message) (*bot.Answer, error) {
	if text, _ := w.panicOn.Load().(string); text != "" && m.Text == text {
		w.panics.Add(1)
		panic("the knight is nowhere")
	}
	if text, _ := w.failOn.Load().(string); text != "" && m.Text == text {
		w.failures.Add(1)
		return nil, errors.New("the knight is nowhere")
	}
	w.happens(m.Text)
	a, err := w.desk.Handle(ctx, m)
	if w.crashAfter.Add(-1) == 0 {
		return nil, errors.New("a crash")
	}
	return a, err
}

// Wake implements email.Desk.
func (w *world) Wake() { w.desk.Wake() }

// FindPlayer implements email.Desk.
func (w *world) FindPlayer(ctx context.Context, a chat.Address) (data.Player, error) {
	return w.desk.FindPlayer(ctx, a)
}

// GameSummary implements email.Desk.
func (w *world) GameSummary(ctx context.Context, id int64) (data.GameSummary, error) {
	return w.desk.GameSummary(ctx, id)
}

// GameTitle implements email.Desk.
func (w *world) GameTitle(ctx context.Context, id int64, lang words.Language) (string, error) {
	return w.desk.GameTitle(ctx, id, lang)
}

// Forgotten implements email.Desk.
func (w *world) Forgotten(key string) bool { return w.desk.Forgotten(key) }

// hooked is the store, in which something happens before a mail is run.
type hooked struct {
	*store.Store
	w *world
}

// UpdateMail implements mailstore.Store.
func (h hooked) UpdateMail(ctx context.Context, fn func(mailstore.Tx) error) error {
	if data.JobOf(ctx) == "mail" {
		h.w.happens("")
	}
	return h.Store.UpdateMail(ctx, fn)
}

// happens does what is to happen meanwhile.
func (w *world) happens(before string) {
	if do, ok := w.meanwhile.LoadAndDelete(before); ok {
		do.(func())()
	}
}

// MailNotes implements email.Desk.
func (w *world) MailNotes(ctx context.Context, reader data.Player, r chat.Reply, id int64, lang words.Language) (bymail.Notes, error) {
	return w.desk.MailNotes(ctx, reader, r, id, lang)
}

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func (w *world) now() time.Time { return noon.Add(time.Duration(w.ahead.Load())) }

// advance puts the clock forward and wakes the outbox.
func (w *world) advance(d time.Duration) {
	w.ahead.Add(int64(d))
	w.desk.Wake()
}

// until waits until a condition holds; the test fails after a minute.
func (w *world) until(what string, holds func() bool) {
	w.t.Helper()
	for deadline := time.Now().Add(time.Minute); !holds(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			w.t.Fatalf("not in time: %s", what)
		}
	}
}

// untilRetried puts the clock forward, so that failures are retried, until a condition holds.
func (w *world) untilRetried(what string, holds func() bool) {
	w.t.Helper()
	w.until(what, func() bool {
		w.advance(time.Minute)
		return holds()
	})
}

// connection returns the state of the incoming or the outgoing connection.
func (w *world) connection(in bool) uptime.Connection {
	if in {
		return w.bot.Connections()[0]
	}
	return w.bot.Connections()[1]
}

// link links the player at a mailbox with an address elsewhere.
func (w *world) link(mailbox string, elsewhere chat.Address) {
	w.t.Helper()
	err := w.db.Update(w.t.Context(), func(tx data.Tx) error {
		p, err := tx.FindPlayer(chat.Address{Transport: email.Transport, ID: mailbox})
		if err != nil {
			return err
		}
		other, err := tx.PlayerAt(chat.Person{Address: elsewhere, Name: p.Name}, w.now())
		if err != nil {
			return err
		}
		return tx.Merge(other.ID, p.ID)
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

// waitElsewhere waits for n messages to an address on another transport, and returns their texts.
func (w *world) waitElsewhere(to chat.Address, n int) (texts []string) {
	w.t.Helper()
	w.until("mails elsewhere", func() bool {
		err := w.db.Update(w.t.Context(), func(tx data.Tx) error {
			due, err := tx.Due(to.Transport, w.now(), 100)
			for _, l := range due {
				texts = append(texts, l.Reply.Text)
				err = errors.Join(err, tx.MarkDelivered(l.ID, w.now()))
			}
			return err
		})
		if err != nil {
			w.t.Fatal(err)
		}
		return len(texts) >= n
	})
	return texts
}

// newWorld starts a world until the test ends. A nil change keeps the configuration.
func newWorld(t *testing.T, o mailtest.Options, change func(*email.Config)) *world {
	t.Helper()
	o.Users = map[string]string{chess: "secret-password"}
	w := &world{t: t, server: mailtest.Start(t, o), txt: map[string][]string{}, log: &strings.Builder{}}
	login := email.Server{TLS: email.NoTLS, User: chess, Password: "secret-password"}
	w.config = email.Config{Address: chess, PlusAddressing: true, IMAP: email.IMAP{Server: login, Poll: 50 * time.Millisecond}, SMTP: login}
	w.config.IMAP.Addr, w.config.SMTP.Addr = w.server.IMAPAddr(), w.server.SMTPAddr()
	if change != nil {
		change(&w.config)
	}
	var err error
	path := filepath.Join(t.TempDir(), "world.db")
	path = storetest.New(t, path)
	if w.db, err = store.Open(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if w.end != nil {
			w.end()
		}
		w.db.Close()
		if t.Failed() {
			t.Log(w.logged())
		}
	})
	w.start()
	return w
}

// tell notes what is told of a mail.
func (w *world) tell(result string) {
	for {
		before := w.told.Load()
		after := " " + result
		if before != nil {
			after = *before + after
		}
		if w.told.CompareAndSwap(before, &after) {
			return
		}
	}
}

// seeds counts bots, each of which gets another random seed.
var seeds atomic.Int64

// start runs a new bot on the database.
func (w *world) start() {
	w.t.Helper()
	log := slog.New(slog.NewTextHandler(writer{w}, nil))
	w.desk = bot.New(bot.Options{Store: w.db, Renderer: renderer, Now: w.now, Coin: func() bool { return true }, Log: log,
		Mail: true, Code: func() string { return "ABCDEFGHIJKL" }})
	if err := w.desk.Start(w.t.Context(), false); err != nil {
		w.t.Fatal(err)
	}
	seed := rand.NewChaCha8([32]byte{1, byte(seeds.Add(1))})
	var err error
	w.bot, err = email.New(w.config, email.Options{Desk: w, Store: hooked{w.db, w}, Now: w.now, Rand: seed, Log: log, TLS: w.server.ClientTLS(),
		Received: func(result string) { w.tell("in:" + result) }, Sent: func(result string) { w.tell("out:" + result) },
		LookupTXT: func(_ context.Context, name string) ([]string, error) {
			if txt, ok := w.txt[name]; ok {
				return txt, nil
			}
			return nil, fmt.Errorf("no TXT for %s", name)
		}})
	if err != nil {
		w.t.Fatal(err)
	}
	w.bot.Hurry(50 * time.Millisecond)
	ctx, cancel := context.WithCancel(context.Background())
	var group sync.WaitGroup
	group.Go(func() {
		if err := w.bot.Run(ctx); !errors.Is(err, context.Canceled) {
			w.t.Errorf("run: %v", err)
		}
	})
	group.Go(func() { w.desk.Send(ctx, email.Transport, w.bot) })
	select {
	case <-w.bot.Ready():
	case <-time.After(time.Minute):
		w.t.Fatal("not ready")
	}
	w.end = func() { cancel(); group.Wait(); w.end = nil }
}

// writer collects the log.
type writer struct{ w *world }

func (w writer) Write(p []byte) (int, error) {
	w.w.logs.Lock()
	defer w.w.logs.Unlock()
	return w.w.log.Write(p)
}

func (w *world) logged() string {
	w.logs.Lock()
	defer w.logs.Unlock()
	return w.log.String()
}

// id returns a new Message-ID.
func (w *world) id() string {
	w.mails++
	return fmt.Sprintf("m%d@example.org", w.mails)
}

// send sends the bot a raw mail.
func (w *world) send(raw []byte) { w.server.Deliver(chess, raw) }

// write sends the bot a new mail.
func (w *world) write(from, subject, text string) {
	w.send(mailtest.New(from, chess, subject, w.id(), text, w.now()))
}

// last returns the nth mail to somebody, and fails if there are more.
func (w *world) last(to string, n int) mailtest.Message {
	w.t.Helper()
	list := w.server.Wait(to, n)
	if len(list) != n {
		w.t.Fatalf("%s has %d mails, not %d; the last: %s", to, len(list), n, mailtest.Read(w.t, list[len(list)-1]).Text)
	}
	return mailtest.Read(w.t, list[n-1])
}

// answer replies to the nth mail to somebody, which must be the last.
func (w *world) answer(who string, n int, text string) {
	w.t.Helper()
	w.send(w.last(who, n).Reply(names[who], w.id(), text))
}

// settled waits until every mail has been handled and nothing more is to be sent.
func (w *world) settled() {
	w.t.Helper()
	w.until("every mail is seen", func() bool { return w.server.Unseen(chess) == 0 })
	w.until("the outbox is empty", func() bool {
		waiting := 0
		err := w.db.View(w.t.Context(), func(tx data.Tx) error {
			due, err := tx.Due(email.Transport, w.now(), 100)
			waiting = len(due)
			return err
		})
		if err != nil {
			w.t.Fatal(err)
		}
		return waiting == 0
	})
}

// plies returns how many plies a game has.
func (w *world) plies(game int64) (n int) {
	w.t.Helper()
	err := w.db.View(w.t.Context(), func(tx data.Tx) error {
		g, err := tx.Game(game)
		if err == nil {
			n = len(g.Plies)
		}
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return n
}

// counts returns how many mails both players have.
func (w *world) counts() [2]int {
	w.settled()
	return [2]int{len(w.server.Mails(alice)), len(w.server.Mails(bob))}
}

// begin lets Alice (White) and Bob begin game 1. Then Alice has got 3 mails and Bob 2.
func (w *world) begin() {
	w.t.Helper()
	w.write(names[alice], "challenge "+bob+" orthodox white", "")
	w.answer(alice, 1, "challenge "+bob+" orthodox white")
	if l := w.last(alice, 2); !strings.Contains(l.Text, "sent to") {
		w.t.Fatalf("answer to a challenge: %s", l.Text)
	}
	w.answer(bob, 1, "accept")
	w.last(alice, 3)
	w.last(bob, 2)
}

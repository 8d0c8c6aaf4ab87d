package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"stackmate/bot/discord/discordtest"
	"stackmate/bot/email/mailtest"
)

// logLine matches a line of the log in text: a time, a level, and keys with values.
var logLine = regexp.MustCompile(`^time=\S+ level=(DEBUG|INFO|WARN|ERROR) msg=("(?:[^"\\]|\\.)*"|\S+)( [a-z_]+=("(?:[^"\\]|\\.)*"|[^ "=]*))*$`)

// lines returns the lines of the log that the program has written, except those of its panics.
func (h *hall) lines() []string { return strings.Split(strings.TrimSuffix(h.said(), "\n"), "\n") }

// tells waits until the log has a line with all of some texts, and returns the first.
func (h *hall) tells(parts ...string) (found string) {
	h.t.Helper()
	h.eventually(strings.Join(parts, " "), func() bool {
		for _, line := range h.lines() {
			if !slices.ContainsFunc(parts, func(p string) bool { return !strings.Contains(line, p) }) {
				found = line
				return true
			}
		}
		return false
	})
	return found
}

var traceIn = regexp.MustCompile(`trace=(\S+)|"trace":"(\w+)"`)

// TestStoryOfAMove plays moves in two games against players by mail. The trace of one finds all
// that happened with it, in order, and nothing of the other game.
func TestStoryOfAMove(t *testing.T) {
	const carolMail = "carol@example.org"
	h := newHall(t)
	h.invite(bobMail, 1)
	h.invite(carolMail, 2)
	h.mail.Down()
	h.alice.Slash(h.ch, "move", discordtest.Opt("move", "d4"), discordtest.Opt("game", 2)).Response()
	h.alice.Slash(h.ch, "move", discordtest.Opt("move", "e4"), discordtest.Opt("game", 1)).Response()
	h.tells("delivery failed", "game=1")
	h.mail.Up()
	h.lastMail(bobMail, 3)
	h.lastMail(carolMail, 3)
	h.settled()
	h.answerGame(bobMail, "e5")
	h.ch.WaitText("1… e5")
	h.settled()

	story := func(trace string) (events []string) {
		t.Helper()
		for _, line := range h.lines() {
			if !strings.Contains(line, "trace="+trace) {
				continue
			}
			if strings.Contains(line, "game=2") {
				t.Errorf("this is of another game: %s", line)
			}
			m := logLine.FindStringSubmatch(line)
			if m == nil {
				t.Errorf("no line of a log: %s", line)
			} else if event := strings.Trim(m[2], `"`); m[1] != "DEBUG" && (len(events) == 0 || events[len(events)-1] != event) {
				events = append(events, event)
			}
		}
		return events
	}
	trace := traceIn.FindStringSubmatch(h.tells("verb=move", "game=1", "transport=discord"))[1]
	h.tells("trace="+trace, "msg=delivered", "transport=email")
	tells := func(events []string, want ...string) {
		t.Helper()
		left := want
		for _, event := range events { // others may be in between
			if len(left) > 0 && event == left[0] {
				left = left[1:]
			}
		}
		if len(left) > 0 {
			t.Errorf("the story is %q, without %q in their order", events, want)
		}
	}
	events := story(trace)
	tells(events, "received", "queued", "done", "picture", "delivery failed", "delivered")
	tells(events, "done", "answered")
	trace = traceIn.FindStringSubmatch(h.tells("verb=move", "game=1", "transport=email"))[1]
	h.tells("trace="+trace, "msg=delivered", "transport=discord")
	events = story(trace)
	tells(events, "received", "queued", "done")
	tells(events, "queued", "delivered") // at the same time
}

// TestLogTellsNoSecrets does much that has to do with secrets and with what people write, in both
// formats of the log. Every line is one event, and has no secret, no mail address and nothing that
// people wrote.
func TestLogTellsNoSecrets(t *testing.T) {
	for _, format := range []string{"text", "json"} {
		t.Run(format, func(t *testing.T) {
			h := newHallWith(t, func(config string) string {
				return strings.Replace(config, "level: debug", "level: info\n  format: "+format, 1)
			})
			h.invite(bobMail, 1)
			h.mail.Fail(mailtest.Fault{To: bobMail, Code: 451, Echo: true}) // the answer repeats a Message-ID
			h.alice.Slash(h.ch, "move", discordtest.Opt("move", "e4"), discordtest.Opt("note", "swordfish is my plan")).Response()
			h.lastMail(bobMail, 3)
			h.alice.Slash(h.ch, "move", discordtest.Opt("move", "xylophone")).Response()
			h.alice.SayDirect("what a marmalade day")
			h.answerGame(bobMail, "e5\n\nI had a lovely rhubarb cake")
			h.ch.WaitText("1… e5")
			h.answerGame(bobMail, "utter gobbledygook")
			h.mail.Deliver(chess, mailtest.New(strangerAt, chess, "quicksilver", h.id(), "move turpentine", time.Now()))
			h.mail.Deliver(chess, mailtest.New(bobMail, "chess+g1-"+strings.Repeat("b", 26)+"@example.test", "Game 1", h.id(), "#1 d5", time.Now()))
			h.alice.Slash(h.ch, "link", discordtest.Opt("code", aliceMail)).Response()
			code := linkCode.FindStringSubmatch(h.lastMail(aliceMail, 1).Text)
			if code == nil {
				t.Fatal("no code")
			}
			h.mail.Wait(strangerAt, 1)
			h.mail.Down()
			h.alice.Slash(h.ch, "move", discordtest.Opt("move", "Nf3"), discordtest.Opt("game", 1)).Response()
			h.tells("delivery failed")
			h.srv.Outage(true)
			h.tells("not connected")
			h.srv.Outage(false)
			h.mail.Up()
			h.srv.WaitReady()
			h.settled()

			never := []string{h.srv.Token, "mail-password", code[1], "example.org", "swordfish", "xylophone", "marmalade", "rhubarb", "gobbledygook", "quicksilver", "turpentine"}
			for _, to := range []string{bobMail, aliceMail, strangerAt} {
				for _, raw := range h.mail.Mails(to) {
					if secret := mailtest.Read(t, raw).Token(); secret != "" {
						never = append(never, secret)
					}
				}
			}
			if len(never) < 14 {
				t.Errorf("only %d secrets", len(never))
			}
			events := map[string]bool{}
			for _, line := range h.lines() {
				for _, secret := range never {
					if strings.Contains(strings.ToLower(line), strings.ToLower(secret)) {
						t.Errorf("%q is in the log: %s", secret, line)
					}
				}
				events[h.event(format, line)] = true
			}
			for _, want := range []string{"received", "done", "refused", "queued", "delivered", "delivery failed", "picture", "started"} {
				if !events[want] {
					t.Errorf("no line says %q", want)
				}
			}
		})
	}
}

// event checks that a line of the log is one event with keys as all lines have them, and returns
// its message.
func (h *hall) event(format, line string) string {
	h.t.Helper()
	if format == "text" {
		m := logLine.FindStringSubmatch(line)
		if m == nil {
			h.t.Errorf("no line of a log: %s", line)
			return ""
		}
		return strings.Trim(m[2], `"`)
	}
	var fields map[string]any
	if err := json.Unmarshal([]byte(line), &fields); err != nil {
		h.t.Errorf("no line of a log: %s", line)
		return ""
	}
	for _, number := range []string{"game", "player", "message"} {
		if v, there := fields[number]; there {
			if _, ok := v.(float64); !ok {
				h.t.Errorf("%s is %v in %s", number, v, line)
			}
		}
	}
	for _, text := range []string{"trace", "transport"} {
		if strings.Count(line, fmt.Sprintf("%q:", text)) > 1 {
			h.t.Errorf("%s is there twice: %s", text, line)
		}
	}
	for key, v := range fields {
		if s, ok := v.(string); ok && strings.ContainsAny(s, "\n\r") {
			h.t.Errorf("%s has several lines: %q", key, s)
		}
	}
	return fmt.Sprint(fields["msg"])
}

// forbiddenKeys would tell about people, or are other names for keys that all lines have: game,
// player, message (the id in the outbox), transport and trace.
var forbiddenKeys = []string{"user", "address", "sender", "recipient", "to", "text", "token", "password", "note", "mail", "subject",
	"id", "game_id", "player_id", "message_id", "trace_id"}

var logKey = regexp.MustCompile(`^[a-z][a-z_]*$`)

// TestLogCalls looks at every call that writes to the log: its keys, and that the context is passed
// on where there is one, since that holds the trace.
func TestLogCalls(t *testing.T) {
	calls := 0
	for _, root := range []string{"../../bot", "../../store", "."} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			for _, decl := range file.Decls {
				f, ok := decl.(*ast.FuncDecl)
				if !ok {
					continue
				}
				traced := f.Type.Params.NumFields() > 0 && fmt.Sprint(f.Type.Params.List[0].Names) == "[ctx]"
				ast.Inspect(f, func(n ast.Node) bool {
					call, ok := n.(*ast.CallExpr)
					if !ok {
						return true
					}
					method, ok := call.Fun.(*ast.SelectorExpr)
					if !ok || !logMethods[strings.TrimSuffix(method.Sel.Name, "Context")] || !strings.HasSuffix(strings.ToLower(lastName(method.X)), "log") {
						return true
					}
					calls++
					at := set.Position(call.Pos())
					args := call.Args
					if strings.HasSuffix(method.Sel.Name, "Context") {
						args = args[1:]
					} else if traced && filepath.Base(path) != "serve.go" { // where nothing has been received yet
						t.Errorf("%s: %s without the context", at, method.Sel.Name)
					}
					for i := 1; i < len(args); i += 2 {
						key, ok := args[i].(*ast.BasicLit)
						if !ok {
							break // fields that were put together
						}
						if name := strings.Trim(key.Value, `"`); !logKey.MatchString(name) || slices.Contains(forbiddenKeys, name) {
							t.Errorf("%s: the key %s", at, key.Value)
						}
					}
					return true
				})
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if calls < 60 {
		t.Errorf("only %d calls were found", calls)
	}
}

var logMethods = map[string]bool{"Debug": true, "Info": true, "Warn": true, "Error": true}

// lastName returns the last name in an expression such as req.Env.Log.
func lastName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}

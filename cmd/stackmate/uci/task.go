package uci

import (
	"strings"
	"time"
)

// quitGrace is how soon after "go perft" a "quit" is taken to be part of the same
// script. It then waits for the result; a later one stops the count.
const quitGrace = 200 * time.Millisecond

// task is what goes on while the session hears more lines: a search or a count.
type task struct {
	lines     <-chan string // what it prints; closed when it has ended
	cancel    func()        // ends it soon
	ponderhit func()        // nil if it does not ponder
	endless   bool          // only "stop" is sure to end it
	script    bool          // a "quit" of the same script waits for it
}

// attend prints what a task says until it has ended. Meanwhile it answers "isready" at
// once, and obeys "stop", "ponderhit" and "quit". Other lines wait. A "stop" ends all that
// was asked for before it, and a "ponderhit" after it is about what comes next.
func (s *session) attend(t *task) (quit bool) {
	began, stopped := time.Now(), false
	stop := func() { stopped = true; t.cancel() }
	hear := func(line inputLine) {
		switch command := strings.TrimSpace(line.text); {
		case command == "isready":
			s.say("readyok")
		case command == "stop":
			if len(s.input.waiting) > 0 { // a search that has not begun is meant, too
				s.input.push(line)
			}
			stop()
		case command == "ponderhit" && !stopped && t.ponderhit != nil:
			t.ponderhit()
			t.ponderhit = nil
		case command == "quit" && !(t.script && (line.read.Sub(began) <= quitGrace || len(s.input.waiting) > 0)):
			quit = true
			stop()
		default:
			s.input.push(line)
		}
	}
	for _, line := range s.input.takeWaiting() {
		hear(line)
	}
	for {
		lines := s.input.lines
		if s.input.full() || s.input.ended {
			lines = nil
			if t.endless {
				stop()
			}
		}
		select {
		case text, ok := <-t.lines:
			if !ok {
				return quit
			}
			s.say("%s", text)
		case line, ok := <-lines:
			if !ok {
				s.input.ended = true
			} else {
				hear(line)
			}
		}
		if s.out.Flush() != nil { // the session ends with this error
			stop()
		}
	}
}

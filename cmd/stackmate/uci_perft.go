package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"stackmate/rules"
)

// runPerft handles "go perft N". While it counts, it answers "isready" at once, and ends
// on "stop" or on a "quit" that comes later than quitGrace. Other lines wait.
func (s *uciSession) runPerft(ctx context.Context, args []string, input *uciInput) (quit bool, err error) {
	depth := 0
	if len(args) == 2 && args[0] == "perft" {
		depth, _ = strconv.Atoi(args[1])
	}
	if depth < 1 || depth > maxPerftDepth {
		return false, fmt.Errorf("want go perft N, N from 1 to %d", maxPerftDepth)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	results := make(chan string)
	go perft(ctx, s.game.Position(), depth, results)
	began := time.Now()
	for {
		lines := input.lines
		if input.full() || input.ended {
			lines = nil
		}
		select {
		case text, ok := <-results:
			if !ok {
				return quit, nil
			}
			s.say("%s", text)
		case line, ok := <-lines:
			switch command := strings.TrimSpace(line.text); {
			case !ok:
				input.ended = true
			case command == "isready":
				s.say("readyok")
			case command == "stop":
				cancel()
			case command == "quit" && line.read.Sub(began) > quitGrace && len(input.waiting) == 0:
				quit = true
				cancel()
			default:
				input.push(line)
			}
		}
		if s.out.Flush() != nil { // the session ends with this error
			cancel()
		}
	}
}

// perft sends the number of positions after each move and their sum, in the format of
// Stockfish, and closes the channel. If the context ends, it stops soon and says so.
func perft(ctx context.Context, p rules.Position, depth int, results chan<- string) {
	defer close(results)
	var total uint64
	for _, m := range p.Moves() {
		n := countLeaves(ctx, p.Play(m), depth-1)
		if ctx.Err() != nil {
			results <- "info string perft stopped"
			return
		}
		total += n
		results <- fmt.Sprintf("%s: %d", p.Variant().LAN(m), n)
	}
	results <- fmt.Sprintf("\nNodes searched: %d\n", total)
}

// countLeaves is rules.Perft, except that it returns soon after the context has ended.
func countLeaves(ctx context.Context, p rules.Position, depth int) (n uint64) {
	if depth <= 2 {
		return rules.Perft(p, depth)
	}
	for _, m := range p.Moves() {
		if ctx.Err() != nil {
			return 0
		}
		n += countLeaves(ctx, p.Play(m), depth-1)
	}
	return n
}

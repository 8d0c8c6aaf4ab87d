package uci

import (
	"context"
	"fmt"
	"strconv"

	"stackmate/rules"
)

const maxPerftDepth = 20

// runPerft handles "go perft N".
func (s *session) runPerft(ctx context.Context, args []string) (quit bool, err error) {
	depth := 0
	if len(args) == 2 {
		depth, _ = strconv.Atoi(args[1])
	}
	if depth < 1 || depth > maxPerftDepth {
		return false, fmt.Errorf("want go perft N, N from 1 to %d", maxPerftDepth)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	results := make(chan string)
	go perft(ctx, s.game.Position(), depth, results)
	return s.attend(&task{lines: results, cancel: cancel, script: true}), nil
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
		results <- fmt.Sprintf("%s: %d", p.UCI(m), n)
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

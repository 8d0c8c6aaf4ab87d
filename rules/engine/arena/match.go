package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"stackmate/rules"
	"stackmate/rules/engine"
)

// match is a number of pairs of games between two players: both games of a pair begin with
// the same opening, and the players exchange colours.
type match struct {
	ground
	specs       [2]spec
	pairs       int
	seed        uint64
	opening     int // plies of an opening
	balance     engine.Score
	concurrency int
	patience    time.Duration

	mu      sync.Mutex
	score   score
	used    [2]usage
	reasons map[string]int
	// each is called after each game, one at a time, if it is set.
	each func(played) error
	// progress is called after each pair, one at a time, if it is set.
	progress func(*score)
}

// played is a game of a match. White and Black are indexes of players.
type played struct {
	result
	pair, white int
	opening     int // plies
}

func runMatch(ctx context.Context, args []string, out io.Writer) error {
	var m match
	f := flag.NewFlagSet("match", flag.ContinueOnError)
	a := f.String("a", "ours nodes=10000", "the first `player`: ours or cmd=PROGRAM, then nodes=, depth=, movetime=, level=, hash=, threads= or option.NAME=VALUE")
	b := f.String("b", "ours nodes=10000", "the second `player`")
	variant := f.String("variant", "millennium", "the `game`")
	games := f.Int("games", 100, "how many games, two for each opening")
	pgn := f.String("pgn", "", "write the games to this `file`")
	lines := f.String("json", "", "write the results to this `file`, a line for each game")
	m.matchFlags(f)
	if err := parse(f, args); err != nil {
		return err
	}
	var err error
	if m.variant, err = variantNamed(*variant); err != nil {
		return err
	}
	for i, text := range []string{*a, *b} {
		if m.specs[i], err = parseSpec(text); err != nil {
			return err
		}
	}
	m.pairs = max(1, (*games+1)/2)
	files := map[string]io.WriteCloser{}
	for _, name := range []string{*pgn, *lines} {
		if name != "" {
			if files[name], err = os.Create(name); err != nil {
				return err
			}
			defer files[name].Close()
		}
	}
	m.each = func(p played) error {
		return errors.Join(m.writePGN(files[*pgn], p), m.writeJSON(files[*lines], p))
	}
	m.progress = func(s *score) { fmt.Fprintf(out, "%4d/%d: %v\n", s.games(), 2*m.pairs, s) }
	err = m.run(ctx)
	m.report(out)
	return err
}

// matchFlags declares the flags of all commands that play matches.
func (m *match) matchFlags(f *flag.FlagSet) {
	f.Uint64Var(&m.seed, "seed", 1, "the same seed gives the same openings")
	f.IntVar(&m.opening, "plies", 8, "how many random plies an opening has")
	f.IntVar((*int)(&m.balance), "balance", 100, "no opening is better for a side, in hundredths of a pawn")
	f.IntVar(&m.concurrency, "concurrency", 1, "how many games are played at a time")
	f.IntVar((*int)(&m.resign), "resign", 0, "adjudicate a win when both players say so many hundredths of a pawn; 0 never does")
	f.IntVar((*int)(&m.draw), "draw", 0, "adjudicate a draw when both players say so few hundredths of a pawn; 0 never does")
	f.IntVar(&m.plies, "max", 600, "a game is a draw after so many plies")
	f.DurationVar(&m.margin, "margin", 100*time.Millisecond, "how much longer than its movetime a player may think")
	f.DurationVar(&m.patience, "patience", time.Minute, "how long a program may be silent")
}

// run plays the match. When the context ends it stops without an error; what was played counts.
func (m *match) run(ctx context.Context) error {
	m.reasons = map[string]int{}
	parent := ctx
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	type job struct {
		pair    int
		opening []rules.Move
	}
	jobs := make(chan job)
	var group sync.WaitGroup
	for range max(1, m.concurrency) {
		group.Go(func() {
			var players [2]player
			for i, s := range m.specs {
				players[i] = newPlayer(s, m.seed, m.patience)
				defer players[i].close()
			}
			for j := range jobs {
				if err := m.playPair(ctx, j.pair, j.opening, players); err != nil {
					cancel(err)
				}
			}
		})
	}
	book := newOpenings(m.variant, m.opening, m.balance, m.seed)
	for pair := range m.pairs {
		opening, err := book.next(ctx)
		if err != nil {
			cancel(err)
			break
		}
		select {
		case jobs <- job{pair, opening}:
		case <-ctx.Done():
		}
	}
	close(jobs)
	group.Wait()
	if parent.Err() != nil {
		return nil
	}
	return context.Cause(ctx)
}

// playPair plays an opening twice, with colours exchanged.
func (m *match) playPair(ctx context.Context, pair int, opening []rules.Move, players [2]player) error {
	points := 0
	for white := range 2 {
		var used [2]usage
		seats := [2]player{players[white], players[1-white]}
		r, err := m.play(ctx, opening, seats, [2]*usage{&used[0], &used[1]})
		if err != nil {
			return err
		}
		n := pointsOf(r.outcome, white)
		points += n
		m.mu.Lock()
		m.score.add(n)
		m.reasons[r.reason]++
		m.used[white].merge(used[0])
		m.used[1-white].merge(used[1])
		if m.each != nil {
			err = m.each(played{r, pair, white, len(opening)})
		}
		m.mu.Unlock()
		if err != nil {
			return err
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.score.pairs[points]++
	if m.progress != nil {
		m.progress(&m.score)
	}
	return nil
}

// pointsOf returns the half points of the first player, who was White if white is 0.
func pointsOf(o rules.Outcome, white int) int {
	winner, ok := o.Winner()
	switch {
	case !ok:
		return drawn
	case int(winner) == white:
		return won
	}
	return lost
}

// writeJSON writes a game's result as a line of JSON.
func (m *match) writeJSON(w io.Writer, p played) error {
	if w == nil {
		return nil
	}
	moves := p.game.Moves()
	start := p.game.Start()
	texts := make([]string, p.opening)
	for i := range texts {
		texts[i] = start.Variant().LAN(moves[i])
	}
	return json.NewEncoder(w).Encode(struct {
		Pair    int      `json:"pair"`
		Seed    uint64   `json:"seed"`
		White   string   `json:"white"`
		Black   string   `json:"black"`
		Result  string   `json:"result"`
		Reason  string   `json:"reason"`
		Plies   int      `json:"plies"`
		Opening []string `json:"opening"`
	}{p.pair, m.seed, m.specs[p.white].text, m.specs[1-p.white].text, p.outcome.String(), p.reason, len(moves), texts})
}

// writePGN writes a game.
func (m *match) writePGN(w io.Writer, p played) error {
	if w == nil {
		return nil
	}
	record := rules.PGN{Variant: m.variant, Start: p.game.Start(), Moves: p.game.Moves(), Result: p.outcome, Reason: p.reason,
		Tags: []rules.Tag{{Name: "Round", Value: fmt.Sprint(p.pair + 1)},
			{Name: "White", Value: m.specs[p.white].text}, {Name: "Black", Value: m.specs[1-p.white].text}}}
	if err := record.Write(w); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w)
	return err
}

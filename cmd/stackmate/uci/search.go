package uci

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"stackmate/rules"
	"stackmate/rules/engine"
)

// goOn handles "go".
func (s *session) goOn(ctx context.Context, args []string) (quit bool, err error) {
	if len(args) > 0 && args[0] == "perft" {
		return s.runPerft(ctx, args)
	}
	p := s.game.Position()
	g, err := parseGo(args, &p)
	if err != nil {
		return false, err
	}
	s.ready()
	search := s.newSearch(ctx, &g)
	go search.run()
	return s.attend(&search.task), nil
}

// search is a search that goes on while the session hears more lines.
type search struct {
	task
	ctx     context.Context
	engine  searcher
	game    *rules.Game
	limits  engine.Limits
	level   engine.Level // 0 for full strength
	seed    uint64
	bounded bool // whether it ends by itself
	out     chan<- string

	began      time.Time
	soft, hard time.Duration // of a search that ponders, from "ponderhit" on
	hit        chan struct{} // closed when the answer need not wait
	softEnd    atomic.Int64  // when to begin nothing more after "ponderhit", from began on; 0 if that is unknown
}

// newSearch returns the search that a "go" asks for. It has not begun.
func (s *session) newSearch(ctx context.Context, g *goRequest) *search {
	lines := make(chan string)
	p := &search{task: task{lines: lines}, out: lines, engine: s.engine, game: s.game, seed: s.seed, began: time.Now(), hit: make(chan struct{})}
	p.ctx, p.cancel = context.WithCancel(ctx)
	p.limits, p.bounded = g.limits(s.lines)
	now := s.game.Position()
	soft, hard := g.budget(now.Turn(), time.Duration(s.overhead)*time.Millisecond)
	p.bounded = p.bounded || hard > 0
	p.endless = g.infinite || g.ponder || !p.bounded
	if g.ponder {
		p.soft, p.hard, p.ponderhit = soft, hard, p.startClock
	} else {
		p.limits.Soft, p.limits.Hard = soft, hard
	}
	if !g.infinite && !g.ponder {
		close(p.hit)
	}
	switch forced := g.timed[now.Turn()] && len(now.Moves()) == 1; {
	case forced:
		p.limits.Depth = 1
	case !g.analyses():
		p.level = s.strength()
	}
	return p
}

// startClock handles "ponderhit": from now on the clock runs. Time spent pondering counts
// towards the soft limit, but not towards the hard one.
func (p *search) startClock() {
	p.endless = !p.bounded
	if p.hard > 0 {
		time.AfterFunc(p.hard, p.cancel)
	}
	if p.soft > 0 {
		p.softEnd.Store(int64(p.soft))
		p.endSoftly()
	}
	close(p.hit)
}

// endSoftly ends the search after the soft limit.
func (p *search) endSoftly() {
	if end := p.softEnd.Load(); end > 0 && time.Since(p.began) >= time.Duration(end) {
		p.cancel()
	}
}

// run searches, and prints lines of information and the best move.
func (p *search) run() {
	defer close(p.out)
	defer p.cancel()
	now := p.game.Position()
	var moves []rules.Move
	switch {
	case len(now.Moves()) == 0:
		score := "cp 0"
		if now.InCheck() {
			score = "mate 0"
		}
		p.out <- "info depth 0 score " + score
	case p.level > 0:
		moves = p.play(&now)
	default:
		moves = p.search(&now, p.limits)
	}
	select {
	case <-p.hit:
	case <-p.ctx.Done():
	}
	p.out <- bestMove(&now, moves)
}

// search returns the best line at full strength.
func (p *search) search(now *rules.Position, l engine.Limits) []rules.Move {
	result := p.engine.Search(p.ctx, p.game, l, func(i engine.Info) {
		p.out <- infoLine(now, &i)
		p.endSoftly()
	})
	if len(result.Lines) == 0 {
		return nil
	}
	return result.Lines[0].Moves
}

// play returns a move at the level. If time is short, half of it is for the level; then it
// is at least a move.
func (p *search) play(now *rules.Position) []rules.Move {
	ctx, l := p.ctx, p.limits
	if l.Hard > 0 {
		l.Hard /= 2
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, l.Hard)
		defer cancel()
	}
	m, score, ok := p.engine.Play(ctx, p.game, p.level, p.seed)
	if !ok {
		return p.search(now, l)
	}
	p.out <- "info score " + scoreText(score) + " pv " + now.UCI(m)
	return []rules.Move{m}
}

// bestMove returns the line that ends a search. Without moves it is the null move.
func bestMove(p *rules.Position, moves []rules.Move) string {
	switch len(moves) {
	case 0:
		return "bestmove 0000"
	case 1:
		return "bestmove " + p.UCI(moves[0])
	}
	return "bestmove " + p.UCI(moves[0]) + " ponder " + p.UCI(moves[1])
}

// infoLine returns what a search reports as a line.
func infoLine(p *rules.Position, i *engine.Info) string {
	var pv strings.Builder
	for _, m := range i.Moves {
		pv.WriteString(" " + p.UCI(m))
	}
	elapsed := max(i.Elapsed, time.Millisecond)
	return fmt.Sprintf("info depth %d seldepth %d multipv %d score %s nodes %d nps %.0f hashfull %d time %d pv%s",
		i.Depth, max(i.Selected, i.Depth), i.Rank, scoreText(i.Score), i.Nodes, float64(i.Nodes)/elapsed.Seconds(),
		i.HashFull, i.Elapsed.Milliseconds(), &pv)
}

// scoreText returns a score as "cp 35" or "mate -2".
func scoreText(s engine.Score) string {
	if n, ok := s.Mate(); ok {
		return fmt.Sprintf("mate %d", n)
	}
	return fmt.Sprintf("cp %d", s)
}

package uci

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"stackmate/rules"
	"stackmate/rules/engine"
)

// goRequest is what a "go" asks for. Numbers that are 0 were not given.
type goRequest struct {
	depth, mate, movesToGo int
	nodes                  uint64
	movetime               time.Duration
	clocks                 [2]clock // of White and Black
	timed                  [2]bool  // whether their time is given
	infinite, ponder       bool
	moves                  []rules.Move // of "searchmoves"
}

// goNumber is a number that may follow "go". A smaller one than least is an error, a
// greater one than most counts as that.
type goNumber struct {
	least, most int64
	set         func(g *goRequest, n int64)
}

const (
	maxPlies        = 1 << 20
	maxMilliseconds = 1 << 36 // two years
)

var goNumbers = map[string]goNumber{
	"depth":     {1, maxPlies, func(g *goRequest, n int64) { g.depth = int(n) }},
	"mate":      {1, maxPlies, func(g *goRequest, n int64) { g.mate = int(n) }},
	"nodes":     {1, math.MaxInt64, func(g *goRequest, n int64) { g.nodes = uint64(n) }},
	"movestogo": {0, maxPlies, func(g *goRequest, n int64) { g.movesToGo = int(n) }},
	"movetime":  goTime(func(g *goRequest, d time.Duration) { g.movetime = max(d, leastBudget) }),
	"wtime":     goTime(func(g *goRequest, d time.Duration) { g.clocks[rules.White].left, g.timed[rules.White] = d, true }),
	"btime":     goTime(func(g *goRequest, d time.Duration) { g.clocks[rules.Black].left, g.timed[rules.Black] = d, true }),
	"winc":      goTime(func(g *goRequest, d time.Duration) { g.clocks[rules.White].increment = d }),
	"binc":      goTime(func(g *goRequest, d time.Duration) { g.clocks[rules.Black].increment = d }),
}

// goTime is a number of milliseconds. Negative ones count as 0: in some GUIs a clock
// runs on.
func goTime(set func(g *goRequest, d time.Duration)) goNumber {
	return goNumber{math.MinInt64, maxMilliseconds, func(g *goRequest, n int64) { set(g, time.Duration(max(n, 0))*time.Millisecond) }}
}

// parseGo reads what follows "go" in a position.
func parseGo(args []string, p *rules.Position) (g goRequest, err error) {
	for len(args) > 0 && err == nil {
		word := args[0]
		args = args[1:]
		switch number, ok := goNumbers[word]; {
		case ok:
			args, err = g.readNumber(word, number, args)
		case word == "searchmoves":
			args, err = g.readMoves(args, p)
		case word == "infinite":
			g.infinite = true
		case word == "ponder":
			g.ponder = true
		default:
			err = fmt.Errorf("unknown word %.40q after go", word)
		}
	}
	if us := p.Turn(); err == nil && g.timed[us^1] && !g.timed[us] {
		err = fmt.Errorf("want %s, the time of the side to move", [...]string{rules.White: "wtime", rules.Black: "btime"}[us])
	}
	return g, err
}

// readNumber reads the number after a word, and returns what follows.
func (g *goRequest) readNumber(word string, number goNumber, args []string) (rest []string, err error) {
	if len(args) == 0 {
		return nil, fmt.Errorf("want go %s N", word)
	}
	n, err := strconv.ParseInt(args[0], 10, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) || n < number.least {
		want := "a number"
		if number.least > 0 {
			want = fmt.Sprintf("a number from %d", number.least)
		}
		return nil, fmt.Errorf("%s is %.40q, want %s", word, args[0], want)
	}
	number.set(g, min(n, number.most))
	return args[1:], nil
}

// readMoves reads the moves after "searchmoves", and returns what follows.
func (g *goRequest) readMoves(args []string, p *rules.Position) (rest []string, err error) {
	for len(args) > 0 && !isGoWord(args[0]) {
		m, err := p.ParseUCI(args[0])
		if err != nil {
			return nil, err
		}
		if slices.Contains(g.moves, m) { // so there are not more than legal ones
			return nil, fmt.Errorf("move %q is there twice", args[0])
		}
		g.moves = append(g.moves, m)
		args = args[1:]
	}
	if len(g.moves) == 0 {
		return nil, errors.New("want moves after searchmoves")
	}
	return args, nil
}

func isGoWord(word string) bool {
	_, ok := goNumbers[word]
	return ok || word == "searchmoves" || word == "infinite" || word == "ponder"
}

// budget returns how long the side to move may think, as clock.budget does; 0 is without
// limit.
func (g *goRequest) budget(us rules.Color, overhead time.Duration) (soft, hard time.Duration) {
	if g.timed[us] {
		clock := g.clocks[us]
		clock.moves = g.movesToGo
		soft, hard = clock.budget(overhead)
	}
	if g.movetime > 0 {
		if exact := max(g.movetime-overhead, g.movetime/2); hard == 0 || exact < hard {
			hard = exact
		}
		soft = min(soft, hard)
	}
	return soft, hard
}

// analyses reports whether this is a question about the position, and not a move to play:
// then levels do not count.
func (g *goRequest) analyses() bool { return g.infinite || g.mate > 0 || g.moves != nil }

// limits returns the limits of a search without those of time, and whether they bound it.
func (g *goRequest) limits(lines int) (l engine.Limits, bounded bool) {
	return engine.Limits{Depth: g.depth, Nodes: g.nodes, Mate: g.mate, Moves: g.moves, Lines: lines}, g.depth > 0 || g.nodes > 0
}

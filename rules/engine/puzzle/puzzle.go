// Package puzzle has positions with one first move that wins, for people to solve: as data,
// with what judges an answer and what proves a mate. The command in make/ finds them.
package puzzle

import (
	"fmt"
	"slices"
	"strings"

	"stackmate/rules"
)

// Theme is what the solver of a puzzle has to do.
type Theme uint8

const (
	// Mate means to mate in Puzzle.Moves moves, whatever the other side does.
	Mate Theme = iota
	// Material means to win material for good.
	Material
)

var themeNames = [...]string{"mate", "material"}

// String returns the theme in one word, such as "mate".
func (t Theme) String() string { return themeNames[t] }

// MarshalText returns the theme as String does.
func (t Theme) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads what String returns.
func (t *Theme) UnmarshalText(text []byte) error {
	i := slices.Index(themeNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("no such theme: %q", text)
	}
	*t = Theme(i)
	return nil
}

// InitialDeviation is how uncertain Puzzle.Rating is before anybody has tried the puzzle, as
// Glicko-2 has it.
const InitialDeviation = 250

// Puzzle is a position in which one move wins. It must not be changed: all users of the
// program share it.
type Puzzle struct {
	// ID identifies the puzzle among those of all games. It depends on the position alone.
	ID      string
	Variant *rules.Variant
	// Before is the position before the puzzle, and Led the move that led from there to it.
	Before rules.Position
	Led    rules.Move
	// Solution is the solver's first move, the best defence, and so on; the solver's move
	// is also the last.
	Solution []rules.Move
	Theme    Theme
	// Rating is how hard the puzzle seems, on the scale of players' ratings: a guess until
	// people have tried it.
	Rating int
	// Seed is that of the self-play game from which the puzzle comes.
	Seed uint64
}

// Position returns the position to solve.
func (p *Puzzle) Position() rules.Position { return p.Before.Play(p.Led) }

// Moves returns how many moves of the solver the solution has.
func (p *Puzzle) Moves() int { return (len(p.Solution) + 1) / 2 }

// Game returns a game that begins before the move that led to the puzzle, with that move and
// those played since.
func (p *Puzzle) Game(played ...rules.Move) *rules.Game {
	g := rules.NewGame(p.Before, 0)
	g.Play(p.Led)
	for _, m := range played {
		g.Play(m)
	}
	return g
}

// gameOf returns the key of a variant without the part that tells setups of one game apart.
func gameOf(v *rules.Variant) string {
	game, _, _ := strings.Cut(v.Key(), ":")
	return game
}

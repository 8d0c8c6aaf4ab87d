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
func (t *Theme) UnmarshalText(text []byte) (err error) {
	*t, err = named[Theme](themeNames[:], "theme", string(text))
	return err
}

// named returns the value that has a name.
func named[T ~uint8](names []string, what, name string) (T, error) {
	i := slices.Index(names, name)
	if i < 0 {
		return 0, fmt.Errorf("no such %s: %q", what, name)
	}
	return T(i), nil
}

// Origin is where a puzzle comes from.
type Origin uint8

const (
	// SelfPlay is a game that the engine played against itself, or one move away from it.
	SelfPlay Origin = iota
	// Composed is a position that a program made up for the puzzle.
	Composed
)

var originNames = [...]string{"selfplay", "composed"}

// String returns the origin in one word, such as "selfplay".
func (o Origin) String() string { return originNames[o] }

// UnmarshalText reads what String returns.
func (o *Origin) UnmarshalText(text []byte) (err error) {
	*o, err = named[Origin](originNames[:], "origin", string(text))
	return err
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
	Origin Origin
	// Seed is that of the self-play game from which the puzzle comes, or of the composition:
	// with it the command in make/ finds the puzzle again.
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

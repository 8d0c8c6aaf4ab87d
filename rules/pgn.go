package rules

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// The limits of a PGN text.
const (
	// MaxPGN is the size in bytes of the largest text that ParsePGN reads.
	MaxPGN = 1 << 20
	// MaxPGNMoves is the number of plies of the longest game that ParsePGN reads.
	MaxPGNMoves = 4000
	// MaxPGNTags is the greatest number of PGN.Tags that ParsePGN reads.
	MaxPGNTags = 100
)

// PGN is a game in Portable Game Notation, which the package comment specifies.
type PGN struct {
	// Tags say who played, where and when, in the order of the text. The tags Variant, SetUp,
	// FEN, Result and Termination are not among them: they are the fields below.
	Tags []Tag
	// Variant is the game.
	Variant *Variant
	// Start is the position before the first move.
	Start Position
	// Moves are the legal moves played, first to last.
	Moves []Move
	// Result says who won, or that nobody has yet.
	Result Outcome
	// Source says where ParsePGN found the result. Write ignores it.
	Source ResultSource
	// Reason is the tag Termination, which says why the game ended; it may be empty.
	Reason string
	// More says that another game follows in the text, which ParsePGN has not read.
	More bool
}

// ResultSource says where ParsePGN found the result of a game.
type ResultSource uint8

// The sources of results.
const (
	// ResultStated is a result after the moves.
	ResultStated ResultSource = iota
	// ResultTagged is a result that only the tag Result says.
	ResultTagged
	// ResultOnBoard is a result that the text does not say, of a final position that ends the game.
	ResultOnBoard
	// ResultMissing is no result; PGN.Result is Undecided.
	ResultMissing
)

// Write writes the game: a line for each tag, an empty line, and the moves as SAN writes
// them, in lines of fewer than 80 columns. The error is a *PGNError when a move or a tag
// cannot be written, and nothing is written then; else it is the writer's.
func (g *PGN) Write(w io.Writer) error {
	tags, err := g.allTags()
	if err != nil {
		return err
	}
	words, err := g.movetext()
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, t := range tags {
		fmt.Fprintf(&b, "[%s \"%s\"]\n", t.Name, strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(t.Value))
	}
	column := 0
	for _, word := range words {
		switch {
		case column == 0 || column+1+len(word) > 79:
			b.WriteByte('\n')
			column = len(word)
		default:
			b.WriteByte(' ')
			column += 1 + len(word)
		}
		b.WriteString(word)
	}
	b.WriteByte('\n')
	_, err = io.WriteString(w, b.String())
	return err
}

// movetext returns the words after the tags: move numbers, moves and the result.
func (g *PGN) movetext() ([]string, error) {
	p := g.Start
	var words []string
	var u Undo
	for i, m := range g.Moves {
		legal := p.Moves()
		if !slices.Contains(legal, m) {
			return nil, &PGNError{Fault: PGNBadMove, Ply: i + 1, Number: p.Ply()/2 + 1}
		}
		if number := strconv.Itoa(p.Ply()/2 + 1); p.Turn() == White {
			words = append(words, number+".")
		} else if i == 0 {
			words = append(words, number+"...")
		}
		words = append(words, p.SANs([]Move{m}, legal)[0])
		p.Make(m, &u)
	}
	return append(words, g.Result.String()), nil
}

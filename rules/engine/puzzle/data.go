package puzzle

import (
	"embed"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"sync"

	"stackmate/rules"
)

// data holds a file for each game, in which every line is a puzzle as Line writes it.
//
//go:embed data/*.tsv
var data embed.FS

// embedded holds the puzzles of each game, which are read when they are first wanted.
var embedded = func() map[string]func() []*Puzzle {
	all := map[string]func() []*Puzzle{}
	for _, v := range rules.Variants() {
		game := gameOf(v)
		all[game] = sync.OnceValue(func() []*Puzzle { return mustRead(game) })
	}
	return all
}()

func mustRead(game string) []*Puzzle {
	text, err := data.ReadFile("data/" + game + ".tsv")
	if err != nil {
		panic(err)
	}
	list, err := Read(string(text))
	if err != nil { // a test reads every file
		panic(err)
	}
	return list
}

// Of returns the puzzles of a game, with all its setups, in a fixed order.
func Of(v *rules.Variant) []*Puzzle { return slices.Clone(embedded[gameOf(v)]()) }

// ByID returns the puzzle with an id, in upper or lower case, or nil.
func ByID(id string) *Puzzle {
	for game, puzzles := range embedded {
		if id == "" || !strings.EqualFold(id[:1], game[:1]) {
			continue
		}
		for _, p := range puzzles() {
			if strings.EqualFold(p.ID, id) {
				return p
			}
		}
	}
	return nil
}

// idLetters has no vowels, so that ids do not spell words, and no characters that are
// mistaken for one another.
const idLetters = "23456789bcdfghjkmnpqrstvwxyz"

// newID returns the id of a puzzle: the first letter of its game and four characters that
// depend on the position.
func newID(p *rules.Position) string {
	h := fnv.New64a()
	h.Write([]byte(p.Variant().Key() + " " + p.FEN()))
	id := []byte(p.Variant().Key()[:1])
	for n := h.Sum64(); len(id) < 5; n /= uint64(len(idLetters)) {
		id = append(id, idLetters[n%uint64(len(idLetters))])
	}
	return string(id)
}

// Line returns the puzzle as a line of a file of puzzles, with tabs between its fields: id,
// key of the variant, theme, origin, rating, seed, position before the move that leads to the
// puzzle, and that move with the solution in LAN.
func (p *Puzzle) Line() string {
	moves := []string{p.Variant.LAN(p.Led)}
	for _, m := range p.Solution {
		moves = append(moves, p.Variant.LAN(m))
	}
	return strings.Join([]string{p.ID, p.Variant.Key(), p.Theme.String(), p.Origin.String(), strconv.Itoa(p.Rating),
		strconv.FormatUint(p.Seed, 10), p.Before.FEN(), strings.Join(moves, " ")}, "\t")
}

// Read reads a file of puzzles. Every move in it is legal.
func Read(text string) (list []*Puzzle, err error) {
	for line := range strings.Lines(text) {
		p, err := parseLine(strings.TrimSuffix(line, "\n"))
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", len(list)+1, err)
		}
		list = append(list, p)
	}
	return list, nil
}

func parseLine(line string) (*Puzzle, error) {
	fields := strings.Split(line, "\t")
	if len(fields) != 8 {
		return nil, fmt.Errorf("%d fields instead of 8", len(fields))
	}
	p := &Puzzle{ID: fields[0], Variant: rules.VariantByKey(fields[1])}
	if p.Variant == nil {
		return nil, fmt.Errorf("no such variant: %q", fields[1])
	}
	err := p.Theme.UnmarshalText([]byte(fields[2]))
	if err != nil {
		return nil, err
	}
	if err = p.Origin.UnmarshalText([]byte(fields[3])); err != nil {
		return nil, err
	}
	if p.Rating, err = strconv.Atoi(fields[4]); err != nil {
		return nil, err
	}
	if p.Seed, err = strconv.ParseUint(fields[5], 10, 64); err != nil {
		return nil, err
	}
	if p.Before, err = p.Variant.ParseFEN(fields[6]); err != nil {
		return nil, err
	}
	game := rules.NewGame(p.Before, 0)
	if err = game.PlayLAN(strings.Fields(fields[7])...); err != nil {
		return nil, err
	}
	moves := game.Moves()
	if len(moves) < 2 || len(moves)%2 != 0 {
		return nil, fmt.Errorf("%d moves do not lead to a puzzle and solve it", len(moves))
	}
	p.Led, p.Solution = moves[0], moves[1:]
	return p, nil
}

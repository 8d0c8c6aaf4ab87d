package rules

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds of a record that ParseRecord reads.
const (
	// MaxRecord is the size in bytes.
	MaxRecord = 1 << 20
	// MaxRecordMoves is the number of plies.
	MaxRecordMoves = 4000
	// MaxRecordTags is the number of tags.
	MaxRecordTags = 100
)

// Tag is one fact about a game, such as {"White", "Ann"}.
type Tag struct{ Name, Value string }

// Record is one game as a file keeps it, in the manner of Portable Game Notation.
type Record struct {
	// Tags say who, where and when, in their order. The tags Variant, SetUp, FEN,
	// Result and Termination are not among them: they are the fields below.
	Tags []Tag
	// Variant is the game.
	Variant *Variant
	// Start is the position before the first move.
	Start Position
	// Moves are legal, first to last.
	Moves []Move
	// Result says who won.
	Result Outcome
	// Reason says why; it may be empty.
	Reason string
}

// ownTags are the tags that Write makes of a record's other fields.
var ownTags = []string{"Variant", "SetUp", "FEN", "Result", "Termination"}

// RecordError says what is wrong with a record.
type RecordError struct {
	// Line is the line of the text, from 1; 0 in writing.
	Line int
	// Ply is the ply at fault, from 1; 0 where the fault is not in the moves.
	Ply int
	// Number is the full-move number of that ply as records write it.
	Number int
	// Text is what was written there.
	Text string
	// Problem is what is wrong with it, in lower case; empty when Err says so.
	Problem string
	// Err is the error of the move or position; it may be nil.
	Err error
}

func (e *RecordError) Error() string {
	s := "record"
	if e.Line > 0 {
		s += fmt.Sprintf(" line %d", e.Line)
	}
	if e.Ply > 0 {
		s += fmt.Sprintf(", move %d", e.Number)
	}
	if e.Err != nil {
		return s + ": " + e.Err.Error()
	}
	if e.Text != "" {
		s += fmt.Sprintf(" %q", e.Text)
	}
	return s + ": " + e.Problem
}

// Unwrap returns the error of the move or position, or nil.
func (e *RecordError) Unwrap() error { return e.Err }

// Tag returns the value of a tag, or "" if the record has none of that name.
func (r *Record) Tag(name string) string {
	for _, t := range r.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// Write writes the record: a line for each tag, an empty line, and the moves in the
// game's notation in lines of less than 80 columns. The error is a *RecordError if
// the record is wrong in itself, else the writer's.
func (r *Record) Write(w io.Writer) error {
	tags, err := r.allTags()
	if err != nil {
		return err
	}
	words, err := r.words()
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

// allTags returns the record's tags and those made of its fields.
func (r *Record) allTags() ([]Tag, error) {
	tags := append(slices.Clone(r.Tags), Tag{"Variant", r.Variant.Key()})
	if r.Start != r.Variant.Start() {
		tags = append(tags, Tag{"SetUp", "1"}, Tag{"FEN", r.Start.FEN()})
	}
	tags = append(tags, Tag{"Result", r.Result.String()})
	if r.Reason != "" {
		tags = append(tags, Tag{"Termination", r.Reason})
	}
	for i, t := range tags {
		problem := tagProblem(t)
		if slices.ContainsFunc(tags[:i], func(other Tag) bool { return other.Name == t.Name }) {
			problem = "the tag is written twice"
		}
		if problem != "" {
			return nil, &RecordError{Text: t.Name, Problem: problem}
		}
	}
	return tags, nil
}

// tagProblem says why a tag cannot be written; empty if it can.
func tagProblem(t Tag) string {
	notName := func(r rune) bool {
		return r != '_' && (r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r))
	}
	switch {
	case t.Name == "" || strings.ContainsFunc(t.Name, notName):
		return "a tag's name is letters, digits and underlines"
	case !utf8.ValidString(t.Value) || strings.ContainsFunc(t.Value, unicode.IsControl):
		return "the tag's value is not one line of text"
	}
	return ""
}

// words returns what stands behind the tags: numbers, moves and the result.
func (r *Record) words() ([]string, error) {
	p := r.Start
	var words []string
	var u undo
	for i, m := range r.Moves {
		legal := p.Moves()
		if !slices.Contains(legal, m) {
			return nil, &RecordError{Ply: i + 1, Number: p.Ply()/2 + 1, Problem: "no legal move"}
		}
		if number := strconv.Itoa(p.Ply()/2 + 1); p.Turn() == White {
			words = append(words, number+".")
		} else if i == 0 {
			words = append(words, number+"...")
		}
		words = append(words, p.MoveTexts([]Move{m}, legal)[0])
		p.make(m, &u)
	}
	return append(words, r.Result.String()), nil
}

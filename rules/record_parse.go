package rules

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// ParseRecord reads one record. Comments, glyphs and variations are skipped; a
// record without a Variant tag is orthodox chess. The error is a *RecordError if
// the text is wrong, else the reader's.
func ParseRecord(from io.Reader) (*Record, error) {
	text, err := io.ReadAll(io.LimitReader(from, MaxRecord+1))
	if err != nil {
		return nil, err
	}
	p := recordParser{rest: strings.TrimPrefix(string(text), "\ufeff"), line: 1}
	switch {
	case len(text) > MaxRecord:
		return nil, p.fail("", fmt.Sprintf("longer than %d bytes", MaxRecord))
	case !utf8.Valid(text):
		return nil, p.fail("", "not text in UTF-8")
	}
	p.rest = strings.ReplaceAll(p.rest, "\r\n", "\n")
	if err := p.tags(); err != nil {
		return nil, err
	}
	if err := p.setUp(); err != nil {
		return nil, err
	}
	if err := p.moves(); err != nil {
		return nil, err
	}
	return &p.record, nil
}

type recordParser struct {
	rest   string
	line   int
	record Record
	own    map[string]string // values of the record's own tags
	lines  map[string]int    // and the lines they stand on
	now    Position
}

func (p *recordParser) fail(text, problem string) error {
	return &RecordError{Line: p.line, Text: text, Problem: problem}
}

// advance drops n bytes and counts their lines.
func (p *recordParser) advance(n int) (dropped string) {
	dropped, p.rest = p.rest[:n], p.rest[n:]
	p.line += strings.Count(dropped, "\n")
	return dropped
}

func (p *recordParser) skipSpace() {
	p.advance(len(p.rest) - len(strings.TrimLeft(p.rest, " \t\n\r\v\f")))
}

func (p *recordParser) tags() error {
	p.own, p.lines = map[string]string{}, map[string]int{}
	for p.skipSpace(); strings.HasPrefix(p.rest, "["); p.skipSpace() {
		t, ok := p.tag()
		if !ok {
			line, _, _ := strings.Cut(p.rest, "\n")
			return p.fail(line[:min(len(line), 80)], "not a tag")
		}
		_, again := p.own[t.Name]
		same := func(other Tag) bool { return other.Name == t.Name }
		switch {
		case again || slices.ContainsFunc(p.record.Tags, same):
			return p.fail(t.Name, "the tag is written twice")
		case tagProblem(t) != "":
			return p.fail(t.Name, tagProblem(t))
		case slices.Contains(ownTags, t.Name):
			p.own[t.Name], p.lines[t.Name] = t.Value, p.line
		case len(p.record.Tags) == MaxRecordTags:
			return p.fail("", fmt.Sprintf("more than %d tags", MaxRecordTags))
		default:
			p.record.Tags = append(p.record.Tags, t)
		}
	}
	return nil
}

// tag reads [Name "value"]; in the value, a backslash protects what follows it.
func (p *recordParser) tag() (t Tag, ok bool) {
	name, rest, ok := strings.Cut(p.rest[1:], `"`)
	if !ok {
		return t, false
	}
	t.Name = strings.TrimSpace(name)
	var value strings.Builder
	for i := 0; i < len(rest); i++ {
		switch rest[i] {
		case '"':
			after := strings.TrimLeft(rest[i+1:], " \t")
			t.Value = value.String()
			if !strings.HasPrefix(after, "]") {
				return t, false
			}
			p.advance(len(p.rest) - len(after) + 1)
			return t, true
		case '\n':
			return t, false
		case '\\':
			i++
		}
		if i < len(rest) {
			value.WriteByte(rest[i])
		}
	}
	return t, false
}

// setUp makes the initial position of the tags.
func (p *recordParser) setUp() error {
	r := &p.record
	key, ok := p.own["Variant"]
	if !ok {
		key = orthodox.Key()
	}
	if r.Variant = VariantByKey(key); r.Variant == nil {
		return &RecordError{Line: p.lines["Variant"], Text: key, Problem: "no such game"}
	}
	r.Start = r.Variant.Start()
	if fen, ok := p.own["FEN"]; ok {
		start, err := r.Variant.ParseFEN(fen)
		if err != nil {
			return &RecordError{Line: p.lines["FEN"], Text: fen, Err: err}
		}
		r.Start = start
	}
	r.Reason = p.own["Termination"]
	p.now = r.Start
	return nil
}

func (p *recordParser) moves() error {
	for {
		word, err := p.word()
		if err != nil {
			return err
		}
		switch {
		case word == "":
			return p.fail("", "the record ends without a result")
		case slices.Contains(outcomeNames[:], word):
			return p.finish(Outcome(slices.Index(outcomeNames[:], word)))
		case strings.HasPrefix(word, "$") || strings.Trim(word, "!?") == "":
			continue
		}
		number := strings.TrimLeft(word, "0123456789")
		if move := strings.TrimLeft(number, "."); len(move) < len(number) || number == "" {
			if err := p.checkNumber(word[:len(word)-len(number)]); err != nil {
				return err
			}
			if word = move; word == "" {
				continue
			}
		}
		if err := p.play(word); err != nil {
			return err
		}
	}
}

// moveError is an error of the next ply.
func (p *recordParser) moveError(text, problem string, err error) error {
	return &RecordError{Line: p.line, Ply: len(p.record.Moves) + 1, Number: p.now.Ply()/2 + 1,
		Text: text, Problem: problem, Err: err}
}

func (p *recordParser) checkNumber(digits string) error {
	if want := p.now.Ply()/2 + 1; digits != "" && digits != strconv.Itoa(want) {
		return p.moveError(digits, fmt.Sprintf("move number %d expected", want), nil)
	}
	return nil
}

func (p *recordParser) play(text string) error {
	if len(p.record.Moves) == MaxRecordMoves {
		return p.moveError(text, fmt.Sprintf("more than %d moves", MaxRecordMoves), nil)
	}
	if p.now.insufficient() {
		return p.moveError(text, "", &IllegalError{Text: text, Fault: GameOver, From: NoCell, Cell: NoCell})
	}
	m, err := p.now.ParseMove(text)
	if err != nil {
		return p.moveError(text, "", err)
	}
	p.record.Moves = append(p.record.Moves, m)
	p.now = p.now.Play(m)
	return nil
}

// finish checks the result against the tags and the final position.
func (p *recordParser) finish(result Outcome) error {
	p.record.Result = result
	text := result.String()
	if tag, ok := p.own["Result"]; ok && tag != text {
		return p.fail(text, "the tag says "+tag)
	}
	want := result
	switch p.now.Status() {
	case Checkmate:
		want = WinFor(p.now.Turn().Other())
	case Stalemate, Insufficient:
		want = Draw
	}
	if result != want {
		return p.fail(text, "the final position says "+want.String())
	}
	if word, err := p.word(); err != nil {
		return err
	} else if word != "" {
		return p.fail(word, "something stands behind the result")
	}
	return nil
}

package rules

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Tag is one fact about a game, such as {"White", "Ann"}.
type Tag struct{ Name, Value string }

// Tag returns the value of the tag with a name, "" if there is none.
func (g *PGN) Tag(name string) string {
	for _, t := range g.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// fieldTags are the tags that are fields of PGN.
var fieldTags = []string{"Variant", "SetUp", "FEN", "Result", "Termination"}

// allTags returns all tags: those in Tags and those of other fields.
func (g *PGN) allTags() ([]Tag, error) {
	tags := append(slices.Clone(g.Tags), Tag{"Variant", cmp.Or(g.Variant.def.pgnName, g.Variant.Key())})
	if g.Start != g.Variant.Start() {
		tags = append(tags, Tag{"SetUp", "1"}, Tag{"FEN", g.Start.FEN()})
	}
	tags = append(tags, Tag{"Result", g.Result.String()})
	if g.Reason != "" {
		tags = append(tags, Tag{"Termination", g.Reason})
	}
	for i, t := range tags {
		fault := tagFault(t)
		if slices.ContainsFunc(tags[:i], func(other Tag) bool { return other.Name == t.Name }) {
			fault = PGNTagTwice
		}
		if fault != 0 {
			return nil, &PGNError{Fault: fault, Text: clipText(t.Name)}
		}
	}
	return tags, nil
}

// tagFault says why a tag cannot be written, 0 if it can.
func tagFault(t Tag) PGNFault {
	notName := func(r rune) bool {
		return r != '_' && (r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r))
	}
	switch {
	case t.Name == "" || strings.ContainsFunc(t.Name, notName):
		return PGNTagName
	case !utf8.ValidString(t.Value) || strings.ContainsFunc(t.Value, unicode.IsControl):
		return PGNTagValue
	}
	return 0
}

// tagValue is the value of a tag and the line that it is on.
type tagValue struct {
	value string
	line  int
}

func (p *pgnParser) tags() error {
	for {
		before := *p.pgnScanner
		token, err := p.next()
		if err != nil {
			return err
		}
		if token.kind != pgnTag {
			*p.pgnScanner = before // it is read again when the game is known
			return nil
		}
		t, ok := p.readTag()
		_, again := p.fieldTags[t.Name]
		same := func(other Tag) bool { return other.Name == t.Name }
		switch {
		case !ok:
			return p.badTag()
		case again || slices.ContainsFunc(p.game.Tags, same):
			return p.fail(PGNTagTwice, t.Name)
		case tagFault(t) != 0:
			return p.fail(tagFault(t), t.Name)
		case slices.Contains(fieldTags, t.Name):
			p.fieldTags[t.Name] = tagValue{t.Value, token.line}
		case len(p.game.Tags) == MaxPGNTags:
			return p.fail(PGNTooManyTags, "")
		default:
			p.game.Tags = append(p.game.Tags, t)
		}
	}
}

// badTag is the error of a line that begins like a tag but is not one.
func (p *pgnParser) badTag() error {
	line, _, _ := strings.Cut(p.rest(), "\n")
	return p.fail(PGNBadTag, line)
}

// readTag reads [Name "value"]. A backslash in the value makes the character after it a part
// of the value. Curly quotation marks, as phones write them, are read too.
func (p *pgnParser) readTag() (t Tag, ok bool) {
	rest := p.rest()[1:]
	open := strings.IndexAny(rest, "\"“”„\n]")
	if open < 0 || rest[open] == '\n' || rest[open] == ']' {
		return t, false
	}
	t.Name = strings.TrimSpace(rest[:open])
	ends := `"`
	_, size := utf8.DecodeRuneInString(rest[open:])
	if size > 1 {
		ends = "“”"
	}
	var value strings.Builder
	protected := false
	for i, r := range rest[open+size:] {
		switch {
		case r == '\n':
			return t, false
		case protected:
			protected = false
		case r == '\\':
			protected = true
			continue
		case strings.ContainsRune(ends, r):
			after := strings.TrimLeft(rest[open+size+i+utf8.RuneLen(r):], " \t")
			t.Value = value.String()
			if !strings.HasPrefix(after, "]") {
				return t, false
			}
			p.skip(len(p.rest()) - len(after) + 1)
			return t, true
		}
		value.WriteRune(r)
	}
	return t, false
}

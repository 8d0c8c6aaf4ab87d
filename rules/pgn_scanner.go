package rules

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// pgnKind is what a token of a PGN text is.
type pgnKind uint8

const (
	pgnEnd    pgnKind = iota
	pgnTag            // its text begins with the bracket; the parser reads it
	pgnNumber         // digits before a move
	pgnResult         // something written like a result
	pgnWord           // everything else: a move, one hopes
)

type pgnToken struct {
	kind pgnKind
	text string
	line int
}

// pgnScanner takes a PGN text apart. What is no part of the game is skipped: white
// space and invisible signs, comments, escaped lines, glyphs, variations, the dots
// behind numbers. Every byte is looked at a bounded number of times.
type pgnScanner struct {
	text      string // lines end with \n
	at        int
	line      int
	variant   *Variant // its promotions may stand in parentheses; nil until it is known
	afterMove bool     // the last token can have been a move
}

func newPGNScanner(text string) *pgnScanner {
	text = strings.TrimPrefix(text, "\ufeff")
	return &pgnScanner{text: strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text), line: 1}
}

// rest is what has not been read.
func (t *pgnScanner) rest() string { return t.text[t.at:] }

// skip drops n bytes and counts their lines.
func (t *pgnScanner) skip(n int) (dropped string) {
	dropped = t.text[t.at : t.at+n]
	t.at += n
	t.line += strings.Count(dropped, "\n")
	return dropped
}

// skipLine drops what is left of a line, but for its end.
func (t *pgnScanner) skipLine() {
	line, _, _ := strings.Cut(t.rest(), "\n")
	t.skip(len(line))
}

func (t *pgnScanner) fail(fault PGNFault, text string) error {
	return &PGNError{Fault: fault, Line: t.line, Text: clipText(text), Variant: t.variant}
}

// next returns the next token that belongs to the game.
func (t *pgnScanner) next() (pgnToken, error) {
	for depth := 0; ; {
		rest := t.rest()
		switch {
		case rest == "" && depth > 0:
			return pgnToken{}, t.fail(PGNOpenVariation, "(")
		case rest == "":
			return pgnToken{pgnEnd, "", t.line}, nil
		case rest[0] == '%' && (t.at == 0 || t.text[t.at-1] == '\n'), rest[0] == ';':
			t.skipLine()
		case rest[0] == '{':
			end := strings.IndexByte(rest, '}')
			if end < 0 {
				return pgnToken{}, t.fail(PGNOpenComment, "{")
			}
			t.skip(end + 1)
		case rest[0] == '(':
			depth++
			t.skip(1)
		case rest[0] == ')' && depth == 0:
			return pgnToken{}, t.fail(PGNNoVariation, ")")
		case rest[0] == ')':
			depth--
			t.skip(1)
		case rest[0] == '$':
			t.skip(1 + countPrefix(rest[1:], isDigit))
		case rest[0] == '[' && depth == 0:
			return pgnToken{pgnTag, rest, t.line}, nil
		default:
			if n := countPrefix(rest, isFiller); n > 0 {
				t.skip(n)
			} else if token := t.word(); depth == 0 && token.text != "" {
				return token, nil
			}
		}
	}
}

// word reads a number, a result or a word; one without text is to be skipped.
func (t *pgnScanner) word() pgnToken {
	rest, line := t.rest(), t.line
	digits := countPrefix(rest, isDigit)
	after, _ := utf8.DecodeRuneInString(rest[digits:])
	if digits > 0 && (digits == len(rest) || after == '.' || isFiller(after) || isDelimiter(after)) {
		t.afterMove = false
		return pgnToken{pgnNumber, t.skip(digits), line}
	}
	word := t.skip(t.wordEnd())
	moved := t.afterMove
	t.afterMove = false
	switch bare := strings.ToLower(strings.Trim(word, ".")); {
	case strings.Trim(word, glyphs) == "" && !strings.Contains(word, "--"):
		t.afterMove = moved
		return pgnToken{line: line}
	case moved && (bare == "ep" || bare == "e.p"):
		return pgnToken{line: line}
	case looksLikeResult(word):
		return pgnToken{pgnResult, word, line}
	}
	t.afterMove = true
	return pgnToken{pgnWord, word, line}
}

// glyphs are signs that judge a move or a position when they stand alone.
const glyphs = "!?+-#=/±∓∞⩲⩱□"

// wordEnd returns the length of the word at the beginning of the rest, at least one
// sign. A promotion such as e8(Q) is part of it.
func (t *pgnScanner) wordEnd() int {
	rest := t.rest()
	_, first := utf8.DecodeRuneInString(rest)
	end := first + countPrefix(rest[first:], func(r rune) bool { return r == '.' || !isFiller(r) && !isDelimiter(r) })
	if t.variant == nil || end == len(rest) || rest[end] != '(' {
		return end
	}
	letters, _, closed := strings.Cut(rest[end+1:min(end+4, len(rest))], ")")
	if closed && letters != "" && t.variant.roleWritten(letters) != NoRole {
		return end + len(letters) + 2
	}
	return end
}

// countPrefix returns the length of the longest prefix whose runes all fit.
func countPrefix(s string, fits func(rune) bool) int {
	if n := strings.IndexFunc(s, func(r rune) bool { return !fits(r) }); n >= 0 {
		return n
	}
	return len(s)
}

func isDigit(r rune) bool { return '0' <= r && r <= '9' }

// isFiller reports whether nothing is said by a rune between words: white space, what
// cannot be seen, and dots.
func isFiller(r rune) bool {
	return r == '.' || r == '…' || unicode.IsSpace(r) || unicode.Is(unicode.Cf, r)
}

// isDelimiter reports whether a rune ends a word.
func isDelimiter(r rune) bool { return strings.ContainsRune("{}()[];$", r) }

var resultSigns = strings.NewReplacer("–", "-", "—", "-", "−", "-", "‐", "-", "‑", "-", ":", "-", "½", "1/2")

// looksLikeResult tells "1-0" and "2-0" from moves, castlings written with noughts
// among them.
func looksLikeResult(word string) bool {
	s := strings.TrimRight(resultSigns.Replace(word), ".,")
	return s == "*" || strings.Trim(s, "0123456789/-") == "" && strings.ContainsAny(s, "/-") && strings.ContainsAny(s, "123456789")
}

// parseResult reads a result as people write it; ok is false if it is none.
func parseResult(word string) (o Outcome, ok bool) {
	switch strings.TrimRight(resultSigns.Replace(word), ".,") {
	case "*":
		return Undecided, true
	case "1-0":
		return WhiteWins, true
	case "0-1":
		return BlackWins, true
	case "1/2-1/2", "1/2":
		return Draw, true
	}
	return Undecided, false
}

package rules

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// pgnKind is a kind of token of a PGN text.
type pgnKind uint8

const (
	pgnEnd    pgnKind = iota
	pgnTag            // text is all that follows, from the bracket on; pgnParser.readTag reads it
	pgnNumber         // digits before a move
	pgnResult         // a word that looks like a result
	pgnWord           // any other word, which should be a move
)

type pgnToken struct {
	kind pgnKind
	text string
	line int
}

// pgnScanner splits a PGN text into tokens. It skips what is not part of the game: white
// space, invisible characters, comments, escaped lines, glyphs, variations, and the dots
// after move numbers. It looks at every byte a bounded number of times.
type pgnScanner struct {
	text      string // every line ends with \n
	at        int
	line      int
	variant   *Variant // whose promotions may be in parentheses; nil until it is known
	afterMove bool     // the last token may have been a move
}

func newPGNScanner(text string) *pgnScanner {
	text = strings.TrimPrefix(text, "\ufeff")
	return &pgnScanner{text: strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text), line: 1}
}

// rest returns what has not been read.
func (t *pgnScanner) rest() string { return t.text[t.at:] }

// skip skips n bytes, counts their lines and returns them.
func (t *pgnScanner) skip(n int) (dropped string) {
	dropped = t.text[t.at : t.at+n]
	t.at += n
	t.line += strings.Count(dropped, "\n")
	return dropped
}

// skipLine skips the rest of the line, up to its end.
func (t *pgnScanner) skipLine() {
	line, _, _ := strings.Cut(t.rest(), "\n")
	t.skip(len(line))
}

func (t *pgnScanner) fail(fault PGNFault, text string) error {
	return &PGNError{Fault: fault, Line: t.line, Text: clipText(text), Variant: t.variant}
}

// next returns the next token that is part of the game. The error is a *PGNError.
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

// word reads a number, a result or another word. A token without text is to be skipped.
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

// glyphs are characters of which words that judge a move or a position are made.
const glyphs = "!?+-#=/±∓∞⩲⩱□"

// wordEnd returns the length in bytes of the word with which the rest begins, at least one
// character. A promotion in parentheses such as e8(Q) is part of the word.
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

// countPrefix returns the length in bytes of the longest prefix whose runes all fit.
func countPrefix(s string, fits func(rune) bool) int {
	if n := strings.IndexFunc(s, func(r rune) bool { return !fits(r) }); n >= 0 {
		return n
	}
	return len(s)
}

func isDigit(r rune) bool { return '0' <= r && r <= '9' }

// isFiller reports whether a rune only separates words: white space, invisible characters
// and dots.
func isFiller(r rune) bool {
	return r == '.' || r == '…' || unicode.IsSpace(r) || unicode.Is(unicode.Cf, r)
}

// isDelimiter reports whether a rune ends a word and is not part of it.
func isDelimiter(r rune) bool { return strings.ContainsRune("{}()[];$", r) }

// resultSigns replaces the dashes and fractions that people write in results.
var resultSigns = strings.NewReplacer("–", "-", "—", "-", "−", "-", "‐", "-", "‑", "-", ":", "-", "½", "1/2")

// looksLikeResult reports whether a word looks like a result, as "1-0" and "2-0" do, and
// not like a move, as castlings written with zeros do.
func looksLikeResult(word string) bool {
	s := strings.TrimRight(resultSigns.Replace(word), ".,")
	return s == "*" || strings.Trim(s, "0123456789/-") == "" && strings.ContainsAny(s, "/-") && strings.ContainsAny(s, "123456789")
}

// parseResult reads a result as people write it; ok is false when it is not one.
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

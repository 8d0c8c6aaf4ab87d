package rules

import (
	"slices"
	"strconv"
	"strings"
)

// Books and pages print games for people: in columns, with words for mate and resignation,
// and sometimes with a letter l for the digit 1. The games of the seed of Next Generation
// are printed so.

// sortColumns puts the moves of a game into order that is printed in columns, where 1 and 7
// stand on one line. It changes nothing unless every number from 1 on occurs once, out of
// order.
func (p *pgnParser) sortColumns() {
	scan := *p.pgnScanner
	type move struct {
		number int
		tokens []pgnToken
	}
	var before []pgnToken
	var moves []move
	for {
		token, err := scan.next()
		if err != nil || token.kind == pgnTag || len(moves) > MaxPGNMoves {
			return
		}
		if token.kind == pgnEnd {
			break
		}
		number, err := strconv.Atoi(token.text)
		switch last := len(moves) - 1; {
		case token.kind == pgnNumber && err == nil:
			moves = append(moves, move{number, []pgnToken{token}})
		case token.text == "*" && scan.isFootnote(token):
			scan.skipLine()
		case last < 0:
			before = append(before, token)
		default:
			moves[last].tokens = append(moves[last].tokens, token)
		}
	}
	order := func(a, b move) int { return a.number - b.number }
	if slices.IsSortedFunc(moves, order) {
		return
	}
	slices.SortFunc(moves, order)
	p.sorted = before
	for i, m := range moves {
		if m.number != i+1 {
			p.sorted = nil
			return
		}
		p.sorted = append(p.sorted, m.tokens...)
	}
	*p.pgnScanner = scan
}

// isFootnote reports whether an asterisk that was just read begins a line of text, which is
// then no result.
func (t *pgnScanner) isFootnote(asterisk pgnToken) bool {
	start := t.at - len(asterisk.text)
	line := t.text[strings.LastIndexByte(t.text[:start], '\n')+1 : start]
	after, _, _ := strings.Cut(t.rest(), "\n")
	return strings.TrimSpace(line) == "" && strings.TrimSpace(after) != ""
}

// isRemark reports whether a word says something about the game and is not a move: the heads
// of columns, and after a move that it checks, mates or where its pawn lands. Words that are
// not true are no remarks.
func (p *pgnParser) isRemark(token pgnToken) bool {
	word := remark(token)
	if len(p.game.Moves) == 0 {
		return word == "white" || word == "black"
	}
	switch word {
	case "&", "and":
		return true
	case "check", "ch":
		return p.now.InCheck()
	case "mate", "checkmate":
		return p.now.Status() == Checkmate
	case "occupies":
		cell, err := p.next()
		return err == nil && p.variant.cellWritten(cell.text, false) == p.game.Moves[len(p.game.Moves)-1].To
	}
	return false
}

// remark returns a word in lower case, without judgement and punctuation.
func remark(token pgnToken) string {
	return strings.ToLower(strings.Trim(token.text, glyphs+".,"))
}

// resigns reports whether a word begins the remark that a side resigns, such as "resigns" or
// "White resigns", and reads the rest of it. A side that is not named is the one to move.
func (p *pgnParser) resigns(token pgnToken) (loser Color, ok bool) {
	loser = p.now.Turn()
	word := remark(token)
	for _, c := range []Color{White, Black} {
		if word == c.String() {
			loser, word = c, remark(p.peek())
			ok = true
		}
	}
	if word != "resigns" && word != "resigned" {
		return White, false
	}
	if ok {
		_, _ = p.next() // peek has read it without an error
	}
	return loser, true
}

// peek returns the next token without reading it. One that cannot be read is a pgnEnd.
func (p *pgnParser) peek() pgnToken {
	before, sorted := *p.pgnScanner, p.sorted
	token, err := p.next()
	*p.pgnScanner, p.sorted = before, sorted
	if err != nil {
		return pgnToken{kind: pgnEnd}
	}
	return token
}

// parsePrinted reads a move of a game record. If it is none, the letters l and I are read as
// the digit 1.
func (p *pgnParser) parsePrinted(text string) (Move, error) {
	m, err := p.now.ParseMove(text)
	if err != nil {
		if m, err := p.now.ParseMove(strings.NewReplacer("l", "1", "I", "1").Replace(text)); err == nil {
			return m, nil
		}
	}
	return m, err
}

package rules

import (
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// ParsePGN reads the first game of a PGN text; PGN.More says whether others follow.
// Comments, glyphs and variations are skipped. A game need not say its result: PGN.Source
// says where it was found. A text without the tag Variant is read as the fallback, or as
// standard chess when the fallback is nil. The error is a *PGNError when the text is wrong,
// else the reader's.
func ParsePGN(from io.Reader, fallback *Variant) (*PGN, error) {
	text, err := io.ReadAll(io.LimitReader(from, MaxPGN+1))
	switch {
	case err != nil:
		return nil, err
	case len(text) > MaxPGN:
		return nil, &PGNError{Fault: PGNTooLong, Line: 1}
	case !utf8.Valid(text):
		return nil, &PGNError{Fault: PGNNotUTF8, Line: 1}
	}
	if fallback == nil {
		fallback = orthodox
	}
	p := pgnParser{pgnScanner: newPGNScanner(string(text)), fieldTags: map[string]tagValue{}}
	if err := p.tags(); err != nil {
		return nil, err
	}
	if err := p.setUp(fallback); err != nil {
		return nil, err
	}
	p.sortColumns()
	if err := p.moves(); err != nil {
		return nil, err
	}
	return &p.game, nil
}

type pgnParser struct {
	*pgnScanner
	game      PGN
	fieldTags map[string]tagValue // the tags that are fields of game
	now       Position
	sorted    []pgnToken // what is to be read before the rest of the text; see sortColumns
}

// next returns the next token that is part of the game. The error is a *PGNError.
func (p *pgnParser) next() (pgnToken, error) {
	if len(p.sorted) == 0 {
		return p.pgnScanner.next()
	}
	token := p.sorted[0]
	p.sorted = p.sorted[1:]
	return token, nil
}

// setUp reads the game and its first position from the tags.
func (p *pgnParser) setUp(fallback *Variant) error {
	g := &p.game
	g.Variant = fallback
	if tag, ok := p.fieldTags["Variant"]; ok {
		if g.Variant = VariantByName(tag.value); g.Variant == nil {
			return &PGNError{Fault: PGNUnknownGame, Line: tag.line, Text: clipText(tag.value)}
		}
	}
	p.variant = g.Variant
	g.Start = g.Variant.Start()
	if tag, ok := p.fieldTags["FEN"]; ok {
		var err error
		if g.Start, err = g.Variant.ParseFEN(tag.value); err != nil {
			return &PGNError{Fault: PGNBadPosition, Line: tag.line, Text: clipText(tag.value), Variant: g.Variant, Err: err}
		}
	}
	g.Reason = p.fieldTags["Termination"].value
	p.now = g.Start
	return nil
}

func (p *pgnParser) moves() error {
	for {
		token, err := p.next()
		if err != nil {
			return err
		}
		switch token.kind {
		case pgnEnd:
			if len(p.fieldTags)+len(p.game.Tags)+len(p.game.Moves) == 0 {
				return p.fail(PGNEmpty, "")
			}
			return p.setResult(token)
		case pgnTag:
			if _, p.game.More = p.readTag(); !p.game.More {
				return p.badTag()
			}
			return p.setResult(token)
		case pgnResult:
			if loser, ok := p.resigns(p.peek()); ok && token.text == "*" {
				token.text = WinFor(loser.Other()).String()
			}
			if err := p.setResult(token); err != nil {
				return err
			}
			return p.afterResult()
		case pgnNumber:
			if want := strconv.Itoa(p.now.Ply()/2 + 1); token.text != want {
				return p.moveError(PGNMoveNumber, token, nil)
			}
		case pgnWord:
			if p.isRemark(token) {
				continue
			}
			if loser, ok := p.resigns(token); ok {
				if err := p.setResult(pgnToken{pgnResult, WinFor(loser.Other()).String(), token.line}); err != nil {
					return err
				}
				return p.afterResult()
			}
			if err := p.play(token); err != nil {
				return err
			}
		}
	}
}

// moveError is an error in the next ply.
func (p *pgnParser) moveError(fault PGNFault, at pgnToken, err error) error {
	return &PGNError{Fault: fault, Line: at.line, Ply: len(p.game.Moves) + 1, Number: p.now.Ply()/2 + 1,
		Text: clipText(at.text), Variant: p.variant, Err: err}
}

func (p *pgnParser) play(token pgnToken) error {
	if len(p.game.Moves) == MaxPGNMoves {
		return p.moveError(PGNTooManyMoves, token, nil)
	}
	text := clipText(token.text)
	if p.now.InsufficientMaterial() {
		return p.moveError(PGNBadMove, token, &IllegalError{Text: text, Fault: GameOver, From: NoCell, Cell: NoCell})
	}
	m, err := p.parsePrinted(text)
	if err != nil {
		return p.moveError(PGNBadMove, token, err)
	}
	p.game.Moves = append(p.game.Moves, m)
	p.now = p.now.Play(m)
	return nil
}

// setResult finds the result: after the moves, in the tag Result, or by the final position.
// Where there are several, they must agree.
func (p *pgnParser) setResult(end pgnToken) error {
	onBoard, over := Undecided, true
	switch p.now.Status() {
	case Checkmate:
		onBoard = WinFor(p.now.Turn().Other())
	case Stalemate, InsufficientMaterial:
		onBoard = Draw
	default:
		over = false
	}
	tag := p.fieldTags["Result"]
	tagged, inTag := parseResult(tag.value)
	if !inTag && strings.Trim(tag.value, "? ") != "" {
		return &PGNError{Fault: PGNBadResult, Line: tag.line, Text: clipText(tag.value), Variant: p.variant}
	}
	against := func(fault PGNFault, want Outcome) error {
		return &PGNError{Fault: fault, Line: end.line, Text: p.game.Result.String(), Want: want, Variant: p.variant}
	}
	g := &p.game
	switch {
	case end.kind == pgnResult:
		var ok bool
		if g.Result, ok = parseResult(end.text); !ok {
			return &PGNError{Fault: PGNBadResult, Line: end.line, Text: clipText(end.text), Variant: p.variant}
		}
		if inTag && tagged != g.Result {
			return against(PGNResultAgainstTag, tagged)
		}
	case inTag:
		g.Result, g.Source = tagged, ResultTagged
	case over:
		g.Result, g.Source = onBoard, ResultOnBoard
	default:
		g.Source = ResultMissing
	}
	if over && g.Result != onBoard {
		return against(PGNResultAgainstBoard, onBoard)
	}
	return nil
}

// afterResult reads what follows the result. Words such as "White resigns" are skipped, a
// tag or the move number 1 begins another game, and a move of this game is an error.
func (p *pgnParser) afterResult() error {
	for first := true; ; first = false {
		token, err := p.next()
		switch {
		case err != nil:
			return err
		case token.kind == pgnEnd:
			return nil
		case token.kind == pgnTag:
			if _, p.game.More = p.readTag(); p.game.More {
				return nil
			}
			p.skipLine()
		case token.kind == pgnNumber && token.text == "1":
			p.game.More = true
			return nil
		case first && (token.kind != pgnWord || len(p.now.movesMatching(clipText(token.text), p.now.Moves())) > 0):
			return &PGNError{Fault: PGNAfterResult, Line: token.line, Text: clipText(token.text), Variant: p.variant}
		}
	}
}

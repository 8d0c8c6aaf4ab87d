package bot

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"stackmate/bot/chat"
	"stackmate/bot/game"
	"stackmate/rules"
)

// maxAnalyses is how many games one player may have under analysis.
const maxAnalyses = 20

// importGame sets up a game to analyse from a record or a position string. Nobody
// else plays in it, it has no clock and is never rated.
func (c *request) importGame() error {
	text := strings.TrimFunc(c.args["record"], func(r rune) bool { return r == '`' || unicode.In(r, unicode.White_Space, unicode.C) })
	if len(text) > maxText {
		return refuse("import.long", "max", maxText)
	}
	var v *rules.Variant
	if word := c.args["variant"]; word != "" {
		if v = variantNamed(word); v == nil {
			return refuse("variant.unknown", "text", quote(word), "variants", strings.Join(variantKeys(), ", "))
		}
	}
	own, err := c.tx.GamesOf(c.player.ID, Analyses, chat.Address{}, maxAnalyses)
	if err != nil {
		return err
	}
	if n := len(own.Games); n >= maxAnalyses {
		return refuse("import.many", "count", n, "example", fmt.Sprintf("resign #%d", own.Games[n-1].ID))
	}
	rec, err := c.readGame(v, text)
	if err != nil {
		return err
	}
	g, err := c.analyse(rec)
	if err != nil {
		return err
	}
	turn, err := c.turnText(g)
	if err != nil {
		return err
	}
	text = c.lang.Text("import.done", "game", g.ID, "count", len(g.Plies)) + " " + turn
	if rec.More {
		text += " " + c.lang.Text("import.more")
	}
	return c.answer(chat.Reply{Game: g.ID, Title: c.title(g), Picture: picture(g), Text: text})
}

// analyse stores a game with both seats taken by the speaker.
func (c *request) analyse(rec *rules.PGN) (*game.Game, error) {
	me := c.player.ID
	ch := &game.Challenge{Variant: rec.Variant, From: me, To: me, Color: game.AsWhite, State: game.Accepted, Made: c.now}
	if err := c.tx.AddChallenge(ch); err != nil {
		return nil, err
	}
	g := &game.Game{ID: ch.ID, Variant: rec.Variant, Seats: [2]int64{me, me}, Started: c.now}
	g.Timing.Since = c.now
	if rec.Start != rec.Variant.Start() {
		g.Origin = rec.Start.FEN()
	}
	if err := g.Load(); err != nil {
		return nil, err
	}
	for i, m := range rec.Moves {
		switch err := g.Move(g.Turn(), m, c.now); {
		case errors.Is(err, game.ErrOver):
			return nil, refuse("import.over", "count", i)
		case err != nil:
			return nil, err
		}
	}
	c.noteGame(g)
	return g, c.tx.AddGame(g)
}

// readGame understands a text as a record or a position string, of the game named or
// of the one that it fits.
func (c *request) readGame(v *rules.Variant, text string) (*rules.PGN, error) {
	if text == "" {
		return nil, refuse("import.empty")
	}
	list := []*rules.Variant{v}
	if v == nil { // what names no game is orthodox chess if it can be
		list = append([]*rules.Variant{rules.VariantByKey("orthodox")}, rules.Variants()...)
	}
	if isPosition(text) {
		return c.readPosition(list, strings.Join(strings.Fields(text), " "))
	}
	return c.readRecord(list, text)
}

// isPosition tells a position string, whose first word has many strokes, from a record.
func isPosition(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	return !strings.HasPrefix(text, "[") && strings.Count(word, "/")+strings.Count(word, "|") >= 4
}

func (c *request) readPosition(list []*rules.Variant, text string) (*rules.PGN, error) {
	var nearest *rules.FENError
	for _, v := range list {
		p, err := v.ParseFEN(text)
		if err == nil {
			if p.Status().Over() {
				return nil, refuse("import.ended", "status", c.lang.Text("reason."+p.Status().String()))
			}
			return &rules.PGN{Variant: v, Start: p}, nil
		}
		fault := (*rules.FENError)(nil)
		if !errors.As(err, &fault) {
			return nil, err
		}
		if nearest == nil || fenProgress(fault) > fenProgress(nearest) {
			nearest = fault
		}
	}
	return nil, c.positionRefusal(nearest)
}

// fenProgress tells how far a position string could be read.
func fenProgress(e *rules.FENError) int {
	return slices.Index([]string{"", rules.FieldPins, rules.FieldPlacement, rules.FieldTurn, rules.FieldCastling,
		rules.FieldEnPassant, rules.FieldFresh, rules.FieldClock, rules.FieldMove}, e.Field)
}

// readRecord reads a record. One that names no game is tried as each in the list, and
// the error is that of the game in which it came farthest.
func (c *request) readRecord(list []*rules.Variant, text string) (*rules.PGN, error) {
	var farthest *rules.PGNError
	for _, v := range list {
		rec, err := rules.ParsePGN(strings.NewReader(text), v)
		if err == nil {
			return rec, nil
		}
		var fault *rules.PGNError
		if !errors.As(err, &fault) {
			return nil, err
		}
		if fault.Variant != v || fault.Ply == 0 { // in another game it would be the same
			return nil, c.recordRefusal(fault)
		}
		if farthest == nil || fault.Ply > farthest.Ply {
			farthest = fault
		}
	}
	return nil, c.recordRefusal(farthest)
}

// undo takes back the last ply of an analysis at once.
func (c *request) undo(g *game.Game) error {
	switch err := g.Undo(c.now); {
	case errors.Is(err, game.ErrNoMove):
		return refuse("takeback.no-move", "game", g.ID)
	case errors.Is(err, game.ErrOver):
		return refuse("game.over", "game", g.ID)
	case err != nil:
		return err
	}
	if err := c.save(g); err != nil {
		return err
	}
	turn, err := c.turnText(g)
	if err != nil {
		return err
	}
	return c.answer(chat.Reply{Game: g.ID, Title: c.title(g), Picture: picture(g),
		Text: c.lang.Text("analysis.back") + " " + turn})
}

// closeAnalysis ends an analysis.
func (c *request) closeAnalysis(g *game.Game) error {
	if err := g.CloseAnalysis(c.now); err != nil {
		return refuse("game.over", "game", g.ID)
	}
	if err := c.save(g); err != nil {
		return err
	}
	return c.answerText("analysis.away", "game", g.ID)
}

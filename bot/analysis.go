package bot

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/textutil"
	"stackmate/rules"
)

// maxAnalyses is how many games one player may have under analysis.
const maxAnalyses = 20

// handleImport sets up a game to analyse from a record or a position string. Nobody
// else plays in it, it has no clock and is never rated.
func handleImport(req *request) error {
	text := strings.TrimFunc(req.args["record"], func(r rune) bool { return r == '`' || unicode.In(r, unicode.White_Space, unicode.C) })
	if len(text) > command.MaxText {
		return refuse("import.long", "max", command.MaxText)
	}
	var v *rules.Variant
	if word := req.args["variant"]; word != "" {
		if v = rules.VariantByName(word); v == nil {
			return refuse("variant.unknown", "text", textutil.Quote(word), "variants", strings.Join(variantKeys(), ", "))
		}
	}
	own, err := req.tx.GamesOf(req.player.ID, data.Analyses, chat.Address{}, maxAnalyses)
	if err != nil {
		return err
	}
	if n := len(own.Games); n >= maxAnalyses {
		return refuse("import.many", "count", n, "example", fmt.Sprintf("resign #%d", own.Games[n-1].ID))
	}
	rec, err := readGame(req, v, text)
	if err != nil {
		return err
	}
	g, err := analyse(req, rec)
	if err != nil {
		return err
	}
	turn, err := turnText(req, g)
	if err != nil {
		return err
	}
	text = req.lang.Text("import.done", "game", g.ID, "count", len(g.Plies)) + " " + turn
	if rec.More {
		text += " " + req.lang.Text("import.more")
	}
	return req.answer(chat.Reply{Game: g.ID, Title: req.title(g), Picture: picture(g), Text: text})
}

// analyse stores a game with both seats taken by the speaker.
func analyse(req *request, rec *rules.PGN) (*game.Game, error) {
	me := req.player.ID
	ch := &game.Challenge{Variant: rec.Variant, From: me, To: me, Color: game.AsWhite, State: game.Accepted, Made: req.now}
	if err := req.tx.AddChallenge(ch); err != nil {
		return nil, err
	}
	g := &game.Game{ID: ch.ID, Variant: rec.Variant, Seats: [2]int64{me, me}, Started: req.now}
	g.Timing.Since = req.now
	if rec.Start != rec.Variant.Start() {
		g.Origin = rec.Start.FEN()
	}
	if err := g.Load(); err != nil {
		return nil, err
	}
	for i, m := range rec.Moves {
		switch err := g.Move(g.Turn(), m, req.now); {
		case errors.Is(err, game.ErrOver):
			return nil, refuse("import.over", "count", i)
		case err != nil:
			return nil, err
		}
	}
	req.noteGame(g)
	return g, req.tx.AddGame(g)
}

// readGame understands a text as a record or a position string, of the game named or
// of the one that it fits.
func readGame(req *request, v *rules.Variant, text string) (*rules.PGN, error) {
	if text == "" {
		return nil, refuse("import.empty")
	}
	list := []*rules.Variant{v}
	if v == nil { // what names no game is orthodox chess if it can be
		list = append([]*rules.Variant{rules.VariantByKey("orthodox")}, rules.Variants()...)
	}
	if isPosition(text) {
		return readPosition(req, list, strings.Join(strings.Fields(text), " "))
	}
	return readRecord(req, list, text)
}

// isPosition tells a position string, whose first word has many strokes, from a record.
func isPosition(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	return !strings.HasPrefix(text, "[") && strings.Count(word, "/")+strings.Count(word, "|") >= 4
}

func readPosition(req *request, list []*rules.Variant, text string) (*rules.PGN, error) {
	var nearest *rules.FENError
	for _, v := range list {
		p, err := v.ParseFEN(text)
		if err == nil {
			if p.Status().Over() {
				return nil, refuse("import.ended", "status", req.lang.Text("reason."+p.Status().String()))
			}
			return &rules.PGN{Variant: v, Start: p}, nil
		}
		fault := (*rules.FENError)(nil)
		if !errors.As(err, &fault) {
			return nil, err
		}
		if nearest == nil || fault.Field > nearest.Field { // it could be read farther
			nearest = fault
		}
	}
	return nil, positionRefusal(req, nearest)
}

// readRecord reads a record. One that names no game is tried as each in the list, and
// the error is that of the game in which it came farthest.
func readRecord(req *request, list []*rules.Variant, text string) (*rules.PGN, error) {
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
			return nil, recordRefusal(req, fault)
		}
		if farthest == nil || fault.Ply > farthest.Ply {
			farthest = fault
		}
	}
	return nil, recordRefusal(req, farthest)
}

// undo takes back the last ply of an analysis at once.
func undo(req *request, g *game.Game) error {
	switch err := g.Undo(req.now); {
	case errors.Is(err, game.ErrNoMove):
		return refuse("takeback.no-move", "game", g.ID)
	case errors.Is(err, game.ErrOver):
		return refuse("game.over", "game", g.ID)
	case err != nil:
		return err
	}
	if err := req.save(g); err != nil {
		return err
	}
	turn, err := turnText(req, g)
	if err != nil {
		return err
	}
	return req.answer(chat.Reply{Game: g.ID, Title: req.title(g), Picture: picture(g),
		Text: req.lang.Text("analysis.back") + " " + turn})
}

// closeAnalysis ends an analysis.
func closeAnalysis(req *request, g *game.Game) error {
	if err := g.CloseAnalysis(req.now); err != nil {
		return refuse("game.over", "game", g.ID)
	}
	if err := req.save(g); err != nil {
		return err
	}
	return req.answerText("analysis.away", "game", g.ID)
}

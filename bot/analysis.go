package bot

import (
	"errors"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/request"
	"stackmate/rules"
)

// maxAnalyses is how many open analyses one player may have.
const maxAnalyses = 20

// handleImport starts an analysis from a game record or a position string. An analysis is
// a game in which the speaker has both sides; it has no clock and is never rated.
func handleImport(req *request.Request) error {
	own, err := req.Tx.FindGames(data.GameFilter{Player: req.Player.ID, Kind: data.Analyses, Limit: maxAnalyses})
	if err != nil {
		return err
	}
	if n := len(own.Games); n >= maxAnalyses {
		return request.Refuse("import.many", "count", n, "example",
			chat.Command(command.Invocation{Path: command.Resign, Game: command.GameID(own.Games[n-1].ID)}.String()))
	}
	rec, err := readGame(req, req.Cmd.Variant, req.Cmd.Record)
	if err != nil {
		return err
	}
	g, err := addAnalysis(req, rec)
	if err != nil {
		return err
	}
	turn, err := request.TurnText(req, g)
	if err != nil {
		return err
	}
	text := req.Lang.Text("import.done", "game", g.ID, "count", len(g.Plies)) + " " + turn
	if rec.More {
		text += " " + req.Lang.Text("import.more")
	}
	r := chat.Reply{Game: g.ID, Title: req.Title(g), Picture: request.PictureOf(g), Text: text}
	if review := request.ReviewButton(req, g); review != nil {
		r.Buttons = [][]chat.Button{review}
	}
	return req.Answer(r)
}

// addAnalysis stores an analysis of a game record. The speaker has both seats.
func addAnalysis(req *request.Request, rec *rules.PGN) (*game.Game, error) {
	me := req.Player.ID
	ch := &game.Challenge{Variant: rec.Variant, From: me, To: me, Color: game.AsWhite, State: game.Accepted, Made: req.Now}
	if err := req.Tx.AddChallenge(ch); err != nil {
		return nil, err
	}
	g := &game.Game{ID: ch.ID, Variant: rec.Variant, Seats: [2]int64{me, me}, Started: req.Now}
	g.Timing.Since = req.Now
	if rec.Start != rec.Variant.Start() {
		g.Origin = rec.Start.FEN()
	}
	if err := g.Load(); err != nil {
		return nil, err
	}
	for i, m := range rec.Moves {
		switch err := g.Move(g.Turn(), m, req.Now); {
		case errors.Is(err, game.ErrOver):
			return nil, request.Refuse("import.over", "count", i)
		case err != nil:
			return nil, err
		}
	}
	req.NoteGame(g)
	return g, req.Tx.AddGame(g)
}

// readGame parses a text as a game record or a position string of the variant v, or of the
// first variant that it fits if v is nil. The error is a Refusal if it fits none.
func readGame(req *request.Request, v *rules.Variant, text string) (*rules.PGN, error) {
	list := []*rules.Variant{v}
	if v == nil { // a text that names no variant is tried as orthodox chess first
		list = append([]*rules.Variant{rules.VariantByKey("orthodox")}, rules.Variants()...)
	}
	if isPosition(text) {
		return readPosition(req, list, strings.Join(strings.Fields(text), " "))
	}
	return readRecord(req, list, text)
}

// isPosition reports whether a text is a position string rather than a game record: its
// first word has at least four strokes.
func isPosition(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	return !strings.HasPrefix(text, "[") && strings.Count(word, "/")+strings.Count(word, "|") >= 4
}

// readPosition parses a position string as each variant in list. If it fits none, the
// Refusal is about the variant that got farthest.
func readPosition(req *request.Request, list []*rules.Variant, text string) (*rules.PGN, error) {
	var nearest *rules.FENError
	for _, v := range list {
		p, err := v.ParseFEN(text)
		if err == nil {
			if p.Status().Over() {
				return nil, request.Refuse("import.ended", "status", req.Lang.Text("reason."+p.Status().String()))
			}
			return &rules.PGN{Variant: v, Start: p}, nil
		}
		fault := (*rules.FENError)(nil)
		if !errors.As(err, &fault) {
			return nil, err
		}
		if nearest == nil || fault.Field > nearest.Field { // this variant got farther
			nearest = fault
		}
	}
	return nil, request.PositionRefusal(req, nearest)
}

// readRecord parses a game record. If the record names no variant, it is tried as each in
// list; if it fits none, the Refusal is about the variant that got farthest.
func readRecord(req *request.Request, list []*rules.Variant, text string) (*rules.PGN, error) {
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
		if fault.Variant != v || fault.Ply == 0 { // the fault would be the same in every variant
			return nil, request.RecordRefusal(req, fault)
		}
		if farthest == nil || fault.Ply > farthest.Ply {
			farthest = fault
		}
	}
	return nil, request.RecordRefusal(req, farthest)
}

// undoAnalysis takes back the last ply of an analysis.
func undoAnalysis(req *request.Request, g *game.Game) error {
	switch err := g.Undo(req.Now); {
	case errors.Is(err, game.ErrNoMove):
		return request.Refuse("takeback.no-move", "game", g.ID)
	case errors.Is(err, game.ErrOver):
		return request.Refuse("game.over", "game", g.ID)
	case err != nil:
		return err
	}
	if err := req.Save(g); err != nil {
		return err
	}
	turn, err := request.TurnText(req, g)
	if err != nil {
		return err
	}
	return req.Answer(chat.Reply{Game: g.ID, Title: req.Title(g), Picture: request.PictureOf(g),
		Text: req.Lang.Text("analysis.back") + " " + turn})
}

// closeAnalysis closes an analysis for good.
func closeAnalysis(req *request.Request, g *game.Game) error {
	if err := g.CloseAnalysis(req.Now); err != nil {
		return request.Refuse("game.over", "game", g.ID)
	}
	if err := req.Save(g); err != nil {
		return err
	}
	return req.AnswerText("analysis.away", "game", g.ID)
}

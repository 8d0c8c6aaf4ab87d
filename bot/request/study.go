package request

import (
	"errors"
	"slices"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/game"
	"stackmate/bot/textutil"
	"stackmate/rules"
)

// MaxStudied is how many plies a study has at most.
const MaxStudied = 600

// StudyOf returns a study as a game in which the speaker plays both sides. It is stored nowhere. If a move is wrong, the
// error is a Refusal, and the game ends before that move; the game is nil if the position is wrong, or the name of the game.
func StudyOf(req *Request, s chat.Study) (*game.Game, error) {
	v := rules.VariantByName(s.Variant)
	if v == nil {
		var keys []string
		for _, v := range rules.Variants() {
			keys = append(keys, v.Key())
		}
		return nil, Refuse("variant.unknown", "text", textutil.Quote(s.Variant), "variants", strings.Join(keys, ", ")).Near(command.Nearest(s.Variant, keys))
	}
	g := &game.Game{Variant: v, Seats: [2]int64{req.Player.ID, req.Player.ID}}
	p := v.Start()
	if s.Start != "" {
		var err error
		fault := (*rules.FENError)(nil)
		if p, err = v.ParseFEN(strings.Join(strings.Fields(s.Start), " ")); errors.As(err, &fault) {
			return nil, PositionRefusal(req, fault)
		} else if err != nil {
			return nil, err
		}
		if p != v.Start() {
			g.Origin = p.FEN()
		}
	}
	var refusal error
	var u rules.Undo
	for i, text := range s.Moves {
		if i == MaxStudied {
			refusal = Refuse("study.long", "max", MaxStudied)
			break
		}
		m, err := p.ParseLAN(text)
		if err != nil {
			m, err = p.ParseMove(text)
		}
		if err != nil {
			refusal = MoveRefusalOutside(req, p, command.Invocation{Path: command.Analyse}, text, err)
			break
		}
		g.Log = append(g.Log, game.Ply{Move: v.LAN(m)})
		p.Make(m, &u)
	}
	if err := g.Load(); err != nil {
		return nil, err
	}
	return g, refusal
}

// StudyMoves returns the moves of a study as programs write them.
func StudyMoves(g *game.Game) []string {
	moves := slices.Grow([]string{}, len(g.Plies))
	for _, ply := range g.Plies {
		moves = append(moves, ply.Move)
	}
	return moves
}

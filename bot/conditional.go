package bot

import (
	"errors"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/game"
	"stackmate/bot/request"
	"stackmate/rules"
)

// handleIfAdd adds a line of conditional moves, such as "if N3c5 then Q2e7".
func handleIfAdd(req *request.Request) error {
	g, line, err := readConditions(req)
	if err != nil {
		return err
	}
	if len(line)%2 != 0 {
		return request.Refuse("if.odd")
	}
	list, err := req.Tx.Conditions(g.ID, req.Player.ID)
	if err != nil {
		return err
	}
	if list, err = list.Add(line); errors.Is(err, game.ErrConditions) {
		return request.Refuse("if.many")
	}
	if err := req.Tx.SetConditions(g.ID, req.Player.ID, list); err != nil {
		return err
	}
	return showConditions(req, g, list, "if.added")
}

// handleIfRemove removes a line of conditional moves.
func handleIfRemove(req *request.Request) error {
	g, line, err := readConditions(req)
	if err != nil {
		return err
	}
	list, err := req.Tx.Conditions(g.ID, req.Player.ID)
	if err != nil {
		return err
	}
	list, ok := list.Remove(line)
	if !ok {
		return request.Refuse("if.unknown")
	}
	if err := req.Tx.SetConditions(g.ID, req.Player.ID, list); err != nil {
		return err
	}
	return showConditions(req, g, list, "if.removed")
}

// handleIfShow lists the speaker's conditional moves in a game.
func handleIfShow(req *request.Request) error {
	g, by, err := req.OwnGame()
	switch {
	case err != nil:
		return err
	case g.Over(): // the lines may begin in a position that was never reached
		return request.Refuse("game.over", "game", g.ID)
	}
	list, err := req.Tx.Conditions(g.ID, req.Player.ID)
	if err != nil {
		return err
	}
	if by == g.Turn() && len(list) > 0 {
		return showConditionsFrom(req, g, g.Rules().At(len(g.Plies)-1), list.Answering(g.Plies[len(g.Plies)-1].Move), "if.held")
	}
	return showConditions(req, g, list, "if.list")
}

// handleIfClear removes all of the speaker's conditional moves in a game.
func handleIfClear(req *request.Request) error {
	g, _, err := req.OwnGame()
	if err != nil {
		return err
	}
	if err := req.Tx.SetConditions(g.ID, req.Player.ID, nil); err != nil {
		return err
	}
	return req.AnswerText("if.cleared", "game", g.ID)
}

// readConditions parses a line of conditional moves, which begins with a move of the
// opponent. The error is a Refusal if it is the speaker's turn or a move is not legal.
func readConditions(req *request.Request) (*game.Game, []string, error) {
	g, by, err := req.OwnGame()
	switch {
	case err != nil:
		return nil, nil, err
	case g.Over():
		return nil, nil, request.Refuse("game.over", "game", g.ID)
	case g.Turn() == by:
		return nil, nil, request.Refuse("if.your-turn", "game", g.ID)
	}
	texts := req.Cmd.Line
	line, failed, err := game.ReadLine(g.Position(), texts)
	if err != nil {
		p, _ := positionAfter(req, g, texts[:failed])
		return nil, nil, lineRefusal(req, p, texts[failed], err)
	}
	return g, line, nil
}

// positionAfter returns the position after legal moves from the current one.
func positionAfter(req *request.Request, g *game.Game, texts []string) (rules.Position, error) {
	p := g.Position()
	for _, text := range texts {
		m, err := p.ParseMove(text)
		if err != nil {
			return p, err
		}
		p = p.Play(m)
	}
	return p, nil
}

// lineRefusal returns a Refusal that says why a move of a line is not legal in the
// position p, which the line leads to.
func lineRefusal(req *request.Request, p rules.Position, text string, err error) error {
	refusal := request.MoveRefusalAt(req, p, nil, text, err)
	if r := (*request.Refusal)(nil); errors.As(refusal, &r) {
		return r.And("if.nothing")
	}
	return refusal
}

// showConditions answers with lines that begin in the current position.
func showConditions(req *request.Request, g *game.Game, list game.Conditions, key string) error {
	return showConditionsFrom(req, g, g.Position(), list, key)
}

// showConditionsFrom answers with lines that begin in the position p, below the sentence
// key of the catalogue.
func showConditionsFrom(req *request.Request, g *game.Game, p rules.Position, list game.Conditions, key string) error {
	var lines []string
	for _, line := range list.Lines() {
		text, err := writeLine(p, line)
		if err != nil {
			return err
		}
		lines = append(lines, text)
	}
	if len(lines) == 0 {
		return req.AnswerText("if.none", "game", g.ID)
	}
	return req.Answer(chat.Reply{Game: g.ID, Title: req.Title(g), Text: req.Lang.Text(key, "game", g.ID), Block: strings.Join(lines, "\n")})
}

// writeLine writes a line that begins in the position p, such as "N3c5 → Q2e7, B2b3 →
// R1a1".
func writeLine(p rules.Position, line []string) (string, error) {
	var b strings.Builder
	for i, move := range line {
		m, err := p.ParseLAN(move)
		if err != nil {
			return "", err
		}
		switch {
		case i == 0:
		case i%2 == 1:
			b.WriteString(" → ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(p.SAN(m))
		p = p.Play(m)
	}
	return b.String(), nil
}

// playConditions plays the conditional moves that answer the last move, of both players in
// turn, and returns them with their numbers. If a prepared answer is no longer legal, its
// owner's lines are dropped. If a draw is offered or can be claimed, the answer waits
// until its owner has seen that and moves.
func playConditions(req *request.Request, g *game.Game) (written []string, err error) {
	for !g.Over() && len(g.Plies) > 0 {
		by := g.Turn()
		player := g.Seats[by]
		list, err := req.Tx.Conditions(g.ID, player)
		if err != nil {
			return written, err
		}
		if len(list) == 0 {
			return written, nil
		}
		answer, rest := list.After(g.Plies[len(g.Plies)-1].Move)
		p := g.Position()
		m, illegal := p.ParseLAN(answer)
		if illegal != nil {
			return written, req.Tx.SetConditions(g.ID, player, nil)
		}
		if offered := g.DrawOfferBy != nil && *g.DrawOfferBy != by; offered || drawClaimable(g) {
			return written, nil
		}
		if err := req.Tx.SetConditions(g.ID, player, rest); err != nil {
			return written, err
		}
		written = append(written, p.Numbered(m))
		if err := g.Move(by, m, req.Now); err != nil {
			return written, err
		}
	}
	return written, nil
}

// drawClaimable reports whether a player can claim a draw in a running game.
func drawClaimable(g *game.Game) bool {
	return !g.Over() && (g.Rules().ClaimRepetition() || g.Rules().ClaimMoveLimit())
}

// followConditions updates waiting conditional moves when their owner plays the move m: if
// it is the prepared answer, the rest of its line is kept; all others are dropped.
func followConditions(req *request.Request, g *game.Game, m rules.Move) error {
	player := g.ToMove()
	list, err := req.Tx.Conditions(g.ID, player)
	if err != nil || len(list) == 0 || len(g.Plies) == 0 {
		return err
	}
	answer, rest := list.After(g.Plies[len(g.Plies)-1].Move)
	if answer != g.Variant.LAN(m) {
		rest = nil
	}
	return req.Tx.SetConditions(g.ID, player, rest)
}

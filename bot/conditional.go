package bot

import (
	"errors"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/game"
	"stackmate/rules"
)

// handleIfAdd enters conditional moves: "if N3c5 then Q2e7", and so on in turn.
func handleIfAdd(req *request) error {
	g, line, err := ifLine(req)
	if err != nil {
		return err
	}
	if len(line)%2 != 0 {
		return refuse("if.odd")
	}
	list, err := req.tx.Conditions(g.ID, req.player.ID)
	if err != nil {
		return err
	}
	if list, err = list.Add(line); errors.Is(err, game.ErrConditions) {
		return refuse("if.many")
	}
	if err := req.tx.SetConditions(g.ID, req.player.ID, list); err != nil {
		return err
	}
	return showConditions(req, g, list, "if.added")
}

// handleIfRemove takes a line back.
func handleIfRemove(req *request) error {
	g, line, err := ifLine(req)
	if err != nil {
		return err
	}
	list, err := req.tx.Conditions(g.ID, req.player.ID)
	if err != nil {
		return err
	}
	list, ok := list.Remove(line)
	if !ok {
		return refuse("if.unknown")
	}
	if err := req.tx.SetConditions(g.ID, req.player.ID, list); err != nil {
		return err
	}
	return showConditions(req, g, list, "if.removed")
}

// handleIfShow lists the conditional moves.
func handleIfShow(req *request) error {
	g, by, err := req.ownGame()
	switch {
	case err != nil:
		return err
	case g.Over(): // they answer a position that may be gone
		return refuse("game.over", "game", g.ID)
	}
	list, err := req.tx.Conditions(g.ID, req.player.ID)
	if err != nil {
		return err
	}
	if by == g.Turn() && len(list) > 0 {
		return showConditionsFrom(req, g, g.Rules().At(len(g.Plies)-1), list.Answering(g.Plies[len(g.Plies)-1].Move), "if.held")
	}
	return showConditions(req, g, list, "if.list")
}

// handleIfClear takes all of them back.
func handleIfClear(req *request) error {
	g, _, err := req.ownGame()
	if err != nil {
		return err
	}
	if err := req.tx.SetConditions(g.ID, req.player.ID, nil); err != nil {
		return err
	}
	return req.answerText("if.cleared", "game", g.ID)
}

// ifLine reads the moves of a line, which begins with one of the opponent's.
func ifLine(req *request) (*game.Game, []string, error) {
	g, by, err := req.ownGame()
	switch {
	case err != nil:
		return nil, nil, err
	case g.Over():
		return nil, nil, refuse("game.over", "game", g.ID)
	case g.Turn() == by:
		return nil, nil, refuse("if.your-turn", "game", g.ID)
	}
	texts := splitLine(req.args["line"])
	line, failed, err := game.ReadLine(g.Position(), texts)
	if err != nil {
		p, _ := positionAfter(req, g, texts[:failed])
		return nil, nil, lineRefusal(req, g, p, texts[failed], err)
	}
	return g, line, nil
}

// splitLine splits "if N3c5 then Q2e7, B2b3 R1a1" into moves.
func splitLine(s string) (moves []string) {
	s = strings.NewReplacer(",", " ", ";", " ", "→", " ", "->", " ").Replace(s)
	for _, w := range strings.Fields(s) {
		switch strings.ToLower(w) {
		case "if", "then", "and", "wenn", "dann", "und":
			continue
		}
		if strings.Trim(w, "0123456789.…") != "" { // not the number of a move
			moves = append(moves, w)
		}
	}
	return moves
}

// positionAfter plays moves that have been read before.
func positionAfter(req *request, g *game.Game, texts []string) (rules.Position, error) {
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

// lineRefusal says which move of a line is none, in the position that the line leads to.
func lineRefusal(req *request, g *game.Game, p rules.Position, text string, err error) error {
	refusal := moveRefusalAt(req, g, p, text, err)
	if r := (*Refusal)(nil); errors.As(refusal, &r) {
		r.buttons = nil // they would play the move now
		return r.and("if.nothing")
	}
	return refusal
}

// showConditions lists lines in the notation of the game.
func showConditions(req *request, g *game.Game, list game.Conditions, key string) error {
	return showConditionsFrom(req, g, g.Position(), list, key)
}

// showConditionsFrom is showConditions with lines that begin in a position.
func showConditionsFrom(req *request, g *game.Game, p rules.Position, list game.Conditions, key string) error {
	var lines []string
	for _, line := range list.Lines() {
		text, err := writeLine(p, line)
		if err != nil {
			return err
		}
		lines = append(lines, text)
	}
	if len(lines) == 0 {
		return req.answerText("if.none", "game", g.ID)
	}
	return req.answer(chat.Reply{Game: g.ID, Title: req.title(g), Text: req.lang.Text(key, "game", g.ID), Block: strings.Join(lines, "\n")})
}

// writeLine writes "N3c5 → Q2e7, B2b3 → R1a1".
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

// playConditions plays what the players have prepared for the last move, as long as
// something fits, and returns what was played. An answer that is no longer legal is
// dropped with everything behind it. What would answer a draw offer, or pass a draw that
// can be claimed, is held until its owner has seen that and moves.
func playConditions(req *request, g *game.Game) (written []string, err error) {
	for !g.Over() && len(g.Plies) > 0 {
		by := g.Turn()
		player := g.Seats[by]
		list, err := req.tx.Conditions(g.ID, player)
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
			return written, req.tx.SetConditions(g.ID, player, nil)
		}
		if offered := g.DrawOfferBy != nil && *g.DrawOfferBy != by; offered || claimable(g) {
			return written, nil
		}
		if err := req.tx.SetConditions(g.ID, player, rest); err != nil {
			return written, err
		}
		written = append(written, numbered(len(g.Plies), p.SAN(m)))
		if err := g.Move(by, m, req.now); err != nil {
			return written, err
		}
	}
	return written, nil
}

// claimable reports whether a draw can be claimed.
func claimable(g *game.Game) bool {
	return !g.Over() && (g.Rules().ClaimRepetition() || g.Rules().ClaimMoveLimit())
}

// followConditions goes on with conditional moves that were held when their owner makes a
// move: if it is the answer that was prepared, what follows it stands, else nothing does.
func followConditions(req *request, g *game.Game, m rules.Move) error {
	player := g.ToMove()
	list, err := req.tx.Conditions(g.ID, player)
	if err != nil || len(list) == 0 || len(g.Plies) == 0 {
		return err
	}
	answer, rest := list.After(g.Plies[len(g.Plies)-1].Move)
	if answer != g.Variant.LAN(m) {
		rest = nil
	}
	return req.tx.SetConditions(g.ID, player, rest)
}

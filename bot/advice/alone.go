package advice

import (
	"errors"

	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/request"
	"stackmate/rules"
)

// beyond is how many plies behind the position of a running game an analysis is still of that game:
// who tries moves there one after the other learns which is the best.
const beyond = 4

// playsAlone returns a Refusal if a position of a game that the speaker studies is also that of a
// running game between the speaker and another person: those are played alone. The position is that
// after some plies. An analysis must not have come from there by a few moves either.
func playsAlone(req *request.Request, g *game.Game, ply int) error {
	first := ply
	if g.Analysis() {
		first = max(0, ply-beyond)
	}
	return aloneBetween(req, g, first, ply)
}

// aloneBetween is playsAlone for all positions after first to last plies.
func aloneBetween(req *request.Request, g *game.Game, first, last int) error {
	others, err := runningAlone(req, g)
	if err != nil || len(others) == 0 {
		return err
	}
	p, moves := g.Rules().Start(), g.Rules().Moves()
	var u rules.Undo
	for ply := 0; ply <= last; ply++ {
		for _, other := range others {
			now := other.Position()
			same := ply >= first && samePieces(now, p)
			if same || ply == 0 && first == 0 && g.Analysis() && g.Origin != "" && isNext(now, p) {
				key := "advice.alone"
				if ply != last || !same {
					key = "advice.alone-near"
				}
				return request.Refuse(key, "game", other.ID)
			}
		}
		if ply < last {
			p.Make(moves[ply], &u)
		}
	}
	return nil
}

// runningAlone returns the running games of the speaker and another person of the kind that g is, without g.
func runningAlone(req *request.Request, g *game.Game) (list []*game.Game, err error) {
	running, err := req.Tx.FindGames(data.GameFilter{Player: req.Player.ID})
	if err != nil {
		return nil, err
	}
	for _, l := range running.Games {
		if l.ID == g.ID || l.Plies == 0 || request.RatingKey(l.Variant) != request.RatingKey(g.Variant) {
			continue
		}
		other, err := req.Tx.Game(l.ID)
		if err != nil {
			return nil, err
		}
		against, err := req.ComputerIn(other)
		if err != nil {
			return nil, err
		}
		if against.Level == 0 {
			list = append(list, other)
		}
	}
	return list, nil
}

// withoutAlone removes the plies before which a game stands as a running one does.
func withoutAlone(req *request.Request, g *game.Game, plies []int) (list []int, err error) {
	for _, ply := range plies {
		err := aloneBetween(req, g, ply, ply)
		if refusal := (*request.Refusal)(nil); errors.As(err, &refusal) {
			continue
		}
		if err != nil {
			return nil, err
		}
		list = append(list, ply)
	}
	return list, nil
}

// samePieces reports whether the same pieces stand on the same cells. Who is to move or may castle
// does not matter, since the advice is much the same.
func samePieces(p, q rules.Position) bool {
	for c := range rules.Cell(p.Variant().Cells()) {
		if p.At(c) != q.At(c) {
			return false
		}
	}
	return true
}

// isNext reports whether a move leads from p to q.
func isNext(p, q rules.Position) bool {
	for _, m := range p.Moves() {
		if samePieces(p.Play(m), q) {
			return true
		}
	}
	return false
}

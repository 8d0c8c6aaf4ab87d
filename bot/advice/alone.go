package advice

import (
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/request"
	"stackmate/rules"
)

// playsAlone returns a Refusal if a position of an analysis is also that of a running game between
// the speaker and another person: those are played alone.
func playsAlone(req *request.Request, g *game.Game, p rules.Position) error {
	if !g.Analysis() {
		return nil
	}
	running, err := req.Tx.FindGames(data.GameFilter{Player: req.Player.ID, Limit: request.MaxListed})
	if err != nil {
		return err
	}
	for _, l := range running.Games {
		if l.Variant != g.Variant {
			continue
		}
		other, err := req.Tx.Game(l.ID)
		if err != nil {
			return err
		}
		against, err := req.ComputerIn(other)
		if err != nil {
			return err
		}
		if now := other.Position(); against.Level == 0 && now.Hash() == p.Hash() && other.Rules().Len() > 0 {
			return request.Refuse("advice.alone", "game", other.ID)
		}
	}
	return nil
}

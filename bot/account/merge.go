package account

import (
	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/request"
)

// checkMergedVacations returns a Refusal if the speaker or another player is on vacation and
// they have taken more days together than one player may. After a merge the vacation
// would stop the clocks of both players' games.
func checkMergedVacations(req *request.Request, other data.Player) error {
	var all []game.Span
	for _, id := range []int64{req.Player.ID, other.ID} {
		list, err := req.Tx.Vacations(id)
		if err != nil {
			return err
		}
		all = append(all, list...)
	}
	now, away := onVacation(all, req.Now)
	if away && (vacationDaysUsed(all, req.Now) > command.MaxVacation || vacationDaysUsed(all, now.To) > command.MaxVacation) {
		return request.Refuse("link.vacation", "max", command.MaxVacation)
	}
	return nil
}

// merge moves everything of one player to another, who becomes the speaker. It settles the
// clocks of both first, so that a vacation of one affects the games of the other from now
// on and not before. Opponents who did not know of such a vacation are told.
func merge(req *request.Request, from, into data.Player) error {
	var played []data.GameSummary
	var unaware []data.GameSummary // games that the other player's vacation pauses from now on
	for _, p := range []data.Player{from, into} {
		running, err := req.Tx.FindGames(data.GameFilter{Player: p.ID})
		if err != nil {
			return err
		}
		vacations, err := req.Tx.Vacations(p.ID)
		if err != nil {
			return err
		}
		_, away := onVacation(vacations, req.Now)
		settle := func(g *game.Game) {
			if g.ToMove() == p.ID {
				g.SettleClock(req.Now)
			}
		}
		if err := saveClocked(req, running.Games, settle); err != nil {
			return err
		}
		played = append(played, running.Games...)
		if !away {
			unaware = append(unaware, running.Games...)
		}
	}
	if err := req.Tx.Merge(from.ID, into.ID); err != nil {
		return err
	}
	if err := saveClocked(req, played, func(*game.Game) {}); err != nil {
		return err
	}
	var err error
	if req.Player, err = req.Tx.Player(into.ID); err != nil {
		return err
	}
	vacations, err := req.Tx.Vacations(into.ID)
	if err != nil {
		return err
	}
	now, away := onVacation(vacations, req.Now)
	if !away {
		return nil
	}
	return tellOpponentsIn(req, withMergedSeats(unaware, from.ID, into.ID), "vacation.told", "when", chat.When(now.To))
}

// withMergedSeats replaces one player by another in the seats of games, and returns them.
func withMergedSeats(lines []data.GameSummary, from, into int64) []data.GameSummary {
	for i := range lines {
		for color, id := range lines[i].Seats {
			if id == from {
				lines[i].Seats[color] = into
			}
		}
	}
	return lines
}

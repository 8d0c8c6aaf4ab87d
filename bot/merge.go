package bot

import (
	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/game"
)

// mayMergeVacations refuses to make one player of two while one of them is on vacation and
// they have taken more days together than one player may: the vacation would count for
// the games of both.
func mayMergeVacations(req *request, other data.Player) error {
	var all []game.Span
	for _, id := range []int64{req.player.ID, other.ID} {
		list, err := req.tx.Vacations(id)
		if err != nil {
			return err
		}
		all = append(all, list...)
	}
	now, away := onVacation(all, req.now)
	if away && (vacationTaken(all, req.now) > yearlyVacation || vacationTaken(all, now.To) > yearlyVacation) {
		return refuse("link.vacation", "max", yearlyVacation)
	}
	return nil
}

// merge gives everything of one player to another, who speaks from now on. The clocks of
// both are settled first: pauses of the one count in the games of the other from now on
// and not before. Who plays against one of them hears of a vacation of the other.
func merge(req *request, from, into data.Player) error {
	var played []data.GameSummary
	var unaware []data.GameSummary // games that stand still from now on
	for _, p := range []data.Player{from, into} {
		running, err := req.tx.GamesOf(p.ID, data.Running, chat.Address{}, -1)
		if err != nil {
			return err
		}
		vacations, err := req.tx.Vacations(p.ID)
		if err != nil {
			return err
		}
		_, away := onVacation(vacations, req.now)
		for _, l := range running.Games {
			if !l.Clocked {
				continue
			}
			g, err := req.tx.Game(l.ID)
			if err != nil {
				return err
			}
			if g.ToMove() == p.ID {
				g.SettleClock(req.now)
			}
			if err := req.tx.SaveGame(g); err != nil {
				return err
			}
			played = append(played, l)
			if !away {
				unaware = append(unaware, l)
			}
		}
	}
	if err := req.tx.Merge(from.ID, into.ID); err != nil {
		return err
	}
	for _, l := range played {
		g, err := req.tx.Game(l.ID)
		if err != nil {
			return err
		}
		if err := req.tx.SaveGame(g); err != nil { // its alarm follows the pauses of both
			return err
		}
	}
	var err error
	if req.player, err = req.tx.Player(into.ID); err != nil {
		return err
	}
	vacations, err := req.tx.Vacations(into.ID)
	if err != nil {
		return err
	}
	now, away := onVacation(vacations, req.now)
	if !away {
		return nil
	}
	return tellOpponentsIn(req, afterMerge(unaware, from.ID, into.ID), "vacation.told", "when", chat.When(now.To))
}

// afterMerge are games with the seats of one player given to another.
func afterMerge(lines []data.GameSummary, from, into int64) []data.GameSummary {
	for i := range lines {
		for color, id := range lines[i].Seats {
			if id == from {
				lines[i].Seats[color] = into
			}
		}
	}
	return lines
}

package account

import (
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/request"
	"stackmate/bot/timeutil"
)

// HandleVacationStart starts a vacation of whole days: the speaker's clocks stop in all
// games. Opponents are told.
func HandleVacationStart(req *request.Request) error {
	list, err := req.Tx.Vacations(req.Player.ID)
	if err != nil {
		return err
	}
	if now, ok := onVacation(list, req.Now); ok {
		return request.Refuse("vacation.already", "when", chat.When(now.To))
	}
	v := game.Span{From: req.Now, To: req.Now.Add(time.Duration(req.Cmd.Days) * timeutil.Day)}
	left, wanted := vacationDaysLeft(list, req.Now), vacationDaysUsed([]game.Span{v}, req.Now)
	if wanted > left { // days after New Year count for the next year
		return request.Refuse("vacation.left", "left", left, "days", wanted)
	}
	if err := setVacation(req, v); err != nil {
		return err
	}
	if err := tellOpponents(req, "vacation.told", "when", chat.When(v.To)); err != nil {
		return err
	}
	return req.AnswerText("vacation.begins", "when", chat.When(v.To), "left", vacationDaysLeft(append(list, v), req.Now))
}

// HandleVacationEnd ends a vacation early; a day that has begun counts in full. Opponents
// are told.
func HandleVacationEnd(req *request.Request) error {
	list, err := req.Tx.Vacations(req.Player.ID)
	if err != nil {
		return err
	}
	if _, ok := onVacation(list, req.Now); !ok {
		return request.Refuse("vacation.none")
	}
	for _, v := range list { // a merged player may have two
		if now, ok := onVacation([]game.Span{v}, req.Now); ok {
			now.To = req.Now
			if err := setVacation(req, now); err != nil {
				return err
			}
		}
	}
	if err := tellOpponents(req, "vacation.back"); err != nil {
		return err
	}
	return req.AnswerText("vacation.ends")
}

// HandleVacationShow shows whether the speaker is on vacation, and how many days of
// vacation are left this year.
func HandleVacationShow(req *request.Request) error {
	list, err := req.Tx.Vacations(req.Player.ID)
	if err != nil {
		return err
	}
	left := command.MaxVacation - vacationDaysUsed(list, req.Now)
	if v, ok := onVacation(list, req.Now); ok {
		return req.AnswerText("vacation.away", "when", chat.When(v.To), "left", left)
	}
	return req.AnswerText("vacation.here", "left", left)
}

// setVacation stores a vacation of the speaker and updates the alarms of the speaker's games.
func setVacation(req *request.Request, v game.Span) error {
	if err := req.Tx.SetVacation(req.Player.ID, v); err != nil {
		return err
	}
	running, err := req.Tx.FindGames(data.GameFilter{Player: req.Player.ID})
	if err != nil {
		return err
	}
	return saveClocked(req, running.Games, func(*game.Game) {})
}

// saveClocked stores those of some games that have a clock, so that the alarm of each
// follows the pauses of its players. Each may be changed before.
func saveClocked(req *request.Request, games []data.GameSummary, change func(*game.Game)) error {
	for _, l := range games {
		if !l.Clocked {
			continue
		}
		g, err := req.Tx.Game(l.ID)
		if err != nil {
			return err
		}
		change(g)
		if err := req.Tx.SaveGame(g); err != nil {
			return err
		}
	}
	return nil
}

// tellOpponents sends a sentence of the catalogue to everybody who plays a running game with
// a clock against the speaker.
func tellOpponents(req *request.Request, key string, args ...any) error {
	running, err := req.Tx.FindGames(data.GameFilter{Player: req.Player.ID})
	if err != nil {
		return err
	}
	return tellOpponentsIn(req, running.Games, key, args...)
}

// tellOpponentsIn sends a sentence of the catalogue to the speaker's opponents in those of
// some games that have a clock, once to each.
func tellOpponentsIn(req *request.Request, lines []data.GameSummary, key string, args ...any) error {
	told := map[int64]bool{req.Player.ID: true}
	for _, l := range lines {
		for _, id := range l.Seats {
			if !l.Clocked || told[id] {
				continue
			}
			told[id] = true
			p, err := req.Person(id)
			if err != nil {
				return err
			}
			if p.Level > 0 { // the program reads nothing
				continue
			}
			a, err := request.RecipientFor(req, p, l.Home, l.Server)
			if err != nil {
				return err
			}
			r, err := req.RenderFor(a, func(req *request.Request) (chat.Reply, error) {
				return chat.Reply{Text: req.Lang.Text(key, append(args, "name", req.NameOf(req.Player))...), Notify: []chat.Person{p.Person()}}, nil
			})
			if err != nil {
				return err
			}
			if _, err := req.Tx.Enqueue(data.OutboxMessage{To: a.To, Reply: r, NotBefore: req.Now}); err != nil {
				return err
			}
		}
	}
	return nil
}

// vacationDaysLeft returns how many days a player with these vacations has left in the
// calendar year (UTC) of now.
func vacationDaysLeft(list []game.Span, now time.Time) int {
	return max(command.MaxVacation-vacationDaysUsed(list, now), 0)
}

// onVacation returns the vacation that includes now; ok is false if there is none.
func onVacation(list []game.Span, now time.Time) (game.Span, bool) {
	for _, v := range game.Union(list) {
		if !now.Before(v.From) && now.Before(v.To) {
			return v, true
		}
	}
	return game.Span{}, false
}

// vacationDaysUsed returns how many days of vacations begin in the calendar year (UTC) of
// now.
func vacationDaysUsed(list []game.Span, now time.Time) int {
	days := 0
	for _, v := range game.Union(list) {
		for day := v.From; day.Before(v.To); day = day.Add(timeutil.Day) {
			if day.UTC().Year() == now.UTC().Year() {
				days++
			}
		}
	}
	return days
}

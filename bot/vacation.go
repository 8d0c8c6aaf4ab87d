package bot

import (
	"strconv"
	"strings"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/textutil"
	"stackmate/bot/timeutil"
)

// yearlyVacation is how many days of vacation a player has in a calendar year.
const yearlyVacation = 30

// handleVacationStart stops all of the player's clocks for whole days from now on.
func handleVacationStart(req *request) error {
	days, err := strconv.Atoi(strings.TrimPrefix(req.args["days"], "#"))
	if err != nil || days < 1 || days > yearlyVacation {
		return refuse("vacation.days", "text", textutil.Quote(req.args["days"]), "max", yearlyVacation)
	}
	list, err := req.tx.Vacations(req.player.ID)
	if err != nil {
		return err
	}
	if now, ok := onVacation(list, req.now); ok {
		return refuse("vacation.already", "when", chat.When(now.To))
	}
	v := game.Span{From: req.now, To: req.now.Add(time.Duration(days) * timeutil.Day)}
	left, wanted := vacationLeft(list, req.now), vacationTaken([]game.Span{v}, req.now)
	if wanted > left { // those behind the turn of the year are the next year's
		return refuse("vacation.left", "left", left, "days", wanted)
	}
	if err := setVacation(req, v); err != nil {
		return err
	}
	if err := tellOpponents(req, "vacation.told", "when", chat.When(v.To)); err != nil {
		return err
	}
	return req.answerText("vacation.begins", "when", chat.When(v.To), "left", vacationLeft(append(list, v), req.now))
}

// handleVacationEnd ends a vacation before its time; days that have begun are taken.
func handleVacationEnd(req *request) error {
	list, err := req.tx.Vacations(req.player.ID)
	if err != nil {
		return err
	}
	if _, ok := onVacation(list, req.now); !ok {
		return refuse("vacation.none")
	}
	for _, v := range list { // there may be two, of two who have become one player
		if now, ok := onVacation([]game.Span{v}, req.now); ok {
			now.To = req.now
			if err := setVacation(req, now); err != nil {
				return err
			}
		}
	}
	if err := tellOpponents(req, "vacation.back"); err != nil {
		return err
	}
	return req.answerText("vacation.ends")
}

// handleVacationShow says whether the player is away and how many days are left.
func handleVacationShow(req *request) error {
	list, err := req.tx.Vacations(req.player.ID)
	if err != nil {
		return err
	}
	left := yearlyVacation - vacationTaken(list, req.now)
	if v, ok := onVacation(list, req.now); ok {
		return req.answerText("vacation.away", "when", chat.When(v.To), "left", left)
	}
	return req.answerText("vacation.here", "left", left)
}

// setVacation stores a vacation and moves the deadlines of the player's games.
func setVacation(req *request, v game.Span) error {
	if err := req.tx.SetVacation(req.player.ID, v); err != nil {
		return err
	}
	running, err := req.tx.GamesOf(req.player.ID, data.Running, chat.Address{}, -1)
	if err != nil {
		return err
	}
	for _, l := range running.Games {
		if !l.Clocked {
			continue
		}
		g, err := req.tx.Game(l.ID)
		if err != nil {
			return err
		}
		if err := req.tx.SaveGame(g); err != nil { // its alarm is reckoned anew
			return err
		}
	}
	return nil
}

// tellOpponents says something about the player to everybody who plays a game with a clock against the player.
func tellOpponents(req *request, key string, args ...any) error {
	running, err := req.tx.GamesOf(req.player.ID, data.Running, chat.Address{}, -1)
	if err != nil {
		return err
	}
	return tellOpponentsIn(req, running.Games, key, args...)
}

// tellOpponentsIn says something about the player to everybody who plays one of some games with a clock
// against the player.
func tellOpponentsIn(req *request, lines []data.GameSummary, key string, args ...any) error {
	told := map[int64]bool{req.player.ID: true}
	for _, l := range lines {
		for _, id := range l.Seats {
			if !l.Clocked || told[id] {
				continue
			}
			told[id] = true
			p, err := req.person(id)
			if err != nil {
				return err
			}
			a, err := audienceOf(req, p, l.Home, l.Server)
			if err != nil {
				return err
			}
			r, err := req.renderFor(a, func() (chat.Reply, error) {
				return chat.Reply{Text: req.lang.Text(key, append(args, "name", req.nameOf(req.player))...), Notify: []chat.Person{p.Person()}}, nil
			})
			if err != nil {
				return err
			}
			if _, err := req.tx.Enqueue(data.OutboxMessage{To: a.to, Reply: r, NotBefore: req.now}); err != nil {
				return err
			}
		}
	}
	return nil
}

// vacationLeft is how many days a player has left in the calendar year of now.
func vacationLeft(list []game.Span, now time.Time) int {
	return max(yearlyVacation-vacationTaken(list, now), 0)
}

// onVacation returns the vacation that covers a time.
func onVacation(list []game.Span, now time.Time) (game.Span, bool) {
	for _, v := range game.Union(list) {
		if !now.Before(v.From) && now.Before(v.To) {
			return v, true
		}
	}
	return game.Span{}, false
}

// vacationTaken counts the days that begin in the calendar year (UTC) of now.
func vacationTaken(list []game.Span, now time.Time) int {
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

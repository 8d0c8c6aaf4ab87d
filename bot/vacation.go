package bot

import (
	"strconv"
	"strings"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/game"
)

// yearlyVacation is how many days of vacation a player has in a calendar year.
const yearlyVacation = 30

const oneDay = 24 * time.Hour

// vacationStart stops all of the player's clocks for whole days from now on.
func (c *request) vacationStart() error {
	days, err := strconv.Atoi(strings.TrimPrefix(c.args["days"], "#"))
	if err != nil || days < 1 || days > yearlyVacation {
		return refuse("vacation.days", "text", quote(c.args["days"]), "max", yearlyVacation)
	}
	list, err := c.tx.Vacations(c.player.ID)
	if err != nil {
		return err
	}
	if now, ok := onVacation(list, c.now); ok {
		return refuse("vacation.already", "when", chat.When(now.To))
	}
	v := game.Span{From: c.now, To: c.now.Add(time.Duration(days) * oneDay)}
	left, wanted := vacationLeft(list, c.now), vacationTaken([]game.Span{v}, c.now)
	if wanted > left { // those behind the turn of the year are the next year's
		return refuse("vacation.left", "left", left, "days", wanted)
	}
	if err := c.setVacation(v); err != nil {
		return err
	}
	if err := c.tellOpponents("vacation.told", "when", chat.When(v.To)); err != nil {
		return err
	}
	return c.answerText("vacation.begins", "when", chat.When(v.To), "left", vacationLeft(append(list, v), c.now))
}

// vacationEnd ends a vacation before its time; days that have begun are taken.
func (c *request) vacationEnd() error {
	list, err := c.tx.Vacations(c.player.ID)
	if err != nil {
		return err
	}
	if _, ok := onVacation(list, c.now); !ok {
		return refuse("vacation.none")
	}
	for _, v := range list { // there may be two, of two who have become one player
		if now, ok := onVacation([]game.Span{v}, c.now); ok {
			now.To = c.now
			if err := c.setVacation(now); err != nil {
				return err
			}
		}
	}
	if err := c.tellOpponents("vacation.back"); err != nil {
		return err
	}
	return c.answerText("vacation.ends")
}

// vacationShow says whether the player is away and how many days are left.
func (c *request) vacationShow() error {
	list, err := c.tx.Vacations(c.player.ID)
	if err != nil {
		return err
	}
	left := yearlyVacation - vacationTaken(list, c.now)
	if v, ok := onVacation(list, c.now); ok {
		return c.answerText("vacation.away", "when", chat.When(v.To), "left", left)
	}
	return c.answerText("vacation.here", "left", left)
}

// setVacation stores a vacation and moves the deadlines of the player's games.
func (c *request) setVacation(v game.Span) error {
	if err := c.tx.SetVacation(c.player.ID, v); err != nil {
		return err
	}
	running, err := c.tx.GamesOf(c.player.ID, Running, chat.Address{}, -1)
	if err != nil {
		return err
	}
	for _, l := range running.Games {
		if !l.Clocked {
			continue
		}
		g, err := c.tx.Game(l.ID)
		if err != nil {
			return err
		}
		if err := c.tx.SaveGame(g); err != nil { // its alarm is reckoned anew
			return err
		}
	}
	return nil
}

// tellOpponents says something about the player to everybody who plays a game with a clock against the player.
func (c *request) tellOpponents(key string, args ...any) error {
	running, err := c.tx.GamesOf(c.player.ID, Running, chat.Address{}, -1)
	if err != nil {
		return err
	}
	return c.tellOpponentsIn(running.Games, key, args...)
}

// tellOpponentsIn says something about the player to everybody who plays one of some games with a clock
// against the player.
func (c *request) tellOpponentsIn(lines []GameSummary, key string, args ...any) error {
	told := map[int64]bool{c.player.ID: true}
	for _, l := range lines {
		for _, id := range l.Seats {
			if !l.Clocked || told[id] {
				continue
			}
			told[id] = true
			p, err := c.person(id)
			if err != nil {
				return err
			}
			a, err := c.audienceOf(p, l.Home, l.Server)
			if err != nil {
				return err
			}
			r, err := c.renderFor(a, func() (chat.Reply, error) {
				return chat.Reply{Text: c.lang.Text(key, append(args, "name", c.nameOf(c.player))...), Notify: []chat.Person{p.Person()}}, nil
			})
			if err != nil {
				return err
			}
			if _, err := c.tx.Enqueue(OutboxMessage{To: a.to, Reply: r, NotBefore: c.now}); err != nil {
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
		for day := v.From; day.Before(v.To); day = day.Add(oneDay) {
			if day.UTC().Year() == now.UTC().Year() {
				days++
			}
		}
	}
	return days
}

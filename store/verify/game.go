package verify

import (
	"encoding/json"
	"time"

	"stackmate/bot/game"
	"stackmate/rules"
)

// game checks one game: that its moves are legal, and that all columns say what follows from them.
func (c *checker) game(g *storedGame) {
	wrong := func(what string, args ...any) { c.problem("games", g.ID, doGame, what, args...) }
	if g.gap > 0 {
		c.problem("moves", g.ID, doGame, "move %d of game %d is missing", g.gap, g.ID)
		return
	}
	if err := g.decode(); err != nil {
		wrong("%v", err)
		return
	}
	if g.plies != len(g.Plies) {
		wrong("it has %d moves, but says %d", len(g.Plies), g.plies)
	}
	if turn := g.Turn().String(); g.turn != turn {
		wrong("it is the turn of %s, but the game says %s", turn, g.turn)
	}
	moved := g.started
	if n := len(g.Log); n > 0 {
		moved = g.Log[n-1].At.UnixMilli()
	}
	if g.moved != moved {
		wrong("the last move was made at %v, but the game says %v", at(moved), at(g.moved))
	}
	if g.Version < 1 {
		wrong("its version is %d, which no stored game has", g.Version)
	}
	if what := wrongResult(g); what != "" {
		wrong("%s", what)
	}
	if what := c.wrongClock(g); what != "" {
		wrong("%s", what)
	}
	for _, s := range g.conditions {
		if what := wrongConditions(g, s); what != "" {
			c.problem("conditions", g.ID, doGame, "the conditional moves of player %d in game %d %s", s.player, g.ID, what)
		}
	}
}

// at returns a stored time as people read it.
func at(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02 15:04:05") }

// byRules are the reasons that follow from the position: a game in which they hold has ended with them.
var byRules = map[game.Reason]func(*rules.Game) bool{
	game.Checkmate:            hasStatus(rules.Checkmate),
	game.Stalemate:            hasStatus(rules.Stalemate),
	game.InsufficientMaterial: hasStatus(rules.InsufficientMaterial),
	game.Fivefold:             (*rules.Game).EndsByRepetition,
	game.MoveLimitOver:        (*rules.Game).EndsByMoveLimit,
}

// claims are the reasons that a player must claim.
var claims = map[game.Reason]func(*rules.Game) bool{
	game.Repetition: (*rules.Game).ClaimRepetition,
	game.MoveLimit:  (*rules.Game).ClaimMoveLimit,
}

// hasStatus returns whether a game's position has a status.
func hasStatus(s rules.Status) func(*rules.Game) bool {
	return func(g *rules.Game) bool { p := g.Position(); return p.Status() == s }
}

// wrongResult returns what is wrong with the result of a game; empty if nothing is.
func wrongResult(g *storedGame) string {
	result := g.outcome + " by " + string(g.Reason)
	if g.Reason == "" {
		switch {
		case g.Outcome != rules.Undecided:
			return "it has the result " + g.outcome + ", but no reason for it"
		case g.ended.Valid:
			return "it has ended, but has no reason for it"
		}
		for reason, holds := range byRules {
			if len(g.Plies) > 0 && holds(g.Rules()) {
				return "by the rules it has ended by " + string(reason) + ", but it is still running"
			}
		}
		return ""
	}
	switch {
	case !g.ended.Valid:
		return "it has the result " + result + ", but no time at which it ended"
	case g.offer != "" || g.asked != "":
		return "it has ended, but an offer of " + g.offer + g.asked + " is still open"
	}
	for reason, holds := range byRules {
		if len(g.Plies) > 0 && reason != g.Reason && holds(g.Rules()) && byRules[g.Reason] == nil {
			return "it has the result " + result + ", but by the rules it ended by " + string(reason)
		}
	}
	for _, list := range []map[game.Reason]func(*rules.Game) bool{byRules, claims} {
		if holds := list[g.Reason]; holds != nil && !holds(g.Rules()) {
			return "it has the result " + result + ", which the position does not allow"
		}
	}
	if !possible(g) {
		return "it has the result " + result + ", which cannot be"
	}
	return ""
}

// possible reports whether the outcome of a game that has ended fits the reason.
func possible(g *storedGame) bool {
	lost := rules.WinFor(g.Turn().Other())
	switch g.Reason {
	case game.Checkmate:
		return g.Outcome == lost
	case game.Resignation:
		return g.Outcome == rules.WhiteWins || g.Outcome == rules.BlackWins
	case game.TimeOut:
		if p := g.Position(); !p.CanWinOnTime(g.Turn().Other()) {
			lost = rules.Draw
		}
		return g.Outcome == lost && !g.Terms.Clock.IsZero()
	case game.Aborted:
		return g.Outcome == rules.Undecided
	case game.Adjudicated:
		return true
	}
	return g.Outcome == rules.Draw
}

// alarmSlack is how much later than the deadline, or than now, an alarm may be: one that failed is
// tried again after an hour.
const alarmSlack = time.Hour + time.Minute

// wrongClock returns what is wrong with the clock of a game; empty if nothing is.
func (c *checker) wrongClock(g *storedGame) string {
	clock := g.Terms.Clock
	deadline, runs := g.Deadline()
	switch {
	case runs && !g.alarm.Valid:
		return "its clock runs, but nothing will look at it"
	case !runs && g.alarm.Valid:
		return "no clock runs in it, but an alarm is set"
	case g.Timing.Spent < 0 || g.Timing.Left[0] < 0 || g.Timing.Left[1] < 0:
		return "its clock shows less than nothing"
	case g.Timing.Reminders < 0 || g.Timing.Reminders > 2:
		return "it has an impossible number of reminders"
	case clock.Bank > 0 && max(g.Timing.Left[0], g.Timing.Left[1]) > clock.Bank+time.Duration(len(g.Log)+1)*clock.Increment:
		return "its clock shows more time than a player can have"
	}
	if !runs {
		return ""
	}
	alarm, latest := time.UnixMilli(g.alarm.Int64), deadline
	if beat := time.UnixMilli(c.beat); beat.After(latest) {
		latest = beat
	}
	switch {
	case alarm.After(latest.Add(alarmSlack)):
		return "its time runs out at " + at(deadline.UnixMilli()) + ", but nothing will look at it before " + at(g.alarm.Int64)
	case alarm.Before(g.Timing.Since):
		return "its alarm is set for " + at(g.alarm.Int64) + ", before the turn began"
	}
	return ""
}

// wrongConditions returns what is wrong with the conditional moves of a player; empty if nothing is.
func wrongConditions(g *storedGame, s storedConditions) string {
	var list game.Conditions
	if err := json.Unmarshal([]byte(s.tree), &list); err != nil {
		return "cannot be read: " + err.Error()
	}
	colors := g.Colors(s.player)
	switch {
	case len(colors) == 0:
		return "are not those of a player of the game"
	case len(colors) > 1 || g.Over():
		return "" // they are of no more use, and kept
	}
	p := g.Position()
	if g.Turn() == colors[0] { // they wait until the player has seen an offer
		if len(g.Plies) == 0 {
			return "answer a move that was not made"
		}
		p = g.Rules().At(len(g.Plies) - 1)
	}
	for _, line := range list.Lines() {
		if _, failed, err := game.ReadLine(p, line); err != nil {
			return "have a move that is not legal: " + line[failed]
		}
	}
	return ""
}

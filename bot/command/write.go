package command

import (
	"strconv"
	"strings"
)

// String writes the command as Parse reads it, such as "board #12 ply:3": the game or challenge
// first, and with its name each argument that would be taken for another one without it. It is
// one line unless it has a record of several lines.
func (in Invocation) String() string {
	written := []string{string(in.Path)}
	c := in.Command()
	if c == nil {
		return string(in.Path)
	}
	p := parser{command: c, taken: map[string]bool{}}
	for _, numbers := range []bool{true, false} {
		for i := range c.Args {
			a := &c.Args[i]
			if value := in.value(a); value != "" && (a.Kind == NumberArg) == numbers {
				written = append(written, p.write(a, value))
				p.taken[a.Name] = true
			}
		}
	}
	return strings.Join(written, " ")
}

// write writes the value of an argument that follows the arguments taken: without its name if
// the parser would read the value as that argument, else with its name. A choice always has it.
func (p *parser) write(a *Arg, value string) string {
	p.raw = value
	words := strings.Fields(value)
	if named, _ := p.named(words[0]); named == nil && a.Kind != ChoiceArg && a.Kind != PuzzleArg {
		if found, _, n := p.argFor(words); found == a && n == len(words) {
			return value
		}
	}
	return a.Name + ":" + value
}

// value returns what is typed for an argument; empty if nothing was said.
func (in Invocation) value(a *Arg) string {
	switch a.Kind {
	case PersonArg:
		return quote(in.Person)
	case AddressArg:
		return in.Address
	case VariantArg:
		if in.Variant != nil {
			return in.Variant.Key()
		}
	case ColorArg:
		return string(in.Color)
	case ClockArg:
		if in.Clock != nil {
			return in.Clock.String()
		}
	case LevelArg:
		if in.Strength != 0 {
			return strconv.Itoa(in.Strength)
		}
	case FlagArg:
		if *flags[a.ID()](&in) {
			return a.Name
		}
	case PuzzleArg:
		return in.Puzzle.String()
	case ConfirmArg:
		if in.Confirmed {
			return "yes"
		}
	case NumberArg, CountArg:
		return in.number(a.Name)
	default:
		return in.text(a.ID())
	}
	return ""
}

// number returns what is typed for a number; empty for none.
func (in Invocation) number(name string) string {
	n := 0
	switch name {
	case "game":
		if in.MayBeLevel {
			return strconv.FormatInt(in.Game.ID, 10)
		}
		return in.Game.String()
	case "challenge":
		return GameID(in.Challenge).String()
	case "ply":
		return in.Ply.String()
	case "limit":
		n = in.Limit
	case "days":
		n = in.Days
	}
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// text returns what is typed for an argument that is a text or a choice.
func (in Invocation) text(name string) string {
	switch name {
	case "what":
		switch {
		case in.Boards:
			return boards
		case in.Skip > 0:
			return "+" + strconv.Itoa(in.Skip)
		}
		return in.Move
	case "line":
		return strings.Join(in.Line, " ")
	case "command":
		return string(in.Topic)
	case "code":
		return in.Code + in.Address
	}
	return *fields[name](&in)
}

// boards is the word for all attack boards in a pick.
const boards = "boards"

// fields are where arguments are kept that are texts or choices.
var fields = map[string]func(*Invocation) *string{
	"move":         func(in *Invocation) *string { return &in.Move },
	"square":       func(in *Invocation) *string { return &in.Square },
	"level":        func(in *Invocation) *string { return &in.Level },
	"note":         func(in *Invocation) *string { return &in.Note },
	"reason":       func(in *Invocation) *string { return &in.Note },
	"text":         func(in *Invocation) *string { return &in.Text },
	"name":         func(in *Invocation) *string { return &in.Text },
	"record":       func(in *Invocation) *string { return &in.Record },
	"delete-code":  func(in *Invocation) *string { return &in.Code },
	"page":         func(in *Invocation) *string { return &in.Page },
	"language":     func(in *Invocation) *string { return &in.Language },
	"theme":        func(in *Invocation) *string { return &in.Theme },
	"view":         func(in *Invocation) *string { return &in.View },
	"notices":      func(in *Invocation) *string { return &in.Notices },
	"games":        func(in *Invocation) *string { return &in.Games },
	"daily-puzzle": func(in *Invocation) *string { return &in.DailyPuzzle },
	"channels":     func(in *Invocation) *string { return &in.Channels },
	"format":       func(in *Invocation) *string { return &in.Format },
	"result":       func(in *Invocation) *string { return &in.Result },
	"here":         func(in *Invocation) *string { return &in.Here },
	"threads":      func(in *Invocation) *string { return &in.Threads },
	"in-words":     func(in *Invocation) *string { return &in.InWords },
	"bymail":       func(in *Invocation) *string { return &in.ByMail },
	"listed":       func(in *Invocation) *string { return &in.Listed },
}

// flags are where arguments are kept that are said or not.
var flags = map[string]func(*Invocation) *bool{
	"hint-move":  func(in *Invocation) *bool { return &in.WholeMove },
	"solution":   func(in *Invocation) *bool { return &in.Solution },
	"column":     func(in *Invocation) *bool { return &in.Column },
	"signout":    func(in *Invocation) *bool { return &in.SignOut },
	"rated":      func(in *Invocation) *bool { return &in.Rated },
	"weekends":   func(in *Invocation) *bool { return &in.WeekendsOff },
	"open":       func(in *Invocation) *bool { return &in.Open },
	"daily":      func(in *Invocation) *bool { return &in.Daily },
	"everywhere": func(in *Invocation) *bool { return &in.Everywhere },
}

// quote puts a name in quotes that do not occur in it, so that it is read as one name.
func quote(name string) string {
	for _, q := range quotes {
		words := strings.Fields(q[0] + name + q[1])
		if found, n := quoted(words); found == name && n == len(words) {
			return strings.Join(words, " ")
		}
	}
	return name
}

package command

import (
	"slices"
	"strconv"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/game"
	"stackmate/rules"
)

// Invocation is a command with what it was told, understood: Parse reads one, and String writes
// it back, as for a button. Of the fields, only those count that the command takes; the zero
// value of a field means that nothing was said.
type Invocation struct {
	Path Path

	// Game is the game that the command is about, Challenge the number of the challenge.
	Game      GameRef
	Challenge int64
	// Person is somebody as named: a name, a mention or a mail address. Address is a mail
	// address that was given as one, or with which the speaker links.
	Person, Address string

	// Variant, Color and Clock are terms of a game. Clock is nil if none was said, which is
	// not the same as a game without a clock.
	Variant *rules.Variant
	Color   game.Preference
	Clock   *game.Clock
	// Limit is the number of moves of the fifty-move rule, Days the length of a vacation.
	Limit, Days int

	// Move is a move as it was written, Square a square. Both can be read only on the board
	// of a game. A pick takes the name of a square as Move, too.
	Move, Square string
	// Line are conditional moves as they were written, in turn.
	Line []string
	// Ply is a position of the game.
	Ply Ply
	// Skip is how many pieces a pick passes over; Boards asks it for the attack boards.
	Skip   int
	Boards bool

	// Note is a note to a move or the reason for an adjudication: printable, on one line and at
	// most MaxNote characters. Text is a private note or a name, Record the record of a game or a position
	// string, Code the code for linking.
	Note, Text, Record, Code string
	// Topic is the command that help is asked for.
	Topic Path

	// The choices are among the options of their arguments, in lower case. Here, Threads,
	// ByMail and Listed are On or Off.
	Language, Theme, Notices, Games, Channels, Format, Result string
	Here, Threads, ByMail, Listed                             string

	// Rated, WeekendsOff, Open and Everywhere are flags. Confirmed is whether the speaker
	// has said yes.
	Rated, WeekendsOff, Open, Everywhere, Confirmed bool
}

// On and Off are what a switch is set to.
const (
	On  = "on"
	Off = "off"
)

// GameRef names a game, and perhaps the state for which a button was made. The zero value names none.
type GameRef struct {
	ID  int64
	age int // how many entries its log had, plus 1; 0 if unknown
}

// GameID names a game.
func GameID(id int64) GameRef { return GameRef{ID: id} }

// GameAt names a game as it is now: once its log has another number of entries, a button
// made with the name is stale.
func GameAt(g *game.Game) GameRef { return GameRef{g.ID, len(g.Log) + 1} }

// ParseGameRef reads "12", "#12" or "#12@34".
func ParseGameRef(word string) (GameRef, bool) {
	number, age, at := strings.Cut(strings.TrimPrefix(word, "#"), "@")
	if !isDigits(number) || len(number) > 15 || at && (!isDigits(age) || len(age) > 6) {
		return GameRef{}, false
	}
	var ref GameRef
	ref.ID, _ = strconv.ParseInt(number, 10, 64)
	if at {
		ref.age, _ = strconv.Atoi(age)
		ref.age++
	}
	return ref, ref.ID > 0
}

// IsZero reports whether no game is named.
func (r GameRef) IsZero() bool { return r.ID == 0 }

// Stale reports whether the game has gone on or ended since the reference was made for it.
func (r GameRef) Stale(g *game.Game) bool {
	return r.age > 0 && (g.Over() || r.age != len(g.Log)+1)
}

// String writes the reference as ParseGameRef reads it; it is empty for the zero value.
func (r GameRef) String() string {
	switch {
	case r.IsZero():
		return ""
	case r.age > 0:
		return "#" + strconv.FormatInt(r.ID, 10) + "@" + strconv.Itoa(r.age-1)
	}
	return "#" + strconv.FormatInt(r.ID, 10)
}

// Ply is a position of a game, by the number of plies played, as somebody has typed it. The
// zero value is the current position.
type Ply struct{ typed string }

// AtPly is the position after n plies.
func AtPly(n int) Ply { return Ply{strconv.Itoa(n)} }

// In returns how many plies a position is into a game that has had last of them; ok is false if the game has no
// such position.
func (p Ply) In(last int) (n int, ok bool) {
	if p.typed == "" {
		return last, true
	}
	n, err := strconv.Atoi(p.typed)
	return n, err == nil && n >= 0 && n <= last
}

// String returns what was typed.
func (p Ply) String() string { return p.typed }

// Command returns the command itself; nil if there is none.
func (in Invocation) Command() *Command { return in.Path.Command() }

// Audience returns who is likely to read the answer: a command that asks first keeps the
// question secret.
func (in Invocation) Audience() chat.Audience {
	c := in.Command()
	if c == nil {
		return chat.Quiet
	}
	if c.Audience == chat.Public && c.asks() && !in.Confirmed {
		return chat.Secret
	}
	return c.Audience
}

// ReadOnly reports whether the command changes nothing, told what it is.
func (in Invocation) ReadOnly() bool {
	c := in.Command()
	return c == nil || c.ReadOnly || c.ReadOnlyBare && in.Bare()
}

// Bare reports whether the command is told nothing but a game.
func (in Invocation) Bare() bool {
	return in.String() == Invocation{Path: in.Path, Game: in.Game}.String()
}

// Outcome returns the result that an adjudication asks for.
func (in Invocation) Outcome() rules.Outcome { return results[in.Result] }

var results = map[string]rules.Outcome{"white": rules.WhiteWins, "black": rules.BlackWins, "draw": rules.Draw, "none": rules.Undecided}

// String writes the command in one line as Parse reads it: the game or challenge first. What
// cannot stand alone is given by name, as in "ply:12". Only a record may make it several lines.
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

// write writes the value of an argument behind those that are taken: by itself if it is read
// as that argument, else with the name of the argument in front.
func (p *parser) write(a *Arg, value string) string {
	p.raw = value
	words := strings.Fields(value)
	if named, _ := p.named(words[0]); named == nil {
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
	case FlagArg:
		if *flags[a.Name](&in) {
			return a.Name
		}
	case ConfirmArg:
		if in.Confirmed {
			return "yes"
		}
	case NumberArg, CountArg:
		return in.number(a.Name)
	default:
		return in.text(a.Name)
	}
	return ""
}

// number returns what is typed for a number; empty for none.
func (in Invocation) number(name string) string {
	n := 0
	switch name {
	case "game":
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
	"move":     func(in *Invocation) *string { return &in.Move },
	"square":   func(in *Invocation) *string { return &in.Square },
	"note":     func(in *Invocation) *string { return &in.Note },
	"reason":   func(in *Invocation) *string { return &in.Note },
	"text":     func(in *Invocation) *string { return &in.Text },
	"name":     func(in *Invocation) *string { return &in.Text },
	"record":   func(in *Invocation) *string { return &in.Record },
	"language": func(in *Invocation) *string { return &in.Language },
	"theme":    func(in *Invocation) *string { return &in.Theme },
	"notices":  func(in *Invocation) *string { return &in.Notices },
	"games":    func(in *Invocation) *string { return &in.Games },
	"channels": func(in *Invocation) *string { return &in.Channels },
	"format":   func(in *Invocation) *string { return &in.Format },
	"result":   func(in *Invocation) *string { return &in.Result },
	"here":     func(in *Invocation) *string { return &in.Here },
	"threads":  func(in *Invocation) *string { return &in.Threads },
	"bymail":   func(in *Invocation) *string { return &in.ByMail },
	"listed":   func(in *Invocation) *string { return &in.Listed },
}

// flags are where arguments are kept that are said or not.
var flags = map[string]func(*Invocation) *bool{
	"rated":      func(in *Invocation) *bool { return &in.Rated },
	"weekends":   func(in *Invocation) *bool { return &in.WeekendsOff },
	"open":       func(in *Invocation) *bool { return &in.Open },
	"everywhere": func(in *Invocation) *bool { return &in.Everywhere },
}

// quote writes a name such that it is read as one, whatever it is.
func quote(name string) string {
	for _, q := range quotes {
		words := strings.Fields(q[0] + name + q[1])
		if found, n := quoted(words); found == name && n == len(words) {
			return strings.Join(words, " ")
		}
	}
	return name
}

// splitLine splits "if N3c5 then Q2e7, B2b3 R1a1" into moves.
func splitLine(s string) (moves []string) {
	s = strings.NewReplacer(",", " ", ";", " ", "→", " ", "->", " ").Replace(s)
	for _, w := range strings.Fields(s) {
		numbered := strings.Trim(w, "0123456789.…") == ""
		if !numbered && !slices.Contains(lineWords, strings.ToLower(w)) {
			moves = append(moves, w)
		}
	}
	return moves
}

// lineWords are the words that join the moves of a line.
var lineWords = []string{"if", "then", "and", "wenn", "dann", "und"}

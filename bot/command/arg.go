package command

import (
	"cmp"
	"strings"

	"stackmate/bot/data"
	"stackmate/render"
	"stackmate/rules"
)

// Arg is an argument of a command.
type Arg struct {
	// Name is what may be typed in front, as in "variant:orthodox".
	Name string
	// Key names the argument in the catalogues and the table fields; empty for Name. Two
	// commands may have different arguments with one name.
	Key  string
	Kind ArgKind
	// Required is whether the command is refused without the argument.
	Required bool
	// Options are the keys of a ChoiceArg, in lower case.
	Options []string
	// Unknown is the key of the sentence that refuses everything but the options, if that is
	// not "preferences.unknown".
	Unknown string
}

// ArgKind tells how an argument is recognised in a text. Every argument may be given by its name.
type ArgKind uint8

// The kinds of arguments.
const (
	// PersonArg is a name, in quotes if the parser would take it for something else, a mention
	// or a mail address.
	PersonArg ArgKind = iota
	VariantArg
	ColorArg
	// NumberArg is the number of a game or challenge, or a number of days.
	NumberArg
	SquareArg
	// ConfirmArg is a yes.
	ConfirmArg
	// PuzzleArg is a PuzzleRef that must be given by name.
	PuzzleArg
	ClockArg
	// FlagArg is the name of the argument itself.
	FlagArg
	// LevelArg is a level of the program, from 1 to game.MaxLevel.
	LevelArg
	// CountArg is a number that must be given by name, as in "limit:60".
	CountArg
	// ChoiceArg is one of Options.
	ChoiceArg
	// CodeArg is a code for linking, or a mail address.
	CodeArg
	// AddressArg is a mail address that must be given by name.
	AddressArg
	// NamedWordArg is a word that must be given by name.
	NamedWordArg
	// MoveArg takes the words up to a NamedTextArg. Without its name it does not begin with a
	// number, which is the number of a game.
	MoveArg
	// WordsArg takes all words that follow.
	WordsArg
	// TextArg takes all that follows, which may be several lines.
	TextArg
	// NamedTextArg must be given by name and takes all words that follow, as in
	// "note:good luck".
	NamedTextArg
)

// Option returns the key of the argument's name in the catalogues.
func (a Arg) Option() string {
	if a.Kind == LevelArg { // boards have levels, too, which are something else in other languages
		return "option." + a.Key
	}
	return "option." + a.Name
}

// ID returns the key of the argument.
func (a Arg) ID() string { return cmp.Or(a.Key, a.Name) }

// Offered reports whether the argument is offered to people who choose or look up a command.
// Others are only in buttons.
func (a Arg) Offered() bool { return a.Kind != ConfirmArg && a.Kind != PuzzleArg }

// Choices returns the keys of the values to choose from; nil if there is no list of them. A text
// may give other clocks, and other words for variants and colors.
func (a Arg) Choices() []string {
	switch a.Kind {
	case VariantArg:
		var keys []string
		for _, v := range rules.Variants() {
			keys = append(keys, v.Key())
		}
		return keys
	case ColorArg:
		return []string{"random", "white", "black"}
	case ClockArg:
		return []string{"none", "1d", "2d", "3d", "5d", "7d", "14d", "30d", "10d+12h", "30d+1d", "60d+1d"}
	case ChoiceArg:
		return a.Options
	}
	return nil
}

// Completes reports whether Desk.Complete has something to offer for the argument.
func (a Arg) Completes() bool {
	if a.Kind == FlagArg {
		return false
	}
	switch a.Name {
	case "move", "square", "level", "game", "challenge", "page":
		return true
	}
	return false
}

// ChannelsOptions say where games may be offered: in all channels of a server, or in none.
var ChannelsOptions = []string{data.OffersEverywhere, data.OffersNowhere}

// GamesOptions say who may see a server's games: its members, or everybody.
var GamesOptions = []string{"members", "everybody"}

// PuzzleOptions are the games of which a puzzle can be posted every day, without their setups, and
// Off.
var PuzzleOptions = append(bases(), Off)

// bases returns the keys of all games without their setups.
func bases() (keys []string) {
	for _, v := range rules.Variants() {
		if !strings.Contains(v.Key(), ":") {
			keys = append(keys, v.Key())
		}
	}
	return keys
}

// switches are the options of an argument that is on or off.
var switches = []string{On, Off}

// DefaultChoice is the option that takes a choice back.
const DefaultChoice = "default"

// Views are the arrangements of boards in pictures. The first is the default.
var Views = []string{render.Flat.String(), render.Stack.String()}

// AllLevels asks for a picture of each level.
const AllLevels = "all"

// Formats are the formats in which a game can be exported. The first is the default.
var Formats = []string{"record", "fen", "gif", "png"}

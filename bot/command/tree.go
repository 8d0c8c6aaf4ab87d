// Package command holds the commands that people give: the tree of them, from which help and
// the registration with Discord follow, and the parser of what is typed, pressed or chosen.
// It knows no store and does nothing by itself.
package command

import (
	"slices"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/words"
	"stackmate/render"
	"stackmate/rules"
)

// Command is a node of the command tree. The parser of typed commands, the help
// and the registration with Discord all follow from it.
type Command struct {
	Name string
	Args []Arg
	// Sub are the commands under this one; a command with some has no run of its own
	// unless it makes sense alone.
	Sub []Command
	// Default names the one of Sub that a text means when it names none.
	Default string
	// Administrative commands are for those who may manage the server.
	Administrative bool
	// Hidden commands are for buttons and text, not for registration.
	Hidden bool
	// Audience is who may read the answer. A public command that is refused, or that
	// has something for the speaker only, is answered quietly.
	Audience chat.Audience
	// ReadOnly is whether the command changes nothing.
	ReadOnly bool
	// ReadOnlyBare is whether it changes nothing when it is told nothing but a game.
	ReadOnlyBare bool
}

// Arg is an argument of a command.
type Arg struct {
	Name     string
	Kind     ArgKind
	Required bool
	// Options are the keys of a ChoiceArg, in lower case.
	Options []string
	// Unknown is the key of the sentence that refuses what is none of the options; empty for
	// the one that most choices share.
	Unknown string
}

// ArgKind tells how an argument is recognised in a text.
type ArgKind uint8

// The kinds of arguments. MoveArg, WordsArg and TextArg take the rest of the text, up to a
// NamedTextArg.
const (
	PersonArg ArgKind = iota
	VariantArg
	ColorArg
	NumberArg
	SquareArg
	ConfirmArg
	ClockArg
	// FlagArg is said by its name, or not.
	FlagArg
	// CountArg is a number that a text gives by name, as in "limit:60".
	CountArg
	// ChoiceArg is one of Options; a text gives it by name too.
	ChoiceArg
	// CodeArg is a code for linking, or a mail address.
	CodeArg
	// AddressArg is a mail address for those who choose arguments by name; in a text the
	// PersonArg takes it.
	AddressArg
	MoveArg
	WordsArg
	// TextArg is a text of several lines, kept as it is written.
	TextArg
	// NamedTextArg is a text in one line that begins with its name, as in "note:good luck";
	// it takes the rest.
	NamedTextArg
)

// Choices returns what may be given for an argument, by key; nil if anything may.
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
	switch a.Name {
	case "move", "square", "game", "challenge":
		return true
	}
	return false
}

var (
	gameArg      = Arg{Name: "game", Kind: NumberArg}
	challengeArg = Arg{Name: "challenge", Kind: NumberArg}
	confirmArg   = Arg{Name: "confirm", Kind: ConfirmArg}
)

// Tree returns the command tree.
func Tree() []Command {
	return []Command{
		{Name: "challenge", Audience: chat.Public, Args: []Arg{
			{Name: "opponent", Kind: PersonArg}, {Name: "variant", Kind: VariantArg}, {Name: "color", Kind: ColorArg},
			{Name: "clock", Kind: ClockArg}, {Name: "rated", Kind: FlagArg}, {Name: "weekends", Kind: FlagArg},
			{Name: "limit", Kind: CountArg}, {Name: "open", Kind: FlagArg}, {Name: "address", Kind: AddressArg}}},
		{Name: "accept", Audience: chat.Public, Args: []Arg{challengeArg}},
		{Name: "decline", Audience: chat.Public, Args: []Arg{challengeArg}},
		{Name: "cancel", Audience: chat.Public, Args: []Arg{challengeArg}},
		{Name: "move", Audience: chat.Public, Args: []Arg{
			{Name: "move", Kind: MoveArg, Required: true}, gameArg, {Name: "note", Kind: NamedTextArg}}},
		{Name: "pick", Audience: chat.Secret, ReadOnly: true, Hidden: true, Args: []Arg{gameArg, {Name: "what", Kind: WordsArg}}},
		{Name: "board", Audience: chat.Quiet, ReadOnly: true, Args: []Arg{gameArg, {Name: "ply", Kind: CountArg}}},
		{Name: "moves", Audience: chat.Quiet, ReadOnly: true, Args: []Arg{{Name: "square", Kind: SquareArg}, gameArg}},
		{Name: "games", Audience: chat.Quiet, ReadOnly: true},
		{Name: "draw", Sub: []Command{
			{Name: "offer", Audience: chat.Public, Args: []Arg{gameArg}},
			{Name: "accept", Audience: chat.Public, Args: []Arg{gameArg, confirmArg}},
			{Name: "decline", Audience: chat.Public, Args: []Arg{gameArg}},
			{Name: "withdraw", Audience: chat.Public, Args: []Arg{gameArg}},
			{Name: "claim", Audience: chat.Public, Args: []Arg{gameArg, {Name: "move", Kind: MoveArg}}},
		}},
		{Name: "resign", Audience: chat.Public, Args: []Arg{gameArg, confirmArg}},
		{Name: "takeback", Default: "ask", Sub: []Command{
			{Name: "ask", Audience: chat.Public, Args: []Arg{gameArg}},
			{Name: "accept", Audience: chat.Public, Args: []Arg{gameArg}},
			{Name: "decline", Audience: chat.Public, Args: []Arg{gameArg}},
		}},
		{Name: "abort", Audience: chat.Public, Args: []Arg{gameArg}},
		{Name: "rematch", Audience: chat.Public, Args: []Arg{gameArg}},
		{Name: "if", Default: "add", Sub: []Command{
			{Name: "add", Audience: chat.Secret, Args: []Arg{gameArg, {Name: "line", Kind: WordsArg, Required: true}}},
			{Name: "show", Audience: chat.Secret, ReadOnly: true, Args: []Arg{gameArg}},
			{Name: "remove", Audience: chat.Secret, Args: []Arg{gameArg, {Name: "line", Kind: WordsArg, Required: true}}},
			{Name: "clear", Audience: chat.Secret, Args: []Arg{gameArg}},
		}},
		{Name: "vacation", Default: "show", Sub: []Command{
			{Name: "start", Audience: chat.Quiet, Args: []Arg{{Name: "days", Kind: NumberArg, Required: true}}},
			{Name: "end", Audience: chat.Quiet},
			{Name: "show", Audience: chat.Quiet, ReadOnly: true},
		}},
		{Name: "watch", Default: "start", Sub: []Command{
			{Name: "start", Audience: chat.Quiet, Args: []Arg{gameArg}},
			{Name: "invite", Audience: chat.Secret, Args: []Arg{{Name: "player", Kind: PersonArg, Required: true}, gameArg}},
			{Name: "remove", Audience: chat.Secret, Args: []Arg{{Name: "player", Kind: PersonArg, Required: true}, gameArg}},
		}},
		{Name: "unwatch", Audience: chat.Quiet, Args: []Arg{gameArg}},
		{Name: "note", ReadOnlyBare: true, Audience: chat.Secret, Args: []Arg{gameArg, {Name: "text", Kind: WordsArg}}},
		{Name: "history", Audience: chat.Quiet, ReadOnly: true, Args: []Arg{gameArg}},
		{Name: "export", Audience: chat.Quiet, ReadOnly: true, Args: []Arg{gameArg, {Name: "format", Kind: ChoiceArg, Options: Formats, Unknown: "export.format"},
			{Name: "ply", Kind: CountArg}}},
		{Name: "import", Audience: chat.Secret, Args: []Arg{{Name: "variant", Kind: VariantArg},
			{Name: "record", Kind: TextArg, Required: true}}},
		{Name: "profile", Audience: chat.Quiet, ReadOnly: true, Args: []Arg{{Name: "player", Kind: PersonArg}}},
		{Name: "leaderboard", Audience: chat.Quiet, ReadOnly: true, Args: []Arg{{Name: "variant", Kind: VariantArg},
			{Name: "everywhere", Kind: FlagArg}}},
		{Name: "preferences", ReadOnlyBare: true, Audience: chat.Secret, Args: []Arg{
			{Name: "language", Kind: ChoiceArg, Options: append([]string{DefaultChoice}, words.Tags()...)},
			{Name: "theme", Kind: ChoiceArg, Options: append(render.Themes(), DefaultChoice)},
			{Name: "notices", Kind: ChoiceArg, Options: []string{"discord", "email", DefaultChoice}},
			{Name: "bymail", Kind: ChoiceArg, Options: switches},
			{Name: "listed", Kind: ChoiceArg, Options: switches}}},
		{Name: "settings", ReadOnlyBare: true, Audience: chat.Quiet, Administrative: true, Args: []Arg{
			{Name: "here", Kind: ChoiceArg, Options: switches},
			{Name: "threads", Kind: ChoiceArg, Options: switches},
			{Name: "variant", Kind: VariantArg}, {Name: "clock", Kind: ClockArg},
			{Name: "language", Kind: ChoiceArg, Options: words.Tags(), Unknown: "language.unknown"},
			{Name: "theme", Kind: ChoiceArg, Options: render.Themes(), Unknown: "theme.unknown"},
			{Name: "games", Kind: ChoiceArg, Options: GamesOptions},
			{Name: "channels", Kind: ChoiceArg, Options: ChannelsOptions}}},
		{Name: "adjudicate", Audience: chat.Public, Administrative: true, Args: []Arg{
			{Name: "game", Kind: NumberArg, Required: true},
			{Name: "result", Kind: ChoiceArg, Required: true, Unknown: "adjudicate.result",
				Options: []string{"white", "black", "draw", "none"}},
			{Name: "reason", Kind: WordsArg, Required: true}}},
		{Name: "ban", Audience: chat.Quiet, Administrative: true, Args: []Arg{{Name: "player", Kind: PersonArg, Required: true}}},
		{Name: "unban", Audience: chat.Quiet, Administrative: true, Args: []Arg{{Name: "player", Kind: PersonArg, Required: true}}},
		{Name: "block", Audience: chat.Secret, Args: []Arg{{Name: "player", Kind: PersonArg, Required: true}}},
		{Name: "unblock", Audience: chat.Secret, Args: []Arg{{Name: "player", Kind: PersonArg, Required: true}}},
		{Name: "name", ReadOnlyBare: true, Audience: chat.Quiet, Args: []Arg{{Name: "name", Kind: WordsArg}}},
		{Name: "link", Audience: chat.Secret, Args: []Arg{{Name: "code", Kind: CodeArg}, confirmArg}},
		{Name: "rules", Audience: chat.Quiet, ReadOnly: true, Args: []Arg{{Name: "variant", Kind: VariantArg}}},
		{Name: "help", Audience: chat.Quiet, ReadOnly: true, Args: []Arg{{Name: "command", Kind: WordsArg}}},
	}
}

var tree = Tree()

// Administrative reports whether the command of this name is for those who manage a server.
func Administrative(name string) bool {
	c := Find(tree, name)
	return c != nil && c.Administrative
}

// asks reports whether the command asks once more before it does anything.
func (c Command) asks() bool {
	return slices.ContainsFunc(c.Args, func(a Arg) bool { return a.Kind == ConfirmArg })
}

// Find returns the command with a name or another word for it, in any language, or nil.
func Find(list []Command, word string) *Command {
	for i := range list {
		if strings.EqualFold(list[i].Name, word) {
			return &list[i]
		}
	}
	for i := range list {
		if words.Means("name."+list[i].Name, word) {
			return &list[i]
		}
	}
	return nil
}

// Usage returns how a command is typed, such as "challenge OPPONENT [VARIANT] [COLOR]". What
// is filled in is called in the language of the reader, what is typed as it is stays English.
func (c Command) Usage(path string, lang words.Language) string {
	b := strings.Builder{}
	b.WriteString(path)
	for _, a := range c.Args {
		name := strings.ToUpper(lang.Text("option." + a.Name))
		if a.Kind == ConfirmArg {
			continue
		}
		switch a.Kind {
		case NumberArg:
			name = "#" + name
		case CountArg:
			name = a.Name + ":N"
		case NamedTextArg:
			name = a.Name + ":TEXT"
		case ChoiceArg:
			name = a.Name + ":" + strings.Join(a.Options, "|")
		case FlagArg:
			name = a.Name
		}
		if !a.Required {
			name = "[" + name + "]"
		}
		b.WriteString(" " + name)
	}
	return b.String()
}

// usage fills a gap with how the command of a path is typed.
type usage Path

// In returns how the command is typed.
func (u usage) In(lang words.Language) string { return Path(u).Command().Usage(string(u), lang) }

// ChannelsOptions say where games may be offered, but for a list.
var ChannelsOptions = []string{data.OffersEverywhere, data.OffersNowhere}

// GamesOptions say who may see a server's games: its members, or everybody.
var GamesOptions = []string{"members", "everybody"}

// switches are the options of an argument that is on or off.
var switches = []string{On, Off}

// DefaultChoice takes a choice back.
const DefaultChoice = "usual"

// Formats are what a game can be taken away as; the first is the usual one.
var Formats = []string{"record", "fen", "gif", "png"}

package bot

import (
	"slices"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/game"
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

	run func(*request) error
}

// Arg is an argument of a command.
type Arg struct {
	Name     string
	Kind     ArgKind
	Required bool
	// Options are the keys of a ChoiceArg.
	Options []string
}

// ArgKind tells how an argument is recognised in a text.
type ArgKind uint8

// The kinds of arguments. MoveArg and WordsArg take the rest of the text.
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
	// CodeArg is any one word.
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

// ChoiceName returns what players read for a choice of an argument.
func ChoiceName(a Arg, key string, say words.Language) string {
	switch a.Kind {
	case VariantArg:
		return rules.VariantByKey(key).Name()
	case ClockArg:
		clock, _ := game.ParseClock(key) // the choices are clocks
		return clockText(say, clock)
	}
	return say.Text("choice." + key)
}

var (
	gameArg      = Arg{Name: "game", Kind: NumberArg}
	challengeArg = Arg{Name: "challenge", Kind: NumberArg}
	confirmArg   = Arg{Name: "confirm", Kind: ConfirmArg}
)

// Commands returns the command tree.
func Commands() []Command {
	return []Command{
		{Name: "challenge", run: handleChallenge, Audience: chat.Public, Args: []Arg{
			{Name: "opponent", Kind: PersonArg}, {Name: "variant", Kind: VariantArg}, {Name: "color", Kind: ColorArg},
			{Name: "clock", Kind: ClockArg}, {Name: "rated", Kind: FlagArg}, {Name: "weekends", Kind: FlagArg},
			{Name: "limit", Kind: CountArg}, {Name: "open", Kind: FlagArg}, {Name: "address", Kind: AddressArg}}},
		{Name: "accept", run: handleAccept, Audience: chat.Public, Args: []Arg{challengeArg}},
		{Name: "decline", run: handleDecline, Audience: chat.Public, Args: []Arg{challengeArg}},
		{Name: "cancel", run: handleCancel, Audience: chat.Public, Args: []Arg{challengeArg}},
		{Name: "move", run: handleMove, Audience: chat.Public, Args: []Arg{
			{Name: "move", Kind: MoveArg, Required: true}, gameArg, {Name: "note", Kind: NamedTextArg}}},
		{Name: "pick", run: handlePick, Audience: chat.Secret, ReadOnly: true, Hidden: true, Args: []Arg{gameArg, {Name: "what", Kind: WordsArg}}},
		{Name: "board", run: handleBoard, Audience: chat.Quiet, ReadOnly: true, Args: []Arg{gameArg, {Name: "ply", Kind: CountArg}}},
		{Name: "moves", run: handleMoves, Audience: chat.Quiet, ReadOnly: true, Args: []Arg{{Name: "square", Kind: SquareArg}, gameArg}},
		{Name: "games", run: handleGames, Audience: chat.Quiet, ReadOnly: true},
		{Name: "draw", Sub: []Command{
			{Name: "offer", run: handleDrawOffer, Audience: chat.Public, Args: []Arg{gameArg}},
			{Name: "accept", run: handleDrawAccept, Audience: chat.Public, Args: []Arg{gameArg, confirmArg}},
			{Name: "decline", run: handleDrawDecline, Audience: chat.Public, Args: []Arg{gameArg}},
			{Name: "withdraw", run: handleDrawWithdraw, Audience: chat.Public, Args: []Arg{gameArg}},
			{Name: "claim", run: handleDrawClaim, Audience: chat.Public, Args: []Arg{gameArg, {Name: "move", Kind: MoveArg}}},
		}},
		{Name: "resign", run: handleResign, Audience: chat.Public, Args: []Arg{gameArg, confirmArg}},
		{Name: "takeback", Default: "ask", Sub: []Command{
			{Name: "ask", run: handleTakebackAsk, Audience: chat.Public, Args: []Arg{gameArg}},
			{Name: "accept", run: handleTakebackAccept, Audience: chat.Public, Args: []Arg{gameArg}},
			{Name: "decline", run: handleTakebackDecline, Audience: chat.Public, Args: []Arg{gameArg}},
		}},
		{Name: "abort", run: handleAbort, Audience: chat.Public, Args: []Arg{gameArg}},
		{Name: "rematch", run: handleRematch, Audience: chat.Public, Args: []Arg{gameArg}},
		{Name: "if", Default: "add", Sub: []Command{
			{Name: "add", run: handleIfAdd, Audience: chat.Secret, Args: []Arg{gameArg, {Name: "line", Kind: WordsArg, Required: true}}},
			{Name: "show", run: handleIfShow, Audience: chat.Secret, ReadOnly: true, Args: []Arg{gameArg}},
			{Name: "remove", run: handleIfRemove, Audience: chat.Secret, Args: []Arg{gameArg, {Name: "line", Kind: WordsArg, Required: true}}},
			{Name: "clear", run: handleIfClear, Audience: chat.Secret, Args: []Arg{gameArg}},
		}},
		{Name: "vacation", Default: "show", Sub: []Command{
			{Name: "start", run: handleVacationStart, Audience: chat.Quiet, Args: []Arg{{Name: "days", Kind: NumberArg, Required: true}}},
			{Name: "end", run: handleVacationEnd, Audience: chat.Quiet},
			{Name: "show", run: handleVacationShow, Audience: chat.Quiet, ReadOnly: true},
		}},
		{Name: "watch", Default: "start", Sub: []Command{
			{Name: "start", run: handleWatch, Audience: chat.Quiet, Args: []Arg{gameArg}},
			{Name: "invite", run: handleWatchInvite, Audience: chat.Secret, Args: []Arg{{Name: "player", Kind: PersonArg, Required: true}, gameArg}},
			{Name: "remove", run: handleWatchRemove, Audience: chat.Secret, Args: []Arg{{Name: "player", Kind: PersonArg, Required: true}, gameArg}},
		}},
		{Name: "unwatch", run: handleUnwatch, Audience: chat.Quiet, Args: []Arg{gameArg}},
		{Name: "note", run: handleNote, ReadOnlyBare: true, Audience: chat.Secret, Args: []Arg{gameArg, {Name: "text", Kind: WordsArg}}},
		{Name: "history", run: handleHistory, Audience: chat.Quiet, ReadOnly: true, Args: []Arg{gameArg}},
		{Name: "export", run: handleExport, Audience: chat.Quiet, ReadOnly: true, Args: []Arg{gameArg, {Name: "format", Kind: ChoiceArg, Options: formats},
			{Name: "ply", Kind: CountArg}}},
		{Name: "import", run: handleImport, Audience: chat.Secret, Args: []Arg{{Name: "variant", Kind: VariantArg},
			{Name: "record", Kind: TextArg, Required: true}}},
		{Name: "profile", run: handleProfile, Audience: chat.Quiet, ReadOnly: true, Args: []Arg{{Name: "player", Kind: PersonArg}}},
		{Name: "leaderboard", run: handleLeaderboard, Audience: chat.Quiet, ReadOnly: true, Args: []Arg{{Name: "variant", Kind: VariantArg},
			{Name: "everywhere", Kind: FlagArg}}},
		{Name: "preferences", run: handlePreferences, ReadOnlyBare: true, Audience: chat.Secret, Args: []Arg{
			{Name: "language", Kind: ChoiceArg, Options: append([]string{defaultChoice}, words.Tags()...)},
			{Name: "theme", Kind: ChoiceArg, Options: append(render.Themes(), defaultChoice)},
			{Name: "notices", Kind: ChoiceArg, Options: []string{"discord", "email", defaultChoice}},
			{Name: "bymail", Kind: ChoiceArg, Options: []string{"on", "off"}},
			{Name: "listed", Kind: ChoiceArg, Options: []string{"on", "off"}}}},
		{Name: "settings", run: handleSettings, ReadOnlyBare: true, Audience: chat.Quiet, Administrative: true, Args: []Arg{
			{Name: "here", Kind: ChoiceArg, Options: []string{"on", "off"}},
			{Name: "threads", Kind: ChoiceArg, Options: []string{"on", "off"}},
			{Name: "variant", Kind: VariantArg}, {Name: "clock", Kind: ClockArg},
			{Name: "language", Kind: ChoiceArg, Options: words.Tags()},
			{Name: "theme", Kind: ChoiceArg, Options: render.Themes()},
			{Name: "games", Kind: ChoiceArg, Options: gamesOptions},
			{Name: "channels", Kind: ChoiceArg, Options: channelsOptions}}},
		{Name: "adjudicate", run: handleAdjudicate, Audience: chat.Public, Administrative: true, Args: []Arg{
			{Name: "game", Kind: NumberArg, Required: true},
			{Name: "result", Kind: ChoiceArg, Options: []string{"white", "black", "draw", "none"}, Required: true},
			{Name: "reason", Kind: WordsArg, Required: true}}},
		{Name: "ban", run: handleBan, Audience: chat.Quiet, Administrative: true, Args: []Arg{{Name: "player", Kind: PersonArg, Required: true}}},
		{Name: "unban", run: handleUnban, Audience: chat.Quiet, Administrative: true, Args: []Arg{{Name: "player", Kind: PersonArg, Required: true}}},
		{Name: "block", run: handleBlock, Audience: chat.Secret, Args: []Arg{{Name: "player", Kind: PersonArg, Required: true}}},
		{Name: "unblock", run: handleUnblock, Audience: chat.Secret, Args: []Arg{{Name: "player", Kind: PersonArg, Required: true}}},
		{Name: "name", run: handleName, ReadOnlyBare: true, Audience: chat.Quiet, Args: []Arg{{Name: "name", Kind: WordsArg}}},
		{Name: "link", run: handleLink, Audience: chat.Secret, Args: []Arg{{Name: "code", Kind: CodeArg}, confirmArg}},
		{Name: "rules", run: handleRules, Audience: chat.Quiet, ReadOnly: true, Args: []Arg{{Name: "variant", Kind: VariantArg}}},
		{Name: "help", run: handleHelp, Audience: chat.Quiet, ReadOnly: true, Args: []Arg{{Name: "command", Kind: WordsArg}}},
	}
}

var commands []Command

// AudienceOf returns who is likely to read the answer to a command.
func AudienceOf(c *chat.Call) chat.Audience {
	in, err := parseCall(c)
	if err != nil {
		return chat.Quiet
	}
	return in.audience()
}

// audience returns who is likely to read the answer: a command that asks first keeps the
// question secret.
func (in invocation) audience() chat.Audience {
	if in.command.Audience == chat.Public && in.command.asks() && !confirms(in.args["confirm"]) {
		return chat.Secret
	}
	return in.command.Audience
}

// Administrative reports whether the command of this name is for those who manage a server.
func Administrative(name string) bool {
	c := commandAt(name)
	return c != nil && c.Administrative
}

// commandAt returns the command with a path such as "draw accept", or nil.
func commandAt(path ...string) (found *Command) {
	list := commands
	for _, word := range path {
		if found = find(list, word); found == nil {
			return nil
		}
		list = found.Sub
	}
	return found
}

// asks reports whether the command asks once more before it does anything.
func (c Command) asks() bool {
	return slices.ContainsFunc(c.Args, func(a Arg) bool { return a.Kind == ConfirmArg })
}

func init() { commands = Commands() } // not in the declaration: help refers to it

// find returns the command with a name or another word for it, in any language, or nil.
func find(list []Command, word string) *Command {
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

// Usage returns how a command is typed, such as "challenge OPPONENT [VARIANT] [COLOR]".
func (c Command) Usage(path string) string {
	b := strings.Builder{}
	b.WriteString(path)
	for _, a := range c.Args {
		name := strings.ToUpper(a.Name)
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

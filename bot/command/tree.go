// Package command holds the commands that people give. Tree lists them as data, from which help
// and the registration with Discord follow. Parse reads a command that was typed, pressed or
// chosen into an Invocation, and Invocation.String writes it, for a button. The package knows no
// store: it cannot tell whether a game, a person or a square exists.
package command

import (
	"slices"
	"strconv"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/game"
	"stackmate/bot/words"
	"stackmate/render"
)

// Command is a command, or a word that several commands begin with.
type Command struct {
	// Name is the word that is typed in English. The catalogues hold other words for it.
	Name string
	// Args are the arguments, in the order in which a text is searched for them.
	Args []Arg
	// Sub are the commands that begin with Name. If there are any, Name alone is no command.
	Sub []Command
	// Default names the command in Sub that is meant if a text names none; empty if one must
	// be named.
	Default string
	// Administrative is whether the command is for those who may manage the server.
	Administrative bool
	// Hidden is whether the command is only for buttons and texts: it is not registered with
	// Discord, and help does not list it.
	Hidden bool
	// Audience is who may read the answer. The refusal of a public command is answered quietly.
	Audience chat.Audience
	// ReadOnly is whether the command changes nothing.
	ReadOnly bool
	// Slow is whether people must see that the answer is on its way.
	Slow bool
	// ReadOnlyBare is whether the command changes nothing if it is told nothing, or only a game.
	ReadOnlyBare bool
	// Reusable is whether its buttons stay of use after one was pressed, though it changes
	// something.
	Reusable bool
}

var (
	strengthArg  = Arg{Name: "level", Key: "strength", Kind: LevelArg}
	gameArg      = Arg{Name: "game", Kind: NumberArg}
	challengeArg = Arg{Name: "challenge", Kind: NumberArg}
	confirmArg   = Arg{Name: "confirm", Kind: ConfirmArg}
	inWordsArg   = Arg{Name: "text", Key: "in-words", Kind: ChoiceArg, Options: switches}
	puzzleArg    = Arg{Name: "puzzle", Kind: PuzzleArg}
	viewArg      = Arg{Name: "view", Kind: ChoiceArg, Options: Views}
)

// Tree returns the command tree.
func Tree() []Command {
	return []Command{
		{Name: "challenge", Audience: chat.Public, Args: []Arg{
			{Name: "opponent", Kind: PersonArg}, {Name: "variant", Kind: VariantArg}, {Name: "color", Kind: ColorArg}, strengthArg,
			{Name: "clock", Kind: ClockArg}, {Name: "rated", Kind: FlagArg}, {Name: "weekends", Kind: FlagArg},
			{Name: "limit", Kind: CountArg}, {Name: "open", Kind: FlagArg}, {Name: "address", Kind: AddressArg}}},
		{Name: "accept", Audience: chat.Public, Args: []Arg{challengeArg}},
		{Name: "decline", Audience: chat.Public, Args: []Arg{challengeArg}},
		{Name: "cancel", Audience: chat.Public, Args: []Arg{challengeArg}},
		{Name: "move", Audience: chat.Public, Args: []Arg{
			{Name: "move", Kind: MoveArg, Required: true}, gameArg, {Name: "note", Kind: NamedTextArg}}},
		{Name: "pick", Audience: chat.Secret, ReadOnly: true, Hidden: true, Args: []Arg{gameArg, viewArg, {Name: "what", Kind: WordsArg}}},
		{Name: "board", Audience: chat.Quiet, ReadOnly: true, Args: []Arg{gameArg, {Name: "ply", Kind: CountArg},
			{Name: "level", Kind: NamedWordArg}, viewArg, inWordsArg}},
		{Name: "moves", Audience: chat.Quiet, ReadOnly: true, Args: []Arg{{Name: "square", Kind: SquareArg}, gameArg, {Name: "column", Kind: FlagArg}, viewArg}},
		{Name: "attacks", Audience: chat.Quiet, ReadOnly: true, Args: []Arg{{Name: "square", Kind: SquareArg, Required: true}, gameArg}},
		{Name: "sees", Audience: chat.Quiet, ReadOnly: true, Args: []Arg{{Name: "square", Kind: SquareArg, Required: true}, gameArg}},
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
		{Name: "rematch", Audience: chat.Public, Args: []Arg{gameArg, strengthArg}},
		{Name: "level", Audience: chat.Public, ReadOnlyBare: true, Hidden: true, Args: []Arg{gameArg, strengthArg}},
		{Name: "hint", Audience: chat.Secret, ReadOnly: true, Args: []Arg{{Name: "move", Key: "hint-move", Kind: FlagArg}, gameArg}},
		{Name: "analyse", Audience: chat.Quiet, ReadOnly: true, Args: []Arg{gameArg, {Name: "ply", Kind: CountArg}}},
		{Name: "review", Audience: chat.Quiet, ReadOnly: true, Slow: true, Args: []Arg{gameArg}},
		{Name: "quiz", Audience: chat.Secret, ReadOnly: true, Args: []Arg{gameArg, {Name: "ply", Kind: CountArg}, {Name: "solution", Kind: FlagArg}, viewArg, {Name: "what", Kind: WordsArg}}},
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
			{Name: "ply", Kind: CountArg}, viewArg}},
		{Name: "import", Audience: chat.Secret, Args: []Arg{{Name: "variant", Kind: VariantArg},
			{Name: "record", Kind: TextArg, Required: true}}},
		{Name: "puzzle", Audience: chat.Secret, Reusable: true, Args: []Arg{{Name: "variant", Key: "puzzle-variant", Kind: VariantArg},
			{Name: "daily", Kind: FlagArg}, viewArg}},
		{Name: "solve", Audience: chat.Secret, Reusable: true, Args: []Arg{puzzleArg, viewArg, {Name: "move", Key: "what", Kind: WordsArg}}},
		{Name: "solution", Audience: chat.Secret, Reusable: true, Args: []Arg{puzzleArg}},
		{Name: "profile", Audience: chat.Quiet, ReadOnly: true, Args: []Arg{{Name: "player", Kind: PersonArg}}},
		{Name: "leaderboard", Audience: chat.Quiet, ReadOnly: true, Args: []Arg{{Name: "variant", Kind: VariantArg},
			{Name: "everywhere", Kind: FlagArg}}},
		{Name: "preferences", ReadOnlyBare: true, Audience: chat.Secret, Args: []Arg{
			{Name: "language", Kind: ChoiceArg, Options: append([]string{DefaultChoice}, words.Tags()...)},
			{Name: "theme", Kind: ChoiceArg, Options: append(render.Themes(), DefaultChoice)},
			{Name: "notices", Kind: ChoiceArg, Options: []string{"discord", "email", DefaultChoice}},
			{Name: "bymail", Kind: ChoiceArg, Options: switches},
			{Name: "listed", Kind: ChoiceArg, Options: switches},
			{Name: "view", Kind: ChoiceArg, Options: append(Views[:len(Views):len(Views)], DefaultChoice)},
			inWordsArg, {Name: "signout", Kind: FlagArg}}},
		{Name: "web", Audience: chat.Secret, Hidden: true, Reusable: true, Args: []Arg{gameArg}},
		{Name: "settings", ReadOnlyBare: true, Audience: chat.Quiet, Administrative: true, Args: []Arg{
			{Name: "here", Kind: ChoiceArg, Options: switches},
			{Name: "threads", Kind: ChoiceArg, Options: switches},
			{Name: "variant", Kind: VariantArg}, {Name: "clock", Kind: ClockArg},
			{Name: "language", Kind: ChoiceArg, Options: words.Tags(), Unknown: "language.unknown"},
			{Name: "theme", Kind: ChoiceArg, Options: render.Themes(), Unknown: "theme.unknown"},
			viewArg,
			{Name: "games", Kind: ChoiceArg, Options: GamesOptions},
			{Name: "channels", Kind: ChoiceArg, Options: ChannelsOptions},
			{Name: "puzzle", Key: "daily-puzzle", Kind: ChoiceArg, Options: PuzzleOptions}}},
		{Name: "adjudicate", Audience: chat.Public, Administrative: true, Args: []Arg{
			{Name: "game", Kind: NumberArg, Required: true},
			{Name: "result", Kind: ChoiceArg, Required: true, Unknown: "adjudicate.result",
				Options: []string{"white", "black", "draw", "none"}},
			{Name: "reason", Kind: WordsArg, Required: true}}},
		{Name: "admin", Administrative: true, Default: "status", Sub: []Command{
			{Name: "status", Audience: chat.Secret, ReadOnly: true},
		}},
		{Name: "ban", Audience: chat.Quiet, Administrative: true, Args: []Arg{{Name: "player", Kind: PersonArg, Required: true}}},
		{Name: "unban", Audience: chat.Quiet, Administrative: true, Args: []Arg{{Name: "player", Kind: PersonArg, Required: true}}},
		{Name: "block", Audience: chat.Secret, Args: []Arg{{Name: "player", Kind: PersonArg, Required: true}}},
		{Name: "unblock", Audience: chat.Secret, Args: []Arg{{Name: "player", Kind: PersonArg, Required: true}}},
		{Name: "name", ReadOnlyBare: true, Audience: chat.Quiet, Args: []Arg{{Name: "name", Kind: WordsArg}}},
		{Name: "link", Audience: chat.Secret, Args: []Arg{{Name: "code", Kind: CodeArg}, confirmArg}},
		{Name: "mydata", Sub: []Command{
			{Name: "export", Audience: chat.Secret},
			{Name: "delete", Audience: chat.Secret, Args: []Arg{{Name: "code", Key: "delete-code", Kind: CodeArg}}},
		}},
		{Name: "rules", Audience: chat.Quiet, ReadOnly: true, Args: []Arg{{Name: "variant", Kind: VariantArg}, {Name: "page", Kind: WordsArg}}},
		{Name: "help", Audience: chat.Quiet, ReadOnly: true, Args: []Arg{{Name: "command", Kind: WordsArg}}},
	}
}

var tree = Tree()

// Administrative reports whether the top-level command with a name is for those who may manage
// the server.
func Administrative(name string) bool {
	c := Find(tree, name)
	return c != nil && c.Administrative
}

// asks reports whether the command asks once more before it does anything.
func (c Command) asks() bool {
	return slices.ContainsFunc(c.Args, func(a Arg) bool { return a.Kind == ConfirmArg })
}

// Find returns the command in a list that a word names, in any language; nil if there is none.
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

// Usage returns how a command is typed in a language, such as "challenge OPPONENT [VARIANT] [COLOR]".
func (c Command) Usage(path Path, lang words.Language) string {
	b := strings.Builder{}
	b.WriteString(Typed(lang, string(path)))
	for _, a := range c.Args {
		if !a.Offered() || a.Kind == AddressArg { // an address may be typed for the person
			continue
		}
		name := lang.Text(a.Option())
		switch a.Kind {
		case LevelArg:
			name += ":1-" + strconv.Itoa(game.MaxLevel)
		case NumberArg:
			name = "#" + strings.ToUpper(name)
		case CountArg:
			name += ":N"
		case NamedWordArg:
			name += ":" + strings.ToUpper(name)
		case NamedTextArg:
			name += ":TEXT"
		case ChoiceArg:
			name += ":" + strings.Join(a.Options, "|")
		case FlagArg:
		default:
			name = strings.ToUpper(name)
		}
		if !a.Required {
			name = "[" + name + "]"
		}
		b.WriteString(" " + name)
	}
	return b.String()
}

// usage fills a gap with how the command of a path is used.
type usage Path

// In returns the command, or how it is typed.
func (u usage) In(lang words.Language) string {
	return chat.Either(chat.Command(string(u)), Path(u).Command().Usage(Path(u), lang))
}

package bot

import (
	"strings"

	"stackmate/bot/words"
	"stackmate/rules"
)

// Command is a node of the command tree. The parser of typed commands, the help
// and the registration with Discord all follow from it.
type Command struct {
	Name string
	// Also are other words for the same.
	Also []string
	Args []Arg
	// Sub are the commands under this one; a command with some has no run of its own
	// unless it makes sense alone.
	Sub []Command
	// Hidden commands are for buttons and text, not for registration.
	Hidden bool

	run func(*call) error
}

// Arg is an argument of a command.
type Arg struct {
	Name     string
	Kind     ArgKind
	Required bool
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
	MoveArg
	WordsArg
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
	}
	return nil
}

// ChoiceName returns what players read for a choice of an argument.
func ChoiceName(a Arg, key string, say words.Language) string {
	if a.Kind == VariantArg {
		return rules.VariantByKey(key).Name()
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
		{Name: "challenge", Also: []string{"play", "invite"}, run: (*call).challenge, Args: []Arg{
			{Name: "opponent", Kind: PersonArg, Required: true}, {Name: "variant", Kind: VariantArg},
			{Name: "color", Kind: ColorArg}}},
		{Name: "accept", run: (*call).accept, Args: []Arg{challengeArg}},
		{Name: "decline", run: (*call).decline, Args: []Arg{challengeArg}},
		{Name: "cancel", run: (*call).cancel, Args: []Arg{challengeArg}},
		{Name: "move", Also: []string{"m"}, run: (*call).move, Args: []Arg{
			{Name: "move", Kind: MoveArg, Required: true}, gameArg}},
		{Name: "board", Also: []string{"show"}, run: (*call).board, Args: []Arg{gameArg}},
		{Name: "moves", run: (*call).moves, Args: []Arg{{Name: "square", Kind: SquareArg}, gameArg}},
		{Name: "games", run: (*call).games},
		{Name: "draw", Sub: []Command{
			{Name: "offer", run: (*call).drawOffer, Args: []Arg{gameArg}},
			{Name: "accept", run: (*call).drawAccept, Args: []Arg{gameArg, confirmArg}},
			{Name: "decline", run: (*call).drawDecline, Args: []Arg{gameArg}},
			{Name: "withdraw", run: (*call).drawWithdraw, Args: []Arg{gameArg}},
			{Name: "claim", run: (*call).drawClaim, Args: []Arg{gameArg}},
		}},
		{Name: "resign", run: (*call).resign, Args: []Arg{gameArg, confirmArg}},
		{Name: "history", run: (*call).history, Args: []Arg{gameArg}},
		{Name: "rules", run: (*call).rules, Args: []Arg{{Name: "variant", Kind: VariantArg}}},
		{Name: "help", Also: []string{"?"}, run: (*call).help, Args: []Arg{{Name: "command", Kind: WordsArg}}},
	}
}

var commands []Command

func init() { commands = Commands() } // not in the declaration: help refers to it

// find returns the command with a name or one of its other words, or nil.
func find(list []Command, word string) *Command {
	for i := range list {
		if strings.EqualFold(list[i].Name, word) {
			return &list[i]
		}
		for _, also := range list[i].Also {
			if strings.EqualFold(also, word) {
				return &list[i]
			}
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
		if a.Kind == NumberArg {
			name = "#" + name
		}
		if !a.Required {
			name = "[" + name + "]"
		}
		b.WriteString(" " + name)
	}
	return b.String()
}

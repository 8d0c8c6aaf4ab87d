package bot

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"stackmate/bot/chat"
	"stackmate/bot/game"
	"stackmate/rules"
)

// maxText bounds the length of a message that can be a command, in bytes.
const maxText = 4000

// invocation is a command with its arguments by name, wherever they came from.
type invocation struct {
	command *Command
	path    string
	args    map[string]string
	raw     string // what was typed, command and arguments
}

// parse understands a message as a command. What is no command is taken for a
// move. The error is a refusal.
func parse(m chat.Message) (invocation, error) {
	if m.Call != nil {
		return parseCall(m.Call)
	}
	text := strings.TrimSpace(m.Text)
	if len(text) > maxText {
		return invocation{}, refuse("parse.long")
	}
	number, rest := leadingNumber(text)
	words := strings.Fields(rest)
	if len(words) == 0 {
		if number != "" {
			return invocation{command: find(commands, "board"), path: "board", args: map[string]string{"game": number}}, nil
		}
		return invocation{}, refuse("parse.empty")
	}
	in := invocation{command: find(commands, strings.TrimPrefix(words[0], "/")), args: map[string]string{}, raw: rest}
	if in.command == nil {
		in.command, in.path = find(commands, "move"), "move"
		in.args["move"] = rest
	} else {
		in.path = in.command.Name
		words = words[1:]
		if in.command.Sub != nil {
			sub, rest, err := in.sub(words)
			if err != nil {
				return in, err
			}
			in.command, in.path, words = sub, in.path+" "+sub.Name, rest
		}
		if err := in.take(words); err != nil {
			return in, err
		}
	}
	if number != "" {
		for _, a := range in.command.Args {
			if a.Kind == NumberArg {
				in.args[a.Name] = number
			}
		}
	}
	return in, in.complete()
}

// sub returns the command under this one that the words begin with, or the one that
// is meant when none is named.
func (in *invocation) sub(words []string) (sub *Command, rest []string, err error) {
	if len(words) > 0 {
		if sub = find(in.command.Sub, words[0]); sub != nil {
			return sub, words[1:], nil
		}
	}
	if in.command.Usual != "" {
		return find(in.command.Sub, in.command.Usual), words, nil
	}
	subs := strings.Join(subNames(in.command), ", ")
	if len(words) == 0 {
		return nil, nil, refuse("parse.sub", "command", in.path, "subs", subs)
	}
	return nil, nil, refuse("parse.sub-unknown", "text", quote(in.path+" "+words[0]), "command", in.path, "subs", subs)
}

func parseCall(c *chat.Call) (invocation, error) {
	in := invocation{command: commandAt(c.Path...), args: c.Args}
	if in.command == nil || in.command.run == nil {
		return in, refuse("parse.unknown", "text", strings.Join(c.Path, " "))
	}
	in.path = strings.Join(c.Path, " ")
	if in.args == nil {
		in.args = map[string]string{}
	}
	return in, in.complete()
}

// complete checks that the required arguments are there.
func (in *invocation) complete() error {
	for _, a := range in.command.Args {
		if a.Required && strings.TrimSpace(in.args[a.Name]) == "" {
			return refuse("parse.missing", "arg", a.Name, "usage", in.command.Usage(in.path))
		}
	}
	return nil
}

// take gives each word to the first argument that it can be.
func (in *invocation) take(words []string) error {
	for i := 0; i < len(words); i++ {
		if name, value, ok := strings.Cut(words[i], ":"); ok && value != "" && in.named(name) {
			in.args[strings.ToLower(name)] = value
			continue
		}
		arg := in.argFor(words[i])
		if arg == nil {
			return refuse("parse.extra", "text", quote(words[i]), "usage", in.command.Usage(in.path))
		}
		switch arg.Kind {
		case MoveArg, WordsArg:
			in.args[arg.Name] = strings.Join(words[i:], " ")
			return nil
		case TextArg:
			in.args[arg.Name] = tail(in.raw, len(words)-i)
			return nil
		}
		in.args[arg.Name] = words[i]
	}
	return nil
}

// tail returns the end of a text that holds its last n words, as it is written.
func tail(text string, n int) string {
	for skip := len(strings.Fields(text)) - n; skip > 0; skip-- {
		text = strings.TrimLeftFunc(text, unicode.IsSpace)
		text = text[strings.IndexFunc(text, unicode.IsSpace):]
	}
	return strings.TrimSpace(text)
}

// named reports whether an argument still missing has a name, as in "limit:60".
func (in *invocation) named(name string) bool {
	for _, a := range in.command.Args {
		if _, taken := in.args[a.Name]; !taken && strings.EqualFold(a.Name, name) {
			return true
		}
	}
	return false
}

// argFor returns the first argument still missing that a word can be. A word with a
// # in front is the number of a game wherever it stands.
func (in *invocation) argFor(word string) *Arg {
	number := strings.HasPrefix(word, "#") && NumberArg.accepts(word)
	for i := range in.command.Args {
		a := &in.command.Args[i]
		_, taken := in.args[a.Name]
		switch {
		case taken, number && a.Kind != NumberArg:
		case a.Kind == FlagArg && strings.EqualFold(a.Name, word), a.Kind != FlagArg && a.Kind.accepts(word),
			slices.Contains(a.Options, strings.ToLower(word)):
			return a
		}
	}
	return nil
}

// accepts reports whether a word can be an argument of the kind.
func (k ArgKind) accepts(word string) bool {
	switch k {
	case VariantArg:
		return variantNamed(word) != nil
	case ColorArg:
		_, ok := colorNamed(word)
		return ok
	case NumberArg:
		_, ok := gameRef(word)
		return ok
	case ConfirmArg:
		return confirms(word)
	case ClockArg:
		_, err := game.ParseClock(word)
		return err == nil
	case CountArg, ChoiceArg, AddressArg: // by name, or one of the options
		return false
	case PersonArg:
		return strings.HasPrefix(word, "@") || strings.HasPrefix(word, "<@") ||
			variantNamed(word) == nil && !ClockArg.accepts(word) && !ColorArg.accepts(word) && !isFlag(word)
	case MoveArg: // "move 12 N2g3" names the game first
		return !isDigits(word)
	case SquareArg:
		_, number := gameRef(word)
		return !number
	}
	return true
}

// isFlag reports whether a word is the name of an argument that is said or not.
func isFlag(word string) bool {
	switch strings.ToLower(word) {
	case "rated", "weekends", "open":
		return true
	}
	return false
}

// leadingNumber splits "#12 N2g3" and "12: N2g3" into number and rest.
func leadingNumber(text string) (number, rest string) {
	word, rest, _ := strings.Cut(text, " ")
	word = strings.TrimSuffix(word, ":")
	if _, ok := gameRef(word); ok && (strings.HasPrefix(word, "#") || isDigits(word)) {
		return word, strings.TrimSpace(rest)
	}
	return "", text
}

// reference names a game, and perhaps the ply at which a button was made for it.
type reference struct {
	id  int64
	ply int // -1 when unknown
}

// gameRef reads "12", "#12" or "#12@34".
func gameRef(word string) (reference, bool) {
	number, ply, at := strings.Cut(strings.TrimPrefix(word, "#"), "@")
	ref := reference{ply: -1}
	if !isDigits(number) || len(number) > 15 || at && (!isDigits(ply) || len(ply) > 6) {
		return ref, false
	}
	ref.id, _ = strconv.ParseInt(number, 10, 64)
	if at {
		ref.ply, _ = strconv.Atoi(ply)
	}
	return ref, ref.id > 0
}

func isDigits(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool { return r < '0' || r > '9' }) < 0
}

func confirms(word string) bool {
	switch strings.ToLower(word) {
	case "yes", "confirm", "ja":
		return true
	}
	return false
}

// variantNamed returns a game by its key or a common short name, or nil.
func variantNamed(word string) *rules.Variant {
	if v := rules.VariantByKey(word); v != nil {
		return v
	}
	switch strings.ToLower(word) {
	case "m3d", "mill":
		return rules.VariantByKey("millennium")
	case "8level", "eight", "3d-8l":
		return rules.VariantByKey("3d8l")
	case "tng", "next":
		return rules.VariantByKey("nextgen")
	case "tri", "tridim":
		return rules.VariantByKey("tridimensional")
	case "chess", "classic", "standard":
		return rules.VariantByKey("orthodox")
	}
	return nil
}

func colorNamed(word string) (string, bool) {
	switch strings.ToLower(word) {
	case "white", "w", "weiß", "weiss":
		return "white", true
	case "black", "b", "schwarz":
		return "black", true
	case "random", "r", "any", "zufall":
		return "random", true
	}
	return "", false
}

func subNames(c *Command) (names []string) {
	for _, s := range c.Sub {
		if !s.Hidden {
			names = append(names, s.Name)
		}
	}
	return names
}

// quote makes a player's words safe and short enough to repeat.
func quote(s string) string {
	s = printable(s)
	if utf8.RuneCountInString(s) > 60 {
		s = string([]rune(s)[:59]) + "…"
	}
	return "“" + s + "”"
}

// maxName is how long a name may be, in letters.
const maxName = 40

// tidy makes the names of people safe and short enough to repeat: they are whatever
// somebody has typed.
func tidy(p chat.Person) chat.Person {
	p.Name = printable(p.Name)
	if p.Transport == mailTransport { // neither an address nor what a mail says is a public name
		p.Name = ""
	}
	if utf8.RuneCountInString(p.Name) > maxName {
		p.Name = string([]rune(p.Name)[:maxName-1]) + "…"
	}
	return p
}

// printable leaves of a text what can be seen, in one line.
func printable(s string) string {
	s = strings.Map(func(r rune) rune {
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

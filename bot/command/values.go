package command

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"stackmate/bot/game"
	"stackmate/bot/textutil"
	"stackmate/bot/words"
	"stackmate/rules"
)

// Bounds of what a command can be told.
const (
	// MaxText is how long a message that can be a command may be, in bytes.
	MaxText = 4000
	// MaxName is how long a name may be, in characters.
	MaxName = 40
	// MaxNote is how long a note to a move may be, in characters.
	MaxNote = 500
	// MaxGameNote is how long a private note on a game may be, in characters: every
	// transport can show it in one message.
	MaxGameNote = 1400
	// MaxLevel is the strongest level of the program.
	MaxLevel = game.MaxLevel
	// MaxVacation is how many days of vacation a player has in a calendar year.
	MaxVacation = 30
	// The fifty-move rule may count minLimit to maxLimit moves.
	minLimit, maxLimit = 10, 500
)

// linkCode is a code for linking, as Options.Code makes it.
var linkCode = regexp.MustCompile(`^[A-Z2-7]{12}$`)

// set reads the value of an argument. The error is a *ParseError. An empty value says nothing.
func (in *Invocation) set(a *Arg, value string) error {
	value = strings.TrimSpace(value)
	if value == "" {
		return nil
	}
	said := textutil.Quote(value)
	switch a.Kind {
	case PersonArg:
		in.Person = value
	case AddressArg:
		in.Address = value
	case VariantArg:
		if in.Variant = rules.VariantByName(value); in.Variant == nil {
			return fail("variant.unknown", "text", said, "variants", strings.Join(a.Choices(), ", ")).near(Nearest(value, a.words()))
		}
	case ColorArg:
		var ok bool
		if in.Color, ok = colorNamed(value); !ok {
			return fail("color.unknown", "text", said)
		}
	case ClockArg:
		clock, err := game.ParseClock(value)
		if err != nil {
			return fail("clock.unknown", "text", said)
		}
		in.Clock = &clock
	case LevelArg:
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 || n > game.MaxLevel {
			return fail("level.unknown", "text", said, "max", game.MaxLevel)
		}
		in.Strength = n
	case FlagArg:
		*flags[a.ID()](in) = true
	case PuzzleArg:
		var ok bool
		if in.Puzzle, ok = ParsePuzzleRef(value); !ok {
			return fail("puzzle.unknown", "text", said)
		}
	case ConfirmArg:
		in.Confirmed = confirms(value)
	case NumberArg, CountArg:
		return in.setNumber(a.Name, value)
	case ChoiceArg:
		key := a.option(value)
		if slices.Equal(a.Options, switches) && confirms(value) {
			key = On
		} else if i := slices.IndexFunc(a.Options, func(o string) bool { return words.Means("choice."+o, value) }); i >= 0 {
			key = a.Options[i]
		}
		if v := rules.VariantByName(value); key == "" && v != nil { // games have other names, too
			key = a.option(v.Key())
		}
		if key == "" {
			return fail(a.unknown(), "text", said, "choices", strings.Join(a.Options, ", ")).near(Nearest(value, a.Options))
		}
		*fields[a.ID()](in) = key
	default:
		return in.setText(a, value)
	}
	return nil
}

// unknown returns the key of the sentence that refuses everything but the options.
func (a Arg) unknown() string {
	if a.Unknown == "" {
		return "preferences.unknown"
	}
	return a.Unknown
}

// setNumber reads an argument that is a number.
func (in *Invocation) setNumber(name, value string) error {
	said := textutil.Quote(value)
	n, err := strconv.Atoi(strings.TrimPrefix(value, "#"))
	switch name {
	case "ply": // how many there are depends on the game
		in.Ply = Ply{value}
	case "limit":
		if in.Limit = n; err != nil || n < minLimit || n > maxLimit {
			return fail("challenge.limit", "text", said)
		}
	case "days":
		if in.Days = n; err != nil || n < 1 || n > MaxVacation {
			return fail("vacation.days", "text", said, "max", MaxVacation)
		}
	case "challenge":
		ref, ok := ParseGameRef(value)
		if in.Challenge = ref.ID; !ok {
			return fail("challenge.number", "text", said)
		}
	case "game":
		var ok bool
		if in.Game, ok = ParseGameRef(value); !ok {
			return fail("game.number", "text", said)
		}
	}
	return nil
}

// setText reads an argument that is a text of some kind.
func (in *Invocation) setText(a *Arg, value string) error {
	if a.ID() == "what" {
		in.setPick(value)
		return nil
	}
	switch a.Name {
	case "line":
		in.Line = splitLine(value)
		return nil
	case "command":
		word := strings.TrimPrefix(strings.Fields(value)[0], "/")
		c := Find(tree, word)
		if c == nil {
			return fail("parse.unknown", "text", textutil.Quote(word)).near(Near(word))
		}
		in.Topic = Path(c.Name)
		return nil
	case "level":
		if in.Level = strings.ToUpper(value); words.Means("answer.all", value) {
			in.Level = AllLevels
		}
		return nil
	case "note":
		return in.setNote(value)
	case "reason":
		if err := in.setNote(value); err != nil || in.Note != "" {
			return err
		}
		return fail("adjudicate.reason")
	case "text":
		if utf8.RuneCountInString(value) > MaxGameNote {
			return fail("note.long", "max", MaxGameNote)
		}
	case "record": // not with the marks of a code block around it
		value = strings.TrimFunc(value, func(r rune) bool { return r == '`' || unicode.In(r, unicode.White_Space, unicode.C) })
		switch {
		case value == "":
			return fail("import.empty")
		case len(value) > MaxText:
			return fail("import.long", "max", MaxText)
		}
	case "code":
		if a.Key != "" { // of a question, which may be any text: the desk knows it
			in.Code = strings.ToUpper(textutil.Truncate(textutil.Printable(value), MaxName))
			return nil
		}
		code := strings.ToUpper(value)
		switch {
		case strings.Contains(value, "@"):
			in.Address = value
		case linkCode.MatchString(code):
			in.Code = code
		default:
			return fail("link.unknown", "text", textutil.Quote(value))
		}
		return nil
	case "move":
		if move, note, ok := strings.Cut(value, "//"); ok && in.Path == Move {
			in.Move = strings.TrimSpace(move)
			return in.setNote(note)
		}
	}
	*fields[a.Name](in) = value
	return nil
}

// setNote makes a note printable. If there are two, the first counts.
func (in *Invocation) setNote(value string) error {
	value = textutil.Printable(value)
	if utf8.RuneCountInString(value) > MaxNote {
		return fail("note.long", "max", MaxNote)
	}
	if in.Note == "" {
		in.Note = value
	}
	return nil
}

// setPick reads what is picked: "+25" means the pieces after the first 25, "boards" the attack
// boards, and anything else is a square or a move.
func (in *Invocation) setPick(value string) {
	skip, ok := strings.CutPrefix(value, "+")
	switch {
	case ok:
		if n, err := strconv.Atoi(skip); err == nil {
			in.Skip = max(n, 0)
		}
	case value == boards:
		in.Boards = true
	default:
		in.Move = value
	}
}

// confirms reports whether a word means yes, in any language.
func confirms(word string) bool { return words.Means("answer.yes", word) }

// colorNamed returns the color that a word names, in any language.
func colorNamed(word string) (game.Preference, bool) {
	for _, p := range []game.Preference{game.AsWhite, game.AsBlack, game.AsRandom} {
		if words.Means("answer."+string(p), word) {
			return p, true
		}
	}
	return "", false
}

// splitLine returns the moves of a line such as "if N3c5 then Q2e7, B2b3 R1a1". It leaves out the
// numbers of moves.
func splitLine(s string) (moves []string) {
	s = strings.NewReplacer(",", " ", ";", " ", "→", " ", "->", " ").Replace(s)
	for _, w := range strings.Fields(s) {
		numbered := strings.Trim(w, "0123456789.…") == ""
		if !numbered && !words.Means("line.join", w) {
			moves = append(moves, w)
		}
	}
	return moves
}

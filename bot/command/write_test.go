package command

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"stackmate/bot/chat"
	"stackmate/bot/game"
	"stackmate/bot/timeutil"
	"stackmate/rules"
)

// Buttons hang in channels and lie in mailboxes for years: what they say stays understood,
// and stays what is written.
func TestButtons(t *testing.T) {
	g := &game.Game{ID: 12, Log: make([]game.Ply, 3)}
	now, later := GameAt(g), *g
	later.Log = later.Log[:2]
	for text, in := range map[string]Invocation{
		"accept #12":                           {Path: Accept, Challenge: 12},
		"decline #12":                          {Path: Decline, Challenge: 12},
		"pick #12@3":                           {Path: Pick, Game: now},
		"pick #12@3 1e2":                       {Path: Pick, Game: now, Move: "1e2"},
		"pick #12@3 boards":                    {Path: Pick, Game: now, Boards: true},
		"pick #12@3 +124":                      {Path: Pick, Game: now, Skip: 124},
		"move #12@3 1e2-1e4":                   {Path: Move, Game: now, Move: "1e2-1e4"},
		"move #12@3 O|O":                       {Path: Move, Game: now, Move: "O|O"},
		"board #12 ply:0":                      {Path: Board, Game: GameID(12), Ply: AtPly(0)},
		"board #12 ply:3 level:4,5 view:stack": {Path: Board, Game: GameID(12), Ply: AtPly(3), Level: "4,5", View: "stack"},
		"board #12 ply:3 level:all":            {Path: Board, Game: GameID(12), Ply: AtPly(3), Level: AllLevels},
		"moves #12 2e4 view:stack":             {Path: Moves, Game: GameID(12), Square: "2e4", View: "stack"},
		"pick #12@3 view:stack 1e2":            {Path: Pick, Game: now, Move: "1e2", View: "stack"},
		"draw accept #12":                      {Path: DrawAccept, Game: GameID(12)},
		"draw decline #12":                     {Path: DrawDecline, Game: GameID(12)},
		"draw accept #12@3 yes":                {Path: DrawAccept, Game: now, Confirmed: true},
		"takeback accept #12@3":                {Path: TakebackAccept, Game: now},
		"takeback decline #12@3":               {Path: TakebackDecline, Game: now},
		"resign #12@3 yes":                     {Path: Resign, Game: now, Confirmed: true},
		"rematch #12":                          {Path: Rematch, Game: GameID(12)},
		"watch start #12":                      {Path: WatchStart, Game: GameID(12)},
		"link ABCDEFGH2345 yes":                {Path: Link, Code: "ABCDEFGH2345", Confirmed: true},
		"resign #12":                           {Path: Resign, Game: GameID(12)},
		"cancel #12":                           {Path: Cancel, Challenge: 12},
		"challenge none":                       {Path: Challenge, Clock: &game.Clock{}},
		"solve puzzle:mk3x9":                   {Path: Solve, Puzzle: PuzzleRef{"mk3x9", 0}},
		"solve puzzle:mk3x9@2 1e2":             {Path: Solve, Puzzle: PuzzleAt("mk3x9", 2), Move: "1e2"},
		"solve puzzle:mk3x9@0 view:stack +124": {Path: Solve, Puzzle: PuzzleAt("mk3x9", 0), View: "stack", Skip: 124},
		"solution puzzle:mk3x9":                {Path: Solution, Puzzle: PuzzleRef{"mk3x9", 0}},
		"puzzle millennium":                    {Path: Puzzle, Variant: rules.VariantByKey("millennium")},
		"move #12 move:2 e4":                   {Path: Move, Game: GameID(12), Move: "2 e4"},
		"if add #12 line:#5 e5 e6":             {Path: IfAdd, Game: GameID(12), Line: []string{"#5", "e5", "e6"}},
	} {
		if got := in.String(); got != text {
			t.Errorf("%q is written where it was %q", got, text)
		}
		if got, err := Parse(chat.Message{Text: text}, nil); err != nil || !reflect.DeepEqual(got, in) {
			t.Errorf("%q is read as %+v (%v)", text, got, err)
		}
	}
	over := *g
	over.Outcome, over.Reason = rules.Draw, game.Agreement
	if now.Stale(g) || !now.Stale(&later) || !now.Stale(&over) || GameID(12).Stale(&over) {
		t.Error("what is stale is mistaken")
	}
}

// drawn gives a command something to be told.
func drawn(t *rapid.T, path Path) Invocation {
	in := Invocation{Path: path}
	text := func(name string) string {
		words := rapid.SliceOfN(rapid.SampledFrom(strings.Fields(`e4 N2g3 Anna #5 12 game:3 note:x ply:2 line:e5 white yes rated 3d chess "a b" // `+"` @Ben move draw + boards de")), 1, 4).Draw(t, name)
		return strings.Join(words, " ")
	}
	for i := range path.Command().Args {
		a := &path.Command().Args[i]
		if !a.Required && rapid.Bool().Draw(t, "without "+a.Name) {
			continue
		}
		number := rapid.IntRange(1, 30).Draw(t, a.Name)
		switch a.Kind {
		case PersonArg:
			in.Person = strings.ReplaceAll(text(a.Name), `"`, "")
		case AddressArg:
			in.Address = "anna@example.org"
		case VariantArg:
			in.Variant = rules.VariantByKey(rapid.SampledFrom(a.Choices()).Draw(t, a.Name))
		case ColorArg:
			in.Color = rapid.SampledFrom([]game.Preference{game.AsWhite, game.AsBlack, game.AsRandom}).Draw(t, a.Name)
		case ClockArg:
			in.Clock = rapid.SampledFrom([]*game.Clock{{}, {PerMove: 3 * timeutil.Day}, {Bank: 30 * timeutil.Day, Increment: timeutil.Day / 2}}).Draw(t, a.Name)
		case NumberArg, CountArg:
			switch a.Name {
			case "game":
				in.Game = GameRef{int64(number), rapid.IntRange(0, 3).Draw(t, "age")}
			case "challenge":
				in.Challenge = int64(number)
			case "days":
				in.Days = number
			case "ply":
				in.Ply = AtPly(number)
			case "limit":
				in.Limit = 10 * number
			}
		case LevelArg:
			in.Strength = 1 + number%MaxLevel
		case FlagArg:
			*flags[a.ID()](&in) = true
		case PuzzleArg:
			in.Puzzle = PuzzleRef{"mk3x9", rapid.IntRange(0, 3).Draw(t, "age")}
		case ConfirmArg:
			in.Confirmed = true
		case SquareArg:
			in.Square = rapid.SampledFrom([]string{"e4", "12", "#5", "game:3", "square:e4"}).Draw(t, a.Name)
		case NamedWordArg:
			*fields[a.Name](&in) = rapid.SampledFrom([]string{"4", "4,5", "all"}).Draw(t, a.Name)
		case CodeArg:
			in.Code = "ABCDEFGH2345"
		case ChoiceArg:
			*fields[a.ID()](&in) = rapid.SampledFrom(a.Options).Draw(t, a.Name)
		default:
			value := text(a.Name)
			switch a.ID() {
			case "what":
				in.setPick(value)
			case "line":
				in.Line = append(splitLine(value), "e5")
			case "command":
				in.Topic = rapid.SampledFrom([]Path{"draw", Move, Help}).Draw(t, a.Name)
			case "record":
				in.Record = strings.Trim(value+"\nx", "` \n")
			case "move":
				in.Move = strings.TrimSpace(strings.NewReplacer("//", "x", "note:", "x").Replace(value))
			default:
				*fields[a.Name](&in) = value
			}
		}
	}
	return in
}

// TestWritten holds that every command, told anything, is read as it is written.
func TestWritten(t *testing.T) {
	paths := make([]Path, 0, len(commands))
	for path := range commands {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	for _, path := range paths {
		t.Run(string(path), rapid.MakeCheck(func(t *rapid.T) {
			in := drawn(t, path)
			got, err := Parse(chat.Message{Text: in.String()}, nil)
			if err != nil || !reflect.DeepEqual(got, in) {
				t.Fatalf("%q is read as %q (%v)", in, got, err)
			}
		}))
	}
}

// TestPaths finds a command for each path, and a path for each command.
func TestPaths(t *testing.T) {
	count := 0
	var walk func(above string, list []Command)
	walk = func(above string, list []Command) {
		for _, c := range list {
			if walk(above+c.Name+" ", c.Sub); c.Sub == nil {
				count++
				if found := Path(above + c.Name).Command(); found == nil || found.Name != c.Name {
					t.Errorf("%s%s is %v", above, c.Name, found)
				}
			}
		}
	}
	walk("", Tree())
	if count != len(commands) || Path("draw").Command() != nil || Path("").Command() != nil {
		t.Errorf("%d commands have %d paths", count, len(commands))
	}
}

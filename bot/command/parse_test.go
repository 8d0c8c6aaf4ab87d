package command

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"stackmate/bot/chat"
)

// typed are texts, and how what is understood is written.
var typed = []struct{ text, written string }{
	// What is no command is a move, with or without a game.
	{"e4", "move e4"}, {"m e4", "move e4"}, {"/move  e4 ", "move e4"}, {"see you at 8", "move see you at 8"},
	{"12: N2g3", "move #12 N2g3"}, {"#12 N2g3", "move #12 N2g3"}, {"12 N2g3", "move #12 N2g3"}, {"move 12 N2g3", "move #12 N2g3"},
	{"12, e4", "move #12 e4"}, {"#1:\te4", "move #1 e4"}, {"1\r\ne4", "move #1 e4"}, {"move N2g3 12", "move N2g3 12"},
	{", e4", "move e4"}, {": e4", "move e4"}, {" ,e4", "move e4"}, {"#1, e4", "move #1 e4"}, {"1; e4", "move #1 e4"}, {"#1\ne4", "move #1 e4"}, {" ; , e4", "move e4"}, {", #1\n\ne4", "move #1 e4"}, {", move #1\ne4", "move #1 e4"},
	{"move game:12 e4", "move #12 e4"}, {"move move:12 e4", "move move:12 e4"}, {"move #12@34 e2e4", "move #12@34 e2e4"},
	{"4. N2g3", "move 4. N2g3"}, {"O-O", "move O-O"}, {"#99999999999999999999", "move #99999999999999999999"}, {"#0 e4", "move #0 e4"},

	// Notes to a move.
	{"e4 note:see you at 8", "move e4 note:see you at 8"}, {"e4 note: see you  at 8", "move e4 note:see you at 8"},
	{"e4 NOTE:hi", "move e4 note:hi"}, {"e4 // see you at 8", "move e4 note:see you at 8"}, {"#1 move e4 // game:7", "move #1 e4 note:game:7"},
	{"e4\nnote:hi", "move e4 note:hi"}, {"e4 note:a // b", "move e4 note:a // b"}, {"e4 note:a\u202e\x00b", "move e4 note:a b"}, {"e4 note:", "move e4"},

	// Games by number.
	{"12", "board #12"}, {"#12", "board #12"}, {"\n#12\n", "board #12"}, {"show 12", "board #12"}, {"12 board", "board #12"},
	{"board ply:3 #12", "board #12 ply:3"}, {"board ply:x", "board ply:x"}, {"7 vacation start 3", "vacation start 3"},
	{"#3 if add 12 e4 e5", "if add #3 e4 e5"}, {"accept #3@4", "accept #3"}, {"3 accept 4", "accept #3"}, {"moves 3e4 #7", "moves #7 3e4"},
	{"moves 7", "moves #7"}, {"rematch 5", "rematch 5"}, {"rematch #5", "rematch #5"}, {"rematch 5 3", "rematch #5 3"}, {"5 rematch 3", "rematch #5 3"}, {"5 rematch", "rematch #5"},
	{"rematch 9", "rematch #9"}, {"rematch game:5", "rematch #5"}, {"rematch level:5", "rematch level:5"}, {"play again 5", "rematch 5"}, {"adjudicate #1 Draw stuck for 3 weeks", "adjudicate #1 result:draw stuck for 3 weeks"},

	// Commands under commands, and yes.
	{"draw accept 3 yes", "draw accept #3 yes"}, {"draw accept confirm:no", "draw accept"}, {"takeback", "takeback ask"}, {"takeback 3", "takeback ask #3"},
	{"vacation", "vacation show"}, {"watch 3", "watch start #3"}, {"draw claim #3 e4 e5", "draw claim #3 e4 e5"},
	{"if N3c5 then Q2e7, B2b3 → R1a1", "if add N3c5 Q2e7 B2b3 R1a1"}, {"if 4. e4, 4... e5", "if add e4 e5"}, {"if remove line:#5 e5", "if remove line:#5 e5"},

	// Other languages.
	{"herausfordern @Ben chess weiß", `challenge "@Ben" orthodox white`}, {"remis annehmen ja", "draw accept yes"}, {"resign JA", "resign yes"},
	{"Hilfe ziehen", "help move"}, {"help /draw accept", "help draw"},

	// Challenges.
	{"challenge", "challenge"}, {"challenge Ben", `challenge "Ben"`}, {"challenge orthodox white 3d rated weekends open limit:60", "challenge orthodox white 3d rated weekends limit:60 open"},
	{"challenge 3d Ben", `challenge "Ben" 3d`}, {"challenge clock:30D+24h color:W", "challenge white 30d+1d"}, {"challenge none any", "challenge random none"},
	{"challenge NextGen:Shared", "challenge nextgen:shared"}, {"challenge address:", `challenge "address:"`},
	{"challenge address:ben@example.org", "challenge address:ben@example.org"},
	{`challenge "Anna Maria" white`, `challenge "Anna Maria" white`}, {"challenge “orthodox” orthodox", `challenge "orthodox" orthodox`},
	{`challenge rated opponent:"Anna Maria"`, `challenge "Anna Maria" rated`}, {"challenge „A“", `challenge "A"`}, {`challenge 'A "B" C' white`, `challenge “A "B" C” white`},
	{"watch invite Anna 3", `watch invite #3 "Anna"`}, {"block <@12>", `block "<@12>"`},

	// Choices and switches.
	{"preferences de", "preferences language:de"}, {"preferences LISTED:ON bymail:off notices:usual", "preferences notices:default bymail:off listed:on"},
	{"settings here:yes threads:off games:Everybody 3d tri", "settings here:on threads:off tridimensional 3d games:everybody"},
	{"export 3 gif ply:2", "export #3 format:gif ply:2"}, {"leaderboard everywhere", "leaderboard everywhere"},

	// Texts.
	{"note 3 back rank  is weak", "note #3 back rank is weak"}, {"note", "note"}, {"name Anna 2", "name Anna 2"}, {"name game:3", "name game:3"},
	{"import 1. e4\n1... e5", "import 1. e4\n1... e5"}, {"import chess\n[Event \"x\"]\n\n1. e4", "import orthodox [Event \"x\"]\n\n1. e4"},
	{"import ```\n1. e4\n```", "import 1. e4"}, {"import record:chess is fun", "import record:chess is fun"},
	{"link abcdefgh2345", "link ABCDEFGH2345"}, {"link anna@example.org", "link anna@example.org"}, {"link confirm:yes", "link confirm:yes"},
	{"pick #3@4", "pick #3@4"}, {"pick #3@4 boards", "pick #3@4 boards"}, {"pick #3@4 +124", "pick #3@4 +124"}, {"pick #3 2e4", "pick #3 2e4"},
}

// refused are texts, and the sentences that refuse them.
var refused = []struct{ text, key string }{
	{"", "parse.empty"}, {" , ; : \n", "parse.empty"}, {strings.Repeat("x", MaxText+1), "parse.long"},
	{"draw", "parse.sub"}, {"draw up", "parse.sub-unknown"}, {"help nothing", "parse.unknown"},
	{"move", "parse.missing"}, {"move 12", "parse.missing"}, {"move note:hi", "parse.missing"}, {"move // hi", "parse.missing"}, {"if", "parse.missing"},
	{"if then", "parse.missing"}, {"import", "parse.missing"}, {"watch invite #3", "parse.missing"}, {"ban", "parse.missing"}, {"vacation start", "parse.missing"},
	{"challenge Ben Carl", "parse.extra"}, {"challenge chess chess", "parse.extra"}, {"challenge opponent:white", "parse.extra"}, {"accept soon", "parse.extra"},
	{"accept 0", "parse.extra"}, {"accept 3 4", "parse.extra"}, {"games all", "parse.extra"}, {"board #3 #4", "parse.extra"}, {"export exe", "parse.extra"},
	{"challenge variant:go", "variant.unknown"}, {"rules variant:go", "variant.unknown"}, {"challenge color:green", "color.unknown"},
	{"challenge clock:4d", "clock.unknown"}, {"challenge limit:9", "challenge.limit"}, {"challenge limit:501", "challenge.limit"}, {"challenge limit:x", "challenge.limit"},
	{"board game:x", "game.number"}, {"board game:0", "game.number"}, {"accept challenge:x", "challenge.number"}, {"accept challenge:-1", "challenge.number"},
	{"vacation start 0", "parse.extra"}, {"vacation start 31", "vacation.days"}, {"vacation start days:x", "vacation.days"},
	{"e4 note:" + strings.Repeat("ä", MaxNote+1), "note.long"}, {"e4 // " + strings.Repeat("ä", MaxNote+1), "note.long"},
	{"note 3 " + strings.Repeat("ä", MaxGameNote+1), "note.long"}, {"adjudicate 1 white " + strings.Repeat("ä", MaxNote+1), "note.long"},
	{"adjudicate 1 white \u200b", "adjudicate.reason"}, {"adjudicate 1 result:lost x", "adjudicate.result"},
	{"export format:exe", "export.format"}, {"settings language:xx", "language.unknown"}, {"settings theme:xx", "theme.unknown"},
	{"settings here:perhaps", "preferences.unknown"}, {"settings channels:some", "preferences.unknown"}, {"preferences language:xx", "preferences.unknown"},
	{"preferences listed:x", "preferences.unknown"}, {"import ```", "import.empty"}, {"link abc", "link.unknown"}, {"link ABCDEFGH2341", "link.unknown"},
}

func TestParse(t *testing.T) {
	t.Parallel()
	for _, tt := range typed {
		in, err := Parse(chat.Message{Text: tt.text}, nil)
		if err != nil || in.String() != tt.written {
			t.Errorf("%q is understood as %q (%v), not %q", tt.text, in, err, tt.written)
		}
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	for _, tt := range refused {
		in, err := Parse(chat.Message{Text: tt.text}, nil)
		if bad := (*ParseError)(nil); !errors.As(err, &bad) || bad.Key != tt.key {
			t.Errorf("%.60q is understood as %.60q (%v) and not refused with %s", tt.text, in, err, tt.key)
		}
	}
}

// TestFields looks at what the text of a command does not show.
func TestFields(t *testing.T) {
	t.Parallel()
	parse := func(text string) Invocation {
		in, err := Parse(chat.Message{Text: text}, nil)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		}
		return in
	}
	if in := parse("challenge none"); in.Clock == nil || !in.Clock.IsZero() {
		t.Errorf("no clock is read as %v", in.Clock)
	}
	if in := parse("challenge"); in.Clock != nil || in.Variant != nil || in.Color != "" || in.Limit != 0 {
		t.Errorf("nothing is read as %q", in)
	}
	if in := parse("if e4, e5"); !slices.Equal(in.Line, []string{"e4", "e5"}) {
		t.Errorf("a line is read as %q", in.Line)
	}
	if in := parse("12 e4 // hi"); in.Game != GameID(12) || in.Move != "e4" || in.Note != "hi" {
		t.Errorf("a move is read as %q", in)
	}
	for text, want := range map[string]struct{ n, ok any }{"board": {9, true}, "board ply:0": {0, true}, "board ply:9": {9, true}, "board ply:10": {10, false},
		"board ply:-1": {-1, false}, "board ply:x": {0, false}} {
		if n, ok := parse(text).Ply.In(9); n != want.n || ok != want.ok {
			t.Errorf("%q is ply %d: %t", text, n, ok)
		}
	}
	for text, want := range map[string]bool{"note": true, "note 3": true, "note 3 x": false, "games": true, "accept": false, "preferences": true, "preferences de": false} {
		if parse(text).ReadOnly() != want {
			t.Errorf("%q changes nothing: %t", text, !want)
		}
	}
	for text, want := range map[string]chat.Audience{"resign": chat.Secret, "resign yes": chat.Public, "board": chat.Quiet, "if show": chat.Secret, "e4": chat.Public} {
		if got := parse(text).Audience(); got != want {
			t.Errorf("%q is answered to %q", text, got)
		}
	}
}

// TestNames names people by names of several words. The longest name that is known is
// meant, and what is in quotes is a name whatever it says.
func TestNames(t *testing.T) {
	t.Parallel()
	people := []string{"Anna", "Anna Maria", "Anna Maria Nextgen", "Ben", "Ben Next", "orthodox white", "White Rabbit", "Dr. O’Neill (Cork)", "Rated"}
	known := func(name string) bool {
		return slices.ContainsFunc(people, func(p string) bool { return strings.EqualFold(p, name) })
	}
	for _, tt := range []struct{ text, person, terms string }{
		{"Anna", "Anna", ""},
		{"anna maria", "anna maria", ""},
		{"Anna  Maria orthodox", "Anna Maria", "orthodox"},
		{"orthodox Anna Maria rated", "Anna Maria", "orthodox rated"},
		{"Anna Maria Nextgen", "Anna Maria Nextgen", ""},
		{`"Anna Maria" nextgen`, "Anna Maria", "nextgen"},
		{"“Anna Maria” white", "Anna Maria", "white"},
		{"„Anna“ orthodox", "Anna", "orthodox"},
		{"@Anna Maria", "@Anna Maria", ""},
		{"opponent:Anna Maria rated", "Anna Maria", "rated"},
		{`rated opponent:"Anna Maria"`, "Anna Maria", "rated"},
		{`"orthodox white" black`, "orthodox white", "black"},
		{`"Rated"`, "Rated", ""},
		{"White Rabbit black", "White Rabbit", "black"},
		{"Dr. O’Neill (Cork) 3d", "Dr. O’Neill (Cork)", "3d"},
		{"Ben Next", "Ben Next", ""},
		{"orthodox white", "", "orthodox white"}, // whatever somebody is called
		{`"`, `"`, ""},
		{`""`, `""`, ""},
	} {
		in, err := Parse(chat.Message{Text: "challenge " + tt.text}, known)
		terms := in
		terms.Person = ""
		if err != nil || in.Person != tt.person || terms.String() != strings.TrimSpace("challenge "+tt.terms) {
			t.Errorf("%q: %q and %q (%v)", tt.text, in.Person, terms, err)
		}
	}
	in, err := Parse(chat.Message{Text: "challenge @Ben next", Mentioned: map[string]chat.Person{"@Ben": {}}}, known)
	if err != nil || in.Person != "@Ben" || in.Variant == nil {
		t.Errorf("who is mentioned is meant: %q (%v)", in, err)
	}
	for _, text := range []string{"challenge Carl Maria", "challenge " + strings.Repeat("x ", 500) + "y"} {
		if in, err := Parse(chat.Message{Text: text}, known); err == nil {
			t.Errorf("%.60q names %q", text, in.Person)
		}
	}
}

// TestReplies reads a number in front of a move as part of it where the game is known.
func TestReplies(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Invocation{
		"2 e4": {Path: Move, Move: "2 e4"}, "2 e4 // at 8": {Path: Move, Move: "2 e4", Note: "at 8"}, "2 e4 note:at 8": {Path: Move, Move: "2 e4", Note: "at 8"},
		"#2 e4": {Path: Move, Game: GameID(2), Move: "e4"}, "2 resign": {Path: Resign, Game: GameID(2)}, "2": {Path: Board, Game: GameID(2)},
		"move 2 e4": {Path: Move, Game: GameID(2), Move: "e4"},
	} {
		in, err := Parse(chat.Message{Text: text, Game: 7}, nil)
		if err != nil || in.String() != want.String() {
			t.Errorf("%q: %q (%v)", text, in, err)
		}
	}
}

// TestCalls reads commands that were chosen.
func TestCalls(t *testing.T) {
	t.Parallel()
	call := func(path string, args map[string]string) *chat.Call {
		return &chat.Call{Path: strings.Fields(path), Args: args}
	}
	for _, tt := range []struct {
		call *chat.Call
		want string // as it is written, or the key of a refusal
	}{
		{call("move", map[string]string{"move": "e4", "note": "limit:60 is // fine"}), "move e4 note:limit:60 is // fine"},
		{call("move", map[string]string{"move": "2 e4", "game": "3"}), "move #3 move:2 e4"},
		{call("draw claim", nil), "draw claim"},
		{call("challenge", map[string]string{"rated": "yes", "opponent": "<@12>", "variant": "chess"}), `challenge "<@12>" orthodox rated`},
		{call("board", map[string]string{"game": " 3 ", "ply": ""}), "board #3"},
		{call("move", nil), "parse.missing"},
		{call("move", map[string]string{"move": " "}), "parse.missing"},
		{call("draw", nil), "parse.unknown"},
		{call("dance", nil), "parse.unknown"},
		{call("", nil), "parse.unknown"},
		{call("challenge", map[string]string{"variant": "go"}), "variant.unknown"},
		{call("accept", map[string]string{"challenge": "soon"}), "challenge.number"},
	} {
		in, err := Parse(chat.Message{Call: tt.call}, nil)
		got := in.String()
		if bad := (*ParseError)(nil); errors.As(err, &bad) {
			got = bad.Key
		}
		if got != tt.want {
			t.Errorf("%v: %q, want %q", tt.call, got, tt.want)
		}
	}
	in, err := ParseCall(call("move", map[string]string{"game": "3", "move": "e"}), "move")
	if err != nil || in.String() != "move #3" {
		t.Errorf("a move that is being typed: %q (%v)", in, err)
	}
	if _, err := ParseCall(call("move", map[string]string{"game": "x"}), "move"); err == nil {
		t.Error("no game is understood as one")
	}
}

package bot_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"stackmate/bot/chat"
	"stackmate/bot/command"
)

// harmless checks that a reply has nothing that a player could have smuggled in.
func harmless(t interface{ Errorf(string, ...any) }, r chat.Reply) {
	r = typed(r)
	for _, s := range []string{r.Title, r.Text, r.Block} {
		if !utf8.ValidString(s) {
			t.Errorf("invalid messages in %q", s)
		}
		if len(s) > 3000 {
			t.Errorf("%d bytes: %.80q…", len(s), s)
		}
		for _, x := range s {
			if x != '\n' && x != '\x1e' && !unicode.IsPrint(x) && !unicode.IsGraphic(x) {
				t.Errorf("%q has %U", s, x)
			}
		}
	}
	if page := r.Picture != nil && r.Picture.Figure != "" || strings.Contains(r.Text, "mydata delete"); strings.Contains(r.Text, "\n") && !page {
		t.Errorf("%q has several lines", r.Text)
	}
}

// TestHostileNames has players with names of every kind.
func TestHostileNames(t *testing.T) {
	c := newClub(t)
	handle := func(m chat.Message) chat.Reply {
		a, err := c.desk.Handle(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		harmless(t, a.Reply)
		return a.Reply
	}
	for _, name := range []string{strings.Repeat("long ", 400), "line\nbreak", "\u202egnihtyna", "a\x1e0\x1eb", "{game}",
		"@everyone", "<@123> **bold** ```", "\xff\xfe", "\x00", "", "  ", "#12", "👩‍🚀"} {
		m := c.message("Anna", hall, "challenge @Ben orthodox white")
		m.From.Name = name
		m.Mentioned["@Ben"] = chat.Person{Address: person("Ben").Address, Name: name}
		handle(m)
		for i, text := range []string{"accept", "e4", "games", "board", "draw offer", "resign", "resign yes"} {
			m := c.message(two[(i+1)%2], hall, text)
			m.From.Name = name
			if a := handle(m); strings.ContainsRune(typed(a).Text, '\x1e') {
				t.Errorf("%q has the mark of a time", a.Text)
			}
		}
	}
}

// TestHostileWords gives every command arguments that make no sense. None is repeated that
// is too long, breaks the line or changes the direction of the text.
func TestHostileWords(t *testing.T) {
	words := []string{strings.Repeat("x", 3000), strings.Repeat("x ", 1500), "a\u202eb", "a\x00b", "\xff", "@everyone", "<@&1>", "```",
		"{name}", "#99999999999999999999", "#0", "#-1", "-1", "1e400", "♞", "\u2028", "12@99999999999", "//", "::", "ply:", "limit:x", "%s%n"}
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "millennium")
	var paths []string
	for _, cmd := range command.Tree() {
		paths = append(paths, cmd.Name)
		for _, sub := range cmd.Sub {
			paths = append(paths, cmd.Name+" "+sub.Name)
		}
	}
	some := func(i int) []string { // of the words, others for each command
		return append(slices.Clone(words), words...)[i*5%len(words):][:5]
	}
	for i, path := range append(paths, "") {
		for _, w := range some(i) {
			m := c.message("Anna", hall, path+" "+w)
			a, err := c.desk.Handle(t.Context(), m)
			if err != nil {
				t.Errorf("%.60q: %v", m.Text, err)
				continue
			}
			harmless(t, a.Reply)
		}
	}
	for i, path := range paths {
		for _, w := range some(i) {
			m := c.message("Anna", hall, "")
			m.Call = &chat.Call{Path: strings.Fields(path), Args: map[string]string{}}
			for _, arg := range []string{"opponent", "variant", "color", "clock", "limit", "challenge", "move", "game", "note", "ply",
				"square", "confirm", "line", "days", "text", "here", "threads", "language", "theme", "result", "reason", "player", "command"} {
				m.Call.Args[arg] = w
			}
			a, err := c.desk.Handle(t.Context(), m)
			if err != nil {
				t.Errorf("%s %.60q: %v", path, w, err)
				continue
			}
			harmless(t, a.Reply)
		}
	}
}

// TestAnyWords sends arbitrary text: every answer is fit to be read, and a refused command
// changes nothing.
func TestAnyWords(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "millennium")
	alphabet := rapid.SampledFrom(strings.Fields("move moves board draw offer accept claim resign challenge if then help rules history games " +
		"#1 1 12 #1@0 1: yes N2g3 1g1 1g1-2g3 1e2-1e4 =Q 0-0 @ x - ? ! limit:60 ply:1 @Ben white millennium 3d rated"))
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOfN(alphabet, 1, 6), func(w []string) string { return strings.Join(w, " ") })).Draw(rt, "text")
		if strings.Contains(text, "yes") && strings.Contains(text, "resign") {
			rt.Skip()
		}
		before := c.dump(everything...)
		a, err := c.desk.Handle(t.Context(), c.message("Ben", hall, text))
		if err != nil {
			rt.Fatal(err)
		}
		harmless(rt, a.Reply)
		presentable(t, a.Reply)
		if a.Refused && c.dump(everything...) != before {
			rt.Errorf("%q was refused, but changed something", text)
		}
	})
}

package chat

import (
	"testing"
	"time"
)

// Each surface writes the same text in its own way; broken marks lose nothing else.
func TestExpand(t *testing.T) {
	write := func(typed, page bool) Surface {
		return Surface{Typed: typed, Page: page, Time: func(at time.Time) string { return at.Format("15:04") },
			Command: func(text string) string { return "<" + text + ">" }}
	}
	at := When(time.Date(2026, 11, 24, 9, 5, 0, 0, time.UTC))
	for _, tt := range []struct{ text, slash, typed, page string }{
		{"", "", "", ""},
		{"until " + at + ".", "until 09:05.", "until 09:05.", "until 09:05."},
		{Command("draw claim #12") + " claims", "<draw claim #12> claims", "<draw claim #12> claims", "<draw claim #12> claims"},
		{"a " + Either("press", "type "+Command("yes")) + " b", "a press b", "a type <yes> b", "a type <yes> b"},
		{Either("press", "type", "press or type "+Either("1", "2", "3")) + ".", "press.", "type.", "press or type 3."},
		{Either("x "+Either("1", "2"), Either("3", "4 "+at)) + Either("", "!"), "x 1", "4 09:05!", "4 09:05!"},
		{"a\x1eb", "ab", "ab", "ab"},
		{"a\x02b\x1dc", "a\x02b\x1dc", "a\x02b\x1dc", "a\x02b\x1dc"},
		{"a\x03b" + Either("1", "2"), "a\x03b" + Either("1", "2"), "a\x03b" + Either("1", "2"), "a\x03b" + Either("1", "2")},
	} {
		if got := write(false, false).Expand(tt.text); got != tt.slash {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.slash)
		}
		if got := write(true, false).Expand(tt.text); got != tt.typed {
			t.Errorf("%q typed: %q, want %q", tt.text, got, tt.typed)
		}
		if got := write(true, true).Expand(tt.text); got != tt.page {
			t.Errorf("%q on a page: %q, want %q", tt.text, got, tt.page)
		}
	}
}

// What people write has no marks, and otherwise stays as it is.
func TestWithoutMarks(t *testing.T) {
	evil := "a\n" + Command("resign") + When(time.Unix(0, 0)) + Either("x", "y")
	call := &Call{Path: []string{"note"}, Args: map[string]string{"text": evil}}
	m := Message{Text: evil, Nickname: evil, Call: call}.WithoutMarks()
	for _, s := range []string{m.Text, m.Nickname, m.Call.Args["text"]} {
		if s != "a\n /resign  0  x y " {
			t.Errorf("%q", s)
		}
	}
	if call.Args["text"] != evil {
		t.Error("the caller's message was changed")
	}
}

// All texts of a reply that people read are written, and the reply itself is left alone.
func TestReplyExpand(t *testing.T) {
	c := Command("games")
	r := Reply{Title: c, Text: c, Block: c, Thread: c, Buttons: [][]Button{{{Label: c, Command: "x"}}},
		Menus: []Menu{{Label: c, Options: []Option{{Label: c, Hint: c, Command: "y"}}}}}
	text := Surface{Command: func(string) string { return "1" }}
	plain := Surface{Command: func(string) string { return "2" }}
	got := r.Expand(text, plain)
	if got.Text != "1" || got.Title+got.Block+got.Thread != "222" || got.Buttons[0][0] != (Button{Label: "2", Command: "x"}) ||
		got.Menus[0].Label != "2" || got.Menus[0].Options[0] != (Option{Label: "2", Hint: "2", Command: "y"}) {
		t.Errorf("%+v", got)
	}
	if r.Buttons[0][0].Label != c || r.Menus[0].Options[0].Hint != c || r.Text != c {
		t.Errorf("the reply was changed: %+v", r)
	}
}

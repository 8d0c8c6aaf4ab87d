package command

import (
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/words"
)

// A command is written with the names of the reader's language, and understood in every language as it is written.
func TestWrittenCommands(t *testing.T) {
	for _, tt := range []struct{ text, en, de, slash string }{
		{"games", "games", "partien", "/partien"},
		{"draw claim #12", "draw claim #12", "remis reklamieren #12", "/remis reklamieren"},
		{"takeback ask #3", "takeback #3", "rücknahme #3", "/rücknahme anfragen"},
		{"takeback accept #3", "takeback accept #3", "rücknahme annehmen #3", "/rücknahme annehmen"},
		{"challenge @NAME rated", "challenge @NAME rated", "herausfordern @NAME rated", "/herausfordern"},
		{"watch start", "watch", "zuschauen", "/zuschauen starten"},
		{"watch start invite", "watch start invite", "zuschauen starten invite", "/zuschauen starten"},
		{"pick #3", "help", "hilfe", "/hilfe"},
		{"nonsense", "help", "hilfe", "/hilfe"},
		{"", "help", "hilfe", "/hilfe"},
	} {
		if got := Typed(words.In("en"), tt.text); got != tt.en {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.en)
		}
		if got := Typed(words.In("de"), tt.text); got != tt.de {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.de)
		}
		if got := Slash(words.In("de"), Shown(tt.text)); got != tt.slash {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.slash)
		}
	}
	for path := range commands {
		for _, tag := range words.Tags() {
			if in, _ := Parse(chat.Message{Text: Typed(words.In(tag), string(path))}, nil); !path.Command().Hidden && in.Path != path {
				t.Errorf("%s: %q is understood as %q", tag, Typed(words.In(tag), string(path)), in.Path)
			}
		}
	}
}

// A command stands in quotation marks in a text, and without them in a label.
func TestTypedSurfaces(t *testing.T) {
	text, plain := TypedSurfaces(words.In("de"), func(time.Time) string { return "heute" })
	said := chat.Command("games") + " " + chat.When(time.Time{}) + chat.Either("Discord", ".")
	if got := text.Expand(said); got != "„partien“ heute." {
		t.Error(got)
	}
	if got := plain.Expand(said); got != "partien heute." {
		t.Error(got)
	}
}

package command

import (
	"strings"
	"testing"

	"stackmate/bot/chat"
)

// typed are texts and what is understood, as it is written.
var typed = []struct{ text, written string }{
	{"e4", "move e4"},
	{"12: N2g3", "move #12 N2g3"},
}

// refused are texts and the sentences that refuse them.
var refused = map[string]string{
	"": "parse.empty",
}

func TestParse(t *testing.T) {
	for _, tt := range typed {
		in, err := Parse(chat.Message{Text: tt.text}, nil)
		if err != nil || in.String() != tt.written {
			t.Errorf("%q is understood as %q (%v), not %q", tt.text, in, err, tt.written)
		}
	}
	_ = strings.Join
}

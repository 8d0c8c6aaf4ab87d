package chat

import (
	"encoding/json"
	"testing"
)

// TestCode reads the codes of buttons back. What was never written as one is for nobody
// in particular.
func TestCode(t *testing.T) {
	for _, p := range []Pressers{"", Everybody, PlayersOf(12), Only(7)} {
		for _, command := range []string{"board #1 ply:0", "move #1@3 O|O", "|"} {
			if who, got := ReadCode(p.Code(command)); who != p || got != command {
				t.Errorf("%q is read as %q for %q", p.Code(command), got, who)
			}
		}
	}
	for _, code := range []string{"resign #1 yes", "move #1@3 O|O", "0|resign", "-1|resign", "#0|resign", "#|resign", "**|resign", "07|resign", "+7|resign",
		"99999999999999999999|resign", "#1 |resign"} {
		if who, got := ReadCode(code); who != "" || got != code {
			t.Errorf("%q is read as %q for %q", code, got, who)
		}
	}
	if Only(7).Game() != 0 || PlayersOf(12).Player() != 0 || Only(7).Player() != 7 || PlayersOf(12).Game() != 12 {
		t.Error("players and games are mixed up")
	}
}

// TestOldReplies reads replies that an earlier version has left in the outbox: what was private is secret.
func TestOldReplies(t *testing.T) {
	for text, want := range map[string]Audience{`{"text":"x"}`: Public, `{"text":"x","private":true}`: Secret, `{"text":"x","private":"quiet"}`: Quiet} {
		var r Reply
		if err := json.Unmarshal([]byte(text), &r); err != nil || r.Audience != want {
			t.Errorf("%s is for %q: %v", text, r.Audience, err)
		}
	}
}

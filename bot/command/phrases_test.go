package command_test

import (
	"testing"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/words"
)

// People say what they want in whole phrases, with a number in front and a full stop behind.
func TestPhrases(t *testing.T) {
	for text, want := range map[string]string{
		"I resign": "resign", "i resign.": "resign", "#12 I resign": "resign #12", "Ich gebe auf!": "resign",
		"draw offer": "draw offer", "offer a draw": "draw offer", "Remis anbieten": "draw offer", "ich biete Remis an": "draw offer",
		"accept draw": "draw accept", "accept draw yes": "draw accept yes", "remis annehmen ja": "draw accept yes",
		"decline the draw": "draw decline", "12 decline draw": "draw decline #12", "take back my move": "takeback ask",
		"accept takeback": "takeback accept", "Rücknahme ablehnen": "takeback decline", "takeback accept": "takeback accept",
		"takeback": "takeback ask", "accept #7": "accept #7", "no draw": "draw decline", "noch einmal": "rematch",
		"next puzzle": "puzzle", "puzzle next": "puzzle", "another puzzle 3d8l": "puzzle 3d8l", "nächstes Rätsel": "puzzle", "noch ein Puzzle": "puzzle", "puzzle tng": "puzzle nextgen",
	} {
		in, err := command.Parse(chat.Message{Text: text}, nil)
		if err != nil || in.String() != want {
			t.Errorf("%q is read as %q (%v), want %q", text, in, err, want)
		}
	}
	for text, want := range map[string]bool{"I resign.": true, "#3 give up": true, "I resign myself to losing": false, "accept my thanks": false, "": false, "12": false} {
		if got := command.IsPhrase(text); got != want {
			t.Errorf("IsPhrase(%q) is %v", text, got)
		}
	}
	if in, err := command.Parse(chat.Message{Text: "I resign myself to losing"}, nil); err == nil {
		t.Errorf("a remark is read as %q", in)
	}
}

// What a person is told to type for a command is read as that command, in every language.
func TestTypedIsRead(t *testing.T) {
	for _, tag := range words.Tags() {
		for _, path := range []command.Path{command.Accept, command.Decline, command.Cancel, command.Board, command.Games, command.DrawOffer,
			command.DrawAccept, command.DrawDecline, command.DrawWithdraw, command.DrawClaim, command.Resign, command.TakebackAsk,
			command.TakebackAccept, command.TakebackDecline, command.Abort, command.Rematch, command.Unwatch, command.Rules, command.Help} {
			text := path.Typed(words.In(tag))
			if in, err := command.Parse(chat.Message{Text: text}, nil); err != nil || in.Path != path {
				t.Errorf("%s: %q is read as %q (%v), want %q", tag, text, in.Path, err, path)
			}
		}
	}
}

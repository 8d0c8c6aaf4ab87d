package request

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"stackmate/bot/game"
	"stackmate/bot/words"
	"stackmate/rules"
)

// TestFaultKeys checks that every fault has a key in the catalogue.
func TestFaultKeys(t *testing.T) {
	for f := rules.Fault(1); f.String() != ""; f++ {
		if faultKeys[f] == "" {
			t.Errorf("fault %v has no key", f)
		}
	}
	for f := rules.PGNTooLong; f <= rules.PGNAfterResult; f++ {
		if pgnKeys[f] == "" && f != rules.PGNBadMove && f != rules.PGNBadPosition {
			t.Errorf("fault %v of a record has no key", f)
		}
	}
	for f := rules.FENFault(1); f.String() != ""; f++ {
		if fenKeys[f] == "" {
			t.Errorf("fault %v of a position string has no key", f)
		}
	}
	for f := rules.FieldPins; f <= rules.FieldMove; f++ {
		if fenFieldKeys[f] == "" {
			t.Errorf("field %v of a position string has no key", f)
		}
	}
}

// TestPositionRefusals checks that refusals of position strings have no gap left open.
func TestPositionRefusals(t *testing.T) {
	for _, tag := range words.Tags() {
		req := &Request{Lang: words.In(tag)}
		for f := rules.FENFault(1); f.String() != ""; f++ {
			e := &rules.FENError{Fault: f, Field: rules.FieldPlacement, Text: "x", Variant: rules.VariantByKey("orthodox")}
			if text := PositionRefusal(req, e).Text(req.Lang); strings.ContainsAny(text, "{}") {
				t.Errorf("%s, %v: %s", tag, f, text)
			}
		}
	}
}

// TestRefusalKeepsItsCause checks that the log gets a refusal's cause, and the player only
// its sentence.
func TestRefusalKeepsItsCause(t *testing.T) {
	cause := fmt.Errorf("game 12: %w", game.ErrNoOffer)
	err := GameRefusal(&game.Game{ID: 12}, cause)
	r := (*Refusal)(nil)
	if !errors.As(err, &r) || !errors.Is(err, game.ErrNoOffer) || !strings.Contains(err.Error(), cause.Error()) {
		t.Fatalf("got %v", err)
	}
	if text := r.Text(words.In("en")); text == "" || strings.Contains(text, cause.Error()) {
		t.Errorf("the player reads %q", text)
	}
}

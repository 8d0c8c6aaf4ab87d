package exercise_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/exercise"
	"stackmate/bot/request"
	"stackmate/bot/words"
	"stackmate/rules"
)

// solver asks for a step of an exercise as somebody who is told in English.
type solver struct {
	exercise.Exercise
	last *chat.Reply
}

func (s *solver) choose(text string) (rules.Move, bool, error) {
	in, err := command.Parse(chat.Message{Text: "pick #1 " + text}, nil)
	if err != nil {
		return rules.Move{}, false, err
	}
	req := &request.Request{Lang: words.In("en"), Player: data.Player{ID: 7}, Cmd: in, Env: &request.Env{}}
	s.Again = command.Invocation{Path: command.Pick, Game: command.GameID(1)}
	m, given, err := s.Choose(req)
	s.last = req.Reply
	return m, given, err
}

// option returns what is given after "pick #1" by the option that begins with a label.
func (s *solver) option(t *testing.T, label string) string {
	t.Helper()
	for _, m := range s.last.Menus {
		for _, o := range m.Options {
			if strings.HasPrefix(o.Label, label) {
				if m.For != chat.Only(7) {
					t.Errorf("%s may choose %s", m.For, label)
				}
				return strings.TrimPrefix(o.Command, "pick #1")
			}
		}
	}
	t.Fatalf("no option %s in %v", label, s.last.Menus)
	return ""
}

func position(t *testing.T, variant, fen string) rules.Position {
	t.Helper()
	p, err := rules.VariantByKey(variant).ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestEveryMoveCanBeChosen chooses every legal move of some positions in the menus: with
// promotions, en passant, castling and attack boards.
func TestEveryMoveCanBeChosen(t *testing.T) {
	positions := map[string]rules.Position{
		"promotion":  position(t, "orthodox", "3r3k/2P5/8/8/8/8/8/K7 w - - 0 1"),
		"en passant": position(t, "orthodox", "7k/8/8/3pP3/8/8/8/R3K3 w Q d6 0 2"),
	}
	for _, v := range rules.Variants() {
		positions[v.Key()] = v.Start()
	}
	for name, p := range positions {
		v, legal := p.Variant(), p.Moves()
		texts := p.SANs(legal, legal)
		s := &solver{Exercise: exercise.Exercise{Position: p}}
		for i, want := range legal {
			from := v.CellName(want.From)
			if want.Kind == rules.BoardMove {
				from = "an attack board"
			}
			if _, given, err := s.choose(""); given || err != nil {
				t.Fatalf("%s: %v, %v", name, given, err)
			}
			if _, given, err := s.choose(s.option(t, from)); given || err != nil {
				t.Fatalf("%s: %s: %v, %v", name, from, given, err)
			}
			if m, given, err := s.choose(s.option(t, strings.TrimRight(texts[i], "+#"))); m != want || !given || err != nil || s.last != nil {
				t.Errorf("%s: %s was chosen as %s, %v, %v", name, texts[i], v.LAN(m), given, err)
			}
		}
	}
}

// TestTypedMoves types moves, among them one of a pawn that is written as its cell.
func TestTypedMoves(t *testing.T) {
	s := &solver{Exercise: exercise.Exercise{Position: rules.VariantByKey("orthodox").Start(), Typed: "Type it.",
		Reply: chat.Reply{Text: "A puzzle."}}}
	for text, want := range map[string]string{"e4": "e2-e4", "Nf3": "g1-f3", "b1-c3": "b1-c3"} {
		if m, given, err := s.choose(text); !given || err != nil || s.Position.Variant().LAN(m) != want {
			t.Errorf("%s: %v, %v, %v", text, m, given, err)
		}
	}
	for text, want := range map[string]string{"Nf6": "fault.intro", "a1": "pick.stuck", "nonsense": "move.syntax", "Nd4": "fault.intro"} {
		_, given, err := s.choose(text)
		if r := (*request.Refusal)(nil); given || !errors.As(err, &r) || !strings.HasPrefix(r.Keys(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, _, err := s.choose("e2"); err != nil || !slices.ContainsFunc(s.last.Menus, func(m chat.Menu) bool { return len(m.Options) == 2 }) {
		t.Errorf("the pawn on e2 goes to %v (%v)", s.last.Menus, err)
	}
	if want := "A puzzle. " + chat.Either("Where to?", "Type it.", "Make your move."); s.last.Text != want {
		t.Errorf("asks %q", s.last.Text)
	}
}

// TestExamplesHideMoves holds that no example shows a move that is the answer.
func TestExamplesHideMoves(t *testing.T) {
	p := rules.VariantByKey("orthodox").Start()
	hidden := p.Moves()[:19]
	if example := request.SimpleMove(p, hidden...); example != p.SAN(p.Moves()[19]) {
		t.Errorf("the example is %s", example)
	}
	if example := request.SimpleMove(p, p.Moves()...); example != "" {
		t.Errorf("the example is %s", example)
	}
}

// TestMenusDoNotTellMates holds that a menu does not say which move mates.
func TestMenusDoNotTellMates(t *testing.T) {
	s := &solver{Exercise: exercise.Exercise{Position: position(t, "orthodox", "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1")}}
	if _, _, err := s.choose("a1"); err != nil {
		t.Fatal(err)
	}
	found := false
	for _, m := range s.last.Menus {
		for _, o := range m.Options {
			found = found || o.Label == "Ra8"
			if strings.ContainsAny(o.Label, "+#") {
				t.Errorf("a menu offers %s", o.Label)
			}
		}
	}
	if !found {
		t.Error("Ra8 is not offered")
	}
}

package rules

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func writeRecord(t interface{ Fatal(...any) }, r *Record) string {
	var b strings.Builder
	if err := r.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestRecordText(t *testing.T) {
	g := NewGame(millennium.Start(), 0)
	if err := g.PlayMachine("1c1-2b2", "3d8-2e7", "1a1-2a1", "3a8-2b8", "1g1-2g3", "3e7-3e5", "2g3-1g1", "3e5-3e4"); err != nil {
		t.Fatal(err)
	}
	r := &Record{Tags: []Tag{{"Event", `A "small" match`}, {"White", "Ann"}, {"Black", `Bo\b`}}, Variant: millennium,
		Start: millennium.Start(), Moves: g.Moves(), Result: WhiteWins, Reason: "resignation"}
	want := `[Event "A \"small\" match"]
[White "Ann"]
[Black "Bo\\b"]
[Variant "millennium"]
[Result "1-0"]
[Termination "resignation"]

1. B2b2 Q2e7 2. R2a1 R2b8 3. N2g3 3e5 4. N1g1 3e4 1-0
`
	if diff := cmp.Diff(want, writeRecord(t, r)); diff != "" {
		t.Error(diff)
	}
}

// TestRecordSkips reads what others add: comments, glyphs, variations, numbers
// without a space, castling with bars and strokes, promotions in parentheses.
func TestRecordSkips(t *testing.T) {
	const orthodoxText = "\ufeff[Event \"?\"]\r\n[White \"\"] [Black \"\"]\r\n\r\n1.e4 {a comment (with e5) [x] \r\n} e5 $1 2.Nf3 ! ; to the end (of the line)\r\n" +
		"(2. d4 exd4 (2... d6 {deep)} e8(Q)) 3. Qxd4) 2... Nc6!? 3 Bc4 Bc5 (3... Nf6)(3... d6) 4.O-O *{end}\n"
	r, err := ParseRecord(strings.NewReader(orthodoxText))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"e2-e4", "e7-e5", "g1-f3", "b8-c6", "f1-c4", "f8-c5", "e1-g1"}
	var got []string
	for _, m := range r.Moves {
		got = append(got, r.Variant.MachineText(m))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	castle := place(t, "3d8l", White, "K:5e1", "k:4h7", "R:1a1", "P:3c7", "castling")
	text := "[Variant \"3d8l\"]\n[FEN \"" + castle.FEN() + "\"]\n\n1. O/O/O K-4h6 (1... K-4h8) 2. 3c7-3c8(Rb)(2. 3c8=Q) K-4h7 *"
	r, err = ParseRecord(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Moves) != 4 || r.Moves[0].Kind != Castle || r.Moves[2].Promotion != Rookbishop {
		t.Errorf("%v", r.Moves)
	}
}

func TestRecordRoundTrip(t *testing.T) {
	each(t, func(t *testing.T, v *Variant) {
		rapid.Check(t, func(t *rapid.T) {
			start := v.Start()
			if rapid.Bool().Draw(t, "later") {
				start = drawPosition(t, v)
			}
			p, r := start, &Record{Variant: v, Start: start}
			for range rapid.IntRange(0, 40).Draw(t, "plies") {
				legal := p.Moves()
				if len(legal) == 0 || p.insufficient() {
					break
				}
				m := choose(&p, legal, func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "choice") })
				r.Moves = append(r.Moves, m)
				p = p.Play(m)
			}
			r.Result = rapid.SampledFrom([]Outcome{Undecided, WhiteWins, BlackWins, Draw}).Draw(t, "result")
			switch p.Status() {
			case Checkmate:
				r.Result = WinFor(p.Turn().Other())
			case Stalemate, Insufficient:
				r.Result = Draw
			}
			r.Reason = rapid.StringMatching(`[^\pC]{0,20}`).Draw(t, "reason")
			for _, name := range []string{"Event", "Site", "White"}[:rapid.IntRange(0, 3).Draw(t, "tags")] {
				r.Tags = append(r.Tags, Tag{name, rapid.StringMatching(`[^\pC]{0,20}`).Draw(t, "value")})
			}
			text := writeRecord(t, r)
			for _, line := range strings.Split(text, "\n") {
				if len(line) > 79 && line[0] != '[' {
					t.Fatalf("line of %d columns: %s", len(line), line)
				}
			}
			got, err := ParseRecord(strings.NewReader(text))
			if err != nil {
				t.Fatalf("%v in\n%s", err, text)
			}
			same := cmp.Comparer(func(a, b *Variant) bool { return a == b })
			samePosition := cmp.Comparer(func(a, b Position) bool { return a == b })
			if diff := cmp.Diff(r, got, same, samePosition); diff != "" {
				t.Fatalf("%s\n%s", diff, text)
			}
		})
	})
}

func TestRecordErrors(t *testing.T) {
	tests := []struct {
		text      string
		line, ply int
		problem   string
	}{
		{"", 1, 0, "without a result"},
		{"1. e4", 1, 0, "without a result"},
		{"[Event \"x\"\n*", 1, 0, "not a tag"},
		{"[Event x]\n*", 1, 0, "not a tag"},
		{"[Event \"x]\n*", 1, 0, "not a tag"},
		{"[Event \"x\\", 1, 0, "not a tag"},
		{"[]\n*", 1, 0, "not a tag"},
		{"[E-t \"x\"]\n*", 1, 0, "name is letters"},
		{"[Event \"\t\"]\n*", 1, 0, "one line"},
		{"[Event \"\"]\n[Event \"\"]\n*", 2, 0, "twice"},
		{"[Result \"*\"]\n[Result \"*\"]\n*", 2, 0, "twice"},
		{"[Variant \"go\"]\n*", 1, 0, "no such game"},
		{"[FEN \"8/8\"]\n*", 1, 0, "1 fields"},
		{"1. e4 e5\n2. Ke3 *", 2, 3, "not legal"},
		{"1. e4 e5\n2. hello *", 2, 3, "is not a move"},
		{"1. e4 e5 3. d4 *", 1, 3, "move number 2 expected"},
		{"1. e4 {", 1, 0, "comment is not closed"},
		{"1. e4 (1. d4", 1, 0, "variation is not closed"},
		{"1. e4 ) *", 1, 0, "no variation to close"},
		{"1. e4 } *", 1, 2, "is not a move"},
		{"[Result \"1-0\"]\n1. e4 *", 2, 0, "the tag says 1-0"},
		{"1. f3 e5 2. g4 Qh4# 1-0", 1, 0, "final position says 0-1"},
		{"1. f3 e5 2. g4 Qh4# 3. a3 0-1", 1, 5, "the game is over"},
		{"[FEN \"k7/8/8/8/8/8/8/K7 w - - 0 1\"]\n1. Kb1 1/2-1/2", 2, 1, "the game is over"},
		{"[FEN \"k7/8/8/8/8/8/8/K7 w - - 0 1\"]\n*", 2, 0, "final position says 1/2-1/2"},
		{"1. e4 * e5", 1, 0, "behind the result"},
		{"1. e4 * \n*", 2, 0, "behind the result"},
		{strings.Repeat(" ", MaxRecord+1), 1, 0, "longer than"},
		{"\xff", 1, 0, "UTF-8"},
		{strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 1001) + "*", 1, 4001, "more than 4000"},
	}
	for _, tt := range tests {
		_, err := ParseRecord(strings.NewReader(tt.text))
		var fault *RecordError
		if !errors.As(err, &fault) || fault.Line != tt.line || fault.Ply != tt.ply || !strings.Contains(err.Error(), tt.problem) {
			t.Errorf("%.60q: %v, want line %d, ply %d: %s", tt.text, err, tt.line, tt.ply, tt.problem)
		}
	}
	var position *FENError
	if _, err := ParseRecord(strings.NewReader("[FEN \"8\"]\n*")); !errors.As(err, &position) {
		t.Errorf("%v does not wrap the FENError", err)
	}
	var illegal *IllegalError
	if _, err := ParseRecord(strings.NewReader("1. Ke2 *")); !errors.As(err, &illegal) || illegal.Fault != OwnPiece {
		t.Errorf("%v does not wrap the IllegalError", err)
	}
}

func TestRecordUnwritable(t *testing.T) {
	start := orthodox.Start()
	for _, r := range []Record{
		{Tags: []Tag{{"Result", "*"}}},
		{Tags: []Tag{{"A", ""}, {"A", "x"}}},
		{Tags: []Tag{{"a b", ""}}},
		{Tags: []Tag{{"A", "two\nlines"}}},
		{Reason: "\x00"},
		{Moves: []Move{{From: 0, To: 63}}},
	} {
		r.Variant, r.Start = orthodox, start
		var b strings.Builder
		var fault *RecordError
		if err := r.Write(&b); !errors.As(err, &fault) || b.Len() > 0 {
			t.Errorf("%+v: %v after %d bytes, want a RecordError and nothing written", r, err, b.Len())
		}
	}
}

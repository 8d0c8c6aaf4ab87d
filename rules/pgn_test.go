package rules

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func writePGN(t interface{ Fatal(...any) }, r *PGN) string {
	var b strings.Builder
	if err := r.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestPGNText(t *testing.T) {
	g := NewGame(millennium.Start(), 0)
	if err := g.PlayLAN("1c1-2b2", "3d8-2e7", "1a1-2a1", "3a8-2b8", "1g1-2g3", "3e7-3e5", "2g3-1g1", "3e5-3e4"); err != nil {
		t.Fatal(err)
	}
	r := &PGN{Tags: []Tag{{"Event", `A "small" match`}, {"White", "Ann"}, {"Black", `Bo\b`}}, Variant: millennium,
		Start: millennium.Start(), Moves: g.Moves(), Result: WhiteWins, Reason: "resignation"}
	want := `[Event "A \"small\" match"]
[White "Ann"]
[Black "Bo\\b"]
[Variant "millennium"]
[Result "1-0"]
[Termination "resignation"]

1. B2b2 Q2e7 2. R2a1 R2b8 3. N2g3 3e5 4. N1g1 3e4 1-0
`
	if diff := cmp.Diff(want, writePGN(t, r)); diff != "" {
		t.Error(diff)
	}
}

func TestPGNRoundTrip(t *testing.T) {
	each(t, func(t *testing.T, v *Variant) {
		rapid.Check(t, func(t *rapid.T) {
			start := v.Start()
			if rapid.Bool().Draw(t, "later") {
				start = drawPosition(t, v)
			}
			p, r := start, &PGN{Variant: v, Start: start}
			for range rapid.IntRange(0, 40).Draw(t, "plies") {
				legal := p.Moves()
				if len(legal) == 0 || p.InsufficientMaterial() {
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
			case Stalemate, InsufficientMaterial:
				r.Result = Draw
			}
			r.Reason = rapid.StringMatching(`[^\pC]{0,20}`).Draw(t, "reason")
			for _, name := range []string{"Event", "Site", "White"}[:rapid.IntRange(0, 3).Draw(t, "tags")] {
				r.Tags = append(r.Tags, Tag{name, rapid.StringMatching(`[^\pC]{0,20}`).Draw(t, "value")})
			}
			text := writePGN(t, r)
			for _, line := range strings.Split(text, "\n") {
				if len(line) > 79 && line[0] != '[' {
					t.Fatalf("line of %d columns: %s", len(line), line)
				}
			}
			got, err := ParsePGN(strings.NewReader(text), nil)
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

// Comments, glyphs, variations and white space do not change the game.
func TestPGNDecorations(t *testing.T) {
	decorations := []string{" ", "\n", "\r\n", "\u200b ", "{ (x [y ; z% } ", "; { ( [\n", "\n% { ( [ ; $\n", "$1", " $139$0", " (1. e4 {)} (x) [%] e8(Q) 1-0) ",
		" !? ", " +- ", " ... "}
	each(t, func(t *testing.T, v *Variant) {
		rapid.Check(t, func(t *rapid.T) {
			p, g := v.Start(), &PGN{Variant: v, Start: v.Start(), Result: Draw}
			for range rapid.IntRange(0, 12).Draw(t, "plies") {
				legal := p.Moves()
				m := choose(&p, legal, func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "choice") })
				g.Moves = append(g.Moves, m)
				if p = p.Play(m); p.Status().Over() {
					break
				}
			}
			if p.Status().Over() {
				t.Skip("the game ended")
			}
			var b strings.Builder
			for line := range strings.Lines(writePGN(t, g)) {
				for _, word := range strings.Fields(line) {
					b.WriteString(word)
					for range rapid.IntRange(0, 2).Draw(t, "number") {
						if line[0] != '[' {
							b.WriteString(rapid.SampledFrom(decorations).Draw(t, "decoration"))
						}
					}
					b.WriteString(" ")
				}
				b.WriteString("\n")
			}
			got, err := ParsePGN(strings.NewReader(b.String()), nil)
			if err != nil || !slices.Equal(got.Moves, g.Moves) || got.Result != Draw || got.Source != ResultStated || got.More {
				t.Fatalf("%v: %+v from\n%s", err, got, b.String())
			}
		})
	})
}

func TestPGNUnwritable(t *testing.T) {
	start := orthodox.Start()
	for _, r := range []PGN{
		{Tags: []Tag{{"Result", "*"}}},
		{Tags: []Tag{{"A", ""}, {"A", "x"}}},
		{Tags: []Tag{{"a b", ""}}},
		{Tags: []Tag{{"A", "two\nlines"}}},
		{Reason: "\x00"},
		{Moves: []Move{{From: 0, To: 63}}},
	} {
		r.Variant, r.Start = orthodox, start
		var b strings.Builder
		var fault *PGNError
		if err := r.Write(&b); !errors.As(err, &fault) || b.Len() > 0 {
			t.Errorf("%+v: %v after %d bytes, want a PGNError and nothing written", r, err, b.Len())
		}
	}
}

// TestVariantTag reads the names of standard chess that lichess and python-chess write, and
// writes one that both read.
func TestVariantTag(t *testing.T) {
	for _, name := range []string{"Standard", "Chess", "Classical", "Normal", "From Position", "orthodox"} {
		r, err := ParsePGN(strings.NewReader("[Variant \""+name+"\"]\n\n1. e4 *"), millennium)
		if err != nil || r.Variant != orthodox {
			t.Errorf("%s: %v", name, err)
		}
	}
	for v, want := range map[*Variant]string{orthodox: `[Variant "Standard"]`, millennium: `[Variant "millennium"]`} {
		var b strings.Builder
		if err := (&PGN{Variant: v, Start: v.Start()}).Write(&b); err != nil || !strings.Contains(b.String(), want+"\n") {
			t.Errorf("%v: %q lacks %s", err, b.String(), want)
		}
	}
}

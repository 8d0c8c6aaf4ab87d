package render

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stackmate/rules"
)

// sceneOf returns a picture as shapes.
func sceneOf(s *resolvedPicture, o Options) *scene {
	l := newLayout(s.pos.Variant(), s.texts, o, s.bare)
	return &scene{W: l.w, H: l.h, Background: l.background, Foreground: l.foreground(s)}
}

// No two cells that exist at once share a place, none lies outside, and the near
// left corner of what White sees is the far right one of what Black sees.
func TestFlatPlaces(t *testing.T) {
	for _, key := range gameKeys {
		v := rules.VariantByKey(key)
		for _, side := range []rules.Color{rules.White, rules.Black} {
			o, _ := Options{Side: side}.checked()
			l := newLayout(v, english, o, false)
			seen := make(map[point]rules.Cell)
			for c := range rules.Cell(v.Cells()) {
				q := l.squares[c].quad
				if len(q) != 4 {
					t.Fatalf("%s: %s has no place", key, v.CellName(c))
				}
				m := middle(q)
				if other, ok := seen[m]; ok {
					t.Errorf("%s: %s and %s share a place", key, v.CellName(c), v.CellName(other))
				}
				seen[m] = c
				for _, p := range q {
					if p.X < 0 || p.Y < 0 || p.X > float64(l.w) || p.Y > float64(l.h) {
						t.Errorf("%s: %s lies outside", key, v.CellName(c))
					}
				}
			}
		}
	}
}

// Ranks rise away from the player whose side it is, files go to the right for White
// and to the left for Black, and levels keep their order for both.
func TestTurnedForBlack(t *testing.T) {
	v := rules.VariantByKey("millennium")
	at := func(side rules.Color, cell string) point {
		o, _ := Options{Side: side}.checked()
		return middle(newLayout(v, english, o, false).squares[v.CellNamed(cell)].quad)
	}
	if !(at(rules.White, "1a1").Y > at(rules.White, "1a8").Y && at(rules.White, "1a1").X < at(rules.White, "1h1").X) {
		t.Error("White does not see a1 at the near left")
	}
	if !(at(rules.Black, "1a1").Y < at(rules.Black, "1a8").Y && at(rules.Black, "1a1").X > at(rules.Black, "1h1").X) {
		t.Error("Black does not see h8 at the near left")
	}
	for _, side := range []rules.Color{rules.White, rules.Black} {
		if !(at(side, "1e4").X < at(side, "2e4").X && at(side, "2e4").X < at(side, "3e4").X) {
			t.Errorf("%v does not see levels 1, 2, 3 from the left", side)
		}
	}
}

// Some pictures are compared as lists of shapes, which tell more than pixels.
func TestScenes(t *testing.T) {
	board := Of(boardMoved(t), english)
	board.Bare = true
	for name, tt := range map[string]struct {
		pic Picture
		opt Options
	}{
		"scene-millennium-black": {Of(playLAN(t, "millennium", "1e2-1e4", "3e7-3e5", "1g1-2g3"), english), Options{Side: rules.Black}},
		"scene-tridimensional":   {board, Options{}},
		"scene-orthodox-stack":   {Of(playLAN(t, "orthodox", "e2-e4"), english), Options{View: Stack, Scale: 2}},
	} {
		t.Run(name, func(t *testing.T) {
			o, err := tt.opt.checked()
			if err != nil {
				t.Fatal(err)
			}
			s := tt.pic.resolve()
			got := sceneOf(&s, o).String()
			path := filepath.Join("testdata", name+".txt")
			if *regen {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("-want +got; -regen rewrites it\n%s", diff)
			}
		})
	}
}

var formNames = [...]string{"fill", "stroke", "loop", "piece", "text"}

// scene is a picture as shapes, to be compared as text.
type scene struct {
	W, H       int
	Background []shape
	Foreground []shape
}

// String returns a scene as text, one shape a line.
func (s *scene) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "size %dx%d\n", s.W, s.H)
	for i, list := range [][]shape{s.Background, s.Foreground} {
		fmt.Fprintln(&b, [...]string{"background", "foreground"}[i])
		for j := range list {
			b.WriteString("  " + list[j].String() + "\n")
		}
	}
	return b.String()
}

// String returns a shape as one line: form, piece or text, tone, points and size.
func (s *shape) String() string {
	var b strings.Builder
	b.WriteString(formNames[s.Form])
	switch s.Form {
	case pieceForm:
		fmt.Fprintf(&b, " %v-%v", s.Piece.Color(), s.Piece.Role())
	case textForm:
		fmt.Fprintf(&b, " %q", s.Text)
	}
	if s.Form != pieceForm {
		fmt.Fprintf(&b, " tone=%d", s.Tone)
	}
	for _, p := range s.Points {
		fmt.Fprintf(&b, " %.4g,%.4g", p.X, p.Y)
	}
	if s.Size != 0 {
		fmt.Fprintf(&b, " size=%.4g", s.Size)
	}
	return b.String()
}

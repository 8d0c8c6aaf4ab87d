package render

import (
	"bytes"
	"errors"
	"image/png"
	"math/bits"
	"strings"
	"testing"

	"stackmate/rules"
)

// levelsNamed returns the levels of a game with some names.
func levelsNamed(t testing.TB, key, names string) Levels {
	t.Helper()
	set, err := ParseLevels(rules.VariantByKey(key), names)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func TestParseLevels(t *testing.T) {
	for _, tt := range []struct {
		key, names string
		want       Levels
	}{
		{"3d8l", "5", LevelsOf(4)},
		{"3d8l", "8, 1 ,5", LevelsOf(0, 4, 7)},
		{"tridimensional", "b G", LevelsOf(1, 6)},
		{"nextgen", "A", LevelsOf(1)},
		{"nextgen", "", 0},
	} {
		if got := levelsNamed(t, tt.key, tt.names); got != tt.want {
			t.Errorf("%s %q: %b, want %b", tt.key, tt.names, got, tt.want)
		}
	}
	for _, name := range []string{"9", "0", "ab", strings.Repeat("x", 1000)} {
		if _, err := ParseLevels(rules.VariantByKey("3d8l"), name); !errors.Is(err, ErrLevel) || len(err.Error()) > 200 {
			t.Errorf("%.20q: error %v", name, err)
		}
	}
	pic := Picture{Texts: english, Position: rules.VariantByKey("millennium").Start()}
	if _, err := New(0).PNG(pic, Options{Levels: LevelsOf(3)}); !errors.Is(err, ErrLevel) {
		t.Errorf("a picture of level 4 of 3: error %v", err)
	}
}

// Exactly the pieces of the chosen levels are drawn, none of them smaller than in the
// picture of all levels, and nothing is outside of the picture, whatever is marked.
func TestPicturesOfSomeLevels(t *testing.T) {
	r := New(0)
	for _, key := range gameKeys {
		pic := Of(playPlies(t, key, 28), english)
		cell, m := mobilePiece(&pic.Position), pic.Position.Moves()[0]
		pic.Legal, pic.Column, pic.Bare = &cell, &cell, true
		preview := pic
		preview.Preview = &m
		v := pic.Position.Variant()
		_, _, levels := v.Size()
		for set := Levels(1); set < 1<<levels-1; set++ {
			if bits.OnesCount16(uint16(set)) > 2 && set%13 != 0 { // some of the many
				continue
			}
			for _, view := range []View{Flat, Stack} {
				o, err := Options{View: view, Levels: set}.checkedFor(v)
				if err != nil {
					t.Fatal(err)
				}
				l := newLayout(v, english, o, true)
				all, _ := Options{View: view}.checked()
				if many := r.layout(layoutKey{v, english, all, true}); l.cell < many.cell {
					t.Errorf("%s %v %b: cells of %v, in the whole picture %v", key, view, set, l.cell, many.cell)
				}
				for _, p := range []Picture{pic, preview} {
					s := p.resolve()
					sc := &scene{W: l.w, H: l.h, Background: l.background, Foreground: l.foreground(&s)}
					pieces := 0
					for _, sh := range append(sc.Background, sc.Foreground...) {
						if sh.Form == pieceForm {
							pieces++
						}
						for _, at := range sh.Points {
							if at.X < 0 || at.Y < 0 || at.X > float64(sc.W) || at.Y > float64(sc.H) {
								t.Fatalf("%s %v %b: %v lies outside %d x %d", key, view, set, &sh, sc.W, sc.H)
							}
						}
					}
					if want := countPieces(&s.pos, set); pieces != want {
						t.Errorf("%s %v %b: %d pieces, want %d", key, view, set, pieces, want)
					}
				}
			}
		}
	}
}

// countPieces returns the number of pieces on some levels.
func countPieces(p *rules.Position, set Levels) (n int) {
	for c := range rules.Cell(p.Variant().Cells()) {
		if p.At(c).Exists() && set.Has(int(p.Variant().Coord(c).Level)) {
			n++
		}
	}
	return n
}

// One level of eight has squares that can be seen on a phone: at least 34 pixels where the
// picture is 400 wide, instead of 11.
func TestOneLevelIsLarge(t *testing.T) {
	o, _ := Options{Levels: levelsNamed(t, "3d8l", "5")}.checked()
	l := newLayout(rules.VariantByKey("3d8l"), english, o, true)
	if at400 := l.cell * 400 / float64(l.w); at400 < 34 {
		t.Errorf("squares of %.1f pixels", at400)
	}
}

func TestTouchedLevels(t *testing.T) {
	for _, tt := range []struct {
		name string
		pic  Picture
		want string
	}{
		{"a move on one level", Of(playLAN(t, "3d8l", "5e2-5e4"), english), "5"},
		{"a move between levels", Of(playLAN(t, "millennium", "1e2-1e4", "3e7-3e5", "1g1-2g3"), english), "2 1"},
		{"an attack board", Of(boardMoved(t), english), "E G"},
	} {
		v := tt.pic.Position.Variant()
		if got, want := tt.pic.TouchedLevels(), levelsNamed(t, v.Key(), tt.want); got != want {
			t.Errorf("%s: %b, want %b", tt.name, got, want)
		}
	}
	start := rules.VariantByKey("millennium").Start()
	if got := (Picture{Texts: english, Position: start}).TouchedLevels(); got != 0 {
		t.Errorf("no move touches %b", got)
	}
	m, err := start.ParseMove("N2g3")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := (Picture{Texts: english, Position: start, Preview: &m}).TouchedLevels(), LevelsOf(0, 1); got != want {
		t.Errorf("a preview touches %b, want %b", got, want)
	}
}

// The alt text and the text board of a level tell of its pieces alone.
func TestTextsOfSomeLevels(t *testing.T) {
	pic := Of(playPlies(t, "3d8l", 20), english)
	alt := pic.AltOf(levelsNamed(t, "3d8l", "5"))
	if !strings.Contains(alt, "Level 5: white king") || strings.Contains(alt, "Level 4") {
		t.Errorf("alt text %q", alt)
	}
	text := pic.TextOf(rules.White, levelsNamed(t, "3d8l", "5"))
	if lines := strings.Count(text, "\n"); lines != 10 || !strings.Contains(text, "Level 5") || strings.Contains(text, "Level 6") {
		t.Errorf("%d lines of text:\n%s", lines, text)
	}
	empty := Picture{Texts: english, Position: rules.VariantByKey("tridimensional").Start()}
	if alt := empty.AltOf(levelsNamed(t, "tridimensional", "C")); !strings.HasSuffix(alt, "Level C: empty.") {
		t.Errorf("alt text %q of a level without boards", alt)
	}
}

// Pictures of all levels, however they are chosen, are one picture.
func TestAllLevels(t *testing.T) {
	r := New(0)
	pic := Of(playPlies(t, "nextgen", 5), english)
	data, err := r.PNG(pic, Options{Scale: 0.5})
	if err != nil {
		t.Fatal(err)
	}
	same, err := r.PNG(pic, Options{Scale: 0.5, Levels: LevelsOf(0, 1)})
	if err != nil || !bytes.Equal(data, same) {
		t.Errorf("both levels chosen: not the same picture (%v)", err)
	}
	one, err := r.PNG(pic, Options{Scale: 0.5, Levels: LevelsOf(1)})
	if err != nil || bytes.Equal(data, one) {
		t.Errorf("one level chosen: the same picture (%v)", err)
	}
	if _, err := png.Decode(bytes.NewReader(one)); err != nil {
		t.Error(err)
	}
}

package render

import (
	"math"
	"math/bits"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"stackmate/rules"
)

var escape = regexp.MustCompile("\x1b\\[([0-9;]*)m")

// Marks stand in front of what the last move left and changed, and of a king in check.
func TestTextMarks(t *testing.T) {
	g := playLAN(t, "orthodox", "e2-e4", "f7-f6", "d1-h5")
	want := ` 8  r n b q!k b n r  8
 7  p p p p p . p p  7
 6  . . . . . p . .  6
 5  . . . . . . .>Q  5
 4  . . . . P . . .  4
 3  . . . . . . . .  3
 2  P P P P . P P P  2
 1  R N B-. K B N R  1
    a b c d e f g h
`
	if got := Of(g, english).StyledText(TextStyle{Marks: true}); got != want {
		t.Errorf("got\n%s", got)
	}
	pic := Of(g, english)
	from := pic.Position.Variant().CellNamed("g7")
	pic.Legal = &from
	if got := pic.StyledText(TextStyle{Marks: true}); !strings.Contains(got, " 6  . . . . . p*. .  6\n") || strings.Contains(got, ">") {
		t.Errorf("the moves of g7:\n%s", got)
	}
	pic = Of(playLAN(t, "orthodox", "e2-e4", "d7-d5"), english)
	from = pic.Position.Variant().CellNamed("e4")
	pic.Legal = &from
	if got := pic.StyledText(TextStyle{Marks: true}); !strings.Contains(got, " 5  . . .xp*. . . .  5\n") {
		t.Errorf("the moves of e4:\n%s", got)
	}
}

// With and without colours a board has the same characters in the same columns.
func TestTextColors(t *testing.T) {
	for _, key := range gameKeys {
		pic := Of(playPlies(t, key, 31), english)
		plain := pic.StyledText(TextStyle{Marks: true})
		for _, colors := range []TextColors{FewColors, ManyColors} {
			got := pic.StyledText(TextStyle{Marks: true, Colors: colors})
			if !escape.MatchString(got) {
				t.Errorf("%s: no colours", key)
			}
			stripped := escape.ReplaceAllString(got, "")
			if colors == ManyColors {
				stripped, plain = strings.ReplaceAll(stripped, " ", ""), strings.ReplaceAll(strings.ReplaceAll(plain, ".", ""), " ", "")
			}
			if stripped != plain {
				t.Errorf("%s: with colours\n%s\nwithout\n%s", key, stripped, plain)
			}
		}
		if symbols := pic.StyledText(TextStyle{Symbols: true}); utf8.RuneCountInString(symbols) != utf8.RuneCountInString(pic.Text(rules.White)) {
			t.Errorf("%s: symbols change the layout:\n%s", key, symbols)
		}
	}
	text := (Picture{Texts: english, Position: rules.VariantByKey("3d8l").Start()}).StyledText(TextStyle{Symbols: true})
	for _, want := range []string{" ♔ ", " ♚ ", " M ", " bm ", " Nr ", " ng "} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// Every piece can be seen on every square, marked or not.
func TestTextContrast(t *testing.T) {
	var squares []string
	for m := range backgrounds[ManyColors] {
		for _, dark := range []bool{false, true} {
			squares = append(squares, escape.FindStringSubmatch(ManyColors.paint("x", textMark(m), rules.Empty, dark))[1])
		}
	}
	if len(squares) < 12 {
		t.Fatalf("squares: %q", squares)
	}
	for _, code := range squares {
		back := strings.Split(code, ";")[2]
		for _, piece := range []string{"231", "16"} {
			if got := contrast256(t, back, piece); got < 3 {
				t.Errorf("color %s on %s has a contrast of %.2f", piece, back, got)
			}
		}
	}
}

// contrast256 returns the contrast of two of the colours that all terminals with 256 share.
func contrast256(t *testing.T, a, b string) float64 {
	luminance := func(s string) float64 {
		n, err := strconv.Atoi(s)
		if err != nil || n < 16 || n > 231 {
			t.Fatalf("color %q", s)
		}
		n -= 16
		sum := 0.0
		for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
			part := []int{n / 36, n / 6 % 6, n % 6}[i]
			value := 0.0
			if part > 0 {
				value = float64(55+40*part) / 255
			}
			if value <= 0.04045 {
				sum += weight * value / 12.92
			} else {
				sum += weight * math.Pow((value+0.055)/1.055, 2.4)
			}
		}
		return sum
	}
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// The levels that matter are those of the last move, and before it those of the kings.
func TestMainLevels(t *testing.T) {
	start := Picture{Texts: english, Position: rules.VariantByKey("3d8l").Start()}
	if got := start.MainLevels(2); got != LevelsOf(4, 5) {
		t.Errorf("at the start: %b", got)
	}
	if got := (Picture{Texts: english, Position: rules.VariantByKey("nextgen").Start()}).MainLevels(2); got != 0 {
		t.Errorf("two levels of two: %b", got)
	}
	p := start.Position
	v := p.Variant()
	for _, m := range p.Moves() {
		_, from, to := p.Mover(m)
		before := p
		got := Picture{Texts: english, Position: p.Play(m), Before: &before, Last: &m}.MainLevels(2)
		for _, c := range []rules.Cell{from, to} {
			if !got.Has(int(v.Coord(c).Level)) || bits.OnesCount16(uint16(got)) != 2 {
				t.Fatalf("%s: levels %b", v.LAN(m), got)
			}
		}
	}
}

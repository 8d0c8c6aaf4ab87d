package render

import (
	"errors"
	"math"
	"strings"
	"testing"

	"stackmate/rules"
)

// sampleCurve is a game of so many plies that goes up and down, with marks.
func sampleCurve(plies int) Curve {
	c := Curve{Names: [2]string{"Anna", "Benedikt von Hohenstein"}, Accuracies: [2]string{"Accuracy 87 %", "Accuracy 72 %"},
		Labels: [3]string{"Inaccuracies 3 : 2", "Mistakes 1 : 2", "Blunders 0 : 1"}}
	for i := range plies + 1 {
		x := float64(i) / 60
		c.Win = append(c.Win, 0.5+0.45*math.Sin(7*x)*x/(1+x/3))
	}
	for i, kind := range []MarkKind{MarkInaccuracy, MarkMistake, MarkBlunder, MarkInaccuracy, MarkMistake} {
		c.Marks = append(c.Marks, CurveMark{(i + 1) * plies / 6, kind})
	}
	return c
}

// goldenCurves are the curves in testdata; each was looked at before it was added.
func goldenCurves() map[string]struct {
	curve Curve
	opt   Options
} {
	type golden = struct {
		curve Curve
		opt   Options
	}
	return map[string]golden{
		"curve":          {sampleCurve(83), Options{}},
		"curve-slate":    {sampleCurve(83), Options{Theme: "slate", Scale: 0.5}},
		"curve-contrast": {sampleCurve(20), Options{Theme: "contrast", Scale: 0.5}},
		"curve-print":    {sampleCurve(300), Options{Theme: "print", Scale: 0.5}},
	}
}

func TestGoldenCurves(t *testing.T) {
	r := New(0)
	for name, g := range goldenCurves() {
		t.Run(name, func(t *testing.T) {
			data, err := r.CurvePNG(g.curve, g.opt)
			if err != nil {
				t.Fatal(err)
			}
			compareGolden(t, name, data)
		})
	}
}

func TestCurveRefuses(t *testing.T) {
	r := New(0)
	for _, c := range []struct {
		opt  Options
		want error
	}{{Options{Theme: "pink"}, ErrTheme}, {Options{Scale: 9}, ErrScale}, {Options{View: 9, Board: 7, Levels: LevelsOf(5)}, nil}} {
		if _, err := r.CurvePNG(sampleCurve(4), c.opt); !errors.Is(err, c.want) {
			t.Errorf("%+v: %v, want %v", c.opt, err, c.want)
		}
	}
}

// TestCurveTextsFit lays out games of all lengths, with names and labels of all lengths: every
// text is inside the picture and overlaps no other, and there are enough numbers of moves to
// find one's way.
func TestCurveTextsFit(t *testing.T) {
	for _, plies := range []int{0, 1, 2, 3, 7, 40, 81, 82, 199, 500, 2001} {
		for _, text := range []string{"", "A", "Anna", "مرحبا", "名前名前名前", strings.Repeat("W", 500), strings.Repeat("Long name ", 40)} {
			for _, size := range []float64{MinScale, 0.5, 1, MaxScale} {
				c := sampleCurve(plies)
				c.FirstPly = plies % 3
				if text != "" {
					c.Names[1], c.Accuracies[0], c.Labels[1] = text, text, text
				}
				k := scale(size)
				var texts []area
				numbers := 0
				for _, s := range c.shapes(k) {
					if s.Form != textForm || s.Text == "" {
						continue
					}
					a := s.textArea()
					if a.x < 0 || a.y < 0 || a.x+a.w > k.px(curveWidth) || a.y+a.h > k.px(curveHeight) {
						t.Errorf("%d plies, scale %v: %q is outside: %+v", plies, size, s.Text, a)
					}
					for _, b := range texts {
						if a.overlaps(b) {
							t.Errorf("%d plies, scale %v: %q overlaps another text", plies, size, s.Text)
						}
					}
					texts = append(texts, a)
					if strings.Trim(s.Text, "0123456789") == "" {
						numbers++
					}
				}
				if most := plies/2 + 1; numbers < min(most, 4)-1 || numbers > 16 {
					t.Errorf("%d plies: %d numbers of moves", plies, numbers)
				}
			}
		}
	}
}

// TestCurveBoundsWhatItGets draws what makes no sense.
func TestCurveBoundsWhatItGets(t *testing.T) {
	c := Curve{Win: []float64{-3, 7, 0.5}, FirstPly: 1, Marks: []CurveMark{{-1, MarkBlunder}, {2, MarkBlunder}, {99, MarkMistake}, {1, MarkInaccuracy}}}
	inside := 0
	for _, s := range c.shapes(1) {
		for _, p := range s.Points {
			if p.Y < 0 || p.Y > curveHeight || p.X < 0 || p.X > curveWidth {
				t.Errorf("%v of %+v is outside", p, s)
			}
		}
		if s.Tone == toneRed || s.Tone == toneGold {
			inside++
		}
	}
	if inside != 1 {
		t.Errorf("%d marks", inside)
	}
	if _, err := New(0).CurvePNG(Curve{Win: []float64{0.5}}, Options{}); err != nil {
		t.Error(err)
	}
}

// The facts are those of the picture in words.
func TestCurveFacts(t *testing.T) {
	c := Curve{Win: []float64{0.5, 0.6, 0.2, 0.9, 0.3}, FirstPly: 1, Marks: []CurveMark{{1, MarkBlunder}, {2, MarkBlunder}, {3, MarkMistake}, {0, MarkBlunder}}}
	if i, win := c.Best(rules.White); i != 3 || win != 0.9 {
		t.Errorf("White's best moment: %d, %v", i, win)
	}
	if i, win := c.Best(rules.Black); i != 2 || win != 0.8 {
		t.Errorf("Black's best moment: %d, %v", i, win)
	}
	for _, f := range []struct {
		side rules.Color
		kind MarkKind
		want int
	}{{rules.White, MarkBlunder, 1}, {rules.Black, MarkBlunder, 2}, {rules.White, MarkMistake, 1}, {rules.Black, MarkMistake, 0}} {
		if got := c.Count(f.side, f.kind); got != f.want {
			t.Errorf("%v has %d marks of kind %d, want %d", f.side, got, f.kind, f.want)
		}
	}
}

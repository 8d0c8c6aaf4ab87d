package render

import (
	"slices"
	"strings"
	"testing"

	"stackmate/rules"
)

// shownTexts returns the texts in a picture.
func shownTexts(p Picture) (list []string) {
	o, _ := Options{}.checked()
	s := p.resolve()
	sc := sceneOf(&s, o)
	for _, sh := range slices.Concat(sc.Background, sc.Foreground) {
		if sh.Form == textForm {
			list = append(list, sh.Text)
		}
	}
	return list
}

// A picture shows, and its alt text says, everything in the language of its texts.
func TestPictureInGerman(t *testing.T) {
	g := playLAN(t, "orthodox", "e2-e4", "f7-f6", "d1-h5")
	check := Of(g, german)
	p := rules.VariantByKey("millennium").Start()
	m, err := p.ParseMove("N2g3")
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		pic   Picture
		shown []string
		alt   string
	}{
		"check": {check, []string{"Weiß", "Schwarz", "2. Qh5+", "Schwarz am Zug", "Schach"},
			"2. Qh5+. Schwarz am Zug. Schach. Standard chess. Brett, Weiß: König e1, Dame h5, Türme a1 h1, Läufer c1 f1, Springer b1 g1, " +
				"Bauern a2 b2 c2 d2 f2 g2 h2 e4; Schwarz: König e8, Dame d8, Türme a8 h8, Läufer c8 f8, Springer b8 g8, Bauern f6 a7 b7 c7 d7 e7 g7 h7."},
		"preview": {Picture{Position: p, Texts: german, Preview: &m}, []string{"Ebene 1", "Ebene 3", "Vorschau: N2g3"}, "Ebene 2, Weiß: Springer g3."},
		"checkmate": {Of(playLAN(t, "orthodox", "f2-f3", "e7-e5", "g2-g4", "d8-h4"), german), []string{"2… Qh4#", "Matt", "Schwarz gewinnt"},
			"2… Qh4#. Matt. Schwarz gewinnt."},
		"attack boards": {Picture{Position: rules.VariantByKey("tridimensional").Start(), Texts: german}, []string{"Ebene B", "Ebene D", "Ebene F", "A"},
			"Ebene D: leer."},
	} {
		shown := shownTexts(tt.pic)
		for _, want := range tt.shown {
			if !slices.Contains(shown, want) {
				t.Errorf("%s: the picture does not say %q: %q", name, want, shown)
			}
		}
		if alt := tt.pic.Alt(); !strings.Contains(alt, tt.alt) {
			t.Errorf("%s: the alt text is %q, want %q in it", name, alt, tt.alt)
		}
	}
}

// Every kind of board has a title in both languages that names its level.
func TestBoardTitles(t *testing.T) {
	for _, key := range gameKeys {
		v := rules.VariantByKey(key)
		for _, b := range v.Boards() {
			if title := english.board(b); title != b.Title {
				t.Errorf("%s: %q is called %q", key, b.Title, title)
			}
			if title := german.board(b); title == b.Title || title != "Brett" && !strings.HasSuffix(title, " "+v.LevelName(b.Level)) {
				t.Errorf("%s: %q is called %q", key, b.Title, title)
			}
		}
	}
}

package render

import (
	"strings"
	"testing"
	"unicode/utf8"

	"stackmate/rules"
)

func TestText(t *testing.T) {
	want := `    Level 1           Level 2           Level 3
 8  . . . . . . . .   . . . . . . . .   r n b q k b n r  8
 7  . . . . . . . .   . . . . . . . .   p p p p . p p p  7
 6  . . . . . . . .   . . . . . . . .   . . . . . . . .  6
 5  . . . . . . . .   . . . . . . . .   . . . . p . . .  5
 4  . . . . . . . .   . . . . . . . .   . . . . . . . .  4
 3  . . . . . . . .   . . . . . . N .   . . . . . . . .  3
 2  P P P P P P P P   . . . . . . . .   . . . . . . . .  2
 1  R N B Q K B . R   . . . . . . . .   . . . . . . . .  1
    a b c d e f g h   a b c d e f g h   a b c d e f g h
`
	g := playLAN(t, "millennium", "1g1-2g3", "3e7-3e5")
	if got := Of(g, english).Text(rules.White); got != want {
		t.Errorf("got\n%s", got)
	}
}

func TestTextOfAttackBoards(t *testing.T) {
	want := `    Level A    Level B   Level C    Level D   Level E    Level F   Level G
 1  R K  Q R                                                                 1
 2  P P  P P   N B B N                                                       2
 3             P P P P                                                       3
 4             . . . .              . . . .                                  4
 5             . . . .              . . . .                                  5
 6                                  . . . .              . . . .             6
 7                                  . . . .              . . . .             7
 8                                                       p p p p             8
 9                                                       n b b n   p p  p p  9
10                                                                 r k  q r  10
    f e  b a   e d c b   f e  b a   e d c b   f e  b a   e d c b   f e  b a
`
	if got := (Picture{Texts: english, Position: rules.VariantByKey("tridimensional").Start()}).Text(rules.Black); got != want {
		t.Errorf("got\n%s", got)
	}
}

// Every piece is there, and no line is wider than a terminal.
func TestTextOfEveryGame(t *testing.T) {
	for _, key := range gameKeys {
		g := playPlies(t, key, 30)
		p := g.Position()
		pieces := 0
		for c := range rules.Cell(p.Variant().Cells()) {
			if p.At(c).Exists() {
				pieces++
			}
		}
		for _, side := range []rules.Color{rules.White, rules.Black} {
			text := Picture{Texts: english, Position: p}.Text(side)
			shown := 0
			for line := range strings.Lines(text) {
				if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 80 {
					t.Errorf("%s: a line of %d columns", key, n)
				}
				if rank := strings.TrimSpace(line); rank == "" || rank[0] < '0' || rank[0] > '9' {
					continue
				}
				for _, word := range strings.Fields(line) {
					if strings.ToLower(word[:1]) != strings.ToUpper(word[:1]) {
						shown++
					}
				}
			}
			if key != "tridimensional" && shown != pieces {
				t.Errorf("%s for %v: %d pieces, want %d", key, side, shown, pieces)
			}
		}
	}
}

func TestAlt(t *testing.T) {
	g := playLAN(t, "millennium", "1g1-2g3", "3e7-3e5")
	want := "1… 3e5. White to move. Millennium 3D Chess. " +
		"Level 1: white king e1, queen d1, rooks a1 h1, bishops c1 f1, knight b1, pawns a2 b2 c2 d2 e2 f2 g2 h2. " +
		"Level 2: white knight g3. " +
		"Level 3: black king e8, queen d8, rooks a8 h8, bishops c8 f8, knights b8 g8, pawns e5 a7 b7 c7 d7 f7 g7 h7."
	if got := Of(g, english).Alt(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// An alt text begins with the last move and never exceeds its limit. It describes the level
// of the last move in full, and that of a king in check.
func TestAltFits(t *testing.T) {
	for _, key := range gameKeys {
		g := playPlies(t, key, 60)
		for n := 1; n <= g.Len(); n++ {
			before, p := g.At(n-1), g.At(n)
			alt := At(g, n, english).Alt()
			if got := utf8.RuneCountInString(alt); got > AltLimit {
				t.Fatalf("%s: %d characters", key, got)
			}
			m := g.Moves()[n-1]
			if inGerman := At(g, n, german).Alt(); !strings.HasPrefix(alt, before.Numbered(m)+". ") || !strings.HasPrefix(inGerman, before.Numbered(m)+". ") ||
				utf8.RuneCountInString(inGerman) > AltLimit {
				t.Errorf("%s, ply %d is described as %q and %q", key, n, alt, inGerman)
			}
			if king := p.Variant().CellName(p.King(p.Turn())); p.InCheck() && !strings.Contains(alt, "king "+strings.Trim(king, "ABCDEFG")) &&
				!strings.Contains(alt, "king "+king[1:]) {
				t.Errorf("%s, ply %d: the king on %s, in check, is missing: %s", key, n, king, alt)
			}
			if m.Kind == rules.BoardMove {
				continue
			}
			piece, _, to := before.Mover(m)
			v := p.Variant()
			level := v.Coord(to).Level
			_, rest, ok := strings.Cut(alt, "evel "+v.LevelName(int(level))+": ")
			if !ok {
				_, rest, ok = strings.Cut(alt, "oard"+strings.TrimSuffix(" "+v.LevelName(int(level)), " 1")+": ")
			}
			told, _, _ := strings.Cut(rest, ".")
			square := strings.Trim(v.CellName(to), "ABCDEFG")
			if key != "orthodox" && key != "tridimensional" {
				square = v.CellName(to)[1:]
			}
			if !ok || !strings.Contains(told+" ", " "+square) {
				t.Errorf("%s, ply %d: the %v that went to %s is missing: %s", key, n, piece.Role(), v.CellName(to), alt)
			}
		}
	}
}

// Alt text and text boards say what the picture shows: the position after a preview, and
// how the game ended.
func TestTextsAgree(t *testing.T) {
	g := playLAN(t, "orthodox", "e2-e4", "e7-e5", "d1-h5", "b8-c6", "f1-c4", "g8-f6")
	mate, err := rules.VariantByKey("orthodox").ParseFEN("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
	if err != nil || mate != g.Position() {
		t.Fatal(err)
	}
	m, err := mate.ParseMove("Qxf7#")
	if err != nil {
		t.Fatal(err)
	}
	preview, resigned := Of(g, english), Of(g, english)
	preview.Preview = &m
	resigned.Note = english.Result(rules.WhiteWins, "resignation")
	over := Picture{Texts: english, Position: mate.Play(m), Note: "White wins"}
	for name, tt := range map[string]struct {
		pic        Picture
		head, told string
		f7         string
	}{
		"running":   {Of(g, english), "3… Nf6. White to move. Standard chess. ", "black king e8, queen d8, rooks a8 h8, bishops c8 f8, knights c6 f6, pawns e5 a7 b7 c7 d7 f7 g7 h7.", "p"},
		"preview":   {preview, "Preview: Qxf7#. Standard chess. ", "queen f7", "Q"},
		"resigned":  {resigned, "3… Nf6. Resignation. White wins. Standard chess. ", "queen h5", "p"},
		"checkmate": {over, "Checkmate. White wins. Standard chess. ", "queen f7", "Q"},
	} {
		if alt := tt.pic.Alt(); !strings.HasPrefix(alt, tt.head) || !strings.Contains(alt, tt.told) {
			t.Errorf("%s: the alt text is %q, want %q and %q", name, alt, tt.head, tt.told)
		}
		s := tt.pic.resolve()
		if parts, _ := s.status(); !strings.HasPrefix(tt.head, strings.Join(parts, ". ")+". ") {
			t.Errorf("%s: the picture says %q, the alt text %q", name, parts, tt.head)
		}
		for line := range strings.Lines(tt.pic.Text(rules.White)) {
			if row := strings.Fields(line); row[0] == "7" && row[6] != tt.f7 {
				t.Errorf("%s: the text board has %s on f7, want %s", name, row[6], tt.f7)
			}
		}
	}
}

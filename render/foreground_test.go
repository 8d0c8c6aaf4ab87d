package render

import (
	"strings"
	"testing"

	"stackmate/rules"
)

// Every cell that a move changes is marked, also by castling and en passant.
func TestMovesMarkWhatChanges(t *testing.T) {
	tests := []struct {
		name, key string
		moves     []string
		want      string
	}{
		{"step", "millennium", []string{"1e2-1e4"}, "1e2 1e4"},
		{"to another level", "millennium", []string{"1g1-2g3"}, "1g1 2g3"},
		{"castling", "orthodox", []string{"e2-e4", "e7-e5", "g1-f3", "g8-f6", "f1-c4", "f8-c5", "e1-g1"}, "e1 f1 g1 h1"},
		{"en passant", "orthodox", []string{"e2-e4", "a7-a6", "e4-e5", "d7-d5", "e5-d6"}, "d5 d6 e5"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := playLAN(t, tt.key, tt.moves...)
			s := Of(g, english).resolve()
			if got := strings.Join(cellNames(s.pos.Variant(), s.last.Changed[:]), " "); got != tt.want {
				t.Errorf("changed %s, want %s", got, tt.want)
			}
		})
	}
}

// countShapes returns how many shapes of a picture's foreground have a form and a tone.
func countShapes(p Picture, o Options, f form, tn tone) (n int) {
	o, _ = o.checked()
	s := p.resolve()
	for _, sh := range sceneOf(&s, o).Foreground {
		if sh.Form == f && sh.Tone == tn {
			n++
		}
	}
	return n
}

// countArrows returns how many arrowheads of a tone a picture shows.
func countArrows(p Picture, o Options, tn tone) (n int) {
	o, _ = o.checked()
	s := p.resolve()
	for _, sh := range sceneOf(&s, o).Foreground {
		if sh.Form == fillForm && sh.Tone == tn && len(sh.Points) == 3 {
			n++
		}
	}
	return n
}

func TestArrowOnlyBetweenLevels(t *testing.T) {
	for _, view := range []View{Flat, Stack} {
		o := Options{View: view}
		if n := countArrows(Of(playLAN(t, "millennium", "1e2-1e4"), english), o, toneLastMove); n != 0 {
			t.Errorf("%v: a move on one level has %d arrows", view, n)
		}
		if n := countArrows(Of(playLAN(t, "millennium", "1g1-2g3"), english), o, toneLastMove); n != 1 {
			t.Errorf("%v: a move to another level has %d arrows, want 1", view, n)
		}
		if n := countArrows(Of(boardMoved(t), english), o, toneLastMove); n != 1 {
			t.Errorf("%v: an attack board's move has %d arrows, want 1", view, n)
		}
	}
}

// What a piece can do and a preview are shown without the arrow of the last move.
func TestLegalMovesAndPreviewsDropTheArrow(t *testing.T) {
	pic := Of(playLAN(t, "millennium", "1g1-2g3"), english)
	m := pic.Position.Moves()[0]
	cell := mobilePiece(&pic.Position)
	for what, p := range map[string]Picture{
		"legal moves": {Texts: english, Position: pic.Position, Before: pic.Before, Last: pic.Last, Legal: &cell},
		"a preview":   {Texts: english, Position: pic.Position, Before: pic.Before, Last: pic.Last, Preview: &m},
	} {
		for _, view := range []View{Flat, Stack} {
			if n := countShapes(p, Options{View: view}, fillForm, toneLastMove); n != 0 {
				t.Errorf("%s, %v: %d arrows of the last move", what, view, n)
			}
		}
	}
}

// There is one dot or ring for each cell that a piece can reach.
func TestTargetsAreAllMarked(t *testing.T) {
	for _, key := range gameKeys {
		pic := Of(playPlies(t, key, 28), english)
		cell := mobilePiece(&pic.Position)
		pic.Legal = &cell
		quiet, takes := make(map[rules.Cell]bool), make(map[rules.Cell]bool)
		for _, m := range pic.Position.MovesFrom(cell) {
			if _, ok := pic.Position.Captures(m); ok {
				takes[m.To] = true
			} else {
				quiet[m.To] = true
			}
		}
		for _, view := range []View{Flat, Stack} {
			if n := countShapes(pic, Options{View: view}, fillForm, toneTarget); n != len(quiet) {
				t.Errorf("%s %v: %d dots, want %d", key, view, n, len(quiet))
			}
			// One loop more frames the piece itself.
			if n := countShapes(pic, Options{View: view}, loopForm, toneTarget); n != len(takes)+1 {
				t.Errorf("%s %v: %d rings, want %d", key, view, n-1, len(takes))
			}
		}
	}
}

func TestColumnMarksEveryLevel(t *testing.T) {
	for key, levels := range map[string]int{"millennium": 3, "3d8l": 8, "nextgen": 2, "orthodox": 1} {
		v := rules.VariantByKey(key)
		cell := v.CellAt(rules.Coord{File: 3, Rank: 3})
		if n := countShapes(Picture{Texts: english, Position: v.Start(), Column: &cell}, Options{}, fillForm, toneColumn); n != 4*levels {
			t.Errorf("%s: %d corners, want %d", key, n, 4*levels)
		}
	}
	v := rules.VariantByKey("tridimensional") // e5 exists on B and D at the start, not on A, C, E
	cell := v.CellNamed("e5B")
	if n := countShapes(Picture{Texts: english, Position: v.Start(), Column: &cell}, Options{}, fillForm, toneColumn); n != 4*2 {
		t.Errorf("tridimensional: %d corners, want 8", n)
	}
}

// shownStatus returns the status of a picture in one line.
func shownStatus(s *resolvedPicture) string {
	parts, _ := s.status()
	return joinParts(parts...)
}

func TestStatusBarShowsCheck(t *testing.T) {
	pic := Of(playLAN(t, "orthodox", "e2-e4", "f7-f6", "d1-h5"), english)
	s := pic.resolve()
	if turn := shownStatus(&s); turn != "2. Qh5+ · Black to move · Check" {
		t.Errorf("the status bar says %q", turn)
	}
}

func TestStatusBarShowsTheResult(t *testing.T) {
	s := Of(playLAN(t, "orthodox", "f2-f3", "e7-e5", "g2-g4", "d8-h4"), english).resolve()
	if turn := shownStatus(&s); turn != "2… Qh4# · Checkmate · Black wins" {
		t.Errorf("the status bar says %q", turn)
	}
}

func TestPreviewShowsTheMove(t *testing.T) {
	p := rules.VariantByKey("millennium").Start()
	m, err := p.ParseMove("N2g3")
	if err != nil {
		t.Fatal(err)
	}
	s := Picture{Texts: english, Position: p, Preview: &m}.resolve()
	if at := s.pos.At(p.Variant().CellNamed("2g3")); at != rules.NewPiece(rules.White, rules.Knight) {
		t.Error("the knight is not on 2g3")
	}
	if turn := shownStatus(&s); turn != "Preview: N2g3" {
		t.Errorf("the status bar says %q", turn)
	}
}

// itemTexts returns what a side has captured and is ahead, as text.
func itemTexts(list []takenItem) string {
	var words []string
	for _, c := range list {
		text := c.text
		if c.piece.Exists() {
			text = strings.TrimSpace(text + " " + c.piece.Color().String() + " " + c.piece.Role().String())
		}
		words = append(words, text)
	}
	return strings.Join(words, ", ")
}

// The status bar shows what was captured in the game, promotions notwithstanding; for a
// position without a game it shows what is missing, and with a preview also its capture.
func TestTaken(t *testing.T) {
	g := playLAN(t, "orthodox", "a2-a4", "b7-b5", "a4-b5", "e7-e6", "b5-b6", "d8-g5", "b6-a7", "g5-d2", "d1-d2", "h7-h6", "a7-b8=Q", "a8-b8")
	ended := Of(g, english)
	bare := Picture{Texts: english, Position: ended.Position}
	if m, err := ended.Position.ParseMove("Ra8"); err != nil {
		t.Fatal(err)
	} else {
		ended.Preview = &m
	}
	previewed := At(g, g.Len()-1, english)
	takes := g.Moves()[g.Len()-1]
	previewed.Preview = &takes
	for name, tt := range map[string]struct {
		pic          Picture
		white, black string
	}{
		"the game":               {Of(g, english), "black queen, black knight, 2 black pawn, +12", "white queen, white pawn"},
		"at its beginning":       {At(g, 0, english), "", ""},
		"after five plies":       {At(g, 5, english), "black pawn, +1", ""},
		"a quiet preview":        {ended, "black queen, black knight, 2 black pawn, +12", "white queen, white pawn"},
		"a preview that takes":   {previewed, "black queen, black knight, 2 black pawn, +12", "white queen, white pawn"},
		"the position by itself": {bare, "black queen, black knight, 2 black pawn, +12", "2 white pawn"},
	} {
		s := tt.pic.resolve()
		if white, black := itemTexts(s.takenBy(rules.White)), itemTexts(s.takenBy(rules.Black)); white != tt.white || black != tt.black {
			t.Errorf("%s: White has taken %q, Black %q; want %q, %q", name, white, black, tt.white, tt.black)
		}
	}
}

// In games without published values the strip names the pieces that a side is ahead, unless
// they are those that it has captured.
func TestAhead(t *testing.T) {
	for fen, want := range map[string][2]string{
		"8/8/8/8/8/8/1PPPPPPP/RNBQKBNR|8/8/8/8/8/8/8/8|rnbqkbnr/pppppppp/8/8/8/8/8/8 w - - * 0 1": {"", "white pawn"},
		"8/8/8/8/8/8/1PPPPPPP/RNBQKBNR|8/8/8/8/8/8/8/8|rn1qkbnr/pppppppp/8/8/8/8/8/8 w - - * 0 1": {"black bishop", "white pawn"},
		"8/8/8/8/8/8/1PPPPPPP/RNBQKBNR|8/8/8/8/8/8/8/8|rn1qkbnr/1ppppppp/8/8/8/8/8/8 w - - * 0 1": {"black bishop, black pawn, ahead, white bishop", "white pawn"},
		"8/8/8/8/8/8/1PPPPPPP/1NBQKBNR|8/8/8/8/8/8/8/8|rnbqkbnr/2pppppp/8/8/8/8/8/8 w - - * 0 1":  {"2 black pawn, ahead, white pawn", "white rook, white pawn, ahead, black rook"},
		"8/8/8/8/8/8/PPPPPPPP/RNBQKBNR|8/8/8/8/8/8/8/8|rnbqkbnr/pppppppp/8/8/8/8/8/8 w - - * 0 1": {"", ""},
		"8/8/8/8/8/8/1PPPPPPP/RNBQKBNR|8/8/8/8/8/8/8/8|rnbqkbnr/1ppppppp/8/8/8/8/8/8 w - - * 0 1": {"black pawn", "white pawn"},
	} {
		p, err := rules.VariantByKey("millennium").ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		s := Picture{Texts: english, Position: p}.resolve()
		if got := [2]string{itemTexts(s.takenBy(rules.White)), itemTexts(s.takenBy(rules.Black))}; got != want {
			t.Errorf("%s: White has %q, Black %q; want %q", fen, got[0], got[1], want)
		}
	}
}

// The number of a captured piece is right of the piece, also where that is drawn as letters, which fill the room of a piece.
func TestNumberBesideLetters(t *testing.T) {
	b := statusBar{scale: 1, letters: true}
	mace := takenItem{piece: rules.NewPiece(rules.White, rules.Mace), text: "8"}
	mace.width = b.takenWidth(mace)
	shapes := b.appendTaken(nil, [][]takenItem{{mace}}, 0, 0)
	tile, number := 0.0, 0.0
	for _, s := range shapes {
		switch s.Form {
		case pieceForm:
			tile = s.Points[0].X + s.Size
		case textForm:
			number = s.Points[0].X
		}
	}
	if number < tile {
		t.Errorf("the number begins at %v, and the letters end at %v", number, tile)
	}
	if pawn := (takenItem{piece: rules.NewPiece(rules.White, rules.Pawn), text: "8"}); b.takenWidth(pawn) >= mace.width {
		t.Error("a pawn takes as much room as letters")
	}
}

// A word is not at the end of a line, away from the pieces that it is about.
func TestWordStaysWithItsPieces(t *testing.T) {
	b := statusBar{scale: 1}
	pawn := takenItem{piece: rules.NewPiece(rules.White, rules.Pawn)}
	word := takenItem{text: "ahead"}
	list := []takenItem{pawn, pawn, pawn, word, pawn}
	wide := 3*b.takenWidth(pawn) + b.takenWidth(word)
	lines := b.takenLines(list, wide+1, 3)
	if len(lines) != 2 || len(lines[0]) != 3 || lines[1][0].text != "ahead" {
		t.Errorf("the lines are %v", lines)
	}
	lines = b.takenLines([]takenItem{pawn, word, pawn, pawn}, wide-1, 3)
	if len(lines) != 2 || len(lines[0]) != 1 || len(lines[1]) != 3 {
		t.Errorf("pieces are parted: %v", lines)
	}
	lines = b.takenLines([]takenItem{word, pawn, pawn, pawn, pawn, pawn}, wide, 3)
	if len(lines) != 2 || len(lines[0]) != 4 {
		t.Errorf("what is more than a line is %v", lines)
	}
}

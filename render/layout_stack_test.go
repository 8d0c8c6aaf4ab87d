package render

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"stackmate/rules"
)

// stackLayouts are the layouts of all stacks, by game and side.
func stackLayouts() map[string]*layout {
	list := make(map[string]*layout)
	for _, key := range gameKeys {
		for _, side := range []rules.Color{rules.White, rules.Black} {
			o, _ := Options{View: Stack, Side: side}.checked()
			list[fmt.Sprint(key, " ", side)] = newLayout(rules.VariantByKey(key), english, o, true)
		}
	}
	return list
}

// largestPiece returns the pixels that some piece of a game covers, from the top left
// corner of the square that it is drawn in.
func largestPiece(l *layout) (list []point) {
	size := int(l.pieceSize())
	covered := make([]bool, size*size)
	for _, r := range l.game.Roles() {
		im := rasterizePiece(&themes[0], rules.NewPiece(rules.White, r), size, false)
		for i := range covered {
			covered[i] = covered[i] || im.Pix[4*i+3] > 127
		}
	}
	for i, c := range covered {
		if c {
			list = append(list, point{float64(i%size) + 0.5, float64(i/size) + 0.5})
		}
	}
	return list
}

// boardQuads returns the corners of all boards, with an attack board at each pin, and their
// levels. The near edge of a slab belongs to a board.
func boardQuads(l *layout) (quads [][]point, levels []int) {
	for _, b := range l.game.Boards() {
		first, last := rules.Coord{File: int8(b.File), Rank: int8(b.Rank), Level: int8(b.Level)}, rules.Coord{File: int8(b.File + b.Files - 1), Rank: int8(b.Rank + b.Ranks - 1), Level: int8(b.Level)}
		left, right := first, rules.Coord{File: last.File, Rank: first.Rank, Level: first.Level}
		far, farLeft := last, rules.Coord{File: first.File, Rank: last.Rank, Level: first.Level}
		if l.side == rules.Black {
			left, right, far, farLeft = last, farLeft, first, right
		}
		at := func(c rules.Coord, corner int) point { return l.squares[l.game.CellAt(c)].quad[corner] }
		quads, levels = append(quads, []point{at(left, 0), at(right, 1), at(far, 2), at(farLeft, 3)}), append(levels, b.Level)
	}
	for n, p := range l.game.Pins() {
		quads, levels = append(quads, slices.Clone(l.pins[n].quad)), append(levels, p.Level)
	}
	for _, q := range quads {
		q[0].Y, q[1].Y = q[0].Y+7, q[1].Y+7
	}
	return quads, levels
}

// No board is in front of a piece that stands on a board below it, whatever piece it is and
// wherever the attack boards are.
func TestNoBoardHidesPieces(t *testing.T) {
	for name, l := range stackLayouts() {
		piece := largestPiece(l)
		quads, levels := boardQuads(l)
		worst := 0
		for c := range l.squares {
			at := l.pieceAt(rules.Cell(c))
			hidden := 0
			for _, p := range piece {
				p = point{at.X + p.X, at.Y + p.Y}
				for i, q := range quads {
					if levels[i] > int(l.game.Coord(rules.Cell(c)).Level) && contains(q, p) {
						hidden++
						break
					}
				}
			}
			worst = max(worst, hidden)
		}
		if 50*worst > len(piece) {
			t.Errorf("%s: a board hides %d of %d pixels of a piece", name, worst, len(piece))
		}
	}
}

// In every stack half of a piece can be seen at least behind the pieces of the rank before.
func TestStacksDoNotHeap(t *testing.T) {
	for name, l := range stackLayouts() {
		at := func(rank int8) point {
			return middle(l.squares[l.game.CellAt(rules.Coord{File: 2, Rank: rank, Level: 1 % int8(len(l.game.Boards()))})].quad)
		}
		if step := math.Abs(at(3).Y - at(2).Y); step < 0.5*l.pieceSize() {
			t.Errorf("%s: ranks are %.0f pixels apart, pieces %.0f high", name, step, l.pieceSize())
		}
	}
	v := rules.VariantByKey("tridimensional")
	for _, side := range []string{"white", "black"} {
		l := stackLayouts()["tridimensional "+side]
		if q := l.squares[v.CellNamed("c4D")].quad; q[0].Y-q[3].Y < 34 {
			t.Errorf("%s: cells of Tridimensional Chess are %.0f pixels high, want twice 17", side, q[0].Y-q[3].Y)
		}
	}
}

// fixedShapes are the labels, posts and boards of a layout that are the same in every position.
func fixedShapes(l *layout) []shape {
	shapes := slices.Clone(l.background)
	for _, m := range l.mainBoards {
		shapes = append(shapes, m.shapes...)
	}
	return shapes
}

// Labels of a stack lie over nothing: no square, no piece, no post and no other label,
// wherever the attack boards are.
func TestLabelsLieOverNothing(t *testing.T) {
	for name, l := range stackLayouts() {
		shapes := fixedShapes(l)
		piece := largestPiece(l)
		quads, _ := boardQuads(l)
		count := 0
		for i, s := range shapes {
			if s.Form != textForm {
				continue
			}
			count++
			a := s.textArea()
			a = area{a.x + 1, a.y, a.w - 2, a.h}
			for _, q := range quads {
				if a.meets(q) {
					t.Errorf("%s: %q lies over a board", name, s.Text)
				}
			}
			for c := range l.squares {
				at, inside := l.pieceAt(rules.Cell(c)), 0
				if size := l.pieceSize(); at.X > a.x+a.w || at.Y > a.y+a.h || at.X+size < a.x || at.Y+size < a.y {
					continue
				}
				for _, p := range piece {
					if x, y := at.X+p.X, at.Y+p.Y; x > a.x && x < a.x+a.w && y > a.y && y < a.y+a.h {
						inside++
					}
				}
				if inside > 4 { // an edge may touch
					t.Errorf("%s: %q lies under a piece on %s", name, s.Text, l.game.CellName(rules.Cell(c)))
				}
			}
			for k, other := range shapes {
				if other.Form == strokeForm && a.nearLine(other.Points, other.Size/2) {
					t.Errorf("%s: %q lies over a post", name, s.Text)
				}
				if other.Form == textForm && k < i {
					if a.overlaps(other.textArea()) {
						t.Errorf("%s: %q lies over %q", name, s.Text, other.Text)
					}
				}
			}
			if a.x < 0 || a.y < 0 || a.x+a.w > float64(l.w) || a.y+a.h > float64(l.h) {
				t.Errorf("%s: %q lies outside", name, s.Text)
			}
		}
		if count < 16 {
			t.Errorf("%s: %d labels", name, count)
		}
	}
}

// Wherever four attack boards are, each has its name, nearly always where nothing else is,
// and no two names clash.
func TestAttackBoardsHaveTheirNames(t *testing.T) {
	for _, side := range []string{"white", "black"} {
		l := stackLayouts()["tridimensional "+side]
		plates, sets := 0, fours(len(l.pins))
		for _, set := range sets {
			var occupied uint32
			for _, n := range set {
				occupied |= 1 << n
			}
			var before []area
			for _, n := range set {
				name := l.pins[n].name(occupied, before)
				if len(name) == 0 {
					t.Fatalf("%s: no name for %s", side, l.game.Pins()[n].Name)
				}
				if len(name) == 2 {
					plates++
				}
				a := name[len(name)-1].textArea()
				for _, b := range before {
					if a.overlaps(b) {
						t.Fatalf("%s: the name of %s lies over another, with %b", side, l.game.Pins()[n].Name, occupied)
					}
				}
				before = append(before, a)
			}
		}
		if 50*plates > 4*len(sets) {
			t.Errorf("%s: %d of %d names are not where nothing else is", side, plates, 4*len(sets))
		}
	}
}

// fours returns all sets of four numbers less than n.
func fours(n int) (list [][4]int) {
	for a := range n {
		for b := range a {
			for c := range b {
				for d := range c {
					list = append(list, [4]int{a, b, c, d})
				}
			}
		}
	}
	return list
}

// Where a picture is 400 pixels wide, as on a phone, the font of every coordinate and every
// title of a level is at least 10 pixels high.
func TestLabelsCanBeReadOnAPhone(t *testing.T) {
	for _, key := range gameKeys {
		for _, texts := range []*Texts{english, german} {
			for _, o := range []Options{{}, {Side: rules.Black}, {View: Stack}, {View: Stack, Side: rules.Black}, {Levels: 1}, {Levels: 2}, {Levels: 1, View: Stack}} {
				o, err := o.checkedFor(rules.VariantByKey(key))
				if err != nil {
					continue // a game with one level
				}
				l := newLayout(rules.VariantByKey(key), texts, o, false)
				shapes := fixedShapes(l)
				for _, p := range l.pins {
					shapes = slices.Concat(shapes, p.occupied, p.vacant)
					for _, n := range p.names {
						shapes = append(shapes, n.text)
					}
				}
				least := math.Inf(1)
				for _, s := range shapes {
					if s.Form == textForm && s.Bold {
						least = min(least, s.Size*400/float64(l.w))
					}
				}
				if least < 10 {
					t.Errorf("%s %+v: a label is %.1f pixels high", key, o, least)
				}
			}
		}
	}
}

// The posts between the main boards of Tridimensional keep clear of the names of the files,
// and the arms that come from above of the pieces on the far squares of attack boards.
func TestPostsKeepClear(t *testing.T) {
	for _, side := range []rules.Color{rules.White, rules.Black} {
		o, _ := Options{View: Stack, Side: side}.checked()
		l := layouts.layout(layoutKey{rules.VariantByKey("tridimensional"), english, o, false})
		for _, m := range l.mainBoards {
			for i := range m.shapes {
				post := &m.shapes[i]
				if post.Form != strokeForm {
					continue
				}
				for k := range l.mainBoards {
					for _, label := range labelsOf(l.mainBoards[k].shapes) {
						if post.touches(label.grow(l.px(4))) {
							t.Errorf("%v: a post at %v touches the label at %v", side, post.Points, label)
						}
					}
				}
			}
		}
		for n, p := range l.game.Pins() {
			for i := range l.pins[n].over {
				for _, c := range p.Cells {
					m := middle(l.squares[c].quad)
					if far := m.Y < middle(l.pins[n].quad).Y; far && l.pins[n].over[i].touches(rect{m.X - l.px(14), m.Y - l.px(30), m.X + l.px(14), m.Y}) {
						t.Errorf("%v: the arm of %s crosses what is on %s", side, p.Name, l.game.CellName(c))
					}
				}
			}
		}
	}
}

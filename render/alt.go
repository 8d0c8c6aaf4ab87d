package render

import (
	"slices"
	"strings"
	"unicode/utf8"

	"stackmate/bot/textutil"
	"stackmate/rules"
)

// AltLimit is the largest number of characters of an alt text; it is Discord's.
const AltLimit = 1024

// Alt returns a description of the picture for people who cannot see it, at most AltLimit
// characters. Levels that do not fit are summed up by their number of pieces; those that
// the last move or the preview changed, and that of a king in check, come before others.
func (p Picture) Alt() string { return p.AltOf(0) }

// AltOf returns what Alt does, for a picture that shows some levels alone.
func (p Picture) AltOf(l Levels) string {
	s, before := p.resolve(), p.changedFrom()
	return s.alt(before, l)
}

// InWords returns the pieces on each shown level in a line of its own, White's and Black's,
// for people who listen to the board. It has at most limit characters: levels that do not
// fit are summed up as in Alt.
func (p Picture) InWords(l Levels, limit int) string {
	s := p.resolve()
	lines := fitting(s.levelTexts(p.changedFrom(), l), limit)
	return textutil.Truncate(strings.Join(lines, "\n"), limit)
}

// changedFrom returns the position before the preview or the last move; nil if there is none.
func (p *Picture) changedFrom() *rules.Position {
	if p.Preview != nil {
		return &p.Position
	}
	return p.Before
}

func (s *resolvedPicture) alt(before *rules.Position, shown Levels) string {
	status, _ := s.status()
	head := strings.Join(append(status, s.pos.Variant().Name()), ". ") + "."
	levels := fitting(s.levelTexts(before, shown), AltLimit-utf8.RuneCountInString(head)-1)
	return textutil.Truncate(strings.Join(append([]string{head}, levels...), " "), AltLimit)
}

// fitting returns a text for each level, in full for as many as fit within limit characters
// together, with one between two texts.
func fitting(levels []levelText, limit int) (texts []string) {
	length := len(levels) - 1
	order := make([]int, len(levels))
	for i, l := range levels {
		order[i] = i
		texts = append(texts, l.short)
		length += utf8.RuneCountInString(l.short)
	}
	slices.SortStableFunc(order, func(a, b int) int { return levels[b].matters - levels[a].matters })
	for _, i := range order {
		longer := utf8.RuneCountInString(levels[i].full) - utf8.RuneCountInString(levels[i].short)
		if length+longer <= limit {
			texts[i] = levels[i].full
			length += longer
		}
	}
	return texts
}

// levelText describes a level in full and in short.
type levelText struct {
	full, short string
	matters     int // the more, the sooner it is described in full
}

// levelTexts describes each shown level on which there is a board, in the order of their
// names. A single level is also described if there is none.
func (s *resolvedPicture) levelTexts(before *rules.Position, shown Levels) (list []levelText) {
	p, v, say := &s.pos, s.pos.Variant(), s.texts.language
	_, _, levels := v.Size()
	byLevel := make([][]rules.Cell, levels)
	for c := range rules.Cell(v.Cells()) {
		if p.At(c) != rules.Air || before != nil && before.At(c) != rules.Air {
			byLevel[v.Coord(c).Level] = append(byLevel[v.Coord(c).Level], c)
		}
	}
	titles := make(map[int]string)
	for _, b := range v.Boards() {
		titles[b.Level] = s.texts.board(b)
	}
	for _, level := range levelsByName(v) {
		cells := byLevel[level]
		if !shown.Has(level) || len(cells) == 0 && shown == 0 {
			continue
		}
		title := titles[level]
		if title == "" {
			title = s.texts.level(v.LevelName(level))
		}
		var full, short []string
		for _, c := range []rules.Color{rules.White, rules.Black} {
			if pieces, count := s.pieceText(cells, c); count > 0 {
				full = append(full, say.Text("picture.pieces."+c.String(), "pieces", pieces))
				short = append(short, say.Text("picture.count."+c.String(), "count", count))
			}
		}
		l := levelText{}
		if len(full) == 0 {
			l.full = say.Text("picture.empty-level", "level", title)
			l.short = l.full
		} else {
			l.full = say.Text("picture.full-level", "level", title, "pieces", strings.Join(full, "; "))
			l.short = say.Text("picture.full-level", "level", title, "pieces", strings.Join(short, ", "))
		}
		if before != nil && slices.ContainsFunc(cells, func(c rules.Cell) bool { return before.At(c) != p.At(c) }) {
			l.matters = 2
		} else if p.InCheck() && slices.Contains(cells, p.King(p.Turn())) {
			l.matters = 1
		}
		list = append(list, l)
	}
	return list
}

// levelsByName returns the levels of a variant sorted by name.
func levelsByName(v *rules.Variant) (list []int) {
	_, _, levels := v.Size()
	for level := range levels {
		list = append(list, level)
	}
	slices.SortFunc(list, func(a, b int) int { return strings.Compare(v.LevelName(a), v.LevelName(b)) })
	return list
}

// pieceText lists the pieces of a side on some cells, such as "king e1, pawns a2 b2", and
// counts them.
func (s *resolvedPicture) pieceText(cells []rules.Cell, c rules.Color) (text string, count int) {
	v := s.pos.Variant()
	var parts []string
	for _, r := range v.Roles() {
		var at []string
		for _, cell := range cells {
			if s.pos.At(cell) == rules.NewPiece(c, r) {
				where := v.Coord(cell)
				at = append(at, fileName(int(where.File))+rankName(int(where.Rank)))
			}
		}
		if len(at) == 0 {
			continue
		}
		name := s.texts.pieces[r].one
		if len(at) > 1 {
			name = s.texts.pieces[r].several
		}
		parts = append(parts, name+" "+strings.Join(at, " "))
		count += len(at)
	}
	return strings.Join(parts, ", "), count
}

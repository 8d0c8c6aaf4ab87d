package lesson

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/words"
	"stackmate/render"
	"stackmate/rules"
)

// errNoFigure says that no page has a figure with the name, as after an update of the program.
var errNoFigure = errors.New("no such figure")

// Scene returns the figure that a reply's picture names, such as "millennium/rook", and how it is
// drawn.
func Scene(want chat.Picture, texts *render.Texts) (pic render.Picture, opt render.Options, err error) {
	key, name, _ := strings.Cut(want.Figure, "/")
	l := lessons[key]
	if l == nil {
		return pic, opt, errNoFigure
	}
	i := slices.IndexFunc(l.Pages, func(p Page) bool { return p.Name == name })
	if i < 0 {
		return pic, opt, errNoFigure
	}
	f := l.Pages[i].Figure
	return f.picture(l.Variant, texts), render.Options{Theme: want.Theme, View: f.View, Levels: f.levels(l.Variant)}, nil
}

// Draw draws the figure that a reply's picture names.
func Draw(draw *render.Renderer, want chat.Picture, lang words.Language, texts *render.Texts) (files []chat.File, board string, err error) {
	pic, opt, err := Scene(want, texts)
	if err != nil {
		return nil, "", err
	}
	board = pic.StyledText(render.TextStyle{Marks: true, Levels: opt.Levels})
	if want.InWords {
		board = alt(pic, opt.Levels, lang)
	}
	name := "rules-" + strings.NewReplacer("/", "-", " ", "-").Replace(want.Figure)
	for i, part := range pictures(pic.Position.Variant(), opt.Levels, want.Apart) {
		opt.Board = part.Board
		data, err := draw.PNG(pic, opt)
		if err != nil {
			return nil, "", err
		}
		f := chat.File{Name: name + ".png", Type: "image/png", Data: data, Alt: alt(pic, part.Levels, lang)}
		if i > 0 { // the moves have been told
			f.Name, f.Alt = fmt.Sprintf("%s-%d.png", name, i+1), pic.AltOf(part.Levels)
		}
		files = append(files, f)
	}
	return files, board, nil
}

// pictures returns what each picture of a figure shows: all levels, or each board apart, if these
// are few and all pieces stand on them.
func pictures(v *rules.Variant, shown render.Levels, apart bool) []render.Part {
	if boards := v.Boards(); !apart || len(boards) > 3 || len(v.Pins()) > 0 || shown != 0 {
		return []render.Part{{Levels: shown}}
	}
	return render.Parts(v)
}

// alt describes a figure in words: first the moves that it marks, then everything on the boards.
func alt(pic render.Picture, levels render.Levels, lang words.Language) string {
	if pic.Legal == nil {
		return pic.AltOf(levels)
	}
	p, v, from := pic.Position, pic.Position.Variant(), *pic.Legal
	goes, captures := map[string]bool{}, map[string]bool{}
	for _, m := range p.MovesFrom(from) {
		if _, takes := p.Captures(m); takes {
			captures[v.CellName(m.To)] = true
		} else {
			goes[v.CellName(m.To)] = true
		}
	}
	name, at := "piece."+p.At(from).Role().String(), v.CellName(from)
	if !p.At(from).Exists() { // the cell of an attack board
		name = "lesson.attack-board"
		for _, m := range p.BoardMoves() {
			if pin := v.Pins()[m.From]; slices.Contains(pin.Cells[:], from) {
				at, goes[v.Pins()[m.To].Name] = pin.Name, true
			}
		}
	}
	parts := []string{lang.Text("lesson.figure", "piece", words.Key(name), "cell", at)}
	if len(goes) > 0 {
		parts = append(parts, lang.Text("lesson.goes", "cells", join(goes)))
	}
	if len(captures) > 0 {
		parts = append(parts, lang.Text("lesson.captures", "cells", join(captures)))
	}
	return strings.Join(append(parts, pic.AltOf(levels)), " ")
}

// join writes a set of cells in alphabetical order.
func join(cells map[string]bool) string {
	return strings.Join(slices.Sorted(maps.Keys(cells)), " ")
}

package lesson

import (
	"errors"
	"slices"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/words"
	"stackmate/render"
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
	data, err := draw.PNG(pic, opt)
	if err != nil {
		return nil, "", err
	}
	name := strings.NewReplacer("/", "-", " ", "-").Replace(want.Figure)
	file := chat.File{Name: "rules-" + name + ".png", Type: "image/png", Data: data, Alt: alt(pic, lang)}
	return []chat.File{file}, pic.StyledText(render.TextStyle{Marks: true, Levels: opt.Levels}), nil
}

// alt describes a figure in words: first the moves that it marks, then everything on the boards.
func alt(pic render.Picture, lang words.Language) string {
	if pic.Legal == nil {
		return pic.Alt()
	}
	p, v, from := pic.Position, pic.Position.Variant(), *pic.Legal
	var to, captures []string
	for _, m := range p.MovesFrom(from) {
		name := v.CellName(m.To)
		if _, takes := p.Captures(m); takes && !slices.Contains(captures, name) {
			captures = append(captures, name)
		} else if !takes && !slices.Contains(to, name) {
			to = append(to, name)
		}
	}
	var pins []string
	for _, m := range p.BoardMoves() {
		if name := v.Pins()[m.To].Name; slices.Contains(v.Pins()[m.From].Cells[:], from) && !slices.Contains(pins, name) {
			pins = append(pins, name)
		}
	}
	var parts []string
	for _, part := range []struct {
		key   string
		cells []string
	}{{"lesson.goes", to}, {"lesson.captures", captures}, {"lesson.rides", pins}} {
		if len(part.cells) > 0 {
			slices.Sort(part.cells)
			parts = append(parts, lang.Text(part.key, "cells", strings.Join(part.cells, " ")))
		}
	}
	name := lang.Text("piece." + p.At(from).Role().String())
	return lang.Text("lesson.figure", "piece", name, "cell", v.CellName(from), "moves", strings.Join(parts, " ")) + " " + pic.Alt()
}

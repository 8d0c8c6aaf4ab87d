// Package lesson teaches the games: it answers the command rules. The lesson of a game is a list
// of pages, each with a text of the catalogue and a figure. What a figure shows comes from package
// rules, so that it cannot contradict the game that is played.
package lesson

import (
	"slices"
	"strconv"
	"strings"

	"stackmate/bot/request"
	"stackmate/bot/words"
	"stackmate/rules"
)

// Lesson explains one game, in all its variations.
type Lesson struct {
	// Variant is the game as it is played if no variation is named.
	Variant *rules.Variant
	Pages   []Page
}

// Page is a page of a lesson. Its title is the sentence "page.NAME". A move in quotation marks in the text is legal in the position of the
// figure.
type Page struct {
	Name string
	// Texts are what follows "lesson." in the keys of the page's sentences; GAME.NAME if there are
	// none here. The page about the end of a game is the same in several games.
	Texts  []string
	Figure Figure
	// Readings are the readings that the page tells of, such as M1.
	Readings []string
}

// lessons are the lessons by the key of their game.
var lessons = map[string]*Lesson{
	"millennium":     {rules.VariantByKey("millennium"), millennium},
	"3d8l":           {rules.VariantByKey("3d8l"), eightLevel},
	"nextgen":        {rules.VariantByKey("nextgen"), nextgen},
	"tridimensional": {rules.VariantByKey("tridimensional"), tridimensional},
	"orthodox":       {rules.VariantByKey("orthodox"), orthodox},
}

// Of returns the lesson about a game, or about the game that it is a variation of.
func Of(v *rules.Variant) *Lesson {
	key, _, _ := strings.Cut(v.Key(), ":")
	return lessons[key]
}

// Named returns the lesson about a game that is named as in commands; nil if there is none.
func Named(name string) *Lesson {
	v := rules.VariantByName(name)
	if v == nil {
		return nil
	}
	return Of(v)
}

// All returns all lessons, in the order of the games.
func All() (list []*Lesson) {
	for _, v := range rules.Variants() {
		if l := lessons[v.Key()]; l != nil {
			list = append(list, l)
		}
	}
	return list
}

// Slug returns the name of the page as a part of addresses.
func (p Page) Slug() string { return strings.ReplaceAll(p.Name, " ", "-") }

// FigureName returns the name of the figure of the page with a slug, as in chat.Picture; ok is false if there is none.
func (l *Lesson) FigureName(slug string) (name string, ok bool) {
	for _, p := range l.Pages {
		if p.Slug() == slug {
			return l.Variant.Key() + "/" + p.Name, true
		}
	}
	return "", false
}

// Alt describes the figure of a page in words.
func (l *Lesson) Alt(p Page, lang words.Language) string {
	return alt(p.Figure.picture(l.Variant, request.PictureTexts(lang)), p.Figure.levels(l.Variant), lang)
}

// Title returns the title of the page.
func (p Page) Title(lang words.Language) string { return lang.Text("page." + p.Name) }

// Text returns the text of the page, with the readings that it tells of.
func (l *Lesson) Text(p Page, lang words.Language) string {
	var parts []string
	for _, key := range l.texts(p) {
		parts = append(parts, lang.Text("lesson."+key))
	}
	text := strings.Join(parts, "\n")
	if p.Figure.marksPiece() {
		text += "\n" + lang.Text("lesson.marks")
	}
	if len(p.Readings) > 0 {
		text += "\n\n" + lang.Text("lesson.readings")
	}
	for _, r := range p.Readings {
		text += "\n" + r + ": " + lang.Text("reading."+r)
	}
	return text
}

// texts returns what follows "lesson." in the keys of a page's sentences.
func (l *Lesson) texts(p Page) []string {
	if p.Texts != nil {
		return p.Texts
	}
	return []string{l.Variant.Key() + "." + p.Name}
}

// ending is the name of the page about checkmate and draws.
const ending = "ending"

// Find returns the index of the page that is named by its number, its title in any language, or
// the beginning of that; ok is false if there is none.
func (l *Lesson) Find(name string) (index int, ok bool) {
	name = strings.ToLower(strings.Join(strings.Fields(name), " "))
	if n, err := strconv.Atoi(name); err == nil {
		return n - 1, n >= 1 && n <= len(l.Pages)
	}
	if index = l.titled(name); index < 0 { // "pawns" is the page Pawn, "en pass" the page En passant
		index = slices.IndexFunc(l.Pages, func(p Page) bool { return len(name) > 1 && p.resembles(name) })
	}
	return index, index >= 0
}

// titled returns the index of the page with a title in any language, -1 if there is none.
func (l *Lesson) titled(name string) int {
	return slices.IndexFunc(l.Pages, func(p Page) bool { return p.Name == name || words.Means("page."+p.Name, name) })
}

// only returns the only lesson that has a page with a title, nil if there is none or several.
func only(title string) (found *Lesson) {
	for _, l := range lessons {
		switch title = strings.ToLower(title); {
		case l.titled(title) < 0:
		case found != nil:
			return nil
		default:
			found = l
		}
	}
	return found
}

// resembles reports whether a name and a title of the page begin alike.
func (p Page) resembles(name string) bool {
	return slices.ContainsFunc(words.Tags(), func(tag string) bool {
		title := strings.ToLower(p.Title(words.In(tag)))
		return strings.HasPrefix(title, name) || strings.HasPrefix(name, title)
	})
}

// titles lists the pages with their numbers, such as "1 Boards, 2 Rook".
func (l *Lesson) titles(lang words.Language) string {
	var list []string
	for i, p := range l.Pages {
		list = append(list, strconv.Itoa(i+1)+" "+p.Title(lang))
	}
	return strings.Join(list, ", ")
}

// Keys returns what follows "page." in the keys of titles, and "lesson." in the keys of texts.
func Keys() (titles, texts []string) {
	for _, l := range lessons {
		for _, p := range l.Pages {
			titles, texts = append(titles, p.Name), append(texts, l.texts(p)...)
		}
	}
	return titles, texts
}

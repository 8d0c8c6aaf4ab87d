package web

import (
	"encoding/base64"
	"html"
	"html/template"
	"strings"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/words"
)

// replyView is a reply as pages show it.
type replyView struct {
	Refused bool
	Title   string
	// Text is the text, Plain the same without markup.
	Text  template.HTML
	Plain string
	Block string
	// Words is the position in words, for readers who want that.
	Words    string
	Pictures []pictureView
	Files    []fileView
	Rows     [][]chat.Button
	Menus    []chat.Menu
	More     []replyView
}

// pictureView is a picture in a page.
type pictureView struct {
	URL template.URL
	Alt string
}

// fileView is a file that can be kept.
type fileView struct {
	URL  template.URL
	Name string
}

// plainSurface writes texts without markup.
func plainSurface(lang words.Language) chat.Surface {
	_, plain := command.TypedSurfaces(lang, lang.Date)
	plain.Page = true
	return plain
}

// htmlSurface writes texts as HTML.
func htmlSurface(lang words.Language) chat.Surface {
	return chat.Surface{Typed: true, Page: true, Plain: html.EscapeString,
		Time: func(at time.Time) string {
			return `<time datetime="` + at.UTC().Format(time.RFC3339) + `">` + html.EscapeString(lang.Date(at)) + `</time>`
		},
		Command: func(text string) string { return "<kbd>" + html.EscapeString(command.Typed(lang, text)) + "</kbd>" },
		Link: func(url string) string {
			escaped := html.EscapeString(url)
			return `<a href="` + escaped + `" rel="noopener noreferrer">` + escaped + `</a>`
		}}
}

// viewOf returns a reply as pages show it.
func viewOf(r chat.Reply, refused bool, lang words.Language) *replyView {
	inWords, text := r.InWords(), plainSurface(lang).Expand(r.Text)
	r = r.Expand(htmlSurface(lang), plainSurface(lang))
	v := replyView{Refused: refused, Plain: strings.TrimSpace(text), Title: r.Title, Text: template.HTML(strings.TrimSpace(r.Text)), Block: r.Block, Words: inWords, Menus: coded(r.Menus)} //nolint:gosec // the surface has escaped it
	for _, row := range r.Buttons {
		var list []chat.Button
		for _, b := range row {
			path, _ := command.Split(b.Command)
			if path == command.Web { // here they are
				continue
			}
			b.Look = b.Look && path != command.Quiz || b.Disabled || path == command.Pick || path == command.Board // of no use to those who have a board
			b.Command = b.For.Code(b.Command)
			list = append(list, b)
		}
		v.Rows = append(v.Rows, list)
	}
	for _, f := range r.Files {
		url := template.URL("data:" + strings.ReplaceAll(f.Type, " ", "") + ";base64," + base64.StdEncoding.EncodeToString(f.Data)) //nolint:gosec // made by the desk
		if strings.HasPrefix(f.Type, "image/") {
			v.Pictures = append(v.Pictures, pictureView{url, f.Alt})
		} else {
			v.Files = append(v.Files, fileView{url, f.Name})
		}
	}
	for _, m := range r.More {
		v.More = append(v.More, *viewOf(m, false, lang))
	}
	return &v
}

// coded returns menus whose options have the codes that they are pressed with.
func coded(menus []chat.Menu) (list []chat.Menu) {
	for _, m := range menus {
		options := m.Options
		m.Options = nil
		for _, o := range options {
			o.Command = m.For.Code(o.Command)
			m.Options = append(m.Options, o)
		}
		list = append(list, m)
	}
	return list
}

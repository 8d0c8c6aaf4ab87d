package outbound

import (
	"bytes"
	"fmt"
	"html/template"
	"strings"
	"unicode/utf8"

	"stackmate/bot/command"
	"stackmate/bot/words"
)

// text returns the plain text of the mail, which says everything that the HTML does.
func (m Message) text() string {
	var parts []string
	for i, page := range m.pages() {
		if i > 0 {
			parts = append(parts, "== "+page.Title)
		}
		parts = append(parts, strings.TrimSpace(m.expand(page.Text)))
		if board := strings.Trim(page.Board, "\n"); board != "" {
			parts = append(parts, board)
		}
	}
	if block := strings.Trim(m.Reply.Block, "\n"); block != "" {
		parts = append(parts, block)
	}
	if facts := m.facts(); len(facts) > 0 {
		parts = append(parts, strings.Join(facts, "\n"))
	}
	if len(m.Notes.Examples) > 0 {
		lines, width := m.ExamplesIntro, 0
		for _, e := range m.Notes.Examples {
			width = max(width, utf8.RuneCountInString(e.Reply))
		}
		for _, e := range m.Notes.Examples {
			lines += fmt.Sprintf("\n    %-*s   %s", width, e.Reply, e.Effect)
		}
		parts = append(parts, lines)
	}
	if m.Footer != "" {
		parts = append(parts, "-- \n"+m.Footer)
	}
	return strings.Join(parts, "\n\n") + "\n"
}

// expand writes out the times and commands in a text.
func (m Message) expand(text string) string {
	lang := words.In(m.Reply.Language)
	s, _ := command.TypedSurfaces(lang, lang.Date)
	return s.Expand(text)
}

// facts returns the sentences about the game.
func (m Message) facts() (list []string) {
	for _, f := range m.Notes.Facts {
		list = append(list, m.expand(f))
	}
	return list
}

var htmlTemplate = template.Must(template.New("page").Parse(`<!DOCTYPE html>
<html lang="{{.Language}}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>{{.Subject}}</title><style>:root{color-scheme:light dark}</style></head>
<body style="font-family:sans-serif;font-size:16px;line-height:1.4;margin:1em">
{{range .Pages}}{{$page := .}}{{if .Title}}<h2 style="font-size:18px">{{.Title}}</h2>
{{end}}{{range .Paragraphs}}<p>{{.}}</p>
{{end}}{{if .Pictures}}<div>{{range .Pictures}}<img src="{{.Source}}" alt="{{.Alt}}" width="{{$page.Width}}" style="display:inline-block;width:100%;max-width:{{$page.Width}}px;height:auto;border:0;margin:0 4px 8px 0;vertical-align:top">
{{end}}</div>
{{else if .Board}}<pre style="font-size:14px;line-height:1.2">{{.Board}}</pre>
{{end}}{{range .InWords}}<p>{{.}}</p>
{{end}}{{end}}{{if .Block}}<pre style="font-size:14px;white-space:pre-wrap">{{.Block}}</pre>
{{end}}{{range .Facts}}<p>{{.}}</p>
{{end}}{{if .Examples}}<p>{{.ExamplesIntro}}</p>
<ul style="list-style:none;padding:0">
{{range .Examples}}<li style="margin:0.6em 0"><a href="{{.Link}}" style="display:inline-block;padding:0.4em 0.9em;border-radius:0.3em;text-decoration:none;font-weight:bold;background:#2f7d4f;color:#ffffff">{{.Reply}}</a> {{.Effect}}</li>
{{end}}</ul>
{{end}}<p style="color:#767676;font-size:13px">{{range $i, $line := .Footer}}{{if $i}}<br>{{end}}{{$line}}{{end}}</p>
</body></html>
`))

// Pictures are at most this wide, in pixels: one that is alone, and each of several, which are
// side by side where there is room and one below the other on a phone.
const (
	pictureWidth = 720
	levelWidth   = 360
)

// exampleLink is an example of a reply as the HTML shows it.
type exampleLink struct {
	Link          template.URL // made by mailto, which escapes what it is given
	Reply, Effect string
}

// picture is an image in the HTML.
type picture struct {
	Source template.URL // a part of the mail
	Alt    string
}

// page is a page of the reply as the HTML shows it.
type page struct {
	Title, Board        string
	Paragraphs, InWords []string
	Pictures            []picture
	Width               int // of a picture, where there is room
}

// htmlPages returns the pages of the reply. The title of the first is the subject.
func (m Message) htmlPages() (list []page) {
	files := 0
	for i, r := range m.pages() {
		one := page{Board: strings.Trim(r.Board, "\n"), Width: pictureWidth}
		if i > 0 {
			one.Title = r.Title
		}
		for p := range strings.SplitSeq(m.expand(r.Text), "\n") {
			if p = strings.TrimSpace(p); p != "" {
				one.Paragraphs = append(one.Paragraphs, p)
			}
		}
		if spoken := r.InWords(); spoken != "" {
			one.Board, one.InWords = "", strings.Split(spoken, "\n")
		}
		for _, f := range r.Files {
			if inline(f) {
				one.Pictures = append(one.Pictures, picture{template.URL("cid:" + m.cid(files)), f.Alt})
			}
			files++
		}
		if len(one.Pictures) > 1 {
			one.Width = levelWidth
		}
		list = append(list, one)
	}
	return list
}

// html returns the HTML of the mail.
func (m Message) html() ([]byte, error) {
	data := struct {
		Subject, Language, Block, ExamplesIntro string
		Pages                                   []page
		Facts, Footer                           []string
		Examples                                []exampleLink
	}{Subject: m.Subject, Language: words.In(m.Reply.Language).Tag, Pages: m.htmlPages(), Block: strings.Trim(m.Reply.Block, "\n"), Facts: m.facts(),
		ExamplesIntro: m.ExamplesIntro, Footer: strings.Split(m.Footer, "\n")}
	for _, e := range m.Notes.Examples {
		data.Examples = append(data.Examples, exampleLink{template.URL(mailto(m.replyAddress(), m.Subject, e.Reply)), e.Reply, e.Effect})
	}
	var out bytes.Buffer
	err := htmlTemplate.Execute(&out, data)
	return out.Bytes(), err
}

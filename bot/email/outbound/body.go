package outbound

import (
	"bytes"
	"html/template"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/words"
)

// text returns the plain text of the mail.
func (m Message) text() string {
	parts := []string{strings.TrimSpace(m.message())}
	if board := strings.Trim(m.Reply.Board, "\n"); board != "" {
		parts = append(parts, board)
	}
	if block := strings.Trim(m.Reply.Block, "\n"); block != "" {
		parts = append(parts, block)
	}
	if buttons := m.buttons(); len(buttons) > 0 {
		lines := m.ButtonsIntro
		for _, b := range buttons {
			lines += "\n    " + b.Command + "    (" + b.Label + ")"
		}
		parts = append(parts, lines)
	}
	if m.Footer != "" {
		parts = append(parts, "-- \n"+m.Footer)
	}
	return strings.Join(parts, "\n\n") + "\n"
}

// message returns what the bot says, with its times written out.
func (m Message) message() string {
	return chat.Expand(m.Reply.Text, words.In(m.Reply.Language).Date, func(s string) string { return s })
}

// buttons returns the reply's buttons that do something, and the options of its menus.
func (m Message) buttons() (list []chat.Button) {
	for _, row := range m.Reply.Buttons {
		for _, b := range row {
			if !b.Disabled && !b.Look {
				list = append(list, b)
			}
		}
	}
	for _, menu := range m.Reply.Menus {
		for _, o := range menu.Options {
			list = append(list, chat.Button{Label: strings.TrimSpace(o.Label + " " + o.Hint), Command: o.Command})
		}
	}
	return list
}

var htmlTemplate = template.Must(template.New("page").Parse(`<!DOCTYPE html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{{.Subject}}</title></head>
<body style="font-family:sans-serif;font-size:16px;line-height:1.4;margin:1em">
{{range .Paragraphs}}<p>{{.}}</p>
{{end}}{{if .Picture}}<p><img src="{{.Picture}}" alt="{{.Alt}}" style="max-width:100%;height:auto;border:0"></p>
{{else if .Board}}<pre style="font-size:14px;line-height:1.2">{{.Board}}</pre>
{{end}}{{if .Block}}<pre style="font-size:14px;white-space:pre-wrap">{{.Block}}</pre>
{{end}}{{if .Buttons}}<p>{{.Answers}}</p>
<ul style="list-style:none;padding:0">
{{range .Buttons}}<li style="margin:0.6em 0"><a href="{{.Link}}" style="display:inline-block;padding:0.5em 1em;border-radius:0.3em;text-decoration:none;{{.Style}}">{{.Label}}</a> <code>{{.Command}}</code></li>
{{end}}</ul>
{{end}}<p style="color:#666666;font-size:13px">{{range $i, $line := .Footer}}{{if $i}}<br>{{end}}{{$line}}{{end}}</p>
</body></html>
`))

// buttonLink is a button as the HTML shows it.
type buttonLink struct {
	Link           template.URL // made by mailto, which escapes what it is given
	Label, Command string
	Style          template.CSS
}

var buttonStyles = map[chat.Style]template.CSS{
	chat.Plain:  "background:#e8e8ec;color:#202024",
	chat.Invite: "background:#2f7d4f;color:#ffffff",
	chat.Warn:   "background:#b3382f;color:#ffffff",
}

// html returns the HTML of the mail.
func (m Message) html() ([]byte, error) {
	data := struct {
		Subject, Alt, Board, Block, Answers string
		Picture                             template.URL
		Paragraphs, Footer                  []string
		Buttons                             []buttonLink
	}{Subject: m.Subject, Board: strings.Trim(m.Reply.Board, "\n"), Block: strings.Trim(m.Reply.Block, "\n"),
		Answers: m.ButtonsIntro, Footer: strings.Split(m.Footer, "\n")}
	for p := range strings.SplitSeq(m.message(), "\n") {
		if p = strings.TrimSpace(p); p != "" {
			data.Paragraphs = append(data.Paragraphs, p)
		}
	}
	if m.hasPicture() {
		data.Picture, data.Alt = template.URL("cid:"+m.cid()), m.Reply.File.Alt
	}
	for _, b := range m.buttons() {
		data.Buttons = append(data.Buttons, buttonLink{Link: template.URL(mailto(m.replyAddress(), m.Subject, b.Command)),
			Label: b.Label, Command: b.Command, Style: buttonStyles[b.Style]})
	}
	var out bytes.Buffer
	err := htmlTemplate.Execute(&out, data)
	return out.Bytes(), err
}

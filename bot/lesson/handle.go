package lesson

import (
	"fmt"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/request"
	"stackmate/bot/textutil"
	"stackmate/bot/words"
	"stackmate/rules"
)

// Handle shows a page of the lesson about the game that is named, else about the one in this
// place, else about the default one. A page that only one game has need not say which.
func Handle(req *request.Request) error {
	l := lessonFor(req)
	index := 0
	if name := req.Cmd.Page; name != "" {
		var ok bool
		if index, ok = l.Find(name); !ok && req.Cmd.Variant == nil && only(name) != nil {
			l = only(name)
			index, ok = l.Find(name)
		}
		if !ok {
			return l.unknown(name, req.Lang)
		}
	}
	r := l.Reply(index, req.Lang)
	if req.ByMail && req.Cmd.Page == "" {
		r = l.whole(req.Lang)
	}
	return req.Answer(r)
}

// whole returns the first page followed by all others, for those who would wait for each of them.
func (l *Lesson) whole(lang words.Language) chat.Reply {
	first := l.Reply(0, lang)
	first.Title = l.Variant.Name()
	for i := range l.Pages[1:] {
		page := l.Reply(i+1, lang)
		first.More = append(first.More, chat.Reply{Title: page.Title, Text: page.Text, Picture: page.Picture, Language: lang.Tag})
	}
	return first
}

// unknown refuses a page that the lesson does not have. What was typed may also have been a game.
func (l *Lesson) unknown(name string, lang words.Language) error {
	var known []string
	for _, p := range l.Pages {
		known = append(known, p.Title(lang))
	}
	for _, v := range rules.Variants() {
		known = append(append(known, v.Key()), v.Aliases()...)
	}
	return request.Refuse("lesson.unknown", "text", textutil.Quote(name), "game", l.Variant.Name(), "pages", l.titles(lang)).
		Near(command.Nearest(name, known))
}

// lessonFor returns the lesson that a command means.
func lessonFor(req *request.Request) *Lesson {
	if req.Cmd.Variant != nil {
		return Of(req.Cmd.Variant)
	}
	if g, err := req.ShownGame(); err == nil {
		return Of(g.Variant)
	}
	return Of(rules.VariantByKey(rules.DefaultKey))
}

// Reply returns a page with buttons that turn to the next ones and a menu of all.
func (l *Lesson) Reply(index int, lang words.Language) chat.Reply {
	p := l.Pages[index]
	text := l.Text(p, lang)
	if index == 0 {
		text += "\n\n" + l.Notice(lang) + lang.Text("lesson.pages", "pages", l.titles(lang))
	}
	r := chat.Reply{Title: fmt.Sprintf("%s · %s (%d/%d)", l.Variant.Name(), p.Title(lang), index+1, len(l.Pages)), Text: text,
		Picture: &chat.Picture{Figure: l.Variant.Key() + "/" + p.Name}, Replace: true}
	menu := chat.Menu{Label: lang.Text("lesson.menu"), For: chat.Everybody}
	var row []chat.Button
	for i, other := range l.Pages {
		title, show := other.Title(lang), command.Invocation{Path: command.Rules, Variant: l.Variant, Page: other.Name}.String()
		menu.Options = append(menu.Options, chat.Option{Label: fmt.Sprintf("%d %s", i+1, title), Command: show})
		switch i {
		case index - 1:
			row = append(row, chat.Button{Label: "◀ " + title, Command: show, For: chat.Everybody})
		case index + 1:
			row = append(row, chat.Button{Label: title + " ▶", Command: show, For: chat.Everybody})
		}
	}
	r.Buttons, r.Menus = [][]chat.Button{row}, []chat.Menu{menu}
	return r
}

// Notice names the author of the game, with a paragraph break; it is empty for orthodox chess,
// which has none.
func (l *Lesson) Notice(lang words.Language) string {
	v := l.Variant
	if v.Author() == "" {
		return ""
	}
	return lang.Text("lesson.author", "name", v.Name(), "author", v.Author(), "notice", lang.Text("notice."+v.Key())) + "\n\n"
}

// Complete offers the pages whose titles contain what was typed.
func Complete(req *request.Request, typed string) (list []chat.Option) {
	typed = strings.ToLower(typed)
	for _, p := range lessonFor(req).Pages {
		if title := p.Title(req.Lang); strings.Contains(strings.ToLower(title), typed) || strings.HasPrefix(p.Name, typed) {
			list = append(list, chat.Option{Label: title, Command: p.Name})
		}
	}
	return list
}

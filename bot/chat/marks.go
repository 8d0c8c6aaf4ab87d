package chat

import (
	"strconv"
	"strings"
	"time"
)

// Marks in a text are for what each transport writes in its own way. They are control characters, which no text of a
// person contains.
const (
	mark        = "\x1e" // before and after a time, written as seconds since 1970, a command, with a slash in front, or a URL
	choiceBegin = "\x02" // before the text for transports with slash commands
	choiceElse  = "\x1d" // between that, the text for transports on which commands are typed, and that for pages
	choiceEnd   = "\x03" // after that
)

// When returns a time as a part of a text.
func When(t time.Time) string { return mark + strconv.FormatInt(t.Unix(), 10) + mark }

// Command returns a command as a part of a text: its path in English, and arguments, such as "draw claim #12".
func Command(text string) string { return mark + "/" + text + mark }

// Link returns the URL of a web page as a part of a text, so that it can be followed.
func Link(url string) string { return mark + url + mark }

// Either returns a part of a text that reads differently where there are slash commands and where commands are typed. On pages,
// where commands are typed and there are buttons too, it reads like the latter, unless there is a third text.
func Either(slash, typed string, page ...string) string {
	return choiceBegin + strings.Join(append([]string{slash, typed}, page...), choiceElse) + choiceEnd
}

// withoutMarks replaces the characters of marks by spaces.
var withoutMarks = strings.NewReplacer(mark, " ", choiceBegin, " ", choiceElse, " ", choiceEnd, " ")

// WithoutMarks returns the message without marks in its texts, which people may not write.
func (m Message) WithoutMarks() Message {
	m.Text, m.Nickname = withoutMarks.Replace(m.Text), withoutMarks.Replace(m.Nickname)
	if m.Call != nil {
		call := Call{Path: m.Call.Path, Args: make(map[string]string, len(m.Call.Args))}
		for name, value := range m.Call.Args {
			call.Args[name] = withoutMarks.Replace(value)
		}
		m.Call = &call
	}
	return m
}

// Surface is how a transport writes the marks of a text.
type Surface struct {
	// Typed is whether people type commands as bare words, without slash commands, buttons, channels and servers.
	Typed bool
	// Page is whether there are buttons although Typed is set, as in a browser.
	Page bool
	// Time writes a time, which is in UTC.
	Time func(time.Time) string
	// Command writes a command with its arguments; see the function Command.
	Command func(text string) string
	// Link writes the URL of a web page; nil leaves it as it is.
	Link func(url string) string
	// Plain writes the parts between; nil leaves them as they are.
	Plain func(string) string
}

// Expand writes a text with its marks.
func (s Surface) Expand(text string) string {
	var b strings.Builder
	for i, part := range strings.Split(s.choose(text), mark) {
		command, isCommand := strings.CutPrefix(part, "/")
		seconds, err := strconv.ParseInt(part, 10, 64)
		switch {
		case i%2 == 1 && isCommand:
			b.WriteString(s.Command(command))
		case i%2 == 1 && strings.HasPrefix(part, "http") && s.Link != nil:
			b.WriteString(s.Link(part))
		case i%2 == 1 && strings.HasPrefix(part, "http"):
			b.WriteString(part)
		case i%2 == 1 && err == nil:
			b.WriteString(s.Time(time.Unix(seconds, 0).UTC()))
		case s.Plain != nil:
			b.WriteString(s.Plain(part))
		default:
			b.WriteString(part)
		}
	}
	return b.String()
}

// choose leaves one text of each choice, the innermost choices first.
func (s Surface) choose(text string) string {
	for {
		end := strings.Index(text, choiceEnd)
		begin := strings.LastIndex(text[:max(end, 0)], choiceBegin)
		if begin < 0 {
			return text
		}
		choices, n := strings.Split(text[begin+1:end], choiceElse), 0
		if s.Typed {
			n = 1
		}
		if s.Page {
			n = 2
		}
		text = text[:begin] + choices[min(n, len(choices)-1)] + text[end+1:]
	}
}

// Expand returns the reply with its marks written: those of Text by the surface text, all others by plain, which writes
// for titles, labels and blocks.
func (r Reply) Expand(text, plain Surface) Reply {
	r.Title, r.Text, r.Block, r.Thread = plain.Expand(r.Title), text.Expand(r.Text), plain.Expand(r.Block), plain.Expand(r.Thread)
	rows := r.Buttons
	r.Buttons = nil
	for _, row := range rows {
		var list []Button
		for _, b := range row {
			b.Label = plain.Expand(b.Label)
			list = append(list, b)
		}
		r.Buttons = append(r.Buttons, list)
	}
	menus := r.Menus
	r.Menus = nil
	for _, m := range menus {
		options := m.Options
		m.Label, m.Options = plain.Expand(m.Label), nil
		for _, o := range options {
			o.Label, o.Hint = plain.Expand(o.Label), plain.Expand(o.Hint)
			m.Options = append(m.Options, o)
		}
		r.Menus = append(r.Menus, m)
	}
	return r
}

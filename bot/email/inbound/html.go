package inbound

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// element is an open element that matters for what is in it.
type element struct {
	name           string
	quotes, hidden bool
}

// What is done at the beginning and end of elements.
var (
	breaks = set("br p div tr li ul ol table blockquote h1 h2 h3 h4 h5 h6 pre section article header footer hr dl dt dd center")
	// untracked elements may be ended by others, so that they are not kept track of.
	untracked = set("br p li tr td th dt dd img hr meta link input col base area wbr source body html thead tbody tfoot option")
	// invisible elements show nothing of what is in them.
	invisible = set("head title style script textarea xmp plaintext iframe noembed noframes noscript select object svg math template")
	// history are names by which clients mark the mail that is answered.
	quoteClasses = set("gmail_quote gmail_quote_container gmail_attr gmail_extra yahoo_quoted protonmail_quote moz-cite-prefix " +
		"moz-forward-container zmail_extra tutanota_quote WordSection1_reply outlookmessageheader ydp_quoted")
	endIDs = set("divrplyfwdmsg appendonsend mail-editor-reference-message-container reply-intro stopspelling " +
		"ms-outlook-mobile-signature ms-outlook-mobile-body-separator-line olk_src_body_section replybody1")
	hides = regexp.MustCompile(`(?i)display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(px|pt|em)?\s*(;|!|$)`)
)

func set(s string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(s) {
		set[strings.ToLower(w)] = true
	}
	return set
}

// htmlText returns what a reader sees of HTML, line by line. Lines that are quoted
// begin with >. Its time and space are in proportion to the length of src.
func htmlText(src string) string {
	w := htmlWriter{}
	z := html.NewTokenizer(strings.NewReader(src))
	for w.out.Len() < maxText {
		switch z.Next() {
		case html.ErrorToken:
			w.newline()
			return w.out.String()
		case html.TextToken:
			w.text(string(z.Text()))
		case html.StartTagToken, html.SelfClosingTagToken:
			if !w.start(z.Token()) {
				w.newline()
				return w.out.String()
			}
		case html.EndTagToken:
			w.end(z.Token().Data)
		}
	}
	return w.out.String()
}

// htmlWriter collects lines; maxOpen bounds how many elements it keeps track of.
type htmlWriter struct {
	out  strings.Builder
	line strings.Builder
	open []element
}

const maxOpen = 200

// start begins an element; false means that nothing of interest follows.
func (w *htmlWriter) start(t html.Token) bool {
	if breaks[t.Data] {
		w.newline()
	}
	e := element{name: t.Data, quotes: t.Data == "blockquote", hidden: invisible[t.Data]}
	for _, a := range t.Attr {
		switch a.Key {
		case "class":
			for _, c := range strings.Fields(strings.ToLower(a.Val)) {
				e.quotes = e.quotes || quoteClasses[strings.TrimPrefix(c, "x_")]
			}
		case "id":
			if endIDs[strings.TrimPrefix(strings.ToLower(a.Val), "x_")] {
				return false
			}
		case "style":
			e.hidden = e.hidden || hides.MatchString(a.Val)
		case "hidden":
			e.hidden = true
		}
	}
	if e.quotes {
		w.newline()
	}
	if untracked[t.Data] && !e.quotes || t.Type == html.SelfClosingTagToken && !e.quotes && !e.hidden {
		return true
	}
	if len(w.open) < maxOpen {
		w.open = append(w.open, e)
	} else { // too deep to tell: what follows inherits the quotation
		last := &w.open[maxOpen-1]
		last.quotes, last.hidden = last.quotes || e.quotes, last.hidden || e.hidden
	}
	return true
}

// end ends the innermost open element of a name, and those in it.
func (w *htmlWriter) end(name string) {
	if breaks[name] {
		w.newline()
	}
	for i, e := range slices.Backward(w.open) {
		if e.name == name {
			if slices.ContainsFunc(w.open[i:], func(e element) bool { return e.quotes }) {
				w.newline()
			}
			w.open = w.open[:i]
			return
		}
	}
}

func (w *htmlWriter) text(s string) {
	pre := false
	for _, e := range w.open {
		if e.hidden {
			return
		}
		pre = pre || e.name == "pre"
	}
	for i, part := range strings.Split(normalize(s), "\n") {
		if i > 0 {
			if pre {
				w.newline()
			} else {
				w.line.WriteString(" ")
			}
		}
		w.line.WriteString(part)
	}
}

// newline writes the line collected. Empty lines are kept, one at a time.
func (w *htmlWriter) newline() {
	line := strings.Join(strings.Fields(w.line.String()), " ")
	w.line.Reset()
	if slices.ContainsFunc(w.open, func(e element) bool { return e.quotes }) {
		line = strings.TrimSpace("> " + line)
	}
	w.out.WriteString(line + "\n")
}

package inbound

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// element is an open element, with what it does to the text in it.
type element struct {
	name           string
	quotes, hidden bool
}

// Names of elements, classes and ids that matter for the text.
var (
	breaks = set("br p div tr li ul ol table blockquote h1 h2 h3 h4 h5 h6 pre section article header footer hr dl dt dd center")
	// untracked elements may be closed by other elements, so that their end is not waited for.
	untracked = set("br p li tr td th dt dd img hr meta link input col base area wbr source body html thead tbody tfoot option")
	// invisible elements show none of their text.
	invisible = set("head title style script textarea xmp plaintext iframe noembed noframes noscript select object svg math template")
	// quoteClasses and endIDs are how mail programs mark the older mail in a reply; an element
	// with an id among endIDs ends the text.
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

// htmlText returns the visible text of HTML, line by line, at most maxText bytes and a line.
// Quoted lines begin with >. Time and memory grow linearly with the length of src.
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

// htmlWriter collects the lines of a text.
type htmlWriter struct {
	out  strings.Builder
	line strings.Builder
	open []element
}

// maxOpen is how many nested elements are kept track of.
const maxOpen = 200

// start begins an element. It returns false if the text ends there.
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
	} else { // too deep: the innermost one takes over what the element does
		last := &w.open[maxOpen-1]
		last.quotes, last.hidden = last.quotes || e.quotes, last.hidden || e.hidden
	}
	return true
}

// end closes the innermost open element with a name, and all elements in that.
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

// newline ends the current line; an empty one is written too.
func (w *htmlWriter) newline() {
	line := strings.Join(strings.Fields(w.line.String()), " ")
	w.line.Reset()
	if slices.ContainsFunc(w.open, func(e element) bool { return e.quotes }) {
		line = strings.TrimSpace("> " + line)
	}
	w.out.WriteString(line + "\n")
}

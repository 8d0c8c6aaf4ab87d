package render

import (
	"math"
	"strings"
	"unicode/utf8"
)

// paragraph is a text in lines of one size.
type paragraph struct {
	bold  bool
	size  float64 // of the font, in pixels
	lines []string
}

// newParagraph fits a text into a room of w by h pixels. It is as large as it can be: first
// it wraps between words, then it shrinks. At the smallest size words are broken too, and
// what is still too long is cut, with an ellipsis.
func newParagraph(bold bool, largest, smallest, w, h float64, text string) paragraph {
	text = drawable(bold, text)
	for size := largest; ; size = math.Max(smallest, math.Floor(size*0.94)) {
		p := paragraph{bold: bold, size: size}
		last := size <= smallest
		limit := max(1, int(h/p.leading()))
		var whole bool
		if p.lines, whole = wrap(bold, size, w, limit, last, text); whole || last {
			for i, line := range p.lines {
				p.lines[i] = visual(line)
			}
			return p
		}
	}
}

// leading returns the distance of two lines in pixels.
func (p *paragraph) leading() float64 { return math.Ceil(p.size * 1.15) }

func (p *paragraph) height() float64 { return p.leading() * float64(len(p.lines)) }

// width returns the width of the longest line.
func (p *paragraph) width() (w float64) {
	for _, line := range p.lines {
		w = max(w, textWidth(p.bold, p.size, line))
	}
	return w
}

// appendTo adds the paragraph with its top left corner at x, y.
func (p *paragraph) appendTo(list []shape, t tone, x, y float64) []shape {
	for i, line := range p.lines {
		base := math.Round(y + float64(i)*p.leading() + p.size*0.92)
		list = append(list, shape{Form: textForm, Tone: t, Bold: p.bold, Size: p.size, Text: line, Points: []point{{math.Round(x), base}}})
	}
	return list
}

// wrap breaks a text into at most limit lines of at most w pixels, between words or, with
// force, anywhere. whole is false if the text does not fit; with force its end is then cut.
func wrap(bold bool, size, w float64, limit int, force bool, text string) (lines []string, whole bool) {
	begun := text // where the last line begins
	for rest := text; rest != ""; {
		if len(lines) == limit {
			if force {
				lines[limit-1] = cutText(bold, size, w, begun)
			}
			return lines, false
		}
		var line string
		begun = rest
		if line, rest = firstLine(bold, size, w, force, rest); line == "" {
			return lines, false
		}
		lines = append(lines, line)
	}
	return lines, true
}

// firstLine returns what of a text fits into a line of w pixels, and what is left. The line
// is empty if there is no place to break it and force is not set.
func firstLine(bold bool, size, w float64, force bool, text string) (line, rest string) {
	end := 0 // where the line may end
	var width float64
	for i, r := range text {
		if r == ' ' || r >= firstIdeograph || i > 0 && text[i-1] == '-' {
			end = i
		}
		if width += advance(bold, size, r); width <= w || r == ' ' {
			continue
		}
		switch {
		case end > 0:
		case !force:
			return "", text
		default: // at least one character, so that the text becomes shorter
			end = max(i, utf8.RuneLen(r))
		}
		return strings.TrimSpace(text[:end]), strings.TrimSpace(text[end:])
	}
	return text, ""
}

// firstIdeograph begins the Chinese, Japanese and Korean characters; a line may end before
// each of them.
const firstIdeograph = '\u2e80'

package inbound

import (
	"bytes"
	"io"
	"path"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/emersion/go-message"
	"golang.org/x/text/encoding/charmap"
)

// bodyText returns the text of a mail with \n at the line ends: the plain one if there
// is any, else what an HTML part shows, with > before what it quotes. attached is the text of
// the first file that can be a record.
func bodyText(e *message.Entity) (body, attached string) {
	w := walker{}
	w.walk(e, 0)
	if strings.TrimSpace(w.plain) != "" {
		return w.plain, w.attached
	}
	return normalize(htmlText(w.html)), w.attached
}

// walker looks for the first plain and the first HTML text in a tree of parts, and for the
// first file with a text.
type walker struct {
	plain, html, attached string
	parts                 int
}

// done reports whether nothing better can come.
func (w *walker) done() bool {
	return w.parts >= maxParts || strings.TrimSpace(w.plain) != "" && w.attached != ""
}

// attachedText returns the text of a part that has the name of a record, however it is declared.
// A text that is not whole is none.
func attachedText(e *message.Entity) string {
	_, params, _ := e.Header.ContentDisposition()
	name := params["filename"]
	if name == "" {
		_, params, _ = e.Header.ContentType()
		name = params["name"]
	}
	switch strings.ToLower(path.Ext(decodeHeader(name))) {
	case ".pgn", ".txt":
	default:
		return ""
	}
	data, err := io.ReadAll(io.LimitReader(e.Body, maxText+1))
	if err != nil || len(data) > maxText {
		return ""
	}
	return strings.TrimSpace(normalize(utf8Text(data)))
}

func (w *walker) walk(e *message.Entity, depth int) {
	w.parts++
	if parts := e.MultipartReader(); parts != nil {
		for depth < maxDepth && !w.done() {
			p, err := parts.NextPart()
			if p == nil || err != nil && !message.IsUnknownCharset(err) && !message.IsUnknownEncoding(err) {
				return
			}
			if message.IsUnknownEncoding(err) {
				continue
			}
			w.walk(p, depth+1)
		}
		return
	}
	if disposition, params, _ := e.Header.ContentDisposition(); strings.EqualFold(disposition, "attachment") ||
		params["filename"] != "" && strings.TrimSpace(w.plain) != "" {
		if w.attached == "" {
			w.attached = attachedText(e)
		}
		return
	}
	kind, _, err := e.Header.ContentType()
	if err != nil || kind == "" {
		kind = "text/plain" // nothing else is worth reading
	}
	switch {
	case strings.EqualFold(kind, "text/plain") && strings.TrimSpace(w.plain) == "":
		w.plain = normalize(readText(e.Body, maxText))
	case strings.EqualFold(kind, "text/html") && w.html == "":
		w.html = readText(e.Body, 4*maxText)
	}
}

// readText returns the beginning of a text; an error ends it. Lines that are not UTF-8
// in spite of what the mail says are taken for Windows-1252.
func readText(r io.Reader, limit int64) string {
	data, _ := io.ReadAll(io.LimitReader(r, limit))
	if int64(len(data)) == limit { // perhaps cut within a letter
		for i := 1; i <= 3 && i < len(data) && !utf8.Valid(data); i++ {
			data = data[:len(data)-1]
		}
	}
	return utf8Text(data)
}

// utf8Text returns a text as UTF-8, line by line.
func utf8Text(data []byte) string {
	if utf8.Valid(data) {
		return string(data)
	}
	lines := bytes.Split(data, []byte("\n"))
	for i, line := range lines { // a bad byte in one must not garble the others
		if !utf8.Valid(line) {
			if out, err := charmap.Windows1252.NewDecoder().Bytes(line); err == nil {
				lines[i] = out
			}
		}
	}
	return string(bytes.Join(lines, []byte("\n")))
}

// longDash is the line above a signature as phones write it, which make one dash of two.
var longDash = regexp.MustCompile(`(?m)^[\t\p{Zs}]*[–—―][\t\p{Zs}]*$`)

// normalize drops what cannot be seen, and writes spaces, dashes and line ends in their
// plainest form: phones like to write them otherwise.
func normalize(s string) string {
	s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	s = longDash.ReplaceAllString(s, "--")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case r == '\u2028' || r == '\u2029' || r == '\v' || r == '\f' || r == '\u0085':
			return '\n'
		case r == '\t' || unicode.Is(unicode.Zs, r):
			return ' '
		case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co) || r == utf8.RuneError:
			return -1
		case r >= '\u2010' && r <= '\u2015' || r == '\u2212':
			return '-'
		}
		return r
	}, s)
}

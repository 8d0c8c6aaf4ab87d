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

// bodyText returns the text of a mail with LF at the line ends: the plain text if there is
// one, else the visible text of the HTML, with > before quoted lines. attached is the text of
// the first file that may be the record of a game.
func bodyText(e *message.Entity) (body, attached string) {
	w := walker{}
	w.walk(e, 0)
	if strings.TrimSpace(w.plain) != "" {
		return w.plain, w.attached
	}
	return normalize(htmlText(w.html)), w.attached
}

// walker finds the first plain text, the first HTML and the first text file in the tree of
// parts.
type walker struct {
	plain, html, attached string
	parts                 int
}

// done reports whether the other parts cannot matter.
func (w *walker) done() bool {
	return w.parts >= maxParts || strings.TrimSpace(w.plain) != "" && w.attached != ""
}

// attachedText returns the text of a file named .pgn or .txt, whatever its content type; empty
// for other files and for those longer than maxText.
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

// readText returns the first limit bytes of a text, or those before an error. Lines that are
// not UTF-8 count as Windows-1252.
func readText(r io.Reader, limit int64) string {
	data, _ := io.ReadAll(io.LimitReader(r, limit))
	if int64(len(data)) == limit { // perhaps cut within a character
		for i := 1; i <= 3 && i < len(data) && !utf8.Valid(data); i++ {
			data = data[:len(data)-1]
		}
	}
	return utf8Text(data)
}

// utf8Text converts the lines of a text that are not UTF-8 from Windows-1252.
func utf8Text(data []byte) string {
	if utf8.Valid(data) {
		return string(data)
	}
	lines := bytes.Split(data, []byte("\n"))
	for i, line := range lines { // a bad byte in one line must not garble the others
		if !utf8.Valid(line) {
			if out, err := charmap.Windows1252.NewDecoder().Bytes(line); err == nil {
				lines[i] = out
			}
		}
	}
	return string(bytes.Join(lines, []byte("\n")))
}

// longDash matches the line above a signature from phones that turn two dashes into one.
var longDash = regexp.MustCompile(`(?m)^[\t\p{Zs}]*[–—―][\t\p{Zs}]*$`)

// normalize removes invisible characters, and replaces the many kinds of spaces, dashes and
// line ends by those of ASCII.
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

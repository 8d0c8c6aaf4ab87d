package chat

import (
	"strconv"
	"strings"
	"time"
)

// A time stands in a text as its seconds since 1970 between two of these marks.
const mark = "\x1e"

// When writes a time into a text in such a way that each front end can show it in
// its own manner; see Expand.
func When(t time.Time) string { return mark + strconv.FormatInt(t.Unix(), 10) + mark }

// Expand replaces the times in a text by what show makes of them, and everything
// between them by what plain makes of it.
func Expand(text string, show func(time.Time) string, plain func(string) string) string {
	var b strings.Builder
	for i, part := range strings.Split(text, mark) {
		seconds, err := strconv.ParseInt(part, 10, 64)
		if i%2 == 1 && err == nil {
			b.WriteString(show(time.Unix(seconds, 0).UTC()))
		} else {
			b.WriteString(plain(part))
		}
	}
	return b.String()
}

package chat

import (
	"strconv"
	"strings"
	"time"
)

// mark is before and after a time in a text, which is written as seconds since 1970.
const mark = "\x1e"

// When returns a time as a part of a text. Front ends replace it by the time in the format of their transport; see
// Expand.
func When(t time.Time) string { return mark + strconv.FormatInt(t.Unix(), 10) + mark }

// Expand calls show for each time in a text and plain for the parts between them, and returns the results put
// together. The times are in UTC.
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

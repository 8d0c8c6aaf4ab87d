package words

import (
	"strings"
	"time"
)

// Date returns a moment to the minute, such as "Monday 2 January 15:04", in the time zone
// that it comes in. Coordinated universal time says its name; another zone is the reader's own.
func (l Language) Date(t time.Time) string {
	clock := t.Format("15:04")
	if t.Location() == time.UTC {
		clock += " UTC"
	}
	return l.Text("date", "weekday", l.listed("date.weekdays", int(t.Weekday())), "day", t.Day(),
		"month", l.listed("date.months", int(t.Month())-1), "time", clock)
}

// listed returns one word of a sentence that is a list.
func (l Language) listed(key string, n int) string { return strings.Split(l.Text(key), ", ")[n] }

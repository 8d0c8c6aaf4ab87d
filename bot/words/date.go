package words

import (
	"strings"
	"time"
)

// Date returns a time to the minute, in its own time zone, such as "Monday 2 January 15:04".
// Only UTC is named; any other zone is taken to be the reader's.
func (l Language) Date(t time.Time) string {
	clock := t.Format("15:04")
	if t.Location() == time.UTC {
		clock += " UTC"
	}
	return l.Text("date", "weekday", l.listed("date.weekdays", int(t.Weekday())), "day", t.Day(),
		"month", l.listed("date.months", int(t.Month())-1), "time", clock)
}

// listed returns the word with an index, from 0, of a sentence that is a list with commas.
func (l Language) listed(key string, n int) string { return strings.Split(l.Text(key), ", ")[n] }

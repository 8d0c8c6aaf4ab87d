package game

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"stackmate/bot/timeutil"
)

const (
	hour = time.Hour
	day  = timeutil.Day
)

// after returns a time after noon, which is a Monday's.
func after(d time.Duration) time.Time { return noon.Add(d) }

func TestCalendar(t *testing.T) {
	saturday := time.Date(2026, 11, 28, 0, 0, 0, 0, time.UTC)
	week := []Span{{after(1 * day), after(3 * day)}}
	for name, tt := range map[string]struct {
		cal   Calendar
		start time.Time
		run   time.Duration
		want  time.Time
	}{
		"every day":                    {Calendar{}, noon, 10 * day, after(10 * day)},
		"before the weekend":           {Calendar{WeekendsOff: true}, noon, 4 * day, after(4 * day)},
		"over the weekend":             {Calendar{WeekendsOff: true}, noon, 5 * day, after(7 * day)},
		"over two weekends":            {Calendar{WeekendsOff: true}, noon, 10 * day, after(14 * day)},
		"from Saturday":                {Calendar{WeekendsOff: true}, saturday, hour, saturday.Add(2*day + hour)},
		"from Sunday night":            {Calendar{WeekendsOff: true}, saturday.Add(2*day - 1), hour, saturday.Add(2*day + hour)},
		"in UTC":                       {Calendar{WeekendsOff: true}, saturday.Add(-hour).In(time.FixedZone("east", 5*3600)), 2 * hour, saturday.Add(2*day + hour)},
		"vacation":                     {Calendar{Pauses: week}, noon, 2 * day, after(4 * day)},
		"vacation not reached":         {Calendar{Pauses: week}, noon, day - 1, after(day - 1)},
		"within the vacation":          {Calendar{Pauses: week}, after(2 * day), hour, after(3*day + hour)},
		"vacation over":                {Calendar{Pauses: week}, after(3 * day), hour, after(3*day + hour)},
		"two vacations, one in other":  {Calendar{Pauses: append(week, Span{after(30 * hour), after(2 * day)})}, noon, 2 * day, after(4 * day)},
		"two vacations, overlapping":   {Calendar{Pauses: append(week, Span{after(2 * day), after(5 * day)})}, noon, 2 * day, after(6 * day)},
		"two vacations, back to front": {Calendar{Pauses: []Span{{after(5 * day), after(6 * day)}, week[0]}}, noon, 4 * day, after(7 * day)},
		"vacation into a weekend": {Calendar{WeekendsOff: true, Pauses: []Span{{after(4 * day), after(5 * day)}}}, noon, 5 * day,
			saturday.Add(3 * day)},
		"vacation that ends at once": {Calendar{Pauses: []Span{{after(day), after(day)}}}, noon, 2 * day, after(2 * day)},
	} {
		t.Run(name, func(t *testing.T) {
			got := tt.cal.Add(tt.start, tt.run)
			if !got.Equal(tt.want) {
				t.Errorf("until %v, want %v", got, tt.want)
			}
			if back := tt.cal.Elapsed(tt.start, got); back != tt.run {
				t.Errorf("ran for %v, want %v", back, tt.run)
			}
		})
	}
}

// TestCalendarInverse holds Add to Elapsed, and Elapsed to counting hour by hour.
func TestCalendarInverse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hours := func(label string, most int) time.Duration {
			return time.Duration(rapid.IntRange(0, most).Draw(t, label)) * hour
		}
		cal := Calendar{WeekendsOff: rapid.Bool().Draw(t, "weekends")}
		for range rapid.IntRange(0, 4).Draw(t, "vacations") {
			from := after(hours("from", 800))
			cal.Pauses = append(cal.Pauses, Span{from, from.Add(hours("for", 400))})
		}
		still := func(at time.Time) bool {
			off := cal.WeekendsOff && (at.Weekday() == time.Saturday || at.Weekday() == time.Sunday)
			for _, v := range cal.Pauses {
				off = off || !at.Before(v.From) && at.Before(v.To)
			}
			return off
		}
		start, run := after(hours("start", 800)), hours("run", 800)
		end := cal.Add(start, run)
		if got := cal.Elapsed(start, end); got != run {
			t.Fatalf("from %v to %v ran %v, want %v", start, end, got, run)
		}
		if still(end) {
			t.Fatalf("ends at %v, when it stands still", end)
		}
		var counted time.Duration
		for at := start; at.Before(end); at = at.Add(hour) {
			if !still(at) {
				counted += hour
			}
		}
		if counted != run {
			t.Fatalf("counted %v, want %v", counted, run)
		}
		middle := start.Add(end.Sub(start) / 2)
		if cal.Elapsed(start, middle)+cal.Elapsed(middle, end) != run || cal.Elapsed(end, start) != 0 {
			t.Fatal("times do not add up")
		}
	})
}

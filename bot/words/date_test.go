package words

import (
	"strings"
	"testing"
	"time"
)

func TestDate(t *testing.T) {
	at := time.Date(2026, time.March, 1, 9, 5, 0, 0, time.UTC)
	for tag, want := range map[string]string{"en": "Sunday 1 March 09:05 UTC", "de": "Sonntag, 1. März, 09:05 UTC"} {
		if got := In(tag).Date(at); got != want {
			t.Errorf("%s: %q, want %q", tag, got, want)
		}
	}
	if got := In("en").Date(at.In(time.FixedZone("", 3600))); got != "Sunday 1 March 10:05" {
		t.Errorf("elsewhere: %q", got)
	}
	for _, tag := range Tags() {
		for key, want := range map[string]int{"date.weekdays": 7, "date.months": 12} {
			if got := len(strings.Split(In(tag).Text(key), ", ")); got != want {
				t.Errorf("%s: %s are %d", tag, key, got)
			}
		}
	}
}

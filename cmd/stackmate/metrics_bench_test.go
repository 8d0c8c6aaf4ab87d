package main

import (
	"io"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/metrics"
)

// BenchmarkMetrics handles commands in turn by a desk that counts them and one that does not, and
// reports the ratio of their medians: for a command that changes nothing but its answer, and for
// one that changes something.
func BenchmarkMetrics(b *testing.B) {
	for name, text := range map[string]string{"read": "games", "write": "preferences theme:wood"} {
		b.Run(name, func(b *testing.B) {
			m := metrics.New()
			desks := [2]*bot.Desk{benchDesk(b, nil), benchDesk(b, m)}
			var took [2][]time.Duration
			handle := func(which, n int) {
				from := chat.Address{Transport: "discord", ID: "user:7"}
				message := chat.Message{ID: strconv.Itoa(n), From: chat.Person{Address: from, Name: "Anna"},
					In: chat.Place{Address: from, Private: true}, Text: text}
				began := time.Now()
				if _, err := desks[which].Handle(b.Context(), message); err != nil {
					b.Fatal(err)
				}
				took[which] = append(took[which], time.Since(began))
			}
			n := 0
			for b.Loop() {
				handle(n%2, 2*n)
				handle(1-n%2, 2*n+1)
				n++
			}
			for i := range took {
				slices.Sort(took[i])
			}
			b.ReportMetric(float64(took[1][len(took[1])/2])/float64(took[0][len(took[0])/2]), "ratio")
			w := httptest.NewRecorder()
			m.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
			if text, _ := io.ReadAll(w.Body); len(text) < 1000 {
				b.Errorf("nothing was counted: %s", text)
			}
		})
	}
}

func benchDesk(b *testing.B, m *metrics.Metrics) *bot.Desk {
	desk, db, err := openDesk(b.Context(), filepath.Join(b.TempDir(), "games.db"), false, nil, discardLog(), discardLog(), m)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	if err := desk.Start(b.Context(), false); err != nil {
		b.Fatal(err)
	}
	return desk
}

package web_test

import (
	"bufio"
	"crypto/rand"
	"fmt"
	"net"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"stackmate/bot/chat"
)

// BenchmarkWatchers has 1,000 browsers look at a game, and measures what they cost and how long it takes from the moment at
// which a player sends a move until each has heard of it. Memory is that of the server and of its clients, which are in
// the same process.
func BenchmarkWatchers(b *testing.B) {
	const watchers = 1000
	c := found(b, "")
	c.play(room)
	if a, err := c.desk.Handle(b.Context(), chat.Message{ID: rand.Text(), From: person("Anna"), In: room, Text: "settings games:everybody", Administrator: true}); err != nil || a.Refused {
		b.Fatal(a, err)
	}
	before := memory()
	heard := make(chan time.Time, watchers)
	var opened, closed sync.WaitGroup
	slots := make(chan struct{}, 20) // as many as connect at once
	for i := range watchers {
		opened.Add(1)
		closed.Go(func() {
			slots <- struct{}{}
			done := sync.OnceFunc(func() { <-slots; opened.Done() })
			defer done()
			conn, err := net.Dial("tcp", c.public.Host)
			if err != nil {
				b.Error(err)
				return
			}
			defer conn.Close()
			b.Cleanup(func() { conn.Close() })
			fmt.Fprintf(conn, "GET /events?games=1 HTTP/1.1\r\nHost: %s\r\nX-Forwarded-For: 10.0.%d.%d\r\n\r\n", c.public.Host, i/250, i%250)
			lines := bufio.NewReaderSize(conn, 512)
			for {
				line, err := lines.ReadString('\n')
				if err != nil {
					return
				}
				if strings.HasPrefix(line, "data: ") {
					if first := line == "data: 1 0\n"; first {
						done()
					} else {
						heard <- time.Now()
					}
				}
			}
		})
	}
	opened.Wait()
	used := memory() - before
	moves := []string{"Nf3", "Nf6", "Nc3", "Nc6", "Ng1", "Ng8", "Nb1", "Nb8"} // no fivefold repetition in 30 plies
	var took []time.Duration
	for n := 0; b.Loop(); n++ {
		who := []string{"Anna", "Ben"}[n%2]
		began := time.Now()
		if a := c.says(who, room, "#1 "+moves[n%8]); a.Refused {
			b.Fatal(a.Text)
		}
		for range watchers {
			select {
			case at := <-heard:
				took = append(took, at.Sub(began))
			case <-time.After(30 * time.Second):
				b.Fatal("somebody hears nothing")
			}
		}
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "median-ms")
	b.ReportMetric(float64(used)/(1<<20), "MB")
	b.ReportMetric(0, "ns/op")
}

// memory returns how many bytes the process uses for what is in its heap and stacks.
func memory() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapInuse + m.StackInuse)
}

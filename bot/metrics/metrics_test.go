package metrics

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"
)

// scrape returns what Prometheus would read.
func scrape(t *testing.T, m *Metrics) string {
	t.Helper()
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	if w.Code != http.StatusOK {
		t.Fatalf("status %d\n%s", w.Code, w.Body)
	}
	return w.Body.String()
}

// TestCatalogue holds the metrics to the conventions of Prometheus: base units, "_total" for what
// only rises, and a help text that is a sentence.
func TestCatalogue(t *testing.T) {
	if len(catalogue) < 20 {
		t.Fatalf("only %d metrics", len(catalogue))
	}
	plain := regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`)
	seen := map[string]bool{}
	for _, c := range catalogue {
		if !strings.HasPrefix(c.name, "stackmate_") || !plain.MatchString(c.name) || seen[c.name] {
			t.Errorf("%s is not a name, or not the only one", c.name)
		}
		seen[c.name] = true
		if strings.HasSuffix(c.name, "_total") != (c.kind == counts || c.kind == recounts) && c != GatewayBudgetTotal {
			t.Errorf("%s: the end of the name does not fit its kind", c.name)
		}
		if c.kind == spreads && !strings.HasSuffix(c.name, "_seconds") {
			t.Errorf("%s is not in seconds", c.name)
		}
		if !strings.HasSuffix(c.help, ".") || strings.ToUpper(c.help[:1]) != c.help[:1] {
			t.Errorf("%s: %q is not a sentence", c.name, c.help)
		}
		for _, label := range c.labels {
			if !plain.MatchString(label) {
				t.Errorf("%s: label %q", c.name, label)
			}
		}
	}
}

// TestScrape counts something and reads it as Prometheus does.
func TestScrape(t *testing.T) {
	m := New()
	m.Add(Commands, "move", "done")
	m.Add(Commands, "move", "done")
	m.Zero(Interactions, "late")
	m.Observe(CommandTime, 30*time.Millisecond, "move")
	m.Watch(func(_ context.Context, set Set) error {
		set(OutboxDue, 3, "discord")
		set(BackupFailures, 2)
		return nil
	}, OutboxDue, BackupFailures)
	got := scrape(t, m)
	for _, want := range []string{
		`stackmate_commands_total{outcome="done",verb="move"} 2`,
		`stackmate_interactions_total{result="late"} 0`,
		`stackmate_command_duration_seconds_bucket{verb="move",le="0.025"} 0`,
		`stackmate_command_duration_seconds_bucket{verb="move",le="0.05"} 1`,
		`stackmate_command_duration_seconds_sum{verb="move"} 0.03`,
		`stackmate_outbox_due{transport="discord"} 3`,
		"# TYPE stackmate_backup_failures_total counter\nstackmate_backup_failures_total 2",
		"\ngo_goroutines ", "\ngo_info{",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("there is no %s", want)
		}
	}
	if strings.Contains(got, "stackmate_games_running{") {
		t.Error("games were counted that nobody watches")
	}
}

// TestWatchFails checks that a value that cannot be read is missing, and no other.
func TestWatchFails(t *testing.T) {
	m := New()
	m.Watch(func(ctx context.Context, set Set) error {
		if _, limited := ctx.Deadline(); !limited {
			t.Error("reading a value may take forever")
		}
		return context.DeadlineExceeded
	}, GamesRunning)
	m.Watch(func(_ context.Context, set Set) error { set(OutboxDue, 1, "email"); return nil }, OutboxDue)
	if got := scrape(t, m); strings.Contains(got, "\nstackmate_games_running") || !strings.Contains(got, `stackmate_outbox_due{transport="email"} 1`) {
		t.Error(got)
	}
}

// TestCountLog counts warnings and errors, also of loggers with attributes, and passes all on.
func TestCountLog(t *testing.T) {
	m := New()
	var out strings.Builder
	log := slog.New(m.CountLog(slog.NewTextHandler(&out, nil)))
	if got := scrape(t, m); !strings.Contains(got, `stackmate_log_records_total{level="error"} 0`) {
		t.Error("the counters do not begin at 0")
	}
	log.Info("one")
	log.With("a", 1).Warn("two")
	log.WithGroup("g").Error("three", "b", 2)
	got := scrape(t, m)
	for _, want := range []string{`stackmate_log_records_total{level="error"} 1`, `stackmate_log_records_total{level="warning"} 1`} {
		if !strings.Contains(got, want) {
			t.Errorf("there is no %s", want)
		}
	}
	if lines := strings.Count(out.String(), "\n"); lines != 3 || !strings.Contains(out.String(), "a=1") || !strings.Contains(out.String(), "g.b=2") {
		t.Errorf("logged: %s", out.String())
	}
}

// TestNil checks that a program that counts nothing needs no metrics.
func TestNil(t *testing.T) {
	var m *Metrics
	m.Add(Commands, "move", "done")
	m.Zero(Interactions, "late")
	m.Observe(CommandTime, time.Second, "move")
	m.Watch(nil, GamesRunning)
	if h := m.CountLog(slog.DiscardHandler); h == nil {
		t.Error("there is no log")
	}
}

package logging_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"stackmate/bot/logging"
)

// TestOneLineAnEvent checks that each event is one line in both formats, whatever its
// values hold, and that the format and the level can be changed while a logger is in use.
func TestOneLineAnEvent(t *testing.T) {
	var out bytes.Buffer
	var format logging.Format
	log := logging.New(&out, &format, "hunter22", "", "abc").With("transport", "dis\ncord")
	ctx := logging.WithTrace(context.Background(), "0123456789")
	write := func() string {
		out.Reset()
		log.DebugContext(ctx, "not at this level")
		log.WarnContext(ctx, "first\nsecond", "error", errors.New("one\r\ntwo\u2028three"), slog.Group("inner", "text", "a\nb"),
			"who", "Anna <anna@example.org>, to:bob@müller.example", "password", "it is hunter22.", "stack", "/go/pkg/mod/x/y@v1.2.3/file.go:12", "n", 3)
		line := out.String()
		if strings.Count(line, "\n") != 1 || !strings.HasSuffix(line, "\n") {
			t.Errorf("%q is not one line", line)
		}
		for _, never := range []string{"hunter22", "example", "anna", "bob", `\n`, `\r`, "\u2028", "this level"} {
			if strings.Contains(line, never) {
				t.Errorf("%q is in the log: %s", never, line)
			}
		}
		for _, want := range []string{"first | second", "one | two | three", "dis | cord", "a | b", "0123456789", "it is (hidden).", "y@v1.2.3/file.go:12"} {
			if !strings.Contains(line, want) {
				t.Errorf("%q is not in the log: %s", want, line)
			}
		}
		return line
	}
	write()
	format.Set(slog.LevelWarn, true)
	line := write()
	var fields map[string]any
	if err := json.Unmarshal([]byte(line), &fields); err != nil {
		t.Fatal(err)
	}
	if fields["trace"] != "0123456789" || fields["transport"] != "dis | cord" || fields["n"] != 3.0 {
		t.Errorf("fields: %v", fields)
	}
	out.Reset()
	log.Info("below the level")
	if out.Len() > 0 {
		t.Errorf("written below the level: %s", &out)
	}
	format.Set(slog.LevelDebug, false)
	log.Debug("now")
	if !strings.HasPrefix(out.String(), "time=") {
		t.Errorf("not text: %s", &out)
	}
}

// TestTrace checks that the same event always has the same trace, and that others differ.
func TestTrace(t *testing.T) {
	a := logging.TraceOf("discord", "12")
	if len(a) != logging.TraceLength || a != logging.TraceOf("discord", "12") {
		t.Errorf("trace %q", a)
	}
	if a == logging.TraceOf("discord1", "2") {
		t.Error("two events have one trace")
	}
	ctx := context.Background()
	if got := logging.Trace(ctx); got != "" {
		t.Errorf("trace %q without one", got)
	}
	if got := logging.Trace(logging.WithTrace(logging.WithTrace(ctx, a), "")); got != a {
		t.Errorf("trace %q, want %q", got, a)
	}
}

package metrics

import (
	"context"
	"log/slog"
)

// CountLog returns a handler of log records that counts warnings and errors, and passes every
// record on.
func (m *Metrics) CountLog(next slog.Handler) slog.Handler {
	for _, level := range []string{"warning", "error"} {
		m.Zero(LogRecords, level)
	}
	return countingHandler{next, m}
}

type countingHandler struct {
	slog.Handler
	metrics *Metrics
}

// Handle implements slog.Handler.
func (h countingHandler) Handle(ctx context.Context, r slog.Record) error {
	switch {
	case r.Level >= slog.LevelError:
		h.metrics.Add(LogRecords, "error")
	case r.Level >= slog.LevelWarn:
		h.metrics.Add(LogRecords, "warning")
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (h countingHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return countingHandler{h.Handler.WithAttrs(attrs), h.metrics}
}

// WithGroup implements slog.Handler.
func (h countingHandler) WithGroup(name string) slog.Handler {
	return countingHandler{h.Handler.WithGroup(name), h.metrics}
}

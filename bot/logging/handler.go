package logging

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"regexp"
	"strings"
	"sync/atomic"

	"stackmate/bot/textutil"
)

// Format is how the log is written; it can be changed at any time. The zero value writes
// text from level info on.
type Format struct {
	level slog.LevelVar
	json  atomic.Bool
}

// Set changes from which level on lines are written, and whether they are JSON.
func (f *Format) Set(level slog.Level, json bool) {
	f.level.Set(level)
	f.json.Store(json)
}

// New returns a logger that writes one line an event. It adds the trace of the context,
// writes values in one line, and hides mail addresses and secrets. Secrets shorter than
// four characters are ignored: hiding them would hide parts of words.
func New(w io.Writer, f *Format, secrets ...string) *slog.Logger {
	options := &slog.HandlerOptions{Level: &f.level}
	var hide []string
	for _, s := range secrets {
		if len(s) >= minSecret {
			hide = append(hide, s, hidden)
		}
	}
	return slog.New(handler{f, slog.NewTextHandler(w, options), slog.NewJSONHandler(w, options), strings.NewReplacer(hide...)})
}

const (
	// minSecret is the length in bytes from which secrets are hidden.
	minSecret = 4
	// maxValue is how many characters of a value are written: enough for the stack of a
	// panic.
	maxValue = 8000

	hidden = "(hidden)"
)

// handler cleans what it hands to one of two handlers.
type handler struct {
	format     *Format
	text, json slog.Handler
	secrets    *strings.Replacer
}

// Enabled implements slog.Handler.
func (h handler) Enabled(_ context.Context, level slog.Level) bool {
	return level >= h.format.level.Level()
}

// Handle implements slog.Handler.
func (h handler) Handle(ctx context.Context, r slog.Record) error {
	clean := slog.NewRecord(r.Time, r.Level, h.clean(r.Message), r.PC)
	if trace := Trace(ctx); trace != "" {
		clean.AddAttrs(slog.String("trace", trace))
	}
	r.Attrs(func(a slog.Attr) bool {
		clean.AddAttrs(h.cleanAttr(a))
		return true
	})
	if h.format.json.Load() {
		return h.json.Handle(ctx, clean)
	}
	return h.text.Handle(ctx, clean)
}

// WithAttrs implements slog.Handler.
func (h handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	clean := make([]slog.Attr, len(attrs))
	for i, a := range attrs {
		clean[i] = h.cleanAttr(a)
	}
	h.text, h.json = h.text.WithAttrs(clean), h.json.WithAttrs(clean)
	return h
}

// WithGroup implements slog.Handler.
func (h handler) WithGroup(name string) slog.Handler {
	h.text, h.json = h.text.WithGroup(name), h.json.WithGroup(name)
	return h
}

// cleanAttr returns an attribute whose value is clean.
func (h handler) cleanAttr(a slog.Attr) slog.Attr {
	switch v := a.Value.Resolve(); v.Kind() {
	case slog.KindString:
		return slog.String(a.Key, h.clean(v.String()))
	case slog.KindAny:
		return slog.String(a.Key, h.clean(fmt.Sprint(v.Any())))
	case slog.KindGroup:
		var clean []any
		for _, inner := range v.Group() {
			clean = append(clean, h.cleanAttr(inner))
		}
		return slog.Group(a.Key, clean...)
	default:
		return slog.Attr{Key: a.Key, Value: v}
	}
}

// clean returns a text in one line, without secrets and mail addresses.
func (h handler) clean(s string) string {
	return textutil.Truncate(OneLine(HideAddresses(h.secrets.Replace(s))), maxValue)
}

// mailAddress matches what could be a mail address, also in the middle of an error.
var mailAddress = regexp.MustCompile(`(?:"[^"]{1,64}"|[^\s<>"'“”()\[\],;:=|/\\@]+)@[\pL\pN_-]+(?:\.[\pL\pN_-]+)*`)

// moduleVersion matches where the path of a Go module ends, in the stack of a panic.
var moduleVersion = regexp.MustCompile(`@v[0-9]+\.[0-9]`)

// HideAddresses returns a text with "(hidden)" in place of each mail address.
func HideAddresses(s string) string {
	if !strings.Contains(s, "@") {
		return s
	}
	return mailAddress.ReplaceAllStringFunc(s, func(found string) string {
		if moduleVersion.MatchString(found) {
			return found
		}
		return hidden
	})
}

// OneLine returns a text in one line: its lines, such as those of a stack, joined by bars.
func OneLine(s string) string {
	const breaks = "\n\r\v\f\u0085\u2028\u2029"
	if !strings.ContainsAny(s, breaks) {
		return s
	}
	lines := strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(breaks, r) })
	for i, line := range lines {
		lines[i] = strings.TrimSpace(line)
	}
	return strings.Join(lines, " | ")
}

package status

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/words"
)

// Limits on what is said.
const (
	// maxDown is how many connections that do not work are listed.
	maxDown = 3
	// maxWaiting is how long a message may be due, and a heartbeat ago, before that is a problem.
	maxWaiting = 10 * time.Minute
	// spare is how much room the disk should have beyond the size of the database, which a
	// backup or an upgrade needs.
	spare = 200 << 20
)

// Text returns the report in words, with marks: what is to be done, and then how it is.
func (r Report) Text(lang words.Language) string {
	lines := []string{lang.Text("status.version", "version", r.Version, "when", chat.When(r.Started))}
	return strings.Join(append(append(lines, r.problems(lang)...), r.facts(lang)...), "\n")
}

// OfflineText returns what the database alone tells. A report with an older schema tells nothing
// but that.
func (r Report) OfflineText(lang words.Language) string {
	if r.Schema != r.NewestKnown {
		return lang.Text("status.schema", "schema", r.Schema, "newest", r.NewestKnown) + "\n" + r.database(lang)
	}
	var lines []string
	if !r.Heartbeat.IsZero() {
		lines = append(lines, lang.Text("status.seen", "when", chat.When(r.Heartbeat)))
	}
	lines = append(lines, r.games(lang))
	for _, t := range r.Transports {
		lines = append(lines, lang.Text("status.name."+t.Name)+": "+t.waiting(lang))
	}
	if r.Held > 0 {
		lines = append(lines, r.held(lang))
	}
	return strings.Join(append(lines, r.database(lang)), "\n")
}

// problems returns the problems, each with what to do, under a heading.
func (r Report) problems(lang words.Language) []string {
	var list []string
	complain := func(key string, args ...any) { list = append(list, lang.Text(key, args...)) }
	for _, t := range r.Transports {
		name := lang.Text("status.name." + t.Name)
		for i, d := range t.Down {
			if i == maxDown {
				complain("status.down.more", "count", len(t.Down)-maxDown, "transport", name)
				break
			}
			since := d.Since
			if since.IsZero() {
				since = r.Started
			}
			complain("status.down", "transport", name, "connection", d.Name, "when", chat.When(since), "why", d.Cause.advice(lang))
		}
		if !t.Oldest.IsZero() && r.At.Sub(t.Oldest) > maxWaiting {
			complain("status.late", "transport", name, "count", t.Due, "when", chat.When(t.Oldest))
		}
		for _, cause := range slices.Sorted(maps.Keys(t.Failing)) {
			complain("status.failing", "transport", name, "count", t.Failing[cause], "why", cause.advice(lang))
		}
	}
	if r.At.Sub(r.Heartbeat) > maxWaiting {
		complain("status.heartbeat", "when", chat.When(r.Heartbeat))
	}
	for _, name := range r.Stuck {
		complain("status.stuck", "name", name)
	}
	if r.Late > 0 {
		complain("status.clocks.late", "count", r.Late)
	}
	if r.Free >= 0 && r.Free < r.Bytes+spare {
		complain("status.disk", "free", size(r.Free))
	}
	if r.Held > 0 {
		list = append(list, r.held(lang))
	}
	switch b := r.Backup; {
	case b == nil:
		complain("status.backup.none")
	case !b.Failed.IsZero():
		complain("status.backup.failed", "when", chat.When(b.Failed), "why", b.Because.advice(lang))
	case b.Late:
		complain("status.backup.late")
	}
	if len(list) == 0 {
		return []string{lang.Text("status.well")}
	}
	for i := range list {
		list[i] = "• " + list[i]
	}
	return append([]string{lang.Text("status.todo", "count", len(list))}, list...)
}

// facts returns how everything is.
func (r Report) facts(lang words.Language) (list []string) {
	for _, t := range r.Transports {
		line := lang.Text("status.connections", "transport", lang.Text("status.name."+t.Name), "up", t.Connections-len(t.Down), "all", t.Connections)
		if len(t.Down) == 0 && !t.Since.IsZero() {
			line = lang.Text("status.connected", "transport", lang.Text("status.name."+t.Name), "when", chat.When(t.Since))
		}
		list = append(list, line+" "+t.waiting(lang))
	}
	c := r.Commands
	list = append(list, r.games(lang)+" "+
		lang.Text("status.commands", "count", c.All, "refused", c.Refused, "failed", c.Failed))
	if r.Late == 0 && !r.Heartbeat.IsZero() {
		list = append(list, lang.Text("status.clocks", "when", chat.When(r.Heartbeat)))
	}
	list = append(list, r.database(lang))
	if b := r.Backup; b != nil && !b.Made.IsZero() {
		list = append(list, lang.Text("status.backup", "when", chat.When(b.Made), "size", size(b.Bytes)))
	}
	return list
}

// games says how many games there are, and what waits for the program.
func (r Report) games(lang words.Language) string {
	text := lang.Text("status.games", "count", r.Games)
	if r.Computer > 0 {
		text += " " + lang.Text("status.computer", "count", r.Computer)
	}
	if r.Questions > 0 {
		text += " " + lang.Text("status.questions", "count", r.Questions)
	}
	return text
}

// waiting says what waits to be sent.
func (t Transport) waiting(lang words.Language) string {
	if t.Due == 0 {
		return lang.Text("status.outbox.empty", "transport", lang.Text("status.name."+t.Name))
	}
	return lang.Text("status.outbox", "transport", lang.Text("status.name."+t.Name), "count", t.Due, "when", chat.When(t.Oldest))
}

func (r Report) held(lang words.Language) string {
	return lang.Text("status.held", "count", r.Held, "when", chat.When(r.Restored))
}

func (r Report) database(lang words.Language) string {
	if r.Free < 0 {
		return lang.Text("status.database", "size", size(r.Bytes), "schema", r.Schema)
	}
	return lang.Text("status.database.free", "size", size(r.Bytes), "free", size(r.Free), "schema", r.Schema)
}

// advice says why something does not work, and what to do.
func (c Cause) advice(lang words.Language) string { return lang.Text("status.why." + string(c)) }

// size writes a number of bytes.
func size(bytes int64) string {
	switch {
	case bytes < 10<<20:
		return fmt.Sprintf("%d kB", (bytes+999)/1000)
	case bytes < 10<<30:
		return fmt.Sprintf("%d MB", bytes/1_000_000)
	}
	return fmt.Sprintf("%d GB", bytes/1_000_000_000)
}

package status_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/status"
	"stackmate/bot/uptime"
	"stackmate/bot/words"
)

var now = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// stored is a database with an overview.
type stored data.Overview

// Overview implements data.Overviews.
func (s stored) Overview(time.Time, []string) (data.Overview, error) { return data.Overview(s), nil }

// well returns what a report is made of when everything works.
func well() (status.Options, stored) {
	up := map[string][]uptime.Connection{
		"discord": {{Name: "shard 0", Up: true, Since: now.Add(-time.Hour)}, {Name: "shard 1", Up: true, Since: now.Add(-time.Minute)}},
		"email":   {{Name: "imap", Up: true, Since: now.Add(-time.Hour)}, {Name: "smtp", Up: true}},
	}
	return status.Options{Version: "1.2.0", Started: now.Add(-2 * time.Hour), Transports: []string{"discord", "email"},
			Connections: func() map[string][]uptime.Connection { return up },
			Stuck:       func() []string { return nil }, Commands: &status.Counter{}, Free: func() int64 { return 100 << 30 },
			Backup: func() *status.Backup { return &status.Backup{Made: now.Add(-time.Hour), Bytes: 5 << 20} }},
		stored{Schema: 23, Newest: 23, Bytes: 50 << 20, Games: 12, Heartbeat: now.Add(-10 * time.Second),
			Outbox: []data.OutboxOverview{{Transport: "discord"}, {Transport: "email"}}}
}

// said returns a report in words, as it is read where commands are typed.
func said(t *testing.T, o status.Options, s stored, lang string) string {
	t.Helper()
	r, err := o.Report(s, now)
	if err != nil {
		t.Fatal(err)
	}
	body, err := json.Marshal(r) // it is told over HTTP
	if err != nil {
		t.Fatal(err)
	}
	var read status.Report
	if err := json.Unmarshal(body, &read); err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{"@", "anna", "swordfish"} {
		if strings.Contains(string(body), secret) {
			t.Errorf("%q is told: %s", secret, body)
		}
	}
	clock := chat.Surface{Typed: true, Time: func(at time.Time) string { return at.Format("15:04:05") }, Command: func(c string) string { return c }}
	return clock.Expand(read.Text(words.In(lang)))
}

// TestWell checks the report of a bot that is well, in both languages.
func TestWell(t *testing.T) {
	o, s := well()
	for range 3 {
		o.Commands.Add(now.Add(-59*time.Minute), "done")
	}
	o.Commands.Add(now, "refused")
	o.Commands.Add(now, "repeated")
	o.Commands.Add(now.Add(-61*time.Minute), "failed")
	want := `Stackmate 1.2.0, running since 10:00:00.
Everything works.
Discord: connected since 11:59:00. No messages waiting.
Email: connected since 11:00:00. No messages waiting.
12 games running. Commands in the last hour: 4 (1 refused, 0 failed).
Clocks are running, last checked 11:59:50.
Database: 52 MB, schema 23. 107 GB free on the disk.
Last backup: 11:00:00, 5243 kB.`
	if got := said(t, o, s, "en"); got != want {
		t.Errorf("it says\n%s\nwant\n%s", got, want)
	}
	s.Computer = 3
	if got := said(t, o, s, "en"); !strings.Contains(got, "12 games running. Waiting for Stackmate to move: 3. Commands") {
		t.Errorf("it says\n%s", got)
	}
	o.Questions = func() int { return 2 }
	if got := said(t, o, s, "en"); !strings.Contains(got, "to move: 3. Hints, analyses and reviews in the queue: 2. Commands") {
		t.Errorf("it says\n%s", got)
	}
	if got := status.FromOverview(data.Overview(s), now).OfflineText(words.In("de")); !strings.Contains(got, "Davon ist Stackmate am Zug: 3.") {
		t.Errorf("it says\n%s", got)
	}
	if got := said(t, o, s, "de"); !strings.Contains(got, "Alles funktioniert.") || !strings.Contains(got, "Laufende Partien: 12.") {
		t.Errorf("it says\n%s", got)
	}
}

// TestProblems causes one problem after another. Each is named with what to do, and the errors
// themselves, which may have addresses in them, are not shown.
func TestProblems(t *testing.T) {
	for name, c := range map[string]struct {
		cause func(o *status.Options, s *stored)
		want  string
	}{
		"connection": {func(o *status.Options, s *stored) {
			o.Connections = func() map[string][]uptime.Connection {
				return map[string][]uptime.Connection{"email": {{Name: "imap", Since: now.Add(-time.Hour), Why: "dial tcp: lookup mail.anna.example: no such host"}}}
			}
		}, "• Email (imap) has not been connected since 11:00:00. The other side cannot be reached."},
		"many connections": {func(o *status.Options, s *stored) {
			o.Connections = func() map[string][]uptime.Connection {
				return map[string][]uptime.Connection{"discord": slices.Repeat([]uptime.Connection{{Name: "shard"}}, 9)}
			}
		}, "• Discord: 6 more not connected."},
		"login": {func(o *status.Options, s *stored) {
			s.Outbox[1].Failures = map[string]int{"535 5.7.8 authentication failed for anna@example.org: swordfish": 2}
		}, "• Email: messages that could not be delivered yet: 2. The login was refused. Check the token or the password"},
		"late": {func(o *status.Options, s *stored) { s.Outbox[0].Due, s.Outbox[0].Oldest = 7, now.Add(-time.Hour) },
			"• Discord: messages are late. 7 waiting, the oldest since 11:00:00."},
		"heartbeat": {func(o *status.Options, s *stored) { s.Heartbeat = now.Add(-time.Hour) }, "• The bot has not been able to write to its database since 11:00:00."},
		"loop":      {func(o *status.Options, s *stored) { o.Stuck = func() []string { return []string{"clock"} } }, "• A part of the bot is stuck: clock. Restart the bot"},
		"clocks":    {func(o *status.Options, s *stored) { s.Alarms = 3 }, "• Clocks that have not been checked for more than two minutes: 3."},
		"disk":      {func(o *status.Options, s *stored) { o.Free = func() int64 { return 60 << 20 } }, "• Only 62 MB are free on the disk."},
		"held":      {func(o *status.Options, s *stored) { s.Held, s.Restored = 4, now.Add(-time.Hour) }, "• Messages held back since the database was restored (11:00:00): 4. Run: stackmate held"},
		"no backup": {func(o *status.Options, s *stored) { o.Backup = nil }, "• No backups are configured. Set backup.folder"},
		"backup failed": {func(o *status.Options, s *stored) {
			o.Backup = func() *status.Backup { return &status.Backup{Failed: now.Add(-time.Hour), Because: status.Disk} }
		}, "• The last backup failed: 11:00:00. The disk is full"},
		"backup late": {func(o *status.Options, s *stored) {
			o.Backup = func() *status.Backup { return &status.Backup{Late: true} }
		}, "• The last backup is too old"},
	} {
		o, s := well()
		c.cause(&o, &s)
		got := said(t, o, s, "en")
		if !strings.Contains(got, c.want) || strings.Contains(got, "Everything works") || !strings.Contains(got, "to look at:\n•") {
			t.Errorf("%s: it says\n%s\nwant %q", name, got, c.want)
		}
		if strings.Contains(said(t, o, s, "de"), "Alles funktioniert") {
			t.Errorf("%s: in German everything works", name)
		}
	}
}

// TestCauses checks the causes of errors as libraries word them.
func TestCauses(t *testing.T) {
	for text, want := range map[string]status.Cause{
		"dial tcp 10.0.0.1:993: connect: connection refused": status.Network,
		"context deadline exceeded":                          status.Network,
		"HTTP 429 Too Many Requests":                         status.Limit,
		"HTTP 401 Unauthorized":                              status.Login,
		"HTTP 503 Service Unavailable":                       status.Server,
		"the disk is full: database or disk is full (13)":    status.Disk,
		"the knight is nowhere":                              status.Other,
		"":                                                   status.Other,
	} {
		if got := status.CauseOf(text); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}

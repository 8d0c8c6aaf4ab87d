package bot_test

import (
	"bytes"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/logging"
)

var (
	traceOf   = regexp.MustCompile(` trace=(\S+)`)
	messageIn = regexp.MustCompile(` msg=("[^"]*"|\S+)`)
)

// story returns the lines of a log that have a trace, and their messages.
func story(log, trace string) (lines, events []string) {
	for line := range strings.Lines(log) {
		if strings.Contains(line, " trace="+trace+" ") {
			lines, events = append(lines, line), append(events, strings.Trim(messageIn.FindStringSubmatch(line)[1], `"`))
		}
	}
	return lines, events
}

// TestTraceSurvivesRestart follows a move from the command to a delivery that fails, and succeeds
// after a restart. A redirected message, one that was merged into another and an alarm of the clock
// have their stories too.
func TestTraceSurvivesRestart(t *testing.T) {
	t.Parallel()
	c := company(t)
	var log bytes.Buffer
	var format logging.Format
	c.log = logging.New(&log, &format)
	c.reopen()
	c.say("Anna", alone("Anna"), "challenge @Ben chess white 2d")
	c.say("Ben", alone("Ben"), "accept 1")
	c.post()
	log.Reset()
	c.front.fail = func(chat.Address, chat.Reply) error { return errors.New("no network") }
	c.say("Anna", alone("Anna"), "#1 e4 note:swordfish")
	trace := traceOf.FindStringSubmatch(log.String())[1]
	c.post()
	c.front.fail = nil
	c.reopen()
	c.later(time.Minute)
	c.post()
	lines, events := story(log.String(), trace)
	if want := []string{"queued", "queued", "done", "picture", "answered", "picture", "delivery failed", "picture", "delivered"}; !slices.Equal(events, want) {
		t.Errorf("events are %q, want %q\n%s", events, want, strings.Join(lines, ""))
	}
	for i, want := range map[int]string{1: "message=", 2: "verb=move player=", 6: "attempt=1", 8: "attempt=2"} {
		if i < len(lines) && (!strings.Contains(lines[i], want) || !strings.Contains(lines[i], "game=1")) {
			t.Errorf("%s lacks %s", lines[i], want)
		}
	}
	if strings.Contains(log.String(), "swordfish") {
		t.Error("a note is in the log")
	}

	log.Reset()
	c.refused("Anna", alone("Anna"), "#1 e5")
	trace = traceOf.FindStringSubmatch(log.String())[1]
	if lines, _ := story(log.String(), trace); !strings.Contains(strings.Join(lines, ""), "msg=refused") || !strings.Contains(strings.Join(lines, ""), "why=") {
		t.Errorf("the refusal is told as %q", lines)
	}

	log.Reset()
	c.skip(36 * time.Hour)
	c.post()
	trace = traceOf.FindStringSubmatch(log.String())[1]
	if _, events := story(log.String(), trace); !slices.Equal(events, []string{"reminder", "queued", "picture", "delivered"}) {
		t.Errorf("the alarm is told as %q\n%s", events, &log)
	}
}

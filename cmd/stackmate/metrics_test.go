package main

import (
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"stackmate/bot/discord/discordtest"
)

// sample is a line of /metrics.
type sample struct {
	name   string
	labels map[string]string
	value  string
}

var (
	sampleLine = regexp.MustCompile(`^(\w+)(?:\{(.*)\})? (\S+)$`)
	labelPair  = regexp.MustCompile(`(\w+)="((?:[^"\\]|\\.)*)"`)
)

// scraped returns what /metrics says at an address.
func scraped(t *testing.T, addr string) (list []sample) {
	t.Helper()
	response, err := http.Get("http://" + addr + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("status %d, %v\n%s", response.StatusCode, err, body)
	}
	for line := range strings.Lines(string(body)) {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		m := sampleLine.FindStringSubmatch(line)
		if m == nil {
			t.Fatalf("%q is no sample", line)
		}
		s := sample{name: m[1], value: m[3], labels: map[string]string{}}
		for _, pair := range labelPair.FindAllStringSubmatch(m[2], -1) {
			s.labels[pair[1]] = pair[2]
		}
		list = append(list, s)
	}
	return list
}

// series returns the series among samples, without their values, sorted.
func series(list []sample) (all []string) {
	for _, s := range list {
		all = append(all, s.name+fmt.Sprint(s.labels))
	}
	slices.Sort(all)
	return all
}

// value returns the value of the sample with a name and some labels, empty if there is none.
func value(list []sample, name string, labels ...string) string {
	for _, s := range list {
		fits := s.name == name
		for i := 0; i < len(labels); i += 2 {
			fits = fits && s.labels[labels[i]] == labels[i+1]
		}
		if fits {
			return s.value
		}
	}
	return ""
}

// labelsAllowed are all labels of metrics, and for those that the library does not set, a pattern
// of their values. None matches the number of a player, a channel or a game.
var labelsAllowed = map[string]*regexp.Regexp{
	"verb": wordsOnly, "outcome": wordsOnly, "result": wordsOnly, "kind": wordsOnly, "source": wordsOnly, "access": wordsOnly, "job": wordsOnly,
	"reason": wordsOnly, "transport": wordsOnly, "session": wordsOnly, "connection": wordsOnly, "variant": regexp.MustCompile(`^[a-z:-]+$`), "level": wordsOnly,
	"shard": regexp.MustCompile(`^[0-9]{1,4}$|^gateway$`), "check": regexp.MustCompile(`^[a-z ]+[0-9]{0,4}$`),
	"page":    regexp.MustCompile(`^[a-zA-Z /{}$]+$`),
	"version": nil, "commit": nil, "go": nil, "le": nil, "quantile": nil,
}

var wordsOnly = regexp.MustCompile(`^[a-z_ ]+$`)

// TestMetricsStayFew runs a bot with many players who play, refuse, err and type nonsense, and then
// with as many others. The metrics count them, and there are no more series the second time: no
// label depends on who plays, where, in which game, or on what is typed.
func TestMetricsStayFew(t *testing.T) {
	t.Parallel()
	srv := newDiscord(t)
	health := freeAddress(t)
	spawn(t, configFor(srv, filepath.Join(t.TempDir(), "games.db"), "health:\n  listen: "+health+"\n"))
	srv.WaitReady()
	round := func(n int) {
		guild := srv.AddGuild(fmt.Sprintf("Club %d", n))
		ch := guild.AddChannel("games")
		ch.Deny(1 << 35) // no threads
		for pair := range 3 {
			alice, bob := srv.AddUser(fmt.Sprintf("Alice%d%d", n, pair)), srv.AddUser(fmt.Sprintf("Bob%d%d", n, pair))
			guild.Join(alice)
			guild.Join(bob)
			offer := alice.Slash(ch, "challenge", discordtest.Opt("opponent", bob), discordtest.Opt("variant", "millennium"),
				discordtest.Opt("color", "white")).Response()
			bob.Click(offer, "Accept").Response()
			alice.Slash(ch, "move", discordtest.Opt("move", "3e4")).Response()
			bob.Slash(ch, "move", discordtest.Opt("move", fmt.Sprintf("Z%d9", n))).Response()
			alice.Slash(ch, "games").Response()
			alice.SayDirect(fmt.Sprintf("verb%d%d of mine", n, pair))
			alice.SayDirect(fmt.Sprintf("draw nonsense%d%d", n, pair))
			alice.DM().WaitText("nonsense")
			alice.Autocomplete(ch, "move", "move", "3")
			if pair == 0 {
				bob.Click(bob.Slash(ch, "resign").Response(), "Resign").Response()
				alice.Slash(ch, "analyse").Response()
			}
		}
	}
	round(1)
	scraped(t, health) // reads the store, which is counted
	before := scraped(t, health)
	round(2)
	after := scraped(t, health)
	if more := slices.DeleteFunc(series(after), func(s string) bool { return slices.Contains(series(before), s) }); len(more) > 0 {
		t.Errorf("the second round made %d series more:\n%s", len(more), strings.Join(more, "\n"))
	}
	if len(after) > 2500 {
		t.Errorf("there are %d series", len(after))
	}
	for _, s := range after {
		for label, text := range s.labels {
			pattern, known := labelsAllowed[label]
			if !known && strings.HasPrefix(s.name, "stackmate_") || pattern != nil && !pattern.MatchString(text) {
				t.Errorf("%s has label %s=%q", s.name, label, text)
			}
		}
	}
	for _, want := range []struct {
		value, name string
		labels      []string
	}{
		{"6", "stackmate_commands_total", []string{"verb", "challenge", "outcome", "done"}},
		{"6", "stackmate_commands_total", []string{"verb", "accept", "outcome", "done"}},
		{"6", "stackmate_commands_total", []string{"verb", "move", "outcome", "done"}},
		{"4", "stackmate_commands_total", []string{"verb", "resign", "outcome", "done"}},
		{"6", "stackmate_commands_total", []string{"verb", "unknown", "outcome", "refused"}},
		{"6", "stackmate_command_duration_seconds_count", []string{"verb", "games"}},
		{"2", "stackmate_advice_total", []string{"verb", "analyse", "result", "answered"}},
		{"2", "stackmate_advice_wait_seconds_count", []string{"verb", "analyse"}},
		{"2", "stackmate_advice_think_seconds_count", []string{"verb", "analyse"}},
		{"0", "stackmate_advice_total", []string{"verb", "review", "result", "full"}},
		{"0", "stackmate_advice_waiting", []string{"verb", "analyse"}},
		{"4", "stackmate_games_running", []string{"variant", "millennium"}},
		{"1", "stackmate_gateway_connected", []string{"shard", "0"}},
		{"999", "stackmate_gateway_identify_remaining", nil},
		{"1000", "stackmate_gateway_identify_total", nil},
		{"1", "stackmate_gateway_connects_total", []string{"session", "new"}},
		{"1", "stackmate_check_ok", []string{"check", "database"}},
		{"0", "stackmate_interactions_total", []string{"result", "late"}},
		{"0", "stackmate_held_messages", []string{"transport", "discord"}},
		{"0", "stackmate_outbox_due", []string{"transport", "discord"}},
		{"0", "stackmate_store_failures_total", []string{"access", "write", "reason", "full"}},
		{"1", "stackmate_build_info", nil},
	} {
		if got := value(after, want.name, want.labels...); got != want.value {
			t.Errorf("%s%q is %q, want %s", want.name, want.labels, got, want.value)
		}
	}
	for _, name := range []string{"stackmate_store_wait_seconds_count", "stackmate_picture_draw_seconds_count", "stackmate_pictures_total",
		"stackmate_interaction_answer_seconds_count", "go_goroutines"} {
		if got := value(after, name); got == "" || got == "0" {
			t.Errorf("%s is %q", name, got)
		}
	}
	for _, s := range after {
		if s.labels["job"] == "other" {
			t.Errorf("a transaction has no job: %s %v", s.name, s.labels)
			break
		}
	}
}

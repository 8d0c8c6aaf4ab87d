package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"stackmate/bot/data"
	"stackmate/bot/timeutil"
	"stackmate/store"
)

// TestPrivacyPolicy checks that PRIVACY.md says what the program does: for how long data is kept by
// default, and which sections a copy of somebody's data has.
func TestPrivacyPolicy(t *testing.T) {
	text, err := os.ReadFile("../../PRIVACY.md")
	if err != nil {
		t.Fatal(err)
	}
	keep := data.DefaultRetention()
	for row, want := range map[string]int64{
		"| ids of messages and emails that came in, codes for linking accounts |":          int64(keep.Messages / timeutil.Day),
		"| that a message was sent or could not be sent, without its text and recipient |": int64(keep.Outbox / timeutil.Day),
		"| declined and cancelled challenges |":                                            int64(keep.Challenges / timeutil.Day),
		"| threads of emails about ended games, and counts of emails |":                    int64(keep.Email / timeutil.Day),
	} {
		if !strings.Contains(string(text), fmt.Sprintf("%s %d days |", row, want)) {
			t.Errorf("PRIVACY.md does not say %q %d days", row, want)
		}
	}
	_, after, _ := strings.Cut(string(text), "The sections of the JSON are: ")
	list, _, ok := strings.Cut(after, ". Times")
	if !ok {
		t.Fatal("PRIVACY.md does not list the sections")
	}
	var named []string
	for _, m := range regexp.MustCompile("`([a-z_]+)`").FindAllStringSubmatch(list, -1) {
		named = append(named, m[1])
	}
	if want := strings.Join(append(store.PersonalSections(), "games"), " "); strings.Join(named, " ") != want {
		t.Errorf("PRIVACY.md names the sections %s, the program has %s", named, want)
	}
	for _, file := range []string{"../../PRIVACY.md", "../../TERMS.md"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(regexp.MustCompile(`\*\*\[[A-Z]`).FindAll(text, -1)); n < 5 {
			t.Errorf("%s marks only %d places to fill in", file, n)
		}
	}
}

// TestKeepConfig gives values for what is kept and for the policies, and wrong ones.
func TestKeepConfig(t *testing.T) {
	load := func(text string) (config, error) {
		path := t.TempDir() + "/config.yaml"
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return loadConfig(path, func(string) string { return "" })
	}
	c, err := load("keep:\n  outbox: 7d\n  email: 3650d\npolicies:\n  privacy_url: https://example.org/my_privacy\n  contact: me@example.org\n")
	if err != nil || c.Keep.Outbox != keepDays(7*timeutil.Day) || c.Keep.Email != keepDays(3650*timeutil.Day) || c.Keep.Messages != keepDays(30*timeutil.Day) ||
		c.Policies.PrivacyURL != "https://example.org/my_privacy" || c.Policies.Contact != "me@example.org" {
		t.Errorf("%+v, %v", c, err)
	}
	for text, want := range map[string]string{
		"keep:\n  outbox: 6d":                      `line 2: "6d" is not a number of days from 7d to 3650d such as 30d`,
		"keep:\n  email: forever":                  "line 2",
		"keep:\n  messages: 12h":                   "line 2",
		"keep:\n  games: 30d":                      "unknown key games",
		"policies:\n  privacy_url: privacy.html":   "is not a URL such as https://example.org/privacy",
		"policies:\n  terms_url: \"https://a/ b\"": "is not a URL",
		"policies:\n  contact: \"me\\n@everyone\"": "is not one line",
	} {
		if _, err := load(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

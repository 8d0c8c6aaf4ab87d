package discord_test

import (
	"slices"
	"testing"

	"stackmate/bot/discord/discordtest"
	"stackmate/bot/words"
)

// Every command, every one under it and every option has a name and a description in
// every language, and no two commands have the same one. The server checks Discord's rules for them, and that options
// have different names.
func TestTranslations(t *testing.T) {
	tb := newTestbed(t).start()
	list := tb.srv.Commands("")
	if len(list) < 20 {
		t.Fatalf("%d commands", len(list))
	}
	for _, tag := range words.Tags()[1:] {
		names := map[string]string{}
		complete := func(what string, name, description map[string]string) {
			if name[tag] == "" || description[tag] == "" {
				t.Errorf("%s: %s is called %q, described %q", tag, what, name[tag], description[tag])
			}
		}
		var below func(path string, options []discordtest.CommandOption)
		below = func(path string, options []discordtest.CommandOption) {
			for _, o := range options {
				complete(path+" "+o.Name, o.NameTranslations, o.DescTranslations)
				below(path+" "+o.Name, o.Options)
			}
		}
		for _, c := range list {
			complete(c.Name, c.NameTranslations, c.DescTranslations)
			if other := names[c.NameTranslations[tag]]; other != "" {
				t.Errorf("%s: %s and %s have one name", tag, c.Name, other)
			}
			names[c.NameTranslations[tag]] = c.Name
			below(c.Name, c.Options)
		}
	}
}

// Only people who may manage a server see its administrative commands, and they are offered nowhere else.
func TestAdministrativeCommands(t *testing.T) {
	tb := newTestbed(t).start()
	found := 0
	for _, c := range tb.srv.Commands("") {
		if !slices.Contains([]string{"settings", "adjudicate", "ban", "unban", "admin"}, c.Name) {
			if c.Permissions != nil || len(*c.Contexts) != 3 || len(*c.IntegrationTypes) != 2 {
				t.Errorf("%s is not for everybody everywhere", c.Name)
			}
			continue
		}
		found++
		if c.Permissions == nil || *c.Permissions != 1<<5 || !slices.Equal(*c.Contexts, []int{0}) || !slices.Equal(*c.IntegrationTypes, []int{0}) {
			t.Errorf("%s: permissions %v, contexts %v, installed for %v", c.Name, c.Permissions, *c.Contexts, *c.IntegrationTypes)
		}
	}
	if found != 5 {
		t.Errorf("%d commands", found)
	}
}

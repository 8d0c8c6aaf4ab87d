package bot

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"stackmate/bot/command"
	"stackmate/bot/words"
)

var commandName = regexp.MustCompile(`^[a-z-]{1,32}$`)

// TestTree checks that the command tree meets Discord's limits and has help for
// everything.
func TestTree(t *testing.T) {
	if n := len(command.Tree()); n > 100 {
		t.Errorf("%d commands", n)
	}
	seen := map[string]bool{}
	for _, c := range command.Tree() {
		if seen[c.Name] {
			t.Errorf("%q means two commands", c.Name)
		}
		seen[c.Name] = true
		checkCommand(t, c, c.Name)
		if !c.Hidden && !words.In("en").Has("help."+c.Name) {
			t.Errorf("%s has no help", c.Name)
		}
		for _, sub := range c.Sub {
			checkCommand(t, sub, c.Name+"."+sub.Name)
			if len(sub.Sub) > 0 {
				t.Errorf("%s.%s has commands under it", c.Name, sub.Name)
			}
		}
		for _, path := range paths(c) {
			if handlers[command.Path(path)] == nil {
				t.Errorf("%s does nothing", path)
			}
		}
		if c.Default != "" && command.Find(c.Sub, c.Default) == nil {
			t.Errorf("%s usually is %s, which is none", c.Name, c.Default)
		}
	}
}

// paths returns the paths of a command's handlers: its own, or those of its subcommands.
func paths(c command.Command) (list []string) {
	for _, sub := range c.Sub {
		list = append(list, c.Name+" "+sub.Name)
	}
	if len(list) == 0 {
		list = []string{c.Name}
	}
	return list
}

func checkCommand(t *testing.T, c command.Command, key string) {
	t.Helper()
	if !commandName.MatchString(c.Name) || len(c.Args) > 25 || len(c.Sub) > 25 {
		t.Errorf("%s: %d arguments, %d below", key, len(c.Args), len(c.Sub))
	}
	if !c.Hidden {
		describe(t, "command."+key)
	}
	for i, a := range c.Args {
		if !commandName.MatchString(a.Name) || slices.ContainsFunc(c.Args[:i], func(b command.Arg) bool { return b.Name == a.Name }) {
			t.Errorf("%s: argument %q", key, a.Name)
		}
		if !c.Hidden && a.Offered() {
			describe(t, "arg."+a.ID())
		}
		choices := a.Choices()
		if len(choices) > 25 {
			t.Errorf("%s: %s has %d choices", key, a.Name, len(choices))
		}
		for _, tag := range words.Tags() {
			for _, choice := range choices {
				name := ChoiceName(a, choice, words.In(tag))
				if n := utf8.RuneCountInString(name); n < 1 || n > 100 || strings.Contains(name, "choice.") {
					t.Errorf("%s: choice %q of %s in %s is called %q", key, choice, a.Name, tag, name)
				}
			}
		}
	}
}

// describe checks that a key has a description of 1 to 100 characters in every language.
func describe(t *testing.T, key string) {
	t.Helper()
	for _, tag := range words.Tags() {
		say := words.In(tag)
		if n := utf8.RuneCountInString(say.Text(key)); !say.Has(key) || n < 1 || n > 100 {
			t.Errorf("%s: the description %q has %d characters", tag, key, n)
		}
	}
}

package bot_test

import (
	"regexp"
	"strings"
	"testing"

	"stackmate/bot"
	"stackmate/bot/command"
	"stackmate/bot/words"
)

// TestNames checks that every command has a name and a description in every language, and
// that the names in one list differ.
func TestNames(t *testing.T) {
	fits := regexp.MustCompile(`^[-_\p{L}\p{N}]{1,32}$`)
	var check func(path string, list []command.Command)
	check = func(path string, list []command.Command) {
		for _, tag := range words.Tags() {
			say, seen := words.In(tag), map[string]bool{}
			for _, c := range list {
				if c.Hidden {
					continue
				}
				name := say.Text("name." + c.Name)
				if !say.Has("name."+c.Name) || !fits.MatchString(name) || strings.ToLower(name) != name || seen[name] {
					t.Errorf("%s: %s%s is called %q", tag, path, c.Name, name)
				}
				if !say.Has("command." + path + c.Name) {
					t.Errorf("%s: %s%s has no description", tag, path, c.Name)
				}
				for _, a := range c.Args {
					if a.Offered() && !say.Has("arg."+a.ID()) {
						t.Errorf("%s: argument %s has no description", tag, a.Name)
					}
					for _, key := range a.Choices() {
						if text := bot.ChoiceName(a, key, say); text == "" || strings.HasPrefix(text, "choice.") {
							t.Errorf("%s: choice %s of %s is %q", tag, key, a.Name, text)
						}
					}
				}
				seen[name] = true
			}
		}
		for _, c := range list {
			check(path+c.Name+".", c.Sub)
		}
	}
	check("", command.Tree())
}

// TestTypedNames types commands by their names in every language.
func TestTypedNames(t *testing.T) {
	c := newClub(t)
	c.say("Anna", hall, "preferences de")
	has(t, c.say("Anna", hall, "Hilfe").Reply, "Um zu ziehen, tippe einfach den Zug")
	has(t, c.say("Anna", hall, "hilfe challenge").Reply, "herausfordern [GEGNER] [SPIEL]", "[grenze:N]")
	c.refused("Anna", hall, "move", "Es fehlt: zug. Tippe es so: zug ZUG [#PARTIE]")
	for _, text := range []string{"spiele", "partien", "Einstellungen", "vorlieben", "vorlieben sprache:deutsch ansicht:flach gelistet:aus"} {
		c.say("Anna", hall, text)
	}
	c.say("Anna", hall, "herausfordern @Ben chess weiß")
	c.say("Ben", hall, "annehmen")
	has(t, c.say("Anna", hall, "zug e4").Reply, "1. e4")
	has(t, c.say("Anna", hall, "zuege").Reply, "Züge für Schwarz")
	c.say("Ben", hall, "remis anbieten")
	has(t, c.say("Anna", hall, "Remis annehmen ja").Reply, "Draw by agreement")
}

package words_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"stackmate/bot/words"
)

// awkward are words and phrases that no player would write, by language.
var awkward = map[string]*regexp.Regexp{
	"en": regexp.MustCompile(`(?i)\b(the usual|usually|overstep\w*|by lot|drawn by lot|broken off|breaks? off|in earnest|whoever|beside|whom|stands? still|let it stand|lets the move stand|` +
		`it stands until|moves on|puts? away|is put away|take a game away|row of wins|bare kings?|reckoned|so many|hear of your games|the array|orthodox chess|` +
		`is a program|takes no private messages|position string|prepared answers|ply of this game|what is left|press the button|what stands)\b`),
	"de": regexp.MustCompile(`(?i)(wie üblich|Langschritt|Niederschrift|Stellungstext|auf Remis einig|Remis verlangen|nackte|Zügezahl|einen von sieben Tagen|Knopf|Knöpf|weggeräumt|räumt sie weg|` +
		`allein zu sagen|ausgelost|ist ein Programm|lässt den Zug|Stehen lassen|recht begonnen|Wer die Partie verfolgt|Es fehlt etwas|taugt nicht)`),
}

// Sentences are plain: nobody meets the phrases again that people stumbled over.
func TestPlainWords(t *testing.T) {
	for tag, bad := range awkward {
		for key, sentence := range words.Sentences(tag) {
			if found := bad.FindString(sentence); found != "" {
				t.Errorf("%s: %q says “%s”: %s", tag, key, found, sentence)
			}
		}
	}
}

// onlyInDiscord begins the keys of sentences that are read nowhere else.
var onlyInDiscord = []string{"discord.", "settings", "adjudicate.", "ban.", "help.ban", "help.unban", "help.settings", "help.adjudicate", "help.group.", "command.ban", "command.unban",
	"command.settings", "command.adjudicate", "arg.", "option.", "button.old", "button.other", "button.players", "answer.", "letter.closed", "leaderboard.here", "leaderboard.none.here", "cli."}

// furniture is what only Discord has, by language.
var furniture = map[string]*regexp.Regexp{
	"en": regexp.MustCompile(`(?i)\b(buttons?|channels?|servers?|threads?)\b`),
	"de": regexp.MustCompile(`\b(Buttons?|Kan[aä]le?n?|Servers?n?|Threads?)\b`),
}

// By mail and at the terminal nobody reads of buttons, channels and servers.
func TestTypedSentences(t *testing.T) {
	for tag, bad := range furniture {
		list := words.Sentences(tag)
		for key, sentence := range list {
			if strings.HasSuffix(key, "@page") {
				continue
			}
			typed := strings.HasSuffix(key, "@typed")
			if !typed && slices.ContainsFunc(onlyInDiscord, func(start string) bool { return strings.HasPrefix(key, start) }) {
				continue
			}
			if _, ok := list[key+"@typed"]; !ok && bad.MatchString(sentence) {
				t.Errorf("%s: %q names what is not there by mail and at the terminal: %s", tag, key, sentence)
			}
		}
	}
}

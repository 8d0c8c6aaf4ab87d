package words

import (
	"maps"
	"strings"
)

func init() {
	maps.Copy(english, englishNames)
	maps.Copy(german, germanNames)
}

// Names of commands, and of those under them, in small letters and without spaces:
// Discord shows them, and whoever types may use them.
var (
	englishNames = map[string]string{
		"name.challenge": "challenge", "name.accept": "accept", "name.decline": "decline", "name.cancel": "cancel",
		"name.move": "move", "name.board": "board", "name.moves": "moves", "name.games": "games", "name.draw": "draw",
		"name.offer": "offer", "name.withdraw": "withdraw", "name.claim": "claim", "name.resign": "resign",
		"name.takeback": "takeback", "name.ask": "ask", "name.abort": "abort", "name.rematch": "rematch", "name.if": "if",
		"name.add": "add", "name.show": "show", "name.remove": "remove", "name.clear": "clear",
		"name.vacation": "vacation", "name.start": "start", "name.end": "end", "name.watch": "watch",
		"name.unwatch": "unwatch", "name.note": "note", "name.history": "history", "name.export": "export",
		"name.import": "import", "name.profile": "profile", "name.leaderboard": "leaderboard",
		"name.preferences": "preferences", "name.settings": "settings", "name.adjudicate": "adjudicate",
		"name.rules": "rules", "name.help": "help",
	}
	germanNames = map[string]string{
		"name.challenge": "herausfordern", "name.accept": "annehmen", "name.decline": "ablehnen",
		"name.cancel": "absagen", "name.move": "ziehen", "name.board": "brett", "name.moves": "züge",
		"name.games": "partien", "name.draw": "remis", "name.offer": "anbieten", "name.withdraw": "zurücknehmen",
		"name.claim": "verlangen", "name.resign": "aufgeben", "name.takeback": "rücknahme", "name.ask": "bitten",
		"name.abort": "abbrechen", "name.rematch": "revanche", "name.if": "wenn", "name.add": "hinzufügen",
		"name.show": "zeigen", "name.remove": "streichen", "name.clear": "leeren", "name.vacation": "urlaub",
		"name.start": "beginnen", "name.end": "beenden", "name.watch": "zuschauen", "name.unwatch": "wegschauen",
		"name.note": "notiz", "name.history": "verlauf", "name.export": "export", "name.import": "import",
		"name.profile": "profil", "name.leaderboard": "bestenliste", "name.preferences": "vorlieben",
		"name.settings": "einstellungen", "name.adjudicate": "entscheiden",
		"name.rules": "regeln", "name.help": "hilfe",
	}
)

// Means reports whether a word is what some language calls the sentence with a key.
func Means(key, word string) bool {
	for _, l := range languages {
		if s, ok := l.sentences[key]; ok && strings.EqualFold(s, word) {
			return true
		}
	}
	return false
}

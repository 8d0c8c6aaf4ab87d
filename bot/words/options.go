package words

import "maps"

func init() {
	maps.Copy(english, englishOptions)
	maps.Copy(german, germanOptions)
}

// Names of what is filled in behind a command, by the rules for names of commands.
var (
	englishOptions = map[string]string{
		"option.opponent": "opponent", "option.variant": "variant", "option.color": "color", "option.clock": "clock",
		"option.rated": "rated", "option.weekends": "weekends", "option.limit": "limit", "option.open": "open",
		"option.challenge": "challenge", "option.move": "move", "option.game": "game", "option.note": "note",
		"option.ply": "ply", "option.square": "square", "option.line": "line", "option.days": "days",
		"option.text": "text", "option.format": "format", "option.record": "record", "option.player": "player",
		"option.everywhere": "everywhere", "option.language": "language", "option.theme": "theme", "option.here": "here", "option.channels": "channels",
		"option.threads": "threads", "option.result": "result", "option.reason": "reason", "option.command": "command",
		"option.code": "code", "option.address": "address", "option.bymail": "bymail", "option.notices": "notices",
	}
	germanOptions = map[string]string{
		"option.opponent": "gegner", "option.variant": "spiel", "option.color": "farbe", "option.clock": "bedenkzeit",
		"option.rated": "gewertet", "option.weekends": "wochenenden", "option.limit": "grenze", "option.open": "offen",
		"option.challenge": "herausforderung", "option.move": "zug", "option.game": "partie", "option.note": "notiz",
		"option.ply": "halbzug", "option.square": "feld", "option.line": "zugfolge", "option.days": "tage",
		"option.text": "text", "option.format": "format", "option.record": "aufzeichnung", "option.player": "spieler",
		"option.everywhere": "überall", "option.language": "sprache", "option.theme": "farben", "option.here": "hier", "option.channels": "kanäle",
		"option.threads": "threads", "option.result": "ergebnis", "option.reason": "grund", "option.command": "befehl",
		"option.code": "code", "option.address": "adresse", "option.bymail": "permail", "option.notices": "hinweise",
	}
)

package words

import "maps"

func init() {
	maps.Copy(english, englishMail)
	maps.Copy(german, germanMail)
}

// What the front end for mail has to say by itself.
var (
	englishMail = map[string]string{
		"email.title":   "Stackmate",
		"email.game":    "Game {game}",
		"email.answers": "Answer this mail with one of these in the first line:",

		"email.footer":        "Answer this mail with a move or a command in the first line; “help” lists the commands.",
		"email.footer.secret": "The answering address belongs to you alone: do not pass this mail on.",
		"email.footer.stop":   "To end all mail from here, answer “stop”.",
		"email.stranger":      "You get this mail because somebody who plays here gave your address. You need not do anything.",
		"email.stranger.play": "To play, answer this mail with a command in the first line. To hear nothing more from here, answer “stop”.",

		"email.ask.title": "Is it you?",
		"email.ask":       "An email in your name came here. I can't tell whether you wrote it, so I have done nothing.",
		"email.ask.how": "If it was you, reply to this email with your command in the first line, for example “help”. Always reply to one of my emails " +
			"instead of writing a new one: a reply proves that it is yours. If it wasn't you, ignore this email. I ask at most once a day.",

		"email.stop.title": "No more mail",
		"email.stop":       "You get no more mail from here, not even about running games. To come back, answer this mail with any command, for example “games”.",

		"email.renew.title": "New reply addresses",
		"email.renew": "The addresses in all earlier mails to you are void; they work for nobody any more. " +
			"Answer this mail, or those that come from now on.",

		"email.limit.title":   "No more replies today",
		"email.limit":         "I have replied to {count} of your emails within a day, and that is the limit. Your commands still count; I just won't confirm them until tomorrow.",
		"email.limit.refused": "I understood none of your last {count} emails, so I won't reply to more of that kind today. I still reply to every command that I understand, for example “help”.",

		"email.dead":      "Email to {address} comes back: the address doesn't work. You get your games here from now on. To go back to email, write to {bot} from that address.",
		"email.dead.game": "This is game {game} now.",

		"email.beyond": "Not done, because one email can hold {count} commands: {lines}",
		"email.left":   "Not done, since the one before was refused: {lines}",
		"email.break":  "I was interrupted while I worked on your mail. Look with “games” what has been done, and send the rest again: {lines}",
	}
	germanMail = map[string]string{
		"email.title":   "Stackmate",
		"email.game":    "Partie {game}",
		"email.answers": "Antworte auf diese Mail mit einem davon in der ersten Zeile:",

		"email.footer":        "Antworte auf diese Mail mit einem Zug oder Befehl in der ersten Zeile; „help“ zählt die Befehle auf.",
		"email.footer.secret": "Die Antwortadresse gehört dir allein: Gib diese Mail nicht weiter.",
		"email.footer.stop":   "Wenn du keine Mails mehr von hier willst, antworte „stop“.",
		"email.stranger":      "Du bekommst diese Mail, weil jemand, der hier spielt, deine Adresse genannt hat. Du musst nichts tun.",
		"email.stranger.play": "Wenn du spielen willst, antworte auf diese Mail mit einem Befehl in der ersten Zeile. Wenn du nichts mehr von hier hören willst, antworte „stop“.",

		"email.ask.title": "Bist du es?",
		"email.ask":       "Hier ist eine Mail in deinem Namen angekommen. Ich kann nicht erkennen, ob du sie geschrieben hast, also habe ich nichts getan.",
		"email.ask.how": "Wenn du es warst, antworte auf diese Mail mit deinem Befehl in der ersten Zeile, etwa „help“. Antworte immer auf eine meiner Mails, " +
			"statt eine neue zu schreiben: Daran erkenne ich dich. Wenn du es nicht warst, musst du nichts tun. Ich frage höchstens einmal am Tag.",

		"email.stop.title": "Keine Mails mehr",
		"email.stop":       "Du bekommst keine Mails mehr von hier, auch nicht zu laufenden Partien. Um wiederzukommen, antworte auf diese Mail mit irgendeinem Befehl, etwa „games“.",

		"email.renew.title": "Neue Antwortadressen",
		"email.renew": "Die Adressen in allen früheren Mails an dich gelten nicht mehr, für niemanden. " +
			"Antworte auf diese Mail oder auf die, die ab jetzt kommen.",

		"email.limit.title":   "Heute keine Antworten mehr",
		"email.limit":         "Ich habe an einem Tag auf {count} deiner Mails geantwortet, mehr geht nicht. Deine Befehle gelten weiter, nur bestätige ich sie erst morgen wieder.",
		"email.limit.refused": "Ich habe keine deiner letzten {count} Mails verstanden und antworte heute auf solche nicht mehr. Auf jeden Befehl, den ich verstehe, antworte ich weiter, etwa „help“.",

		"email.dead":      "Mails an {address} kommen zurück: Die Adresse funktioniert nicht. Deine Partien siehst du ab jetzt hier. Wenn du wieder Mails willst, schreib von dort an {bot}.",
		"email.dead.game": "So steht Partie {game} jetzt.",

		"email.beyond": "Nicht getan, weil in eine Mail {count} Befehle passen: {lines}",
		"email.left":   "Nicht getan, weil das davor abgelehnt wurde: {lines}",
		"email.break":  "Ich wurde unterbrochen, während ich an deiner Mail gearbeitet habe. Sieh mit „games“ nach, was getan ist, und schick den Rest noch einmal: {lines}",
	}
)

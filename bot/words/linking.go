package words

import "maps"

func init() {
	maps.Copy(english, englishLinks)
	maps.Copy(german, germanLinks)
}

// Sentences about players who are the same at several addresses.
var (
	englishLinks = map[string]string{
		"name.link":    "link",
		"command.link": "Be one player here and by mail",
		"help.link": "Makes one player of you here and you by mail, with one rating. Name your mail address, and I send a code there; " +
			"or ask for a code here and type it there: link CODE",
		"arg.code":    "Your mail address, or the code that you were told",
		"arg.notices": "Where you want to hear of your games",
		"arg.bymail":  "Whether you may be challenged by mail",

		"choice.discord": "Discord", "choice.email": "mail", "choice.console": "terminal",

		"person.no-mail":  "I do not play by mail here. Mention somebody with @ instead.",
		"person.bad-mail": "{text} is not a mail address.",

		"link.title":     "Your code",
		"link.code":      "Your code is {code}. In the next ten minutes, type “link {code}” where you also play: in Discord, or in an email to me. Then I ask you here whether it was you. Do not show the code to anybody.",
		"link.sent":      "A code is on its way to {address}. Answer that email within ten minutes; then I ask you here.",
		"link.mail":      "{who} wants to link this mailbox: whoever is linked can play your games. If that is you, answer within ten minutes with: link {code} – if not, ignore this email.",
		"link.unknown":   "{text} is neither a mail address nor a code. Type “link” for a code, or “link” with your mail address.",
		"link.expired":   "That code is wrong, used or older than ten minutes. “link” gives you a new one.",
		"link.same":      "That code was given to you here. Type it where you also play.",
		"link.already":   "That address is already yours.",
		"link.transport": "You already have an address of that kind. A player has one of each.",
		"link.vacation":  "One of the two is on vacation, and together they have had more than {max} days this year. End the vacation first: vacation end",
		"link.met":       "You two have played each other, so you cannot be one player.",
		"link.done":      "Linked: you are the same player in Discord and by email now. “preferences notices:email” or “notices:discord” sets where you hear of your games.",

		"link.wait":           "Too many wrong codes. Try again in ten minutes.",
		"link.asked":          "I have asked the player who got this code to confirm. No message there? Type there: link {code}",
		"link.question.title": "Link accounts",
		"link.question":       "{who} wants to be the same player as you, and could then play your games. Is that you? If so, confirm with: link {code} yes – if not, ignore this message. It cannot be undone.",
		"naming.is":           "By email others call you {name}. To change that: name YOUR NAME",
		"naming.set":          "By email others call you {name} now.",
		"naming.ask":          "What should other players call you? Answer: name YOUR NAME. Until then you are {name}.",
		"naming.bad":          "{text} cannot be a name. Use 2 to {max} letters, digits and spaces, of one script.",
		"naming.taken":        "Somebody is already called {text}. Choose another name.",
		"naming.discord":      "Your name is the one you have in Discord. Change it there.",
		"name.name":           "name",
		"option.name":         "name",
		"command.name":        "Choose what others call you by email",
		"help.name":           "Shows or sets what others call you by email. In Discord your name is the one you have there.",
		"arg.name":            "Your name by email",

		"button.confirm-link": "Yes, that's me",
	}
	germanLinks = map[string]string{
		"name.link":    "verbinden",
		"command.link": "Hier und per Mail derselbe Spieler sein",
		"help.link": "Macht dich hier und dich per Mail zu einem Spieler mit einer Wertung. Nenne deine Mailadresse, dann schicke ich einen Code dorthin; " +
			"oder lass dir hier einen Code geben und schreib ihn dort: link CODE",
		"arg.code":    "Deine Mailadresse oder der Code, den du bekommen hast",
		"arg.notices": "Wo du von deinen Partien hören willst",
		"arg.bymail":  "Ob man dich per Mail herausfordern darf",

		"choice.discord": "Discord", "choice.email": "Mail", "choice.console": "Terminal",

		"person.no-mail":  "Per Mail spiele ich hier nicht. Erwähne stattdessen jemanden mit @.",
		"person.bad-mail": "{text} ist keine Mailadresse.",

		"link.title":     "Dein Code",
		"link.code":      "Dein Code ist {code}. Schreib in den nächsten zehn Minuten „link {code}“ dort, wo du auch spielst: in Discord oder in einer Mail an mich. Dann frage ich dich hier, ob du es warst. Zeig den Code niemandem.",
		"link.sent":      "Ein Code ist unterwegs an {address}. Antworte innerhalb von zehn Minuten auf diese Mail; dann frage ich dich hier.",
		"link.mail":      "{who} will dieses Postfach verbinden: Wer verbunden ist, kann deine Partien spielen. Wenn du das bist, antworte innerhalb von zehn Minuten: link {code} – wenn nicht, ignoriere diese Mail.",
		"link.unknown":   "{text} ist weder eine Mailadresse noch ein Code. Schreib „link“ für einen Code oder „link“ mit deiner Mailadresse.",
		"link.expired":   "Dieser Code ist falsch, verbraucht oder älter als zehn Minuten. „link“ gibt dir einen neuen.",
		"link.same":      "Diesen Code hast du hier bekommen. Schreib ihn dort, wo du auch spielst.",
		"link.already":   "Diese Adresse gehört dir schon.",
		"link.transport": "Eine solche Adresse hast du schon. Ein Spieler hat von jeder Art nur eine.",
		"link.vacation":  "Einer der beiden ist im Urlaub, und zusammen hatten sie dieses Jahr mehr als {max} Tage. Beende zuerst den Urlaub: vacation end",
		"link.met":       "Ihr habt gegeneinander gespielt, also könnt ihr nicht ein Spieler sein.",
		"link.done":      "Verbunden: Du bist jetzt in Discord und per Mail derselbe Spieler. „preferences notices:email“ oder „notices:discord“ legt fest, wo du von deinen Partien hörst.",

		"link.wait":           "Zu viele falsche Codes. Versuch es in zehn Minuten wieder.",
		"link.asked":          "Wer diesen Code bekommen hat, wird jetzt dort gefragt. Keine Nachricht? Schreib dort: link {code}",
		"link.question.title": "Konten verbinden",
		"link.question":       "{who} will derselbe Spieler sein wie du und könnte dann deine Partien spielen. Bist du das? Dann bestätige mit: link {code} yes – wenn nicht, ignoriere diese Nachricht. Es lässt sich nicht rückgängig machen.",
		"naming.is":           "Per Mail heißt du {name}. Ändern kannst du das mit: name DEIN NAME",
		"naming.set":          "Per Mail heißt du jetzt {name}.",
		"naming.ask":          "Wie sollen dich andere nennen? Antworte: name DEIN NAME. Bis dahin heißt du {name}.",
		"naming.bad":          "{text} geht nicht als Name. Nimm 2 bis {max} Buchstaben, Ziffern und Leerzeichen aus einer Schrift.",
		"naming.taken":        "{text} heißt schon jemand. Such dir einen anderen Namen aus.",
		"naming.discord":      "Du heißt so wie in Discord. Dort kannst du den Namen ändern.",
		"name.name":           "name",
		"option.name":         "name",
		"command.name":        "Festlegen, wie du per Mail heißt",
		"help.name":           "Zeigt oder setzt, wie du per Mail heißt. In Discord heißt du so wie dort.",
		"arg.name":            "Dein Name per Mail",

		"button.confirm-link": "Ja, das bin ich",
	}
)

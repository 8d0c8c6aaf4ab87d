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
		"link.code":      "Your code is {code}. Type “link {code}” where you are to be known as the same player: in Discord, or in a mail to me. It holds for an hour; tell it to nobody.",
		"link.sent":      "A code is on its way to {address}; type it here: link CODE",
		"link.mail":      "{name} wants to be known as the player of this address. If that is you, type there: link {code} – the code holds for an hour. If not, do nothing.",
		"link.unknown":   "{text} is neither a mail address nor a code. Type “link” for a code, or “link” with your mail address.",
		"link.expired":   "I do not know that code, or its hour is over. Type “link” for a new one.",
		"link.same":      "That code was told to you here. Type it where you are to be known as the same player.",
		"link.already":   "That address is yours already.",
		"link.transport": "You are known at such an address already. A player has one of each kind.",
		"link.met":       "The two of you have played one another, so you cannot be one player.",
		"link.confirm":   "You and {name} become one player: whoever writes from there can move in your games, and you in theirs. This cannot be undone. If that is you, press the button or type: link {code} yes",
		"link.done":      "Done: you and {name} are one player now. “preferences notices:email” or “notices:discord” says where you hear of your games.",

		"button.confirm-link": "Yes, that is me",
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
		"link.code":      "Dein Code ist {code}. Schreib „link {code}“ dort, wo du als derselbe Spieler gelten willst: in Discord oder in einer Mail an mich. Er gilt eine Stunde; verrate ihn niemandem.",
		"link.sent":      "Ein Code ist unterwegs an {address}; schreib ihn hier: link CODE",
		"link.mail":      "{name} will als der Spieler dieser Adresse gelten. Wenn du das bist, schreib dort: link {code} – der Code gilt eine Stunde. Wenn nicht, tu nichts.",
		"link.unknown":   "{text} ist weder eine Mailadresse noch ein Code. Schreib „link“ für einen Code oder „link“ mit deiner Mailadresse.",
		"link.expired":   "Diesen Code kenne ich nicht, oder seine Stunde ist um. Schreib „link“ für einen neuen.",
		"link.same":      "Diesen Code hast du hier bekommen. Schreib ihn dort, wo du als derselbe Spieler gelten willst.",
		"link.already":   "Diese Adresse gehört schon dir.",
		"link.transport": "Eine solche Adresse von dir kenne ich schon. Ein Spieler hat von jeder Art nur eine.",
		"link.met":       "Ihr habt schon gegeneinander gespielt, also könnt ihr nicht ein Spieler sein.",
		"link.confirm":   "Du und {name} werdet ein Spieler: Wer von dort schreibt, kann in deinen Partien ziehen und du in seinen. Das lässt sich nicht rückgängig machen. Wenn du das bist, drück auf den Knopf oder schreib: link {code} yes",
		"link.done":      "Erledigt: Du und {name} seid jetzt ein Spieler. „preferences notices:email“ oder „notices:discord“ sagt, wo du von deinen Partien hörst.",

		"button.confirm-link": "Ja, das bin ich",
	}
)

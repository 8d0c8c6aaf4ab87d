package words

import "maps"

func init() {
	maps.Copy(english, englishVisibility)
	maps.Copy(german, germanVisibility)
}

// Sentences about who may see what, and who may speak to whom.
var (
	englishVisibility = map[string]string{
		"name.invite": "invite", "name.ban": "ban", "name.unban": "unban", "name.block": "block", "name.unblock": "unblock",
		"option.games": "games", "option.listed": "listed",
		"choice.members": "Members", "choice.everybody": "Everybody",

		"command.watch":        "Follow a game that you do not play in",
		"command.watch.start":  "Get a message about every move of a game",
		"command.watch.invite": "Let somebody see one of your private games",
		"command.watch.remove": "Take an invitation to one of your private games back",
		"command.ban":          "Ban a player on this server",
		"command.unban":        "Lift a player's ban on this server",
		"command.block":        "Block challenges and invitations from a player",
		"command.unblock":      "Unblock a player",
		"help.watch": "Tells you about every move of a game in which you do not play. Games in direct messages and by mail are private: " +
			"“watch invite @NAME” lets somebody see yours.",
		"help.ban":     "Keeps a player from playing on this server. For those who manage it.",
		"help.unban":   "Lets a player play on this server again. For those who manage it.",
		"help.block":   "Ends challenges and invitations from a player or a mail address. Running games go on.",
		"help.unblock": "Allows challenges and invitations from a player or a mail address again.",
		"arg.games":    "Who can see the games of this server",
		"arg.listed":   "Whether you are on the leaderboard of all servers",

		"person.address": "A mail address does not show who plays there. Use the player's name.",

		"settings.games.members":   "members can see the games",
		"settings.games.everybody": "everybody can see the games, except in channels that not every member can see",

		"watch.invited":       "{name} can see game {game} now. “watch remove {name} #{game}” ends that.",
		"watch.removed":       "{name} can no longer see game {game}.",
		"watch.invitation":    "{name} invites you to watch game {game}: {seats}. To get a message about every move: watch start #{game}",
		"watch.invite-player": "{name} plays in game {game} and sees it anyway.",
		"watch.invite-many":   "At most {max} people can be invited to game {game}.",
		"watch.analysis":      "Game {game} is your analysis. Only you can see it.",
		"watch.server":        "Game {game} belongs to a server. Everybody who can see its channel there can watch it.",
		"button.watch":        "Watch",

		"ban.done":    "{name} is banned from playing on this server. “unban” lifts the ban.",
		"ban.undone":  "{name} can play on this server again.",
		"ban.address": "Name a member of this server with @.",

		"block.done":   "{name} is blocked: no challenges and no invitations. “unblock” ends that.",
		"block.undone": "{name} is not blocked any more.",
		"block.self":   "You cannot block yourself.",
		"block.many":   "You can block at most {max} players. Unblock one first.",
		"block.you":    "{name} does not take challenges from you.",
		"block.own":    "You have blocked {name}. Unblock {name} first.",
	}
	germanVisibility = map[string]string{
		"name.invite": "einladen", "name.ban": "bannen", "name.unban": "entbannen", "name.block": "blockieren", "name.unblock": "freigeben",
		"option.games": "partien", "option.listed": "gelistet",
		"choice.members": "Mitglieder", "choice.everybody": "Alle",

		"command.watch":        "Eine Partie verfolgen, in der du nicht spielst",
		"command.watch.start":  "Jeden Zug einer Partie gemeldet bekommen",
		"command.watch.invite": "Jemanden eine deiner privaten Partien sehen lassen",
		"command.watch.remove": "Eine Einladung zu einer deiner privaten Partien zurücknehmen",
		"command.ban":          "Jemanden auf diesem Server vom Spielen ausschließen",
		"command.unban":        "Jemanden auf diesem Server wieder spielen lassen",
		"command.block":        "Herausforderungen und Einladungen von jemandem blockieren",
		"command.unblock":      "Die Blockierung von jemandem aufheben",
		"help.watch": "Meldet dir jeden Zug einer Partie, in der du nicht spielst. Partien in Direktnachrichten und per Mail sind privat: " +
			"Mit „watch invite @NAME“ lässt du jemanden deine sehen.",
		"help.ban":     "Schließt jemanden auf diesem Server vom Spielen aus. Für alle, die ihn verwalten.",
		"help.unban":   "Lässt jemanden auf diesem Server wieder spielen. Für alle, die ihn verwalten.",
		"help.block":   "Beendet Herausforderungen und Einladungen von jemandem oder von einer Mailadresse. Laufende Partien gehen weiter.",
		"help.unblock": "Erlaubt Herausforderungen und Einladungen von jemandem oder von einer Mailadresse wieder.",
		"arg.games":    "Wer die Partien dieses Servers sehen kann",
		"arg.listed":   "Ob du in der Bestenliste aller Server stehst",

		"person.address": "Eine Mailadresse verrät nicht, wer dort spielt. Nimm den Namen.",

		"settings.games.members":   "Mitglieder können die Partien sehen",
		"settings.games.everybody": "alle können die Partien sehen, außer in Kanälen, die nicht jedes Mitglied sieht",

		"watch.invited":       "{name} kann Partie {game} jetzt sehen. „watch remove {name} #{game}“ beendet das.",
		"watch.removed":       "{name} kann Partie {game} nicht mehr sehen.",
		"watch.invitation":    "{name} lädt dich ein, bei Partie {game} zuzuschauen: {seats}. Wenn du jeden Zug gemeldet haben willst: watch start #{game}",
		"watch.invite-player": "{name} spielt in Partie {game} und sieht sie ohnehin.",
		"watch.invite-many":   "Zu Partie {game} können höchstens {max} Leute eingeladen werden.",
		"watch.analysis":      "Partie {game} ist deine Analyse. Nur du kannst sie sehen.",
		"watch.server":        "Partie {game} gehört zu einem Server. Wer dort ihren Kanal sehen kann, kann zuschauen.",
		"button.watch":        "Zuschauen",

		"ban.done":    "{name} kann auf diesem Server nicht mehr spielen. „unban“ hebt das auf.",
		"ban.undone":  "{name} kann auf diesem Server wieder spielen.",
		"ban.address": "Nenne ein Mitglied dieses Servers mit @.",

		"block.done":   "{name} ist blockiert: keine Herausforderungen, keine Einladungen. „unblock“ beendet das.",
		"block.undone": "{name} ist nicht mehr blockiert.",
		"block.self":   "Dich selbst kannst du nicht blockieren.",
		"block.many":   "Du kannst höchstens {max} Leute blockieren. Gib erst jemanden frei.",
		"block.you":    "{name} nimmt von dir keine Herausforderungen an.",
		"block.own":    "Du hast {name} blockiert. Gib {name} erst frei.",
	}
)

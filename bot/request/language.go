package request

import (
	"cmp"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/words"
)

// A private message has the language and the board colours that its reader chose, a
// message in a server those of the server.

// Recipient is a place or a person that gets a message, and how it is written for them.
type Recipient struct {
	To    chat.Address
	lang  words.Language
	looks looks
	// server is the server in which the message is read; empty for a private one.
	server string
	// forWatchers is whether it is read by people who only watch the game. The players'
	// notes on their moves are left out.
	forWatchers bool
	// player is the id of the player who alone reads it; 0 if others do too.
	player int64
}

// Language returns the speaker's language.
func (req *Request) Language() words.Language { return LanguageOf(req.Player, req.Msg.Language) }

// LanguageOf returns the language for messages to a player: the one that the player chose,
// else the one that the transport reports now (empty if it reports none), else the one that
// it reported last.
func LanguageOf(p data.Player, reported string) words.Language {
	if p.Settings.Language == "" && words.Known(reported) {
		return words.In(reported)
	}
	return words.In(cmp.Or(p.Settings.Language, p.Settings.TransportLanguage))
}

// RememberLanguage stores the language that the transport reports for the speaker, for
// messages that are not answers.
func RememberLanguage(req *Request) error {
	if !words.Known(req.Msg.Language) || req.Player.Settings.TransportLanguage == req.Msg.Language {
		return nil
	}
	req.Player.Settings.TransportLanguage = req.Msg.Language
	return req.Tx.SavePlayer(req.Player)
}

// PrivateTo returns a player as the recipient of a private message. Where the player has
// not chosen board colours, those of server are used.
func (req *Request) PrivateTo(p data.Player, server data.Server) Recipient {
	lang := LanguageOf(p, "")
	if p.ID == req.Player.ID {
		lang = req.Language()
	}
	return Recipient{To: p.Person().Address, lang: lang, looks: looksFor(p.Settings, server), player: p.ID}
}

// PublicIn returns a place in the server with this ID as a recipient. If the ID is empty,
// as at a terminal, the speaker's language and colours are used.
func (req *Request) PublicIn(home chat.Address, id string, server data.Server) Recipient {
	if id == "" {
		return Recipient{To: home, lang: req.Language(), looks: looksFor(req.Player.Settings, server)}
	}
	return Recipient{To: home, lang: words.In(server.Language), looks: looksFor(data.PlayerSettings{}, server), server: id}
}

// RenderFor builds a reply for a recipient. It calls build with a copy of the request that
// has the recipient's language and server.
func (req *Request) RenderFor(a Recipient, build func(*Request) (chat.Reply, error)) (chat.Reply, error) {
	there := *req
	there.Lang, there.AudienceServer, there.ForWatchers = a.lang, a.server, a.forWatchers
	there.ByMail = a.To.Transport == MailTransport
	r, err := build(&there)
	req.unknownRooms = there.unknownRooms
	r.Language = a.lang.Tag
	a.looks.dress(&there, &r, command.Invocation{})
	return r, err
}

// recipients returns where the players read about a game, each place once: its home for
// those who can see that, a private message for the others.
func (req *Request) recipients(g *game.Game) ([]Recipient, error) {
	server, err := req.SettingsOf(g.Server)
	if err != nil {
		return nil, err
	}
	var list []Recipient
	for _, id := range g.Seats {
		p, err := req.Person(id)
		if err != nil {
			return nil, err
		}
		a := req.PrivateTo(p, server)
		if visible, err := canSee(req, p, g.Home); err != nil {
			return nil, err
		} else if visible {
			a = req.PublicIn(g.Home, g.Server, server)
		}
		known := false
		for _, other := range list {
			known = known || other.To == a.To
		}
		if !a.To.IsZero() && !known {
			list = append(list, a)
		}
	}
	return list, nil
}

// RecipientFor returns where one player is told something about a game: at the game's home
// if the player can see that, else in private.
func RecipientFor(req *Request, p data.Player, home chat.Address, server string) (Recipient, error) {
	settings, err := req.SettingsOf(server)
	if err != nil {
		return Recipient{}, err
	}
	if visible, err := canSee(req, p, home); err != nil || !visible {
		return req.PrivateTo(p, settings), err
	}
	return req.PublicIn(home, server, settings), nil
}

package request

import (
	"cmp"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/words"
)

// What is said to one person is said in the language and shown in the colours that
// the person chose; what is said in a server, in the server's.

// Recipient is where something is said, and how.
type Recipient struct {
	To    chat.Address
	lang  words.Language
	theme string
	// server is where it is read by others; empty for one person alone.
	server string
	// forWatchers is whether it is for people who only watch: without what the players say to
	// one another.
	forWatchers bool
}

// Language is the speaker's language.
func (req *Request) Language() words.Language { return LanguageOf(req.Player, req.Msg.Language) }

// LanguageOf returns the language for messages to a player: the one that the player chose,
// else the one that the transport tells now, empty if it does not, else the one that it
// told last.
func LanguageOf(p data.Player, told string) words.Language {
	if p.Settings.Language == "" && words.Known(told) {
		return words.In(told)
	}
	return words.In(cmp.Or(p.Settings.Language, p.Settings.TransportLanguage))
}

// RememberLanguage remembers the language that the transport tells of the speaker, for when
// the bot speaks first.
func RememberLanguage(req *Request) error {
	if !words.Known(req.Msg.Language) || req.Player.Settings.TransportLanguage == req.Msg.Language {
		return nil
	}
	req.Player.Settings.TransportLanguage = req.Msg.Language
	return req.Tx.SavePlayer(req.Player)
}

// PrivateTo is a person as an audience; colours that were not chosen are those of a server.
func (req *Request) PrivateTo(p data.Player, server data.Server) Recipient {
	say := LanguageOf(p, "")
	if p.ID == req.Player.ID {
		say = req.Language()
	}
	return Recipient{To: p.Person().Address, lang: say, theme: cmp.Or(p.Settings.Theme, server.Theme)}
}

// PublicIn is a place as an audience. Where there is no server, as at a terminal, the
// speaker decides.
func (req *Request) PublicIn(home chat.Address, id string, server data.Server) Recipient {
	if id == "" {
		return Recipient{To: home, lang: req.Language(), theme: req.Player.Settings.Theme}
	}
	return Recipient{To: home, lang: words.In(server.Language), theme: server.Theme, server: id}
}

// RenderFor builds a reply for an audience: build is given the request as that audience is
// to be spoken to.
func (req *Request) RenderFor(a Recipient, build func(*Request) (chat.Reply, error)) (chat.Reply, error) {
	there := *req
	there.Lang, there.AudienceServer, there.ForWatchers = a.lang, a.server, a.forWatchers
	r, err := build(&there)
	req.unknownRooms = there.unknownRooms
	r.Language = a.lang.Tag
	if err == nil && r.Picture != nil && r.Picture.Theme == "" {
		pic := *r.Picture
		pic.Theme = a.theme
		r.Picture = &pic
	}
	return r, err
}

// recipients lists where a game is followed, each once. A player who cannot see the
// home, because of another transport, hears in private.
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
		if seen, err := canSee(req, p, g.Home); err != nil {
			return nil, err
		} else if seen {
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

// RecipientFor is where and how a player hears of something that concerns no opponent:
// at the home of the game if it can be seen, else alone.
func RecipientFor(req *Request, p data.Player, home chat.Address, server string) (Recipient, error) {
	settings, err := req.SettingsOf(server)
	if err != nil {
		return Recipient{}, err
	}
	if seen, err := canSee(req, p, home); err != nil || !seen {
		return req.PrivateTo(p, settings), err
	}
	return req.PublicIn(home, server, settings), nil
}

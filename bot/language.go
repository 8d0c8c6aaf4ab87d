package bot

import (
	"cmp"
	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/words"
)

// What is said to one person is said in the language and shown in the colours that
// the person chose; what is said in a server, in the server's.

// audience is where something is said, and how.
type audience struct {
	to    chat.Address
	say   words.Language
	theme string
	// server is where it is read by others; empty for one person alone.
	server string
}

// language is the speaker's language: the chosen one, else what the transport tells,
// now or when it last did.
func (req *request) language() words.Language {
	return LanguageOf(req.player, req.msg.Language)
}

// languageOf is the language of somebody who is spoken to.
func languageOf(p data.Player) words.Language {
	return words.In(cmp.Or(p.Settings.Language, p.Settings.Heard))
}

// rememberLanguage remembers the language that the transport tells of the speaker, for when
// the bot speaks first.
func rememberLanguage(req *request) error {
	if !words.Known(req.msg.Language) || req.player.Settings.Heard == req.msg.Language {
		return nil
	}
	req.player.Settings.Heard = req.msg.Language
	return req.tx.SavePlayer(req.player)
}

// privateTo is a person as an audience; colours that were not chosen are those of a server.
func (req *request) privateTo(p data.Player, server data.Server) audience {
	say := languageOf(p)
	if p.ID == req.player.ID {
		say = req.language()
	}
	return audience{to: p.Person().Address, say: say, theme: cmp.Or(p.Settings.Theme, server.Theme)}
}

// publicIn is a place as an audience. Where there is no server, as at a terminal, the
// speaker decides.
func (req *request) publicIn(home chat.Address, id string, server data.Server) audience {
	if id == "" {
		return audience{to: home, say: req.language(), theme: req.player.Settings.Theme}
	}
	return audience{home, words.In(server.Language), server.Theme, id}
}

// renderFor builds a reply for an audience.
func (req *request) renderFor(a audience, build func() (chat.Reply, error)) (chat.Reply, error) {
	say, where := req.lang, req.where
	defer func() { req.lang, req.where = say, where }()
	req.lang, req.where = a.say, a.server
	r, err := build()
	r.Language = a.say.Tag
	if err == nil && r.Picture != nil && r.Picture.Theme == "" {
		pic := *r.Picture
		pic.Theme = a.theme
		r.Picture = &pic
	}
	return r, err
}

// audiences lists where a game is followed, each once. A player who cannot see the
// home, because of another transport, hears in private.
func (req *request) audiences(g *game.Game) ([]audience, error) {
	server, err := req.settingsOf(g.Server)
	if err != nil {
		return nil, err
	}
	var list []audience
	for _, id := range g.Seats {
		p, err := req.person(id)
		if err != nil {
			return nil, err
		}
		a := req.privateTo(p, server)
		if seen, err := sees(req, p, g.Home); err != nil {
			return nil, err
		} else if seen {
			a = req.publicIn(g.Home, g.Server, server)
		}
		known := false
		for _, other := range list {
			known = known || other.to == a.to
		}
		if !a.to.IsZero() && !known {
			list = append(list, a)
		}
	}
	return list, nil
}

// audienceOf is where and how a player hears of something that concerns no opponent:
// at the home of the game if it can be seen, else alone.
func audienceOf(req *request, p data.Player, home chat.Address, server string) (audience, error) {
	settings, err := req.settingsOf(server)
	if err != nil {
		return audience{}, err
	}
	if seen, err := sees(req, p, home); err != nil || !seen {
		return req.privateTo(p, settings), err
	}
	return req.publicIn(home, server, settings), nil
}

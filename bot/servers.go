package bot

import (
	"errors"
	"reflect"
	"slices"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/game"
	"stackmate/render"
	"stackmate/rules"
)

// server returns the settings of the server in which something was said.
func (c *call) server() (Server, error) {
	return c.settingsOf(c.msg.In.Server)
}

// mayOffer refuses challenges in a place where its server does not want them. A thread
// counts as its channel.
func (c *call) mayOffer(id string, s Server, place chat.Address) error {
	if id == "" {
		return nil
	}
	if err := c.mayPlay(id, c.player); err != nil {
		return err
	}
	if s.offers() == offersEverywhere || slices.Contains(s.Channels, place.ID) {
		return nil
	}
	channel, err := c.channelOf(place)
	if err != nil || slices.Contains(s.Channels, channel.ID) {
		return err
	}
	return refuse("settings.not-here")
}

// Where games may be offered in a server.
const (
	offersEverywhere = "everywhere"
	offersListed     = "listed"
	offersNowhere    = "nowhere"
)

// offers says where games may be offered.
func (s Server) offers() string {
	switch {
	case len(s.Channels) > 0:
		return offersListed
	case s.NoChannels:
		return offersNowhere
	}
	return offersEverywhere
}

// mayPlay refuses who is blocked in a server, and whoever would play with them.
func (c *call) mayPlay(server string, players ...Player) error {
	for _, p := range players {
		switch blocked, err := c.tx.Blocked(server, p.ID); {
		case err != nil:
			return err
		case blocked && p.ID == c.player.ID:
			return refuse("blocked")
		case blocked:
			return refuse("blocked.other", "name", c.nameOf(p))
		}
	}
	return nil
}

// administrate refuses whoever may not manage the server.
func (c *call) administrate() error {
	switch {
	case c.msg.In.Server == "":
		return refuse("settings.private")
	case !c.msg.Administrator && c.msg.Call == nil: // the transport may not have been able to tell
		return refuse("settings.typed", "command", slash(c.say, c.path))
	case !c.msg.Administrator:
		return refuse("settings.forbidden")
	}
	return nil
}

// settings shows or changes how the bot behaves in a server.
func (c *call) settings() error {
	if err := c.administrate(); err != nil {
		return err
	}
	s, err := c.server()
	if err != nil {
		return err
	}
	before := s
	before.Channels = slices.Clone(s.Channels)
	for _, name := range []string{"channels", "here", "threads", "variant", "clock", "language", "theme", "games"} {
		value := c.args[name]
		if value == "" {
			continue
		}
		if err := c.setting(&s, name, value); err != nil {
			return err
		}
	}
	key := "settings"
	if !reflect.DeepEqual(s, before) {
		key = "settings.changed"
		if err := c.tx.SetServer(c.msg.In.Server, s); err != nil {
			return err
		}
		c.desk.log.Info("settings", "server", c.msg.In.Server, "player", c.player.ID)
	}
	where := c.say.Text("settings."+s.offers(), "count", len(s.Channels))
	return c.answer(chat.Reply{Text: c.say.Text(key), Block: strings.Join([]string{
		"here:     " + where,
		"threads:  " + onOff(!s.NoThreads),
		"variant:  " + first(s.Variant, "millennium"),
		"clock:    " + first(s.Clock, "none"),
		"language: " + first(s.Language, "en"),
		"theme:    " + first(s.Theme, render.Themes()[0]),
		"games:    " + c.say.Text("settings.games."+gamesFor(s)),
	}, "\n")})
}

// setting changes one of a server's settings.
func (c *call) setting(s *Server, name, value string) error {
	value = strings.ToLower(value)
	yes := value == "on" || confirms(value)
	switch name {
	case "channels": // where games may be offered; "here" lists some
		if value != offersEverywhere && value != offersNowhere {
			return refuse("preferences.unknown", "text", quote(value), "choices", strings.Join(channelsOptions, ", "))
		}
		s.Channels, s.NoChannels = nil, value == offersNowhere
	case "here":
		return c.settingHere(s, yes)
	case "threads":
		s.NoThreads = !yes
	case "variant":
		v := variantNamed(value)
		if v == nil {
			return refuse("variant.unknown", "text", quote(value), "variants", strings.Join(variantKeys(), ", "))
		}
		s.Variant = v.Key()
	case "clock":
		clock, err := game.ParseClock(value)
		if err != nil {
			return refuse("clock.unknown", "text", quote(value))
		}
		s.Clock = clock.String()
	case "language":
		if value != "en" && value != "de" {
			return refuse("language.unknown", "text", quote(value))
		}
		s.Language = value
	case "games":
		if !slices.Contains(gamesOptions, value) {
			return refuse("preferences.unknown", "text", quote(value), "choices", strings.Join(gamesOptions, ", "))
		}
		s.OpenGames = value == gamesOptions[1]
	case "theme":
		if !slices.Contains(render.Themes(), value) {
			return refuse("theme.unknown", "text", quote(value), "themes", strings.Join(render.Themes(), ", "))
		}
		s.Theme = value
	}
	return nil
}

// channelsOptions say where games may be offered, but for a list.
var channelsOptions = []string{offersEverywhere, offersNowhere}

// settingHere lists this channel among those where games may be offered, or no longer.
func (c *call) settingHere(s *Server, yes bool) error {
	channel, err := c.channelOf(c.msg.In.Address)
	if err != nil {
		return err
	}
	listed := slices.Contains(s.Channels, channel.ID)
	switch {
	case yes && !listed:
		s.Channels, s.NoChannels = append(s.Channels, channel.ID), false
	case !yes && s.offers() == offersEverywhere:
		return refuse("settings.no-list")
	case !yes && listed:
		s.Channels = slices.DeleteFunc(s.Channels, func(id string) bool { return id == channel.ID })
		s.NoChannels = len(s.Channels) == 0 // taking the last one off the list opens no other
	}
	return nil
}

// gamesOptions say who may see a server's games: its members, or everybody.
var gamesOptions = []string{"members", "everybody"}

// gamesFor says who may see a server's games.
func gamesFor(s Server) string {
	if s.OpenGames {
		return gamesOptions[1]
	}
	return gamesOptions[0]
}

func onOff(b bool) string {
	if b {
		return "on"
	}
	return "off"
}

// administered returns the game of this server that a command names. Those who manage the
// server reach all of its games; what is at home elsewhere does not exist for them.
func (c *call) administered() (*game.Game, error) {
	ref, ok := gameRef(c.args["game"])
	if !ok {
		return nil, refuse("game.number", "text", quote(c.args["game"]))
	}
	line, err := c.tx.GameLine(ref.id)
	switch {
	case errors.Is(err, ErrNotFound) || err == nil && line.Server != c.msg.In.Server:
		return nil, refuse("adjudicate.game")
	case err != nil:
		return nil, err
	}
	c.gameID = ref.id
	return c.tx.Game(ref.id)
}

// adjudicate ends a game that is stuck, with a reason that everybody sees.
func (c *call) adjudicate() error {
	if err := c.administrate(); err != nil {
		return err
	}
	g, err := c.administered()
	if err != nil {
		return err
	}
	outcome, ok := map[string]rules.Outcome{"white": rules.WhiteWins, "black": rules.BlackWins, "draw": rules.Draw,
		"none": rules.Undecided}[strings.ToLower(c.args["result"])]
	why, err := noteOf(c.args["reason"])
	switch {
	case err != nil:
		return err
	case !ok:
		return refuse("adjudicate.result", "text", quote(c.args["result"]))
	case why == "":
		return refuse("adjudicate.reason")
	}
	if err := g.Adjudicate(outcome, c.now); err != nil {
		return refuse("game.over", "game", g.ID)
	}
	if err := c.save(g); err != nil {
		return err
	}
	if err := c.tx.Intervene(Intervention{Game: g.ID, Player: c.player.ID, What: "adjudicated " + outcome.String(), Why: why, At: c.now}); err != nil {
		return err
	}
	var notify []chat.Person
	for _, id := range g.Seats {
		p, err := c.person(id)
		if err != nil {
			return err
		}
		notify = append(notify, p.Person())
	}
	return c.announce(g, func() (chat.Reply, error) {
		names, err := c.names(g)
		if err != nil {
			return chat.Reply{}, err
		}
		result, err := c.resultText(g, names)
		return chat.Reply{Text: result + " " + c.say.Text("adjudicate.why", "name", c.nameOf(c.player), "reason", why),
			Picture: picture(g), Notify: notify}, err
	})
}

// ban keeps somebody from playing in the server.
func (c *call) ban() error { return c.setBan(true, "ban.done") }

// unban lets somebody play in the server again.
func (c *call) unban() error { return c.setBan(false, "ban.undone") }

func (c *call) setBan(on bool, sentence string) error {
	if err := c.administrate(); err != nil {
		return err
	}
	p, address, err := c.addressee(c.args["player"])
	if err != nil {
		return err
	}
	if address != "" {
		return refuse("ban.address")
	}
	if err := c.tx.Block(c.msg.In.Server, p.ID, on); err != nil {
		return err
	}
	c.desk.log.Info("ban", "server", c.msg.In.Server, "player", p.ID, "by", c.player.ID, "on", on)
	return c.answerText(sentence, "name", c.nameOf(p))
}

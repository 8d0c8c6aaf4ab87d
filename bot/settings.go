package bot

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/request"
	"stackmate/bot/textutil"
	"stackmate/bot/words"
	"stackmate/render"
	"stackmate/rules"
)

// handleSettings shows or changes how the bot behaves in a server.
func handleSettings(req *request.Request) error {
	if err := administrate(req); err != nil {
		return err
	}
	s, err := req.Server()
	if err != nil {
		return err
	}
	before := s
	before.Channels = slices.Clone(s.Channels)
	for _, name := range []string{"channels", "here", "threads", "variant", "clock", "language", "theme", "games"} {
		value := req.Args[name]
		if value == "" {
			continue
		}
		if err := setting(req, &s, name, value); err != nil {
			return err
		}
	}
	key := "settings"
	if !reflect.DeepEqual(s, before) {
		key = "settings.changed"
		if err := req.Tx.SetServer(req.Msg.In.Server, s); err != nil {
			return err
		}
		req.Env.Log.Info("settings", "server", req.Msg.In.Server, "player", req.Player.ID)
	}
	where := req.Lang.Text("settings."+s.Offers(), "count", len(s.Channels))
	return req.Answer(chat.Reply{Text: req.Lang.Text(key), Block: strings.Join([]string{
		"here:     " + where,
		"threads:  " + request.OnOff(!s.NoThreads),
		"variant:  " + cmp.Or(s.Variant, "millennium"),
		"clock:    " + cmp.Or(s.Clock, "none"),
		"language: " + words.In(s.Language).Tag,
		"theme:    " + cmp.Or(s.Theme, render.Themes()[0]),
		"games:    " + req.Lang.Text("settings.games."+gamesFor(s)),
	}, "\n")})
}

// setting changes one of a server's settings.
func setting(req *request.Request, s *data.Server, name, value string) error {
	value = strings.ToLower(value)
	yes := value == "on" || command.Confirms(value)
	switch name {
	case "channels": // where games may be offered; "here" lists some
		if value != data.OffersEverywhere && value != data.OffersNowhere {
			return request.Refuse("preferences.unknown", "text", textutil.Quote(value), "choices", strings.Join(command.ChannelsOptions, ", "))
		}
		s.Channels, s.NoChannels = nil, value == data.OffersNowhere
	case "here":
		return settingHere(req, s, yes)
	case "threads":
		s.NoThreads = !yes
	case "variant":
		v := rules.VariantByName(value)
		if v == nil {
			return request.Refuse("variant.unknown", "text", textutil.Quote(value), "variants", strings.Join(request.VariantKeys(), ", "))
		}
		s.Variant = v.Key()
	case "clock":
		clock, err := game.ParseClock(value)
		if err != nil {
			return request.Refuse("clock.unknown", "text", textutil.Quote(value))
		}
		s.Clock = clock.String()
	case "language":
		if !words.Known(value) {
			return request.Refuse("language.unknown", "text", textutil.Quote(value), "languages", strings.Join(words.Tags(), ", "))
		}
		s.Language = value
	case "games":
		if !slices.Contains(command.GamesOptions, value) {
			return request.Refuse("preferences.unknown", "text", textutil.Quote(value), "choices", strings.Join(command.GamesOptions, ", "))
		}
		s.OpenGames = value == command.GamesOptions[1]
	case "theme":
		if !slices.Contains(render.Themes(), value) {
			return request.Refuse("theme.unknown", "text", textutil.Quote(value), "themes", strings.Join(render.Themes(), ", "))
		}
		s.Theme = value
	}
	return nil
}

// settingHere lists this channel among those where games may be offered, or no longer.
func settingHere(req *request.Request, s *data.Server, yes bool) error {
	channel, err := request.ChannelOf(req, req.Msg.In.Address)
	if err != nil {
		return err
	}
	listed := slices.Contains(s.Channels, channel.ID)
	switch {
	case yes && !listed:
		s.Channels, s.NoChannels = append(s.Channels, channel.ID), false
	case !yes && s.Offers() == data.OffersEverywhere:
		return request.Refuse("settings.no-list")
	case !yes && listed:
		s.Channels = slices.DeleteFunc(s.Channels, func(id string) bool { return id == channel.ID })
		s.NoChannels = len(s.Channels) == 0 // taking the last one off the list opens no other
	}
	return nil
}

// gamesFor says who may see a server's games.
func gamesFor(s data.Server) string {
	if s.OpenGames {
		return command.GamesOptions[1]
	}
	return command.GamesOptions[0]
}

// mayOffer refuses challenges in a place where its server does not want them. A thread
// counts as its channel.
func mayOffer(req *request.Request, id string, s data.Server, place chat.Address) error {
	if id == "" {
		return nil
	}
	if err := mayPlay(req, id, req.Player); err != nil {
		return err
	}
	if s.Offers() == data.OffersEverywhere || slices.Contains(s.Channels, place.ID) {
		return nil
	}
	channel, err := request.ChannelOf(req, place)
	if err != nil || slices.Contains(s.Channels, channel.ID) {
		return err
	}
	return request.Refuse("settings.not-here")
}

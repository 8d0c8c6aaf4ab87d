package bot

import (
	"cmp"
	"reflect"
	"slices"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/puzzles"
	"stackmate/bot/request"
	"stackmate/bot/textutil"
	"stackmate/bot/words"
	"stackmate/render"
	"stackmate/rules"
)

// handleSettings shows or changes the settings of a server.
func handleSettings(req *request.Request) error {
	if err := requireAdmin(req); err != nil {
		return err
	}
	s, err := req.Server()
	if err != nil {
		return err
	}
	if daily := req.Cmd.DailyPuzzle; daily != "" {
		if err := puzzles.SetDaily(req, daily); err != nil {
			return err
		}
	}
	daily, err := puzzles.DailyText(req)
	if err != nil {
		return err
	}
	before := s
	before.Channels = slices.Clone(s.Channels)
	if err := applySettings(req, &s); err != nil {
		return err
	}
	key := "settings"
	if req.Cmd.DailyPuzzle != "" {
		key = "settings.changed"
	}
	if !reflect.DeepEqual(s, before) {
		key = "settings.changed"
		if err := req.Tx.SetServer(req.Msg.In.Server, s); err != nil {
			return err
		}
		req.Env.Log.InfoContext(req.Ctx, "settings", "server", req.Msg.In.Server, "player", req.Player.ID)
	}
	clock, err := game.ParseClock(cmp.Or(s.Clock, "none"))
	if err != nil {
		return err
	}
	lang, rows := req.Lang, [][2]string{}
	row := func(option, value string) { rows = append(rows, [2]string{lang.Text("option." + option), value}) }
	row("channels", lang.Text("settings."+s.Offers(), "count", len(s.Channels)))
	row("threads", lang.Text("choice."+request.OnOff(!s.NoThreads)))
	row("variant", rules.VariantByName(cmp.Or(s.Variant, rules.DefaultKey)).Name())
	row("clock", clockText(lang, clock))
	row("language", words.In(s.Language).Name)
	row("theme", lang.Text("choice."+cmp.Or(s.Theme, render.Themes()[0])))
	row("view", lang.Text("choice."+cmp.Or(s.View, command.Views[0])))
	row("games", lang.Text("settings.games."+gamesOption(s)))
	row("puzzle", daily)
	return req.Answer(chat.Reply{Text: lang.Text(key), Block: textutil.Columns(rows)})
}

// applySettings changes the settings that a command names.
func applySettings(req *request.Request, s *data.Server) error {
	in := req.Cmd
	if in.Channels != "" { // everywhere or nowhere; "here" adds single channels
		s.Channels, s.NoChannels = nil, in.Channels == data.OffersNowhere
	}
	if in.Here != "" {
		if err := setHere(req, s, in.Here == command.On); err != nil {
			return err
		}
	}
	if in.Threads != "" {
		s.NoThreads = in.Threads == command.Off
	}
	if in.Variant != nil {
		s.Variant = in.Variant.Key()
	}
	if in.Clock != nil {
		s.Clock = in.Clock.String()
	}
	if in.Games != "" {
		s.OpenGames = in.Games == command.GamesOptions[1]
	}
	s.Language, s.Theme, s.View = cmp.Or(in.Language, s.Language), cmp.Or(in.Theme, s.Theme), cmp.Or(in.View, s.View)
	return nil
}

// setHere adds this channel to those in which challenges are allowed, or removes it.
func setHere(req *request.Request, s *data.Server, yes bool) error {
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
		s.NoChannels = len(s.Channels) == 0 // an empty list would allow all channels
	}
	return nil
}

// gamesOption returns the choice of the argument "games" for a server: who may see its
// games.
func gamesOption(s data.Server) string {
	if s.OpenGames {
		return command.GamesOptions[1]
	}
	return command.GamesOptions[0]
}

// checkChannel returns a Refusal if the server with this ID does not allow challenges in a
// place. A thread counts as its channel.
func checkChannel(req *request.Request, id string, s data.Server, place chat.Address) error {
	if id == "" {
		return nil
	}
	if err := checkBans(req, id, req.Player); err != nil {
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

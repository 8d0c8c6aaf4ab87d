package discordtest

import (
	"cmp"
	"fmt"
	"strconv"
	"time"
)

// What an interaction allows.
const (
	tokenLife     = 15 * time.Minute
	userFollowups = 5 // of a user-installed app
)

// The types of interactions.
const (
	interactionCommand      = 2
	interactionComponent    = 3
	interactionAutocomplete = 4
	interactionModal        = 5
)

// The types of answers.
const (
	answerMessage        = 4
	answerDeferred       = 5
	answerDeferredUpdate = 6
	answerUpdate         = 7
	answerChoices        = 8
	answerModal          = 9
)

// interaction is something a person did with the bot, and what became of it.
type interaction struct {
	id, token   string
	kind        int
	user        *User
	channel     *Channel
	command     *Command
	focused     *CommandOption // what autocomplete is about
	target      *message       // whose component was used
	userInstall bool
	created     time.Time
	deadline    *time.Timer

	answered  bool
	answer    int  // its type
	late      bool // the time has passed without an answer
	excused   bool // the server made the answer impossible
	shared    bool // more than one session got it, each of which may try to answer
	ephemeral bool
	pending   bool // deferred and not yet completed
	visible   bool // the answer can be seen
	original  *message
	followups []*message
	choices   []Choice
	modal     *Modal
}

// owners says for whom the app is installed where the interaction happened.
func (i *interaction) owners() object {
	o := object{}
	switch {
	case i.userInstall:
		o["1"] = i.user.ID
	case i.channel.guild != nil:
		o["0"] = i.channel.guild.ID
	default:
		o["0"] = "0"
	}
	return o
}

// context says in what kind of place the interaction happened.
func (c *Channel) context() int {
	switch {
	case c.guild != nil:
		return contextGuild
	case c.includesBot():
		return contextBotDM
	}
	return contextPrivate
}

// install says how the app is present for u in c: as the guild's (0), as the user's (1), or not at all (-1).
func (c *Channel) install(u *User) int {
	switch {
	case c.guild != nil && c.guild.members[c.srv.BotID] != nil, c.includesBot():
		return 0
	case u.installed:
		return 1
	}
	return -1
}

// interact sends an interaction over the gateway or to the endpoint, and starts the time for its answer. The caller holds the server's lock.
func (s *Server) interact(i *interaction, data object) *Handle {
	i.id = s.newID()
	i.token = "interaction" + s.newID()
	i.created = s.now()
	i.userInstall = i.channel.install(i.user) == 1
	s.interactions[i.token] = i
	if body := s.interactionJSON(i, data); s.endpoint.url != "" {
		s.sendToEndpoint(i, body)
	} else {
		reached := s.dispatch(event{name: "INTERACTION_CREATE", guild: i.channel.guildID()}, body)
		i.excused, i.shared = reached == 0, reached > 1
	}
	i.deadline = time.AfterFunc(s.AnswerWithin, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.expire(i)
		s.notify()
	})
	s.notify()
	return &Handle{srv: s, i: i}
}

// expire notes that the time for the answer is over. The caller holds the server's lock.
func (s *Server) expire(i *interaction) {
	if i.answered || i.late || s.closed {
		return
	}
	i.late = true
	if !i.excused {
		s.report(Violation{Path: "interaction " + i.describe(), Problem: fmt.Sprintf("not answered within %g s", s.AnswerWithin.Seconds())})
	}
}

// describe names what the person did.
func (i *interaction) describe() string {
	switch {
	case i.command != nil:
		return "/" + i.command.Name + " of " + i.user.Name
	case i.target != nil:
		return "component of " + i.user.Name
	}
	return "modal of " + i.user.Name
}

func (s *Server) interactionJSON(i *interaction, data object) object {
	ch := i.channel
	place := s.channelJSON(ch)
	place["permissions"] = strconv.FormatInt(s.permissions(i.user, ch), 10)
	appMay := s.permissions(s.bot, ch)
	if i.userInstall {
		appMay = permEmbedLinks | permAttachFiles | permMentionEveryone
	}
	o := object{
		"id": i.id, "application_id": s.ApplicationID, "type": i.kind, "token": i.token, "version": 1, "data": data,
		"channel": place, "channel_id": ch.ID, "locale": cmp.Or(i.user.locale, "en-US"), "entitlements": []any{}, "context": ch.context(),
		"authorizing_integration_owners": i.owners(), "app_permissions": strconv.FormatInt(appMay, 10),
		"attachment_size_limit": maxFileBytes,
	}
	if i.target != nil && i.kind != interactionCommand {
		o["message"] = s.messageJSON(i.target)
	}
	if g := ch.guild; g != nil {
		member := s.memberJSON(g.members[i.user.ID], true)
		member["permissions"] = strconv.FormatInt(s.permissions(i.user, ch), 10)
		o["guild_id"], o["guild_locale"], o["member"] = g.ID, "en-US", member
		o["guild"] = object{"id": g.ID, "locale": "en-US", "features": []string{}}
	} else {
		o["user"] = s.userJSON(i.user)
	}
	return o
}

package discord

import (
	"cmp"
	"context"
	"regexp"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/words"
)

// Identifiers in our addresses tell people and channels apart.
const (
	userPrefix    = "user:"
	channelPrefix = "channel:"
)

func userAddress(id string) chat.Address {
	return chat.Address{Transport: Transport, ID: userPrefix + id}
}

func channelAddress(id string) chat.Address {
	return chat.Address{Transport: Transport, ID: channelPrefix + id}
}

func person(u *discordgo.User) chat.Person {
	name := u.Username
	if u.GlobalName != "" {
		name = u.GlobalName
	}
	return chat.Person{Address: userAddress(u.ID), Name: name, Robot: u.Bot}
}

// calledIn is what somebody is called in the guild of a membership; empty if that is not
// known.
func calledIn(p chat.Person, m *discordgo.Member) string {
	if m == nil {
		return ""
	}
	return cmp.Or(m.Nick, p.Name)
}

// place says where something happened. Outside of a guild, and where the bot is only
// installed for a person, it cannot write: that is the person's own place.
func place(guild, channel string, from chat.Person) chat.Place {
	if guild == "" {
		return chat.Place{Address: from.Address, Private: true}
	}
	return chat.Place{Address: channelAddress(channel), Server: Transport + ":" + guild}
}

// hearInteraction makes a message of a command, finished or not, of a button or a
// menu; ok is false for anything else.
func hearInteraction(i *discordgo.Interaction) (m chat.Message, ok bool) {
	user := i.User
	if i.Member != nil {
		user = i.Member.User
	}
	if user == nil {
		return m, false
	}
	m = chat.Message{ID: i.ID, From: person(user), Language: language(string(i.Locale))}
	guild := i.GuildID
	if !memberIn(i) {
		guild = ""
	}
	m.In = place(guild, i.ChannelID, m.From)
	if guild != "" {
		m.Called = calledIn(m.From, i.Member)
	}
	m.In.Guest = !writesIn(i)
	m.Administrator = i.Member != nil && i.Member.Permissions&(discordgo.PermissionManageGuild|discordgo.PermissionAdministrator) != 0
	switch i.Type {
	case discordgo.InteractionApplicationCommand, discordgo.InteractionApplicationCommandAutocomplete:
		data := i.ApplicationCommandData()
		path, args := callOf(data)
		m.Call = &chat.Call{Path: path, Args: args}
		m.Mentioned = map[string]chat.Person{}
		if data.Resolved != nil {
			for id, u := range data.Resolved.Users {
				m.Mentioned["<@"+id+">"] = person(u)
			}
		}
		return m, true
	case discordgo.InteractionMessageComponent:
		data := i.MessageComponentData()
		m.Text, m.Pressed = data.CustomID, true
		if data.ComponentType == discordgo.SelectMenuComponent {
			if len(data.Values) != 1 {
				return m, false
			}
			m.Text = data.Values[0]
		}
		return m, true
	}
	return m, false
}

// language returns the language of a locale such as "en-GB".
func language(locale string) string {
	tag, _, _ := strings.Cut(locale, "-")
	return tag
}

// picture names the files of boards; their game is the one that a reply is about.
var picture = regexp.MustCompile(`^game-(\d+)-\d+\.png$`)

// hearMessage makes a message of words that are meant for the bot: it is mentioned,
// answered, or spoken to alone. ok is false for everything else, and for programs.
func (b *Bot) hearMessage(e *discordgo.Message) (m chat.Message, ok bool) {
	if e.Author == nil || e.Author.Bot || e.WebhookID != "" ||
		e.Type != discordgo.MessageTypeDefault && e.Type != discordgo.MessageTypeReply {
		return m, false
	}
	answered := e.ReferencedMessage != nil && e.ReferencedMessage.Author != nil && e.ReferencedMessage.Author.ID == b.self.ID
	mentioned := strings.Contains(e.Content, "<@"+b.self.ID+">") || strings.Contains(e.Content, "<@!"+b.self.ID+">")
	if e.GuildID != "" && !mentioned && (!answered || e.Content == "") {
		return m, false // also an answer that mentions nobody: Discord does not tell its words
	}
	m = chat.Message{ID: e.ID, From: person(e.Author), Mentioned: map[string]chat.Person{}}
	m.In = place(e.GuildID, e.ChannelID, m.From)
	if e.GuildID != "" {
		m.Called = calledIn(m.From, e.Member)
	}
	m.Overheard, m.Patient = e.GuildID != "", true
	m.Text = strings.NewReplacer("<@"+b.self.ID+">", " ", "<@!"+b.self.ID+">", " ").Replace(e.Content)
	for _, u := range e.Mentions {
		if u.ID != b.self.ID {
			p := person(u)
			m.Mentioned["<@"+u.ID+">"], m.Mentioned["<@!"+u.ID+">"] = p, p
		}
	}
	if answered {
		for _, a := range e.ReferencedMessage.Attachments {
			if found := picture.FindStringSubmatch(a.Filename); found != nil {
				m.Game, _ = strconv.ParseInt(found[1], 10, 64)
			}
		}
	}
	return m, true
}

// message handles what was typed, and returns at once. The desk hears the people of a
// channel in their order, and is not kept from it by an answer that has to wait.
func (b *Bot) message(ctx context.Context, e *discordgo.Message) {
	m, ok := b.hearMessage(e)
	if !ok || !b.work.begin(e.ID) {
		return
	}
	b.asking.add(e.ChannelID, func() {
		a, err := b.ask(ctx, m)
		if err != nil {
			b.log.Error("discord: message failed", "message", e.ID, "error", err)
			a = nil
		}
		reply := chat.Reply{Text: words.In(m.Language).Text("failure")}
		if a != nil {
			reply = a.Reply
		}
		if err == nil && (a == nil || a.Queued) { // it was handled before, or the outbox tells it
			b.work.end(e.ID)
			return
		}
		b.posting.add(e.ChannelID, func() { b.answerMessage(ctx, e, a, reply) })
	})
}

// answerMessage posts the answer to what was typed, and lets the event go.
func (b *Bot) answerMessage(ctx context.Context, e *discordgo.Message, a *bot.Answer, reply chat.Reply) {
	var f after
	b.contain(e.ID, func() {
		message, err := b.post(ctx, e.ChannelID, reply, e.ID)
		if err != nil {
			b.log.Warn("discord: answer", "message", e.ID, "error", err)
		}
		outcome := err
		if err == nil && e.GuildID != "" {
			outcome = message.reached(e.ChannelID, reply.Notify)
		}
		if err == nil && reply.Audience == chat.Public {
			f = b.arrive(ctx, reply, e.ChannelID, message)
		} else if err == nil {
			f = b.closing(reply, e.ChannelID)
		}
		b.delivered(ctx, a, outcome)
	})
	go func() {
		defer b.work.end(e.ID)
		b.contain(e.ID, func() { f.finish(ctx) })
	}()
}

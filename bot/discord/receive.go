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

func personOf(u *discordgo.User) chat.Person {
	name := u.Username
	if u.GlobalName != "" {
		name = u.GlobalName
	}
	return chat.Person{Address: userAddress(u.ID), Name: name, Robot: u.Bot}
}

// nameInGuild is what somebody is called in the guild of a membership; empty if that is not
// known.
func nameInGuild(p chat.Person, m *discordgo.Member) string {
	if m == nil {
		return ""
	}
	return cmp.Or(m.Nick, p.Name)
}

// placeOf says where something happened. Outside of a guild, and where the bot is only
// installed for a person, it cannot write: that is the person's own place.
func placeOf(guild, channel string, from chat.Person) chat.Place {
	if guild == "" {
		return chat.Place{Address: from.Address, Private: true}
	}
	return chat.Place{Address: channelAddress(channel), Server: Transport + ":" + guild}
}

// messageOfInteraction makes a message of a command, finished or not, of a button or a
// menu; ok is false for anything else.
func messageOfInteraction(i *discordgo.Interaction) (m chat.Message, ok bool) {
	user := i.User
	if i.Member != nil {
		user = i.Member.User
	}
	if user == nil {
		return m, false
	}
	m = chat.Message{ID: i.ID, From: personOf(user), Language: languageOf(string(i.Locale))}
	guild := i.GuildID
	if !installedInGuild(i) {
		guild = ""
	}
	m.In = placeOf(guild, i.ChannelID, m.From)
	if guild != "" {
		m.Called = nameInGuild(m.From, i.Member)
	}
	m.In.Guest = !canPost(i)
	m.Administrator = i.Member != nil && i.Member.Permissions&(discordgo.PermissionManageGuild|discordgo.PermissionAdministrator) != 0
	switch i.Type {
	case discordgo.InteractionApplicationCommand, discordgo.InteractionApplicationCommandAutocomplete:
		data := i.ApplicationCommandData()
		path, args := callFromOptions(data)
		m.Call = &chat.Call{Path: path, Args: args}
		m.Mentioned = map[string]chat.Person{}
		if data.Resolved != nil {
			for id, u := range data.Resolved.Users {
				m.Mentioned["<@"+id+">"] = personOf(u)
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

// languageOf returns the language of a locale such as "en-GB".
func languageOf(locale string) string {
	tag, _, _ := strings.Cut(locale, "-")
	return tag
}

// boardFile names the files of boards; their game is the one that a reply is about.
var boardFile = regexp.MustCompile(`^game-(\d+)-\d+\.png$`)

// messageOfText makes a message of words that are meant for the bot: it is mentioned,
// answered, or spoken to alone. ok is false for everything else, and for programs.
func (b *Bot) messageOfText(e *discordgo.Message) (m chat.Message, ok bool) {
	if e.Author == nil || e.Author.Bot || e.WebhookID != "" ||
		e.Type != discordgo.MessageTypeDefault && e.Type != discordgo.MessageTypeReply {
		return m, false
	}
	answered := e.ReferencedMessage != nil && e.ReferencedMessage.Author != nil && e.ReferencedMessage.Author.ID == b.self.ID
	mentioned := strings.Contains(e.Content, "<@"+b.self.ID+">") || strings.Contains(e.Content, "<@!"+b.self.ID+">")
	if e.GuildID != "" && !mentioned && (!answered || e.Content == "") {
		return m, false // also an answer that mentions nobody: Discord does not tell its words
	}
	m = chat.Message{ID: e.ID, From: personOf(e.Author), Mentioned: map[string]chat.Person{}}
	m.In = placeOf(e.GuildID, e.ChannelID, m.From)
	if e.GuildID != "" {
		m.Called = nameInGuild(m.From, e.Member)
	}
	m.Overheard, m.Patient = e.GuildID != "", true
	m.Text = strings.NewReplacer("<@"+b.self.ID+">", " ", "<@!"+b.self.ID+">", " ").Replace(e.Content)
	for _, u := range e.Mentions {
		if u.ID != b.self.ID {
			p := personOf(u)
			m.Mentioned["<@"+u.ID+">"], m.Mentioned["<@!"+u.ID+">"] = p, p
		}
	}
	if answered {
		for _, a := range e.ReferencedMessage.Attachments {
			if found := boardFile.FindStringSubmatch(a.Filename); found != nil {
				m.Game, _ = strconv.ParseInt(found[1], 10, 64)
			}
		}
	}
	return m, true
}

// handleText handles what was typed, and returns at once. The desk hears the people of a
// channel in their order, and is not kept from it by an answer that has to wait.
func (b *Bot) handleText(ctx context.Context, e *discordgo.Message) {
	m, ok := b.messageOfText(e)
	if !ok || !b.inflight.begin(e.ID) {
		return
	}
	b.incoming.add(e.ChannelID, func() {
		a, err := b.callDesk(ctx, m)
		if err != nil {
			b.log.Error("discord: message failed", "message", e.ID, "error", err)
			a = nil
		}
		reply := chat.Reply{Text: words.In(m.Language).Text("failure")}
		if a != nil {
			reply = a.Reply
		}
		if err == nil && (a == nil || a.Queued) { // it was handled before, or the outbox tells it
			b.inflight.end(e.ID)
			return
		}
		b.outgoing.add(e.ChannelID, func() { b.replyToText(ctx, e, a, reply) })
	})
}

// replyToText posts the answer to what was typed, and lets the event go.
func (b *Bot) replyToText(ctx context.Context, e *discordgo.Message, a *bot.Answer, reply chat.Reply) {
	var f followUp
	b.recoverPanic(e.ID, func() {
		message, err := b.sendMessage(ctx, e.ChannelID, reply, e.ID)
		if err != nil {
			b.log.Warn("discord: answer", "message", e.ID, "error", err)
		}
		outcome := err
		if err == nil && e.GuildID != "" {
			outcome = message.missedError(e.ChannelID, reply.Notify)
		}
		if err == nil && reply.Audience == chat.Public {
			f = b.beginFollowUp(ctx, reply, e.ChannelID, message)
		} else if err == nil {
			f = b.closeFollowUp(reply, e.ChannelID)
		}
		b.reportDelivery(ctx, a, outcome)
	})
	go func() {
		defer b.inflight.end(e.ID)
		b.recoverPanic(e.ID, func() { f.finish(ctx) })
	}()
}

package discord

import (
	"cmp"
	"strings"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot/chat"
)

// Prefixes of the ids in addresses, which tell users from channels.
const (
	userPrefix    = "user:"
	channelPrefix = "channel:"
)

// UserAddress returns the address of the user with an id.
func UserAddress(id string) chat.Address { return userAddress(id) }

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

// nameInGuild returns the nickname of a member, or else the person's name; empty if m is nil.
func nameInGuild(p chat.Person, m *discordgo.Member) string {
	if m == nil {
		return ""
	}
	return cmp.Or(m.Nick, p.Name)
}

// placeOf returns where something was said: a channel of a guild, or the private place of from if guild is empty.
func placeOf(guild, channel string, from chat.Person) chat.Place {
	if guild == "" {
		return chat.Place{Address: from.Address, Private: true}
	}
	return chat.Place{Address: channelAddress(channel), Server: Transport + ":" + guild}
}

// messageOfInteraction converts a slash command, an unfinished one that is being completed, a button or a menu; ok
// is false for other interactions. Self is the id of the bot's user.
func messageOfInteraction(i *discordgo.Interaction, self string) (m chat.Message, ok bool) {
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
		m.Nickname = nameInGuild(m.From, i.Member)
	}
	m.In.Guest = !canPost(i)
	m.AnswerMayFollow = !m.In.Guest
	m.Administrator = i.Member != nil && i.Member.Permissions&(discordgo.PermissionManageGuild|discordgo.PermissionAdministrator) != 0
	switch i.Type {
	case discordgo.InteractionApplicationCommand, discordgo.InteractionApplicationCommandAutocomplete:
		data := i.ApplicationCommandData()
		path, args := callFromOptions(data)
		m.Call = &chat.Call{Path: path, Args: args}
		m.Mentioned = map[string]chat.Person{}
		if data.Resolved != nil {
			for id, u := range data.Resolved.Users {
				p := personOf(u)
				if id == self {
					p.Address = chat.Itself
				}
				m.Mentioned["<@"+id+">"] = p
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

package discord

import (
	"context"
	"encoding/json"
	"math/big"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot/logging"
)

// handleEvent handles an event of the gateway. It ignores events of other types and those without content.
func (b *Bot) handleEvent(name string, data json.RawMessage) {
	b.tasks.recoverPanic(b.tasks.ctx, name, func() {
		switch name {
		case "INTERACTION_CREATE":
			if i, ok := readInteraction(data); ok {
				ctx := traced(b.tasks.ctx, i.ID)
				b.tasks.goOnce(ctx, i.ID, func() { b.interactions.handle(ctx, i) })
			}
		case "MESSAGE_CREATE":
			if m, ok := readMessage(data); ok {
				b.texts.handle(traced(b.tasks.ctx, m.ID), m)
			}
		}
	})
}

// traced returns the context of an event, with its trace.
func traced(ctx context.Context, id string) context.Context {
	return logging.WithTrace(ctx, logging.TraceOf(Transport, id))
}

// The following types have only the fields of Discord's that we need: discordgo rejects a whole event because of one
// unknown value, such as a new type of component. A field with an unexpected type keeps its zero value.
type (
	wireUser struct {
		ID         string `json:"id"`
		Username   string `json:"username"`
		GlobalName string `json:"global_name"`
		Bot        bool   `json:"bot"`
	}
	wireMember struct {
		Nick        string         `json:"nick"`
		Roles       []string       `json:"roles"`
		User        *wireUser      `json:"user"`
		Permissions permissionBits `json:"permissions"`
	}
	wireMessage struct {
		ID          string         `json:"id"`
		ChannelID   string         `json:"channel_id"`
		GuildID     string         `json:"guild_id"`
		WebhookID   string         `json:"webhook_id"`
		Type        int            `json:"type"`
		Flags       int            `json:"flags"`
		Content     string         `json:"content"`
		Author      *wireUser      `json:"author"`
		Member      *wireMember    `json:"member"`
		Mentions    []*wireUser    `json:"mentions"`
		Referenced  *wireMessage   `json:"referenced_message"`
		Components  []rawComponent `json:"components"`
		Attachments []struct {
			Filename string `json:"filename"`
		} `json:"attachments"`
	}
	wireInteraction struct {
		ID             string                                          `json:"id"`
		AppID          string                                          `json:"application_id"`
		Type           discordgo.InteractionType                       `json:"type"`
		Token          string                                          `json:"token"`
		GuildID        string                                          `json:"guild_id"`
		ChannelID      string                                          `json:"channel_id"`
		Locale         string                                          `json:"locale"`
		Context        discordgo.InteractionContextType                `json:"context"`
		Owners         map[discordgo.ApplicationIntegrationType]string `json:"authorizing_integration_owners"`
		AppPermissions permissionBits                                  `json:"app_permissions"`
		User           *wireUser                                       `json:"user"`
		Member         *wireMember                                     `json:"member"`
		Message        *wireMessage                                    `json:"message"`
		Data           wireData                                        `json:"data"`
	}
	// wireData is the data of a command or of a component.
	wireData struct {
		ID            string                                               `json:"id"`
		Name          string                                               `json:"name"`
		Type          discordgo.ApplicationCommandType                     `json:"type"`
		Options       []*discordgo.ApplicationCommandInteractionDataOption `json:"options"`
		CustomID      string                                               `json:"custom_id"`
		ComponentType discordgo.ComponentType                              `json:"component_type"`
		Values        []string                                             `json:"values"`
		Resolved      struct {
			Users   map[string]*wireUser   `json:"users"`
			Members map[string]*wireMember `json:"members"`
		} `json:"resolved"`
	}
)

// permissionBits is a set of permissions. Only the lowest 63 bits are kept; Discord may have more.
type permissionBits int64

// UnmarshalJSON implements json.Unmarshaler. It reads anything but a number as no permissions.
func (p *permissionBits) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) != nil {
		text = string(data)
	}
	*p = 0
	if all, ok := new(big.Int).SetString(text, 10); ok && len(text) < 200 {
		*p = permissionBits(all.And(all, big.NewInt(1<<63-1)).Int64())
	}
	return nil
}

func (u *wireUser) user() *discordgo.User {
	if u == nil || u.ID == "" {
		return nil
	}
	return &discordgo.User{ID: u.ID, Username: u.Username, GlobalName: u.GlobalName, Bot: u.Bot}
}

func (m *wireMember) member() *discordgo.Member {
	if m == nil {
		return nil
	}
	return &discordgo.Member{Nick: m.Nick, Roles: m.Roles, User: m.User.user(), Permissions: int64(m.Permissions)}
}

func (w *wireMessage) message() *discordgo.Message {
	if w == nil {
		return nil
	}
	m := &discordgo.Message{ID: w.ID, ChannelID: w.ChannelID, GuildID: w.GuildID, WebhookID: w.WebhookID,
		Type: discordgo.MessageType(w.Type), Flags: discordgo.MessageFlags(w.Flags), Content: w.Content,
		Author: w.Author.user(), Member: w.Member.member(), ReferencedMessage: w.Referenced.message()}
	for _, u := range w.Mentions {
		if known := u.user(); known != nil {
			m.Mentions = append(m.Mentions, known)
		}
	}
	for _, c := range w.Components {
		m.Components = append(m.Components, c)
	}
	for _, a := range w.Attachments {
		m.Attachments = append(m.Attachments, &discordgo.MessageAttachment{Filename: a.Filename})
	}
	return m
}

// readMessage decodes a message; ok is false if it has no id or channel.
func readMessage(data json.RawMessage) (m *discordgo.Message, ok bool) {
	var w wireMessage
	_ = json.Unmarshal(data, &w) // which continues after a field with a wrong type
	return w.message(), w.ID != "" && w.ChannelID != ""
}

// readInteraction decodes an interaction; ok is false if it has no id or token, or a type that we don't handle.
func readInteraction(data json.RawMessage) (i *discordgo.Interaction, ok bool) {
	var w wireInteraction
	_ = json.Unmarshal(data, &w) // which continues after a field with a wrong type
	i = &discordgo.Interaction{ID: w.ID, AppID: w.AppID, Type: w.Type, Token: w.Token, GuildID: w.GuildID, ChannelID: w.ChannelID,
		Locale: discordgo.Locale(w.Locale), Context: w.Context, AuthorizingIntegrationOwners: w.Owners,
		AppPermissions: int64(w.AppPermissions), User: w.User.user(), Member: w.Member.member(), Message: w.Message.message()}
	if i.Member != nil && i.Member.User == nil {
		i.Member = nil
	}
	d := w.Data
	switch w.Type {
	case discordgo.InteractionApplicationCommand, discordgo.InteractionApplicationCommandAutocomplete:
		d.Options = withoutNull(d.Options)
		c := discordgo.ApplicationCommandInteractionData{ID: d.ID, Name: d.Name, CommandType: d.Type, Options: d.Options,
			Resolved: &discordgo.ApplicationCommandInteractionDataResolved{Users: map[string]*discordgo.User{}, Members: map[string]*discordgo.Member{}}}
		for id, u := range d.Resolved.Users {
			if someone := u.user(); someone != nil {
				c.Resolved.Users[id] = someone
				c.Resolved.Members[id] = d.Resolved.Members[id].member()
			}
		}
		i.Data = c
	case discordgo.InteractionMessageComponent:
		i.Data = discordgo.MessageComponentInteractionData{CustomID: d.CustomID, ComponentType: d.ComponentType, Values: d.Values}
	default:
		return nil, false
	}
	return i, w.ID != "" && w.Token != ""
}

// withoutNull removes nil options, also below others.
func withoutNull(list []*discordgo.ApplicationCommandInteractionDataOption) (kept []*discordgo.ApplicationCommandInteractionDataOption) {
	for _, o := range list {
		if o != nil {
			o.Options = withoutNull(o.Options)
			kept = append(kept, o)
		}
	}
	return kept
}

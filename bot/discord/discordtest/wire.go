package discordtest

import (
	"bytes"
	"encoding/json"
	"image"
	_ "image/gif"  // to tell the size of pictures
	_ "image/jpeg" // likewise
	"slices"
	"strconv"
	"time"
)

// object is a JSON object to be sent.
type object map[string]any

func timestamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000-07:00") }

func (s *Server) userJSON(u *User) object {
	o := object{
		"id": u.ID, "username": u.Name, "discriminator": "0", "global_name": nil, "avatar": nil, "public_flags": 0,
	}
	if u.bot {
		o["bot"] = true
	} else {
		o["global_name"] = u.Name
	}
	return o
}

func (s *Server) memberJSON(m *Member, withUser bool) object {
	roles := []string{}
	for _, r := range m.roles {
		roles = append(roles, r.ID)
	}
	o := object{
		"nick": nil, "avatar": nil, "roles": roles, "joined_at": timestamp(m.joined), "deaf": false, "mute": false,
		"flags": 0, "pending": false, "premium_since": nil, "communication_disabled_until": nil,
	}
	if m.nick != "" {
		o["nick"] = m.nick
	}
	if withUser {
		o["user"] = s.userJSON(m.User)
	}
	return o
}

func roleJSON(r *Role, position int) object {
	return object{
		"id": r.ID, "name": r.Name, "color": 0, "hoist": false, "icon": nil, "unicode_emoji": nil, "position": position,
		"permissions": strconv.FormatInt(r.permissions, 10), "managed": false, "mentionable": false, "flags": 0,
	}
}

func rolesJSON(g *Guild) []object {
	list := []object{}
	for n, r := range g.roles {
		list = append(list, roleJSON(r, n))
	}
	return list
}

// guildJSON is a guild as REST shows it, or in full as GUILD_CREATE does.
func (s *Server) guildJSON(g *Guild, full bool) object {
	o := object{
		"id": g.ID, "name": g.Name, "icon": nil, "owner_id": g.owner.ID, "roles": rolesJSON(g), "emojis": []any{},
		"features": []string{}, "preferred_locale": "en-US", "verification_level": 0, "nsfw_level": 0, "premium_tier": 0,
		"default_message_notifications": 0, "explicit_content_filter": 0, "mfa_level": 0, "afk_timeout": 300,
		"system_channel_flags": 0, "description": nil, "banner": nil, "splash": nil,
	}
	if !full {
		return o
	}
	channels, threads := []object{}, []object{}
	for _, c := range g.channels {
		if c.thread() {
			threads = append(threads, s.channelJSON(c))
		} else {
			channels = append(channels, s.channelJSON(c))
		}
	}
	members := []object{}
	if bot := g.members[s.BotID]; bot != nil {
		members = append(members, s.memberJSON(bot, true))
	}
	o["channels"], o["threads"], o["members"] = channels, threads, members
	o["member_count"], o["large"], o["unavailable"] = len(g.members), false, false
	o["joined_at"] = timestamp(g.created)
	o["voice_states"], o["presences"], o["stage_instances"] = []any{}, []any{}, []any{}
	return o
}

func (s *Server) channelJSON(c *Channel) object {
	o := object{"id": c.ID, "type": c.kind, "flags": 0, "last_message_id": nil}
	if n := len(c.messages); n > 0 {
		o["last_message_id"] = c.messages[n-1].id
	}
	if c.guild == nil {
		list := []object{}
		for _, u := range c.recipients {
			if u != s.bot {
				list = append(list, s.userJSON(u))
			}
		}
		o["recipients"] = list
		return o
	}
	o["guild_id"], o["name"], o["nsfw"], o["rate_limit_per_user"] = c.guild.ID, c.name, false, 0
	if c.thread() {
		o["parent_id"], o["owner_id"] = c.parent.ID, c.owner.ID
		o["message_count"], o["member_count"] = len(c.visible()), len(c.members)
		o["thread_metadata"] = object{
			"archived": c.archived, "locked": c.locked, "auto_archive_duration": c.autoHide,
			"archive_timestamp": timestamp(c.changed),
		}
		return o
	}
	overwrites := []object{}
	for _, w := range c.overwrites {
		overwrites = append(overwrites, object{
			"id": w.id, "type": w.kind, "allow": strconv.FormatInt(w.allow, 10), "deny": strconv.FormatInt(w.deny, 10),
		})
	}
	o["permission_overwrites"], o["position"], o["topic"], o["parent_id"] = overwrites, 0, nil, nil
	return o
}

func attachmentJSON(a *Attachment, ephemeral bool) object {
	o := object{
		"id": a.ID, "filename": a.Name, "size": len(a.Data), "url": a.URL, "proxy_url": a.URL, "ephemeral": ephemeral,
	}
	if a.ContentType != "" {
		o["content_type"] = a.ContentType
	}
	if a.Description != "" {
		o["description"] = a.Description
	}
	if size, _, err := image.DecodeConfig(bytes.NewReader(a.Data)); err == nil {
		o["width"], o["height"] = size.Width, size.Height
	}
	return o
}

// messageJSON is a message in full, without the fields that only events have.
func (s *Server) messageJSON(m *message) object {
	raws := func(list []json.RawMessage) []json.RawMessage { return append([]json.RawMessage{}, list...) }
	mentioned, attachments := []object{}, []object{}
	for _, id := range m.mentions {
		mentioned = append(mentioned, s.userJSON(s.users[id]))
	}
	for _, a := range m.attachments {
		attachments = append(attachments, attachmentJSON(a, m.private != nil))
	}
	o := object{
		"id": m.id, "channel_id": m.channel.ID, "type": m.kind, "author": s.userJSON(m.author), "content": m.content,
		"timestamp": timestamp(m.created), "edited_timestamp": nil, "tts": m.tts, "mention_everyone": m.everyone,
		"mentions": mentioned, "mention_roles": append([]string{}, m.roles...), "attachments": attachments,
		"embeds": raws(m.embeds), "components": raws(m.components), "pinned": false, "flags": m.flags,
	}
	if !m.edited.IsZero() {
		o["edited_timestamp"] = timestamp(m.edited)
	}
	if m.thread != nil {
		o["thread"] = s.channelJSON(m.thread)
	}
	if m.ref != nil {
		reference := object{"type": 0, "message_id": m.ref.id, "channel_id": m.ref.channel.ID}
		if g := m.channel.guildID(); g != "" {
			reference["guild_id"] = g
		}
		o["message_reference"] = reference
		if m.kind == messageReply {
			o["referenced_message"] = nil
			if !m.ref.deleted {
				referred := s.messageJSON(m.ref)
				delete(referred, "referenced_message")
				o["referenced_message"] = referred
			}
		}
	}
	if i := m.interaction; i != nil {
		o["application_id"], o["webhook_id"] = s.ApplicationID, s.ApplicationID
		o["interaction_metadata"] = object{
			"id": i.id, "type": i.kind, "user": s.userJSON(i.user), "authorizing_integration_owners": i.owners(),
		}
	}
	return o
}

// dispatchMessage sends MESSAGE_CREATE or MESSAGE_UPDATE. Without the content intent a session sees the content only in DMs,
// where it is mentioned, and in its own messages.
func (s *Server) dispatchMessage(name string, m *message) int {
	if m.private != nil || m.channel.guild == nil && !m.channel.includesBot() {
		return 0
	}
	if s.permissions(s.bot, m.channel)&permViewChannel == 0 {
		return 0
	}
	e := event{name: name, guild: m.channel.guildID(), intent: intentGuildMessages}
	if m.channel.guild == nil {
		e.intent = intentDirectMessages
	}
	return s.dispatchEach(e, func(n *session) any {
		o := s.messageJSON(m)
		if g := m.channel.guild; g != nil {
			o["guild_id"] = g.ID
			if member := g.members[m.author.ID]; member != nil {
				o["member"] = s.memberJSON(member, false)
			}
			if n.intents&intentMessageContent == 0 && m.author != s.bot && !m.mentionsUser(s.bot) {
				o["content"], o["embeds"], o["components"], o["attachments"] = "", []any{}, []any{}, []any{}
			}
		}
		return o
	})
}

func (m *message) mentionsUser(u *User) bool { return slices.Contains(m.mentions, u.ID) }

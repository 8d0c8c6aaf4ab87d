package discordtest

// The permission bits that the server checks, and sets of them that members, bots and DMs have by default.
const (
	permAdministrator   int64 = 1 << 3
	permManageChannels  int64 = 1 << 4
	permManageGuild     int64 = 1 << 5
	permAddReactions    int64 = 1 << 6
	permViewChannel     int64 = 1 << 10
	permSendMessages    int64 = 1 << 11
	permManageMessages  int64 = 1 << 13
	permEmbedLinks      int64 = 1 << 14
	permAttachFiles     int64 = 1 << 15
	permReadHistory     int64 = 1 << 16
	permMentionEveryone int64 = 1 << 17
	permExternalEmojis  int64 = 1 << 18
	permUseCommands     int64 = 1 << 31
	permManageThreads   int64 = 1 << 34
	permCreateThreads   int64 = 1 << 35
	permCreatePrivate   int64 = 1 << 36
	permSendInThreads   int64 = 1 << 38
	permUseExternalApps int64 = 1 << 50
	permAll             int64 = 1<<51 - 1
	permDM                    = permMemberDefault
	permMemberDefault         = permViewChannel | permSendMessages | permEmbedLinks | permAttachFiles | permReadHistory | permAddReactions | permExternalEmojis | permUseCommands | permCreateThreads | permSendInThreads | permUseExternalApps
	permBotDefault            = permViewChannel | permSendMessages | permEmbedLinks | permAttachFiles | permReadHistory | permCreateThreads | permSendInThreads
	overwriteRole             = 0
	overwriteMember           = 1
)

// overwrite changes permissions in one channel, for a role or a member.
type overwrite struct {
	id          string
	kind        int
	allow, deny int64
}

// permissions computes what u may do in ch, by Discord's order: roles, then the channel's overwrites for everyone, for
// roles, for the member. A thread has its parent's. Without View Channel there are no other permissions.
func (s *Server) permissions(u *User, ch *Channel) int64 {
	if ch.guild == nil {
		for _, r := range ch.recipients {
			if r == u {
				return permDM
			}
		}
		return 0
	}
	g := ch.guild
	m := g.members[u.ID]
	if m == nil {
		return 0
	}
	if g.owner == u {
		return permAll
	}
	p := g.everyone.permissions
	for _, r := range m.roles {
		p |= r.permissions
	}
	if p&permAdministrator != 0 {
		return permAll
	}
	place := ch
	if ch.parent != nil && ch.thread() {
		place = ch.parent
	}
	p = place.applyOverwrites(p, m)
	if p&permViewChannel == 0 {
		return 0
	}
	if ch.kind == channelPrivateThread && ch.members[u.ID] == nil && p&permManageThreads == 0 {
		return 0
	}
	if !ch.thread() && p&permSendMessages == 0 {
		p &^= permEmbedLinks | permAttachFiles | permMentionEveryone
	}
	return p
}

// applyOverwrites applies the channel's overwrites to the permissions of a member.
func (c *Channel) applyOverwrites(p int64, m *Member) int64 {
	var roleAllow, roleDeny int64
	for _, o := range c.overwrites {
		if o.id == c.guild.everyone.ID {
			p = p&^o.deny | o.allow
		}
	}
	for _, o := range c.overwrites {
		for _, r := range m.roles {
			if o.kind == overwriteRole && o.id == r.ID {
				roleAllow |= o.allow
				roleDeny |= o.deny
			}
		}
	}
	p = p&^roleDeny | roleAllow
	for _, o := range c.overwrites {
		if o.kind == overwriteMember && o.id == m.User.ID {
			p = p&^o.deny | o.allow
		}
	}
	return p
}

// Deny denies permissions in the channel to the users, or to the bot if there are none.
func (c *Channel) Deny(permissions int64, users ...*User) { c.overwriteFor(0, permissions, users) }

// Allow allows permissions in the channel to the users, or to the bot if there are none.
func (c *Channel) Allow(permissions int64, users ...*User) { c.overwriteFor(permissions, 0, users) }

// DenyEveryone denies permissions in the channel to the role @everyone.
func (c *Channel) DenyEveryone(permissions int64) {
	c.srv.mu.Lock()
	defer c.srv.mu.Unlock()
	c.overwrites = append(c.overwrites, &overwrite{id: c.guild.everyone.ID, kind: overwriteRole, deny: permissions})
	c.srv.dispatch(event{name: "CHANNEL_UPDATE", guild: c.guildID(), intent: intentGuilds}, c.srv.channelJSON(c))
	c.srv.notify()
}

func (c *Channel) overwriteFor(allow, deny int64, users []*User) {
	c.srv.mu.Lock()
	defer c.srv.mu.Unlock()
	if len(users) == 0 {
		users = []*User{c.srv.bot}
	}
	for _, u := range users {
		o := c.memberOverwrite(u)
		o.allow = o.allow&^deny | allow
		o.deny = o.deny&^allow | deny
	}
	c.srv.dispatch(event{name: "CHANNEL_UPDATE", guild: c.guildID(), intent: intentGuilds}, c.srv.channelJSON(c))
	c.srv.notify()
}

func (c *Channel) memberOverwrite(u *User) *overwrite {
	for _, o := range c.overwrites {
		if o.kind == overwriteMember && o.id == u.ID {
			return o
		}
	}
	o := &overwrite{id: u.ID, kind: overwriteMember}
	c.overwrites = append(c.overwrites, o)
	return o
}

package discordtest

import (
	"slices"
	"time"
)

// Role is a role of a guild. Its permissions apply to each member that has it.
type Role struct {
	ID          string
	Name        string
	permissions int64
}

// Member is a user in a guild.
type Member struct {
	User   *User
	guild  *Guild
	roles  []*Role
	nick   string // "" for the user's own name
	joined time.Time
}

// Guild is a server, in the word that people use.
type Guild struct {
	ID   string
	Name string

	srv      *Server
	owner    *User
	everyone *Role
	roles    []*Role
	members  map[string]*Member
	channels []*Channel
	botRole  *Role
	created  time.Time
	rules    map[string][]commandRule // by name of the command
}

// AddGuild makes a guild of which the bot is a member, with the permissions that a bot like ours asks for.
func (s *Server) AddGuild(name string) *Guild {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lastID += 1 << 22 // guilds made at once get different shards
	g := &Guild{ID: s.newID(), Name: name, srv: s, members: map[string]*Member{}, created: s.now()}
	g.everyone = &Role{ID: g.ID, Name: "@everyone", permissions: permUsual}
	g.roles = []*Role{g.everyone}
	g.owner = s.newUser("owner of " + name)
	g.add(g.owner)
	s.guilds = append(s.guilds, g)
	g.addBot()
	return g
}

func (g *Guild) add(u *User, roles ...*Role) {
	g.members[u.ID] = &Member{User: u, guild: g, roles: roles, joined: g.srv.now()}
}

func (g *Guild) addRole(name string, permissions int64) *Role {
	r := &Role{ID: g.srv.newID(), Name: name, permissions: permissions}
	g.roles = append(g.roles, r)
	return r
}

func (g *Guild) addBot() {
	if g.botRole == nil {
		g.botRole = g.addRole(BotName, permBot)
	}
	g.add(g.srv.bot, g.botRole)
	g.srv.dispatchGuild(g)
	g.srv.touch()
}

// AddBot makes the bot a member again after RemoveBot.
func (g *Guild) AddBot() {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	g.addBot()
}

// RemoveBot takes the bot out of the guild; it is told by GUILD_DELETE.
func (g *Guild) RemoveBot() {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	delete(g.members, g.srv.BotID)
	g.srv.dispatch(event{name: "GUILD_DELETE", guild: g.ID, intent: intentGuilds, once: true}, object{"id": g.ID})
	g.srv.touch()
}

// Join makes the user a member. Permissions beyond the usual ones come by a role of the user's own.
func (g *Guild) Join(u *User, permissions ...int64) {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	var all int64
	for _, p := range permissions {
		all |= p
	}
	if g.add(u); all != 0 {
		m := g.members[u.ID]
		m.roles = append(m.roles, g.addRole("role of "+u.Name, all))
	}
	g.srv.touch()
}

// Leave ends the user's membership.
func (g *Guild) Leave(u *User) {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	delete(g.members, u.ID)
	g.srv.touch()
}

// AddRole makes a role.
func (g *Guild) AddRole(name string, permissions int64) *Role {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	return g.addRole(name, permissions)
}

// Give gives a role to a member.
func (g *Guild) Give(u *User, r *Role) {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	if m := g.members[u.ID]; m != nil && !slices.Contains(m.roles, r) {
		m.roles = append(m.roles, r)
	}
}

// SetNick gives a member a name in the guild; "" takes it away.
func (g *Guild) SetNick(u *User, nick string) {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	if m := g.members[u.ID]; m != nil {
		m.nick = nick
	}
}

// SetBotPermissions replaces the permissions of the bot's role in the guild.
func (g *Guild) SetBotPermissions(permissions int64) {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	g.botRole.permissions = permissions
}

// SetEveryone replaces the permissions of the role that every member has.
func (g *Guild) SetEveryone(permissions int64) {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	g.everyone.permissions = permissions
}

func (s *Server) guildByID(id string) *Guild {
	for _, g := range s.guilds {
		if g.ID == id {
			return g
		}
	}
	return nil
}

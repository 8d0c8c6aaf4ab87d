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

// Guild is what people call a server.
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
	rules    map[string][]commandPermission // by name of the command
}

// AddGuild makes a guild of which the bot is a member, with the permissions that a bot like ours asks for.
func (s *Server) AddGuild(name string) *Guild {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lastID += 1 << 22 // guilds made at once get different shards
	g := &Guild{ID: s.newID(), Name: name, srv: s, members: map[string]*Member{}, created: s.now()}
	g.everyone = &Role{ID: g.ID, Name: "@everyone", permissions: permMemberDefault}
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
		g.botRole = g.addRole(BotName, permBotDefault)
	}
	g.add(g.srv.bot, g.botRole)
	g.srv.dispatchGuild(g)
	g.srv.notify()
}

// AddBot adds the bot again after RemoveBot.
func (g *Guild) AddBot() {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	g.addBot()
}

// RemoveBot removes the bot from the guild; it gets GUILD_DELETE.
func (g *Guild) RemoveBot() {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	delete(g.members, g.srv.BotID)
	g.srv.dispatch(event{name: "GUILD_DELETE", guild: g.ID, intent: intentGuilds, once: true}, object{"id": g.ID})
	g.srv.notify()
}

// Join makes the user a member. Permissions are given by a role of the user's own.
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
	g.srv.notify()
}

// Leave ends the user's membership.
func (g *Guild) Leave(u *User) {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	delete(g.members, u.ID)
	g.srv.notify()
}

// AddRole makes a role.
func (g *Guild) AddRole(name string, permissions int64) *Role {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	return g.addRole(name, permissions)
}

// AssignRole gives a role to a member.
func (g *Guild) AssignRole(u *User, r *Role) {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	if m := g.members[u.ID]; m != nil && !slices.Contains(m.roles, r) {
		m.roles = append(m.roles, r)
	}
}

// SetNick sets the nickname of a member; "" removes it.
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

// SetEveryonePermissions replaces the permissions of the role that every member has.
func (g *Guild) SetEveryonePermissions(permissions int64) {
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

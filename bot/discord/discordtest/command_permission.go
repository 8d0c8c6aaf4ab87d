package discordtest

import "net/http"

// Types of those for whom a command is allowed or forbidden.
const (
	ruleForRole = 1
	ruleForUser = 2
)

// commandPermission is a setting of a guild for a command.
type commandPermission struct {
	ID   string `json:"id"`
	Kind int    `json:"type"`
	May  bool   `json:"permission"`
}

// SetCommandPermission allows or forbids a command to a *User or a *Role, as managers do in the settings of the
// guild. nil is the role @everyone.
func (g *Guild) SetCommandPermission(name string, who any, may bool) {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	r := commandPermission{ID: g.everyone.ID, Kind: ruleForRole, May: may}
	switch who := who.(type) {
	case *User:
		r.ID, r.Kind = who.ID, ruleForUser
	case *Role:
		r.ID = who.ID
	}
	if g.rules == nil {
		g.rules = map[string][]commandPermission{}
	}
	g.rules[name] = append(g.rules[name], r)
}

// IgnoreCommandPermissions lets everybody use every command, as other implementations of Discord's API may.
func (s *Server) IgnoreCommandPermissions(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lax = on
}

// commandPermission returns what the settings of the guild say about a member and a command: the one for the user comes first, then those
// for roles, then the one for everyone. The caller holds the server's lock.
func (g *Guild) commandPermission(u *User, c *Command) (may, ruled bool) {
	m := g.members[u.ID]
	if m == nil {
		return false, false
	}
	rank := 0
	for _, r := range g.rules[c.Name] {
		level := 0
		switch {
		case r.Kind == ruleForUser && r.ID == u.ID:
			level = 3
		case r.Kind == ruleForRole && r.ID == g.everyone.ID:
			level = 1
		case r.Kind == ruleForRole:
			for _, role := range m.roles {
				if role.ID == r.ID {
					level = 2
				}
			}
		}
		switch {
		case level > rank:
			rank, may = level, r.May
		case level > 0 && level == rank:
			may = may || r.May
		}
	}
	return may, rank > 0
}

func commandPermissions(c *call) (int, any, *apiError) {
	scope, e := c.commandScope()
	if e != nil {
		return 0, nil, e
	}
	g := c.s.guildByID(scope)
	for _, list := range [][]*Command{c.s.commands[scope], c.s.commands[""]} {
		for _, cmd := range list {
			if cmd.ID != c.value("command") {
				continue
			}
			if len(g.rules[cmd.Name]) == 0 {
				return 0, nil, unknown(codeUnknownPermissions, "application command permissions")
			}
			return http.StatusOK, object{"id": cmd.ID, "application_id": c.s.ApplicationID, "guild_id": g.ID, "permissions": g.rules[cmd.Name]}, nil
		}
	}
	return 0, nil, unknown(codeUnknownCommand, "application command")
}

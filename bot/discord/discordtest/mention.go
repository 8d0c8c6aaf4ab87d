package discordtest

import (
	"regexp"
	"slices"
	"strings"
)

var mentionPattern = regexp.MustCompile(`<@([!&]?)(\d+)>|@(everyone|here)`)

// commandMention matches a command that people can click, such as </draw claim:123>.
var commandMention = regexp.MustCompile(`</([^:>]*):(\d+)>`)

// checkCommandMentions reports mentions of commands that do not exist. Discord takes them, but nobody can use them.
func (c *call) checkCommandMentions(text string) {
	for _, found := range commandMention.FindAllStringSubmatch(text, -1) {
		if !c.s.hasCommand(strings.Split(found[1], " "), found[2]) {
			c.s.report(Violation{c.method, c.path, "content", "no such command: " + found[0]})
		}
	}
}

// hasCommand reports whether a command with subcommands is registered under an id. The caller holds the server's lock.
func (s *Server) hasCommand(path []string, id string) bool {
	for _, list := range s.commands {
		for _, registered := range list {
			if registered.ID != id || registered.Name != path[0] {
				continue
			}
			options := registered.Options
			for _, name := range path[1:] {
				i := slices.IndexFunc(options, func(o CommandOption) bool { return o.Name == name })
				if i < 0 {
					return false
				}
				options = options[i].Options
			}
			return !slices.ContainsFunc(options, func(o CommandOption) bool { return o.Type == optionSubCommand || o.Type == optionSubCommandGroup })
		}
	}
	return false
}

// allowedMentions is who may be notified, as the bot says.
type allowedMentions struct {
	Parse       []string `json:"parse"`
	Users       []string `json:"users"`
	Roles       []string `json:"roles"`
	RepliedUser *bool    `json:"replied_user"`
}

// mentions is what a text mentions.
type mentions struct {
	users, roles []string
	everyone     bool
}

func findMentions(text string) mentions {
	var m mentions
	for _, found := range mentionPattern.FindAllStringSubmatch(text, -1) {
		switch {
		case found[3] != "":
			m.everyone = true
		case found[1] == "&":
			m.roles = append(m.roles, found[2])
		case !slices.Contains(m.users, found[2]):
			m.users = append(m.users, found[2])
		}
	}
	return m
}

func (m mentions) any() bool { return m.everyone || len(m.users) > 0 || len(m.roles) > 0 }

// check holds allowed_mentions against Discord's rules.
func (a *allowedMentions) check(p *problems) {
	if a == nil {
		return
	}
	for _, kind := range a.Parse {
		if !slices.Contains([]string{"roles", "users", "everyone"}, kind) {
			p.add("allowed_mentions", "parse: unknown kind %q", kind)
		}
	}
	if slices.Contains(a.Parse, "users") && len(a.Users) > 0 {
		p.add("allowed_mentions", "parse:[\"users\"] and users exclude each other")
	}
	if slices.Contains(a.Parse, "roles") && len(a.Roles) > 0 {
		p.add("allowed_mentions", "parse:[\"roles\"] and roles exclude each other")
	}
	if len(a.Users) > 100 || len(a.Roles) > 100 {
		p.add("allowed_mentions", "at most 100 users and 100 roles")
	}
}

// resolveMentions notes whom a new message mentions and whom it notifies: those whom the text mentions, allowed_mentions
// names and the channel lets see it. The caller holds the server's lock.
func (s *Server) resolveMentions(m *message, text string, allowed *allowedMentions) {
	found := findMentions(text)
	notify := func(id string) {
		u := s.users[id]
		if u != nil && u != m.author && !slices.Contains(m.notified, id) && s.permissions(u, m.channel)&permViewChannel != 0 {
			m.notified = append(m.notified, id)
		}
	}
	for _, id := range found.users {
		if s.users[id] == nil {
			continue
		}
		if m.author == s.bot && s.permissions(s.users[id], m.channel)&permViewChannel == 0 {
			continue // the bot is told whom its message reaches
		}
		m.mentions = append(m.mentions, id)
		if allowed == nil || slices.Contains(allowed.Users, id) || slices.Contains(allowed.Parse, "users") {
			notify(id)
		}
	}
	mayAll := s.permissions(m.author, m.channel)&permMentionEveryone != 0
	if found.everyone && mayAll && (allowed == nil || slices.Contains(allowed.Parse, "everyone")) {
		m.everyone = true
	}
	m.roles = append(m.roles, found.roles...)
	if g := m.channel.guild; g != nil {
		for _, member := range g.members {
			for _, r := range member.roles {
				named := allowed == nil || slices.Contains(allowed.Roles, r.ID) || slices.Contains(allowed.Parse, "roles")
				if named && mayAll && slices.Contains(found.roles, r.ID) {
					notify(member.User.ID)
				}
			}
			if m.everyone {
				notify(member.User.ID)
			}
		}
	}
	if m.ref != nil && (allowed == nil || allowed.RepliedUser != nil && *allowed.RepliedUser) {
		if id := m.ref.author.ID; !slices.Contains(m.mentions, id) {
			m.mentions = append(m.mentions, id)
		}
		notify(m.ref.author.ID)
	}
	if m.channel.thread() && m.private == nil {
		for _, id := range m.notified {
			m.channel.members[id] = s.users[id]
		}
	}
}

// expandMentions turns "@Name" in what a person writes into mentions, the way the client's completion does. The caller holds the server's lock.
func (s *Server) expandMentions(text string) string {
	var names []*User
	for _, u := range s.users {
		if u.Name != "" {
			names = append(names, u)
		}
	}
	slices.SortFunc(names, func(a, b *User) int {
		if len(a.Name) != len(b.Name) {
			return len(b.Name) - len(a.Name)
		}
		return strings.Compare(a.ID, b.ID)
	})
	for _, u := range names {
		text = strings.ReplaceAll(text, "@"+u.Name, u.Mention())
	}
	return text
}

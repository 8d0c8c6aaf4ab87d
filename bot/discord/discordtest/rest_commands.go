package discordtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strconv"
)

// commandScope checks the application and the guild in the path and returns the guild, "" for global commands.
func (c *call) commandScope() (string, *apiError) {
	if c.value("app") != c.s.ApplicationID {
		return "", unknown(codeUnknownApplication, "Application")
	}
	if c.value("guild") == "" {
		return "", nil
	}
	g, e := c.guild()
	if e != nil {
		return "", e
	}
	return g.ID, nil
}

func listCommands(c *call) (int, any, *apiError) {
	scope, e := c.commandScope()
	if e != nil {
		return 0, nil, e
	}
	list := append([]*Command{}, c.s.commands[scope]...)
	if all, _ := strconv.ParseBool(c.r.URL.Query().Get("with_localizations")); !all {
		for i, known := range list {
			list[i] = known.withoutTranslations()
		}
	}
	return http.StatusOK, list, nil
}

// overwriteCommands replaces all commands of the scope. Those that stay the same keep id and version.
func overwriteCommands(c *call) (int, any, *apiError) {
	scope, e := c.commandScope()
	if e != nil {
		return 0, nil, e
	}
	var list []*Command
	if e := c.decode(&list); e != nil {
		return 0, nil, e
	}
	var p problems
	count := map[int]int{}
	seen := map[string]bool{}
	for _, n := range list {
		if n.Type == 0 {
			n.Type = commandChat
		}
		checkCommand(&p, n)
		count[n.Type]++
		key := fmt.Sprint(n.Type, n.Name)
		if seen[key] {
			p.add("command "+n.Name, "APPLICATION_COMMANDS_DUPLICATE_NAME")
		}
		seen[key] = true
	}
	checkCommandCount(&p, count)
	if e := c.rejectBody(p); e != nil {
		return 0, nil, e
	}
	for _, n := range list {
		c.s.assignID(scope, n)
	}
	c.s.commands[scope] = list
	return http.StatusOK, append([]*Command{}, list...), nil
}

func checkCommandCount(p *problems, count map[int]int) {
	if count[commandChat] > maxCommands {
		p.add("commands", "%d chat commands, at most %d", count[commandChat], maxCommands)
	}
	for _, kind := range []int{commandUser, commandMessage} {
		if count[kind] > maxContextMenus {
			p.add("commands", "%d commands of type %d, at most %d", count[kind], kind, maxContextMenus)
		}
	}
}

// assignID gives a command the id of the one that it replaces, or a new one. The caller holds the server's lock.
func (s *Server) assignID(scope string, n *Command) {
	n.ApplicationID, n.GuildID = s.ApplicationID, scope
	n.ID, n.Version = "", ""
	for _, old := range s.commands[scope] {
		if old.Type != n.Type || old.Name != n.Name {
			continue
		}
		n.ID, n.Version = old.ID, old.Version
		if !reflect.DeepEqual(old, n) {
			n.Version = s.newID()
		}
		return
	}
	n.ID = s.newID()
	n.Version = s.newID()
}

// createCommand adds a command, or replaces the one of the same type and name.
func createCommand(c *call) (int, any, *apiError) {
	scope, e := c.commandScope()
	if e != nil {
		return 0, nil, e
	}
	n := &Command{}
	if e := c.decode(n); e != nil {
		return 0, nil, e
	}
	if n.Type == 0 {
		n.Type = commandChat
	}
	same := func(old *Command) bool { return old.Type == n.Type && old.Name == n.Name }
	existed := slices.ContainsFunc(c.s.commands[scope], same)
	var p problems
	checkCommand(&p, n)
	count := map[int]int{}
	for _, old := range c.s.commands[scope] {
		count[old.Type]++
	}
	if !existed {
		count[n.Type]++
	}
	checkCommandCount(&p, count)
	if e := c.rejectBody(p); e != nil {
		return 0, nil, e
	}
	c.s.assignID(scope, n)
	if existed {
		c.s.commands[scope][slices.IndexFunc(c.s.commands[scope], same)] = n
		return http.StatusOK, n, nil
	}
	c.s.commands[scope] = append(c.s.commands[scope], n)
	return http.StatusCreated, n, nil
}

// command returns the scope of the command in the path, and its index there.
func (c *call) command() (string, int, *apiError) {
	scope, e := c.commandScope()
	if e != nil {
		return "", 0, e
	}
	n := slices.IndexFunc(c.s.commands[scope], func(have *Command) bool { return have.ID == c.value("command") })
	if n < 0 {
		return "", 0, unknown(codeUnknownCommand, "application command")
	}
	return scope, n, nil
}

func getCommand(c *call) (int, any, *apiError) {
	scope, n, e := c.command()
	if e != nil {
		return 0, nil, e
	}
	return http.StatusOK, c.s.commands[scope][n], nil
}

func editCommand(c *call) (int, any, *apiError) {
	scope, n, e := c.command()
	if e != nil {
		return 0, nil, e
	}
	old := c.s.commands[scope][n]
	raw, err := json.Marshal(old)
	next := &Command{}
	if err == nil {
		err = json.Unmarshal(raw, next)
	}
	if err != nil {
		panic(err) // a command that was stored can be copied
	}
	next.Options = nil
	if e := c.decode(next); e != nil {
		return 0, nil, e
	}
	var fields map[string]json.RawMessage
	if e := c.decode(&fields); e != nil {
		return 0, nil, e
	}
	if fields["options"] == nil {
		next.Options = old.Options
	}
	var p problems
	if checkCommand(&p, next); len(p) > 0 {
		return 0, nil, c.rejectBody(p)
	}
	next.ID, next.ApplicationID, next.GuildID, next.Version = old.ID, old.ApplicationID, old.GuildID, c.s.newID()
	c.s.commands[scope][n] = next
	return http.StatusOK, next, nil
}

func deleteCommand(c *call) (int, any, *apiError) {
	scope, n, e := c.command()
	if e != nil {
		return 0, nil, e
	}
	c.s.commands[scope] = slices.Delete(slices.Clone(c.s.commands[scope]), n, n+1)
	return http.StatusNoContent, nil, nil
}

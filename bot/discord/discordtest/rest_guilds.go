package discordtest

import "net/http"

func getGuild(c *call) (int, any, *apiError) {
	g, e := c.guild()
	if e != nil {
		return 0, nil, e
	}
	return http.StatusOK, c.s.guildJSON(g, false), nil
}

func guildChannels(c *call) (int, any, *apiError) {
	g, e := c.guild()
	if e != nil {
		return 0, nil, e
	}
	list := []object{}
	for _, ch := range g.channels {
		if !ch.thread() {
			list = append(list, c.s.channelJSON(ch))
		}
	}
	return http.StatusOK, list, nil
}

func guildRoles(c *call) (int, any, *apiError) {
	g, e := c.guild()
	if e != nil {
		return 0, nil, e
	}
	return http.StatusOK, rolesJSON(g), nil
}

func guildMember(c *call) (int, any, *apiError) {
	g, e := c.guild()
	if e != nil {
		return 0, nil, e
	}
	id := c.value("user")
	if id == "@me" {
		id = c.s.BotID
	}
	m := g.members[id]
	if m == nil {
		return 0, nil, unknown(codeUnknownMember, "Member")
	}
	return http.StatusOK, c.s.memberJSON(m, true), nil
}

func currentMember(c *call) (int, any, *apiError) {
	g, e := c.guild()
	if e != nil {
		return 0, nil, e
	}
	return http.StatusOK, c.s.memberJSON(g.members[c.s.BotID], true), nil
}

func activeThreads(c *call) (int, any, *apiError) {
	g, e := c.guild()
	if e != nil {
		return 0, nil, e
	}
	threads, members := []object{}, []object{}
	for _, ch := range g.channels {
		if ch.thread() && !ch.archived && c.s.permissions(c.s.bot, ch)&permViewChannel != 0 {
			threads = append(threads, c.s.channelJSON(ch))
			if ch.members[c.s.BotID] != nil {
				members = append(members, threadMemberJSON(ch, c.s.bot))
			}
		}
	}
	return http.StatusOK, object{"threads": threads, "members": members, "has_more": false}, nil
}

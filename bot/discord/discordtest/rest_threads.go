package discordtest

import (
	"net/http"
	"slices"
)

// threadBody is a new thread in a request.
type threadBody struct {
	Name     *string `json:"name"`
	AutoHide *int    `json:"auto_archive_duration"`
	Type     *int    `json:"type"`
}

// check decodes and checks the body, and checks the permissions.
func (b *threadBody) check(c *call, ch *Channel) *apiError {
	if e := c.decode(b); e != nil {
		return e
	}
	needed := permCreateThreads
	if b.Type != nil && *b.Type == channelPrivateThread {
		needed = permCreatePrivate
	}
	if c.s.permissions(c.s.bot, ch)&needed == 0 {
		return missingPermissions()
	}
	var p problems
	if b.Name == nil {
		p.add("name", "missing")
	}
	checkChannelName(&p, b.Name)
	checkAutoHide(&p, b.AutoHide)
	if ch.guild == nil || ch.thread() {
		p.add("channel_id", "no place for threads")
	}
	return c.rejectBody(p)
}

// newThread makes a thread of the bot below ch and tells the sessions. The caller holds the server's lock.
func (s *Server) newThread(ch *Channel, kind int, b threadBody) *Channel {
	t := s.newChannel(ch.guild, kind, *b.Name)
	t.parent, t.owner, t.autoHide = ch, s.bot, 4320
	if b.AutoHide != nil {
		t.autoHide = *b.AutoHide
	}
	t.members[s.BotID] = s.bot
	ch.guild.channels = append(ch.guild.channels, t)
	return t
}

func (s *Server) dispatchThread(t *Channel) object {
	o := s.channelJSON(t)
	o["newly_created"] = true
	s.dispatch(event{name: "THREAD_CREATE", guild: t.guildID(), intent: intentGuilds}, o)
	return s.channelJSON(t)
}

// threadFromMessage starts a thread whose id is that of the message.
func threadFromMessage(c *call) (int, any, *apiError) {
	ch, m, e := c.message()
	if e != nil {
		return 0, nil, e
	}
	var body threadBody
	if e := body.check(c, ch); e != nil {
		return 0, nil, e
	}
	if m.thread != nil {
		return 0, nil, fail(http.StatusBadRequest, codeThreadAlreadyCreated, "A thread has already been created for this message")
	}
	t := c.s.newThread(ch, channelPublicThread, body)
	delete(c.s.channels, t.ID)
	t.ID = m.id
	c.s.channels[t.ID] = t
	m.thread = t
	return http.StatusCreated, c.s.dispatchThread(t), nil
}

// threadWithoutMessage starts a thread without a message; it is private unless the type says otherwise.
func threadWithoutMessage(c *call) (int, any, *apiError) {
	ch, e := c.channel()
	if e != nil {
		return 0, nil, e
	}
	var body threadBody
	if e := body.check(c, ch); e != nil {
		return 0, nil, e
	}
	kind := channelPrivateThread
	if body.Type != nil {
		kind = *body.Type
	}
	if kind != channelPublicThread && kind != channelPrivateThread {
		return 0, nil, c.rejectBody(problems{{"type", "must be 11 or 12"}})
	}
	t := c.s.newThread(ch, kind, body)
	return http.StatusCreated, c.s.dispatchThread(t), nil
}

func threadMemberJSON(t *Channel, u *User) object {
	return object{"id": t.ID, "user_id": u.ID, "join_timestamp": timestamp(t.changed), "flags": 0}
}

func threadMembers(c *call) (int, any, *apiError) {
	ch, e := c.channel()
	if e != nil {
		return 0, nil, e
	}
	list := []object{}
	var ids []string
	for id := range ch.members {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		list = append(list, threadMemberJSON(ch, ch.members[id]))
	}
	return http.StatusOK, list, nil
}

// threadMember finds the thread and the user of the path.
func (c *call) threadMember() (*Channel, *User, *apiError) {
	ch, e := c.channel()
	if e != nil {
		return nil, nil, e
	}
	id := c.value("user")
	if id == "@me" {
		id = c.s.BotID
	}
	u := c.s.users[id]
	switch {
	case !ch.thread():
		return nil, nil, unknown(codeUnknownChannel, "Channel")
	case u == nil || ch.guild.members[id] == nil:
		return nil, nil, unknown(codeUnknownMember, "Member")
	case ch.archived:
		return nil, nil, fail(http.StatusBadRequest, codeArchivedThread, "Thread is archived")
	}
	return ch, u, nil
}

func addThreadMember(c *call) (int, any, *apiError) {
	ch, u, e := c.threadMember()
	if e != nil {
		return 0, nil, e
	}
	if u != c.s.bot && c.s.permissions(c.s.bot, ch)&permSendInThreads == 0 {
		return 0, nil, missingPermissions()
	}
	if c.s.permissions(u, ch.parent)&permViewChannel == 0 {
		return 0, nil, missingAccess()
	}
	ch.members[u.ID] = u
	return http.StatusNoContent, nil, nil
}

func removeThreadMember(c *call) (int, any, *apiError) {
	ch, u, e := c.threadMember()
	if e != nil {
		return 0, nil, e
	}
	if u != c.s.bot && c.s.permissions(c.s.bot, ch)&permManageThreads == 0 {
		return 0, nil, missingPermissions()
	}
	delete(ch.members, u.ID)
	return http.StatusNoContent, nil, nil
}

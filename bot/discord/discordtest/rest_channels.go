package discordtest

import (
	"net/http"
	"slices"
	"unicode/utf8"
)

func getChannel(c *call) (int, any, *apiError) {
	ch, e := c.channel()
	if e != nil {
		return 0, nil, e
	}
	return http.StatusOK, c.s.channelJSON(ch), nil
}

// editChannel changes the name of a channel, and also the archived and locked state of a thread.
func editChannel(c *call) (int, any, *apiError) {
	ch, e := c.channel()
	if e != nil {
		return 0, nil, e
	}
	var body struct {
		Name     *string `json:"name"`
		Archived *bool   `json:"archived"`
		Locked   *bool   `json:"locked"`
		AutoHide *int    `json:"auto_archive_duration"`
	}
	if e := c.decode(&body); e != nil {
		return 0, nil, e
	}
	may := c.s.permissions(c.s.bot, ch)
	if !ch.thread() {
		if may&permManageChannels == 0 {
			return 0, nil, missingPermissions()
		}
	} else {
		manages := may&permManageThreads != 0
		unarchives := body.Archived != nil && !*body.Archived && body.Name == nil && body.Locked == nil
		switch {
		case ch.archived && (body.Archived == nil || *body.Archived):
			return 0, nil, fail(http.StatusBadRequest, codeArchivedThread, "Thread is archived")
		case !manages && (ch.locked || body.Locked != nil && *body.Locked != ch.locked):
			return 0, nil, missingPermissions()
		case !manages && ch.owner != c.s.bot && !unarchives:
			return 0, nil, missingPermissions()
		case !manages && unarchives && may&permSendInThreads == 0:
			return 0, nil, missingPermissions()
		}
	}
	var p problems
	checkChannelName(&p, body.Name)
	checkAutoHide(&p, body.AutoHide)
	if e := c.rejectBody(p); e != nil {
		return 0, nil, e
	}
	if body.Name != nil {
		ch.name = *body.Name
	}
	if body.Archived != nil && *body.Archived != ch.archived {
		ch.archived, ch.changed = *body.Archived, c.s.now()
	}
	if body.Locked != nil {
		ch.locked = *body.Locked
	}
	if body.AutoHide != nil {
		ch.autoHide = *body.AutoHide
	}
	name := "CHANNEL_UPDATE"
	if ch.thread() {
		name = "THREAD_UPDATE"
	}
	c.s.dispatch(event{name: name, guild: ch.guildID(), intent: intentGuilds}, c.s.channelJSON(ch))
	return http.StatusOK, c.s.channelJSON(ch), nil
}

func checkChannelName(p *problems, name *string) {
	if name == nil {
		return
	}
	if n := utf8.RuneCountInString(*name); n < 1 || n > 100 {
		p.add("name", "%d characters, from 1 to 100", n)
	}
}

func checkAutoHide(p *problems, minutes *int) {
	if minutes != nil && !slices.Contains([]int{60, 1440, 4320, 10080}, *minutes) {
		p.add("auto_archive_duration", "%d minutes, must be 60, 1440, 4320 or 10080", *minutes)
	}
}

func deleteChannel(c *call) (int, any, *apiError) {
	ch, e := c.channel()
	if e != nil {
		return 0, nil, e
	}
	needed := permManageChannels
	if ch.thread() {
		needed = permManageThreads
	}
	if ch.guild != nil && c.s.permissions(c.s.bot, ch)&needed == 0 {
		return 0, nil, missingPermissions()
	}
	o := c.s.channelJSON(ch)
	if ch.guild != nil {
		c.s.removeChannel(ch)
	}
	return http.StatusOK, o, nil
}

func startTyping(c *call) (int, any, *apiError) {
	ch, e := c.channel()
	if e != nil {
		return 0, nil, e
	}
	if e := c.checkMaySend(ch); e != nil {
		return 0, nil, e
	}
	ch.typing++
	return http.StatusNoContent, nil, nil
}

// checkMaySend returns an error if the bot may not write in a channel.
func (c *call) checkMaySend(ch *Channel) *apiError {
	if ch.guild == nil {
		for _, u := range ch.recipients {
			if u.closedDMs || u.account != exists {
				return fail(http.StatusForbidden, codeDMsClosed, "Cannot send messages to this user")
			}
		}
		return nil
	}
	may, needed := c.s.permissions(c.s.bot, ch), permSendMessages
	if ch.thread() {
		needed = permSendInThreads
		if ch.archived && ch.locked && may&permManageThreads == 0 {
			return fail(http.StatusBadRequest, codeThreadLocked, "Thread is locked")
		}
	}
	if may&needed == 0 {
		return missingPermissions()
	}
	return nil
}

package discordtest

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"
)

// channelFlags may be set on messages in channels, interactionFlags also on answers to interactions.
const (
	channelFlags     = flagSuppressEmbeds | flagSuppressNotifications | flagComponentsV2
	interactionFlags = channelFlags | flagEphemeral
	editFlags        = flagSuppressEmbeds | flagComponentsV2
)

// A message older than oldMessage can be edited lateEdits times more.
const (
	oldMessage = time.Hour
	lateEdits  = 3
)

// message returns the message in the path, or an error if not everybody sees it.
func (c *call) message() (*Channel, *message, *apiError) {
	ch, e := c.channel()
	if e != nil {
		return nil, nil, e
	}
	m := ch.message(c.value("message"))
	if m == nil || m.private != nil {
		return nil, nil, unknown(codeUnknownMessage, "Message")
	}
	return ch, m, nil
}

// listMessages lists newest first; with the parameters before, after and limit.
// nonceTTL is for how long a nonce is remembered; Discord says a few minutes.
const nonceTTL = 5 * time.Minute

func listMessages(c *call) (int, any, *apiError) {
	ch, e := c.channel()
	if e != nil {
		return 0, nil, e
	}
	list := []object{}
	if c.s.permissions(c.s.bot, ch)&permReadHistory == 0 {
		return http.StatusOK, list, nil
	}
	q := c.r.URL.Query()
	limit, _ := strconv.Atoi(q.Get("limit"))
	if limit == 0 {
		limit = 50
	}
	if limit < 1 || limit > 100 {
		return 0, nil, c.rejectBody(problems{{"limit", "from 1 to 100"}})
	}
	all := ch.visible()
	if q.Get("after") == "" {
		slices.Reverse(all)
	}
	for _, m := range all {
		if len(list) < limit && after(m.id, q.Get("after")) && before(m.id, q.Get("before")) {
			list = append(list, c.s.messageJSON(m))
		}
	}
	if q.Get("after") != "" {
		slices.Reverse(list)
	}
	return http.StatusOK, list, nil
}

func getMessage(c *call) (int, any, *apiError) {
	ch, m, e := c.message()
	if e != nil {
		return 0, nil, e
	}
	if c.s.permissions(c.s.bot, ch)&permReadHistory == 0 {
		return 0, nil, missingPermissions()
	}
	return http.StatusOK, c.s.messageJSON(m), nil
}

func createMessage(c *call) (int, any, *apiError) {
	ch, e := c.channel()
	if e != nil {
		return 0, nil, e
	}
	var body messageBody
	if e := c.decode(&body); e != nil {
		return 0, nil, e
	}
	if e := c.checkMaySend(ch); e != nil {
		return 0, nil, e
	}
	may := c.s.permissions(c.s.bot, ch)
	if len(c.files) > 0 && may&permAttachFiles == 0 || body.Embeds != nil && len(*body.Embeds) > 0 && may&permEmbedLinks == 0 {
		return 0, nil, missingPermissions()
	}
	m := &message{channel: ch, author: c.s.bot}
	if body.Reference != nil && body.Reference.MessageID != "" {
		if may&permReadHistory == 0 {
			return 0, nil, fail(http.StatusBadRequest, codeNoHistoryForReply, "Cannot reply without permission to read message history")
		}
		m.kind, m.ref = messageReply, ch.message(body.Reference.MessageID)
		if m.ref == nil || m.ref.private != nil {
			if body.Reference.MustExist == nil || *body.Reference.MustExist {
				e := fail(http.StatusBadRequest, codeInvalidForm, "Invalid Form Body")
				e.Errors = map[string]any{"message_reference": map[string]any{"_errors": []any{map[string]any{"code": "REPLIES_UNKNOWN_MESSAGE", "message": "Unknown message"}}}}
				return 0, nil, e
			}
			m.kind, m.ref = messageDefault, nil
		}
	}
	nonce := ""
	if body.Nonce != nil && body.Enforce {
		nonce = ch.ID + " " + fmt.Sprint(body.Nonce)
		if earlier := c.s.nonces[nonce]; earlier != nil && c.s.now().Sub(earlier.created) < nonceTTL {
			return http.StatusOK, c.s.messageJSON(earlier), nil
		}
	}
	d := c.newDraft(nil, &body, channelFlags)
	if e := c.checkDraft(d); e != nil {
		return 0, nil, e
	}
	c.s.post(m, d)
	if nonce != "" {
		c.s.nonces[nonce] = m
	}
	o := c.s.messageJSON(m)
	if body.Nonce != nil {
		o["nonce"] = body.Nonce
	}
	return http.StatusOK, o, nil
}

// post puts a new message of the bot into its channel, notifies people and tells the sessions. The caller holds the server's lock.
func (s *Server) post(m *message, d *draft) {
	d.apply(m)
	m.flags &= interactionFlags | flagLoading
	m.id, m.created = s.newID(), s.now()
	m.channel.messages = append(m.channel.messages, m)
	s.resolveMentions(m, d.text(), d.body.Allowed)
	m.channel.archived = false
	s.dispatchMessage("MESSAGE_CREATE", m)
}

// edit checks and applies a change; mentions in it notify nobody. The caller holds the server's lock.
func (c *call) edit(m *message, body *messageBody, flagsMay int) *apiError {
	if c.s.now().Sub(m.created) > oldMessage {
		if m.lateEdits >= lateEdits {
			e := fail(http.StatusTooManyRequests, codeTooManyOldEdits, "Maximum number of edits to messages older than 1 hour reached. Try again later")
			e.RetryAfter = 1
			return e
		}
	}
	d := c.newDraft(m, body, flagsMay)
	if e := c.checkDraft(d); e != nil {
		return e
	}
	if c.s.now().Sub(m.created) > oldMessage {
		m.lateEdits++
	}
	d.apply(m)
	found := findMentions(d.text())
	m.mentions = slices.DeleteFunc(found.users, func(id string) bool { return c.s.users[id] == nil })
	m.edited = c.s.now()
	c.s.dispatchMessage("MESSAGE_UPDATE", m)
	return nil
}

func editMessage(c *call) (int, any, *apiError) {
	ch, m, e := c.message()
	if e != nil {
		return 0, nil, e
	}
	if m.author != c.s.bot {
		return 0, nil, fail(http.StatusForbidden, codeForeignMessage, "Cannot edit a message authored by another user")
	}
	if ch.archived {
		return 0, nil, fail(http.StatusBadRequest, codeArchivedThread, "Thread is archived")
	}
	var body messageBody
	if e := c.decode(&body); e != nil {
		return 0, nil, e
	}
	if e := c.edit(m, &body, editFlags); e != nil {
		return 0, nil, e
	}
	return http.StatusOK, c.s.messageJSON(m), nil
}

func deleteMessage(c *call) (int, any, *apiError) {
	ch, m, e := c.message()
	if e != nil {
		return 0, nil, e
	}
	if m.author != c.s.bot && c.s.permissions(c.s.bot, ch)&permManageMessages == 0 {
		return 0, nil, missingPermissions()
	}
	c.s.removeMessage(m)
	return http.StatusNoContent, nil, nil
}

// removeMessage deletes a message and tells the sessions. The caller holds the server's lock.
func (s *Server) removeMessage(m *message) {
	m.deleted = true
	if m.private != nil {
		return
	}
	e := event{name: "MESSAGE_DELETE", guild: m.channel.guildID(), intent: intentGuildMessages}
	o := object{"id": m.id, "channel_id": m.channel.ID}
	if m.channel.guild == nil {
		if e.intent = intentDirectMessages; !m.channel.includesBot() {
			return
		}
	} else {
		o["guild_id"] = m.channel.guild.ID
	}
	s.dispatch(e, o)
}

package discordtest

import "net/http"

// webhook finds the interaction whose token is in the path.
func (c *call) webhook() (*interaction, *apiError) {
	if c.value("app") != c.s.ApplicationID {
		return nil, unknown(codeUnknownWebhook, "Webhook")
	}
	i := c.s.interactions[c.value("token")]
	switch {
	case i == nil:
		return nil, fail(http.StatusUnauthorized, codeInvalidWebhookToken, "Invalid Webhook Token")
	case c.s.now().Sub(i.created) > tokenLife:
		return nil, fail(http.StatusUnauthorized, codeInvalidWebhookToken, "Invalid Webhook Token")
	case !i.answered:
		return nil, unknown(codeUnknownWebhook, "Webhook")
	}
	return i, nil
}

// followup finds the message of the path among those of the interaction.
func (c *call) followup() (*interaction, *message, *apiError) {
	i, e := c.webhook()
	if e != nil {
		return nil, nil, e
	}
	id := c.value("message")
	if i.original != nil && !i.original.deleted && (id == "@original" || id == i.original.id) {
		return i, i.original, nil
	}
	for _, m := range i.followups {
		if m.id == id && !m.deleted {
			return i, m, nil
		}
	}
	return nil, nil, unknown(codeUnknownMessage, "Message")
}

// createFollowup sends a follow-up message. The first one after a deferral replaces the deferral's message.
func createFollowup(c *call) (int, any, *apiError) {
	i, e := c.webhook()
	if e != nil {
		return 0, nil, e
	}
	var body messageBody
	if e := c.decode(&body); e != nil {
		return 0, nil, e
	}
	if i.pending && !i.original.deleted {
		if e := c.complete(i, &body); e != nil {
			return 0, nil, e
		}
		return http.StatusOK, c.s.messageJSON(i.original), nil
	}
	if i.userInstall && len(i.followups) >= userFollowups {
		return 0, nil, c.reject(http.StatusBadRequest, codeTooManyFollowups, "The maximum number of follow up messages for this interaction has been reached", "more than 5 follow-ups")
	}
	d := c.newDraft(nil, &body, interactionFlags)
	if e := c.checkDraft(d); e != nil {
		return 0, nil, e
	}
	m := c.s.newAnswer(i, d.flags&flagEphemeral != 0)
	m.kind, m.ref = messageReply, i.original
	if i.original == nil {
		m.kind = messageDefault
	}
	c.s.post(m, d)
	i.followups = append(i.followups, m)
	return http.StatusOK, c.s.messageJSON(m), nil
}

// complete fills the message of a deferral. The deferral has decided whether it is ephemeral.
func (c *call) complete(i *interaction, body *messageBody) *apiError {
	if body.Flags != nil {
		wants := *body.Flags&flagEphemeral != 0
		repeats := i.ephemeral && c.method == http.MethodPatch // an edit need not repeat the flag
		if wants != i.ephemeral && !repeats {
			return c.rejectBody(problems{{"flags", "whether the answer is ephemeral was fixed when it was deferred"}})
		}
	}
	m := i.original
	d := c.newDraft(m, body, interactionFlags)
	if e := c.checkDraft(d); e != nil {
		return e
	}
	d.apply(m)
	for _, id := range findMentions(d.text()).users {
		if c.s.users[id] != nil {
			m.mentions = append(m.mentions, id)
		}
	}
	m.edited = c.s.now()
	i.pending, i.visible = false, true
	c.s.dispatchMessage("MESSAGE_UPDATE", m)
	return nil
}

func getFollowup(c *call) (int, any, *apiError) {
	_, m, e := c.followup()
	if e != nil {
		return 0, nil, e
	}
	return http.StatusOK, c.s.messageJSON(m), nil
}

func editFollowup(c *call) (int, any, *apiError) {
	i, m, e := c.followup()
	if e != nil {
		return 0, nil, e
	}
	var body messageBody
	if e := c.decode(&body); e != nil {
		return 0, nil, e
	}
	if i.pending && m == i.original {
		e = c.complete(i, &body)
	} else {
		e = c.edit(m, &body, editFlags|m.flags&flagEphemeral)
	}
	if e != nil {
		return 0, nil, e
	}
	if m == i.original {
		i.visible = i.visible || body.readable()
	}
	return http.StatusOK, c.s.messageJSON(m), nil
}

func deleteFollowup(c *call) (int, any, *apiError) {
	i, m, e := c.followup()
	if e != nil {
		return 0, nil, e
	}
	if c.s.removeMessage(m); m == i.original {
		i.pending = false
	}
	return http.StatusNoContent, nil, nil
}

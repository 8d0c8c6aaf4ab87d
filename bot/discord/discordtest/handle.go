package discordtest

// Handle is an interaction of a person, by which a test sees what the bot answers.
type Handle struct {
	srv *Server
	i   *interaction
}

// ID returns the interaction's id.
func (h *Handle) ID() string { return h.i.id }

// acknowledge waits until the bot has answered, and fails the test if it doesn't.
func (h *Handle) acknowledge() {
	h.srv.t.Helper()
	if !h.Answered() {
		h.srv.fatalf("no answer to %s", h.i.describe())
	}
}

// Answered waits for an answer of any type and reports whether it came in time. A missing
// answer is a violation, unless the server has failed.
func (h *Handle) Answered() bool {
	answered := false
	h.srv.await(max(h.srv.Timeout, h.srv.AnswerWithin+h.srv.AnswerWithin/2), func() bool {
		answered = h.i.answered
		return h.i.answered || h.i.late
	})
	return answered
}

// Response waits for the message that the person reads as the answer, and fails the test if none comes. This is the
// answer itself, the message of a completed deferral, or the updated message of the component. It is the first follow-up if the
// deferral left no message or was deleted, and if the update only removed buttons.
func (h *Handle) Response() *Message {
	h.srv.t.Helper()
	h.acknowledge()
	var m *Message
	seen := h.srv.await(h.srv.Timeout, func() bool {
		o, later := h.i.original, h.i.followups
		quiet := h.i.answer == answerDeferredUpdate || h.i.answer == answerUpdate && !h.i.visible
		switch {
		case o != nil && (o.deleted || quiet) && len(later) > 0:
			m = h.srv.snapshot(later[0])
		case h.i.visible && o != nil && !o.deleted:
			m = h.srv.snapshot(o)
		}
		return h.i.visible || m != nil
	})
	switch {
	case !seen:
		h.srv.fatalf("the answer to %s was deferred and never completed", h.i.describe())
	case m == nil:
		h.srv.fatalf("the answer to %s is no message", h.i.describe())
	}
	return m
}

// Deferred waits for the answer and reports whether it was a deferral.
func (h *Handle) Deferred() bool {
	h.srv.t.Helper()
	h.acknowledge()
	h.srv.mu.Lock()
	defer h.srv.mu.Unlock()
	return h.i.answer == answerDeferred || h.i.answer == answerDeferredUpdate
}

// Ephemeral waits for the answer and reports whether only the person sees it.
func (h *Handle) Ephemeral() bool {
	h.srv.t.Helper()
	h.acknowledge()
	h.srv.mu.Lock()
	defer h.srv.mu.Unlock()
	return h.i.ephemeral
}

// Updated waits for the answer and reports whether it changes the message whose component was used.
func (h *Handle) Updated() bool {
	h.srv.t.Helper()
	h.acknowledge()
	h.srv.mu.Lock()
	defer h.srv.mu.Unlock()
	return h.i.answer == answerUpdate || h.i.answer == answerDeferredUpdate
}

// Followups lists the follow-up messages so far, without deleted ones.
func (h *Handle) Followups() []*Message {
	h.srv.mu.Lock()
	defer h.srv.mu.Unlock()
	var list []*Message
	for _, m := range h.i.followups {
		if !m.deleted {
			list = append(list, h.srv.snapshot(m))
		}
	}
	return list
}

// Followup waits for the nth follow-up message, from 0, and fails the test if it does not come.
func (h *Handle) Followup(n int) *Message {
	h.srv.t.Helper()
	var m *Message
	ok := h.srv.poll(h.srv.Timeout, func() bool {
		if list := h.Followups(); len(list) > n {
			m = list[n]
		}
		return m != nil
	})
	if !ok {
		h.srv.fatalf("follow-up %d to %s did not come", n, h.i.describe())
	}
	return m
}

// Modal waits for the answer and fails the test if it is not a modal.
func (h *Handle) Modal() *Modal {
	h.srv.t.Helper()
	h.acknowledge()
	h.srv.mu.Lock()
	m := h.i.modal
	h.srv.mu.Unlock()
	if m == nil {
		h.srv.fatalf("the answer to %s is not a modal", h.i.describe())
	}
	return m
}

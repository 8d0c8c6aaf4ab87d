package discordtest

import "strings"

// message finds a message that is not deleted; ephemeral ones too. The caller holds the server's lock.
func (c *Channel) message(id string) *message {
	for _, m := range c.messages {
		if m.id == id && !m.deleted {
			return m
		}
	}
	return nil
}

// visible lists what everybody in the channel sees. The caller holds the server's lock.
func (c *Channel) visible() []*message {
	var list []*message
	for _, m := range c.messages {
		if !m.deleted && m.private == nil {
			list = append(list, m)
		}
	}
	return list
}

// Messages returns the messages that everybody in the channel sees, oldest first; without ephemeral and deleted ones.
func (c *Channel) Messages() []*Message {
	c.srv.mu.Lock()
	defer c.srv.mu.Unlock()
	var list []*Message
	for _, m := range c.visible() {
		list = append(list, c.srv.snapshot(m))
	}
	return list
}

// Last returns the newest message of the channel that everybody sees, nil if there is none.
func (c *Channel) Last() *Message {
	if list := c.Messages(); len(list) > 0 {
		return list[len(list)-1]
	}
	return nil
}

// WaitMessage waits for the first message for which fits returns true, and fails the test if none comes. Nil fits any
// message of the bot.
func (c *Channel) WaitMessage(fits func(*Message) bool) *Message {
	c.srv.t.Helper()
	if fits == nil {
		fits = func(m *Message) bool { return m.Author.bot }
	}
	var found *Message
	ok := c.srv.poll(c.srv.Timeout, func() bool {
		for _, m := range c.Messages() {
			if m.Flags&flagLoading == 0 && fits(m) {
				found = m
				return true
			}
		}
		return false
	})
	if !ok {
		var b strings.Builder
		for _, m := range c.Messages() {
			b.WriteString("\n  " + m.String())
		}
		c.srv.fatalf("no fitting message in channel %q, which holds:%s", c.Name(), b.String())
	}
	return found
}

// WaitText waits for a message of the bot whose text contains part, and fails the test if none comes.
func (c *Channel) WaitText(part string) *Message {
	c.srv.t.Helper()
	return c.WaitMessage(func(m *Message) bool { return m.Author.bot && strings.Contains(m.Text(), part) })
}

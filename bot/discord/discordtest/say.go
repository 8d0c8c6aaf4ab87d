package discordtest

import "slices"

// Say writes a message. "@Name" mentions the user of that name, such as the bot.
func (u *User) Say(ch *Channel, text string) *Message {
	u.srv.t.Helper()
	return u.write(ch, text, nil)
}

// Reply writes a message in answer to another one, whose author is thereby mentioned.
func (u *User) Reply(m *Message, text string) *Message {
	u.srv.t.Helper()
	u.srv.mu.Lock()
	ref, ch := u.srv.stored(m), u.srv.channels[m.ChannelID]
	u.srv.mu.Unlock()
	if ref == nil {
		u.srv.fatalf("%s cannot reply: the message is deleted", u.Name)
	}
	return u.write(ch, text, ref)
}

// SayDirect writes to the bot in private.
func (u *User) SayDirect(text string) *Message {
	u.srv.t.Helper()
	return u.write(u.DM(), text, nil)
}

func (u *User) write(ch *Channel, text string, ref *message) *Message {
	u.srv.t.Helper()
	s := u.srv
	s.mu.Lock()
	needed := permViewChannel | permSendMessages
	if ch.thread() {
		needed = permViewChannel | permSendInThreads
	}
	if s.permissions(u, ch)&needed != needed || ch.deleted || ch.locked {
		s.mu.Unlock()
		s.fatalf("%s cannot write in channel %q", u.Name, ch.Name())
		return nil
	}
	defer s.mu.Unlock()
	m := &message{id: s.newID(), channel: ch, author: u, content: s.expandMentions(text), ref: ref, created: s.now()}
	if ref != nil {
		m.kind = messageReply
	}
	s.resolveMentions(m, m.content, nil)
	if ch.thread() {
		ch.members[u.ID], ch.archived = u, false
	}
	ch.messages = append(ch.messages, m)
	s.dispatchMessage("MESSAGE_CREATE", m)
	s.notify()
	return s.snapshot(m)
}

// Edit changes a message that the person wrote; the bot gets MESSAGE_UPDATE.
func (u *User) Edit(m *Message, text string) *Message {
	u.srv.t.Helper()
	s := u.srv
	s.mu.Lock()
	found := s.stored(m)
	if found == nil || found.author != u {
		s.mu.Unlock()
		s.fatalf("%s cannot edit %s", u.Name, m)
		return nil
	}
	defer s.mu.Unlock()
	found.content, found.edited = s.expandMentions(text), s.now()
	found.mentions = slices.DeleteFunc(findMentions(found.content).users, func(id string) bool { return s.users[id] == nil })
	s.dispatchMessage("MESSAGE_UPDATE", found)
	s.notify()
	return s.snapshot(found)
}

// Delete removes a message; the bot gets MESSAGE_DELETE. It may be anybody's message.
func (u *User) Delete(m *Message) {
	u.srv.mu.Lock()
	defer u.srv.mu.Unlock()
	if found := u.srv.stored(m); found != nil {
		u.srv.removeMessage(found)
	}
	u.srv.notify()
}

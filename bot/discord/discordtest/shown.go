package discordtest

import (
	"cmp"
	"slices"
)

// Shown is a button, or an option of a menu, that a message of the bot has or once had.
type Shown struct {
	// Message is the message as it is now.
	Message *Message
	// Code is the custom id of a button, or the value of an option.
	Code string

	component Component
}

// Shown lists the buttons and options of all messages that are not deleted, ephemeral ones too, also those that an
// edit has removed, since a client may not have seen the edit. It leaves out disabled ones and links.
func (s *Server) Shown() []Shown {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []Shown
	for _, ch := range s.channels {
		for _, m := range ch.messages {
			if m.deleted {
				continue
			}
			for _, c := range m.shown {
				for _, o := range c.Options {
					list = append(list, Shown{s.snapshot(m), o.Value, c})
				}
				if c.Type == componentButton {
					list = append(list, Shown{s.snapshot(m), c.CustomID, c})
				}
			}
		}
	}
	slices.SortFunc(list, func(a, b Shown) int {
		return cmp.Or(cmp.Compare(a.Message.ID, b.Message.ID), cmp.Compare(a.Code, b.Code))
	})
	return slices.CompactFunc(list, func(a, b Shown) bool { return a.Message.ID == b.Message.ID && a.Code == b.Code })
}

// rememberShown remembers the components that people see on the message. The caller holds the server's lock.
func (m *message) rememberShown() {
	walk(parseComponents(m.components), func(c Component) {
		if c.CustomID != "" && !c.Disabled {
			m.shown = append(m.shown, c)
		}
	})
}

// Press uses a button or option, even if the message no longer has it.
func (u *User) Press(x Shown) *Handle {
	u.srv.t.Helper()
	data := object{"custom_id": x.component.CustomID, "component_type": x.component.Type}
	if x.component.selects() {
		data["values"] = []string{x.Code}
	}
	return u.component(x.Message, data)
}

// Sees reports whether the person can see the message and use its components.
func (u *User) Sees(m *Message) bool {
	u.srv.mu.Lock()
	defer u.srv.mu.Unlock()
	found := u.srv.stored(m)
	return found != nil && (found.private == nil || found.private == u) && found.channel.install(u) >= 0 &&
		u.srv.permissions(u, found.channel)&permViewChannel != 0
}

// People returns all users but the bot.
func (s *Server) People() []*User {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []*User
	for _, u := range s.users {
		if !u.bot {
			list = append(list, u)
		}
	}
	slices.SortFunc(list, func(a, b *User) int { return cmp.Compare(a.ID, b.ID) })
	return list
}

// ClearFaults removes all faults, rate limits and other disturbances.
func (s *Server) ClearFaults() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults, s.limits = faultState{}, nil
	g := &s.gateway
	g.withholdReady, g.ignoreHeartbeats, g.reconnectAtIdentify, g.refuseIdentify, g.alter, g.heartbeat = false, false, false, 0, nil, defaultHeartbeat
}

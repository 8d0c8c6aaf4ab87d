package discordtest

import (
	"fmt"
	"slices"
)

// Click presses the button of the message with this label or custom id. It fails the test if the message, as it is now,
// has no such button, or a disabled one.
func (u *User) Click(m *Message, button string) *Handle {
	u.srv.t.Helper()
	now := m.Now()
	if now == nil {
		u.srv.fatalf("%s cannot press %q: the message is deleted", u.Name, button)
	}
	return u.ClickStale(now, button)
}

// ClickStale presses the button of the message as it was when it was looked at: what happens when a person presses
// before the client has seen the edit that took the button away.
func (u *User) ClickStale(m *Message, button string) *Handle {
	u.srv.t.Helper()
	b := m.Button(button)
	switch {
	case b == nil:
		u.srv.fatalf("%s cannot press %q: no such button on %s", u.Name, button, m)
	case b.Disabled:
		u.srv.fatalf("%s cannot press %q: it is disabled", u.Name, button)
	case b.CustomID == "":
		u.srv.fatalf("%s cannot press %q: it is a link", u.Name, button)
	}
	return u.component(m, object{"custom_id": b.CustomID, "component_type": b.Type})
}

// Select chooses values in the select menu with this placeholder or custom id: by label or value of its options, or by
// id in a menu of users, roles or channels.
func (u *User) Select(m *Message, menu string, values ...string) *Handle {
	u.srv.t.Helper()
	now := m.Now()
	if now == nil {
		u.srv.fatalf("%s cannot use menu %q: the message is deleted", u.Name, menu)
	}
	c := now.SelectMenu(menu)
	if c == nil || c.Disabled {
		u.srv.fatalf("%s cannot use menu %q: absent or disabled on %s", u.Name, menu, now)
	}
	chosen, err := c.selectValues(values)
	if err != nil {
		u.srv.fatalf("%s cannot use menu %q: %v", u.Name, menu, err)
	}
	data := object{"custom_id": c.CustomID, "component_type": c.Type, "values": chosen}
	u.srv.mu.Lock()
	r := resolved{s: u.srv, ch: u.srv.channels[m.ChannelID], found: map[string]object{}}
	for _, id := range chosen {
		if target := u.srv.users[id]; target != nil && c.Type != componentStringSelect {
			r.user(target)
		}
	}
	u.srv.mu.Unlock()
	if len(r.found) > 0 {
		data["resolved"] = r.found
	}
	return u.component(now, data)
}

// selectValues turns labels into values and checks their number.
func (c *Component) selectValues(values []string) ([]string, error) {
	least, most := c.valueRange()
	if len(values) < least || len(values) > most {
		return nil, fmt.Errorf("%d values, from %d to %d", len(values), least, most)
	}
	if c.Type != componentStringSelect {
		return values, nil
	}
	var chosen []string
	for _, v := range values {
		n := slices.IndexFunc(c.Options, func(o SelectOption) bool { return o.Label == v || o.Value == v })
		if n < 0 {
			return nil, fmt.Errorf("no option %q", v)
		}
		chosen = append(chosen, c.Options[n].Value)
	}
	return chosen, nil
}

// component sends the use of a component.
func (u *User) component(m *Message, data object) *Handle {
	u.srv.t.Helper()
	u.srv.mu.Lock()
	target := u.srv.stored(m)
	err := ""
	switch {
	case target == nil:
		err = "the message is deleted"
	case target.author != u.srv.bot:
		err = "the message is not the bot's"
	case target.private != nil && target.private != u:
		err = "the message is for " + target.private.Name + " only"
	case u.srv.permissions(u, target.channel)&permViewChannel == 0:
		err = "no permission to view the channel"
	}
	if err != "" {
		u.srv.mu.Unlock()
		u.srv.fatalf("%s cannot use a component: %s", u.Name, err)
		return nil
	}
	defer u.srv.mu.Unlock()
	return u.srv.interact(&interaction{kind: interactionComponent, user: u, channel: target.channel, target: target}, data)
}

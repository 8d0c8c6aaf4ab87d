package discordtest

import "time"

// Types of channels.
const (
	channelText          = 0
	channelDM            = 1
	channelGroup         = 3
	channelPublicThread  = 11
	channelPrivateThread = 12
)

// Channel is a text channel, a thread or a DM.
type Channel struct {
	ID string

	srv        *Server
	guild      *Guild
	kind       int
	name       string
	recipients []*User // of a DM or group
	overwrites []*overwrite
	messages   []*message
	deleted    bool
	typing     int

	// of a thread
	parent   *Channel
	owner    *User
	members  map[string]*User
	archived bool
	locked   bool
	autoHide int // minutes until it is archived by itself
	changed  time.Time
}

// AddChannel makes a text channel.
func (g *Guild) AddChannel(name string) *Channel {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	c := g.srv.newChannel(g, channelText, name)
	g.channels = append(g.channels, c)
	g.srv.dispatch(event{name: "CHANNEL_CREATE", guild: g.ID, intent: intentGuilds}, g.srv.channelJSON(c))
	g.srv.notify()
	return c
}

// AddPrivateChannel makes a channel of people only, without the bot: a DM of two or a group. Users who have
// installed the app can use it there.
func (s *Server) AddPrivateChannel(users ...*User) *Channel {
	s.mu.Lock()
	defer s.mu.Unlock()
	kind := channelDM
	if len(users) > 2 {
		kind = channelGroup
	}
	c := s.newChannel(nil, kind, "")
	c.recipients = users
	return c
}

func (s *Server) newChannel(g *Guild, kind int, name string) *Channel {
	c := &Channel{ID: s.newID(), srv: s, guild: g, kind: kind, name: name, members: map[string]*User{}, changed: s.now()}
	s.channels[c.ID] = c
	return c
}

func (c *Channel) guildID() string {
	if c.guild == nil {
		return ""
	}
	return c.guild.ID
}

func (c *Channel) thread() bool {
	return c.kind == channelPublicThread || c.kind == channelPrivateThread
}

// includesBot reports whether the channel is the DM of a person and the bot.
func (c *Channel) includesBot() bool {
	return c.kind == channelDM && c.guild == nil && len(c.recipients) == 2 && c.recipients[1] == c.srv.bot
}

// Name returns the channel's current name; "" for a DM.
func (c *Channel) Name() string {
	c.srv.mu.Lock()
	defer c.srv.mu.Unlock()
	return c.name
}

// Mention returns the text that links to the channel.
func (c *Channel) Mention() string { return "<#" + c.ID + ">" }

// IsThread reports whether the channel is a thread.
func (c *Channel) IsThread() bool { return c.thread() }

// Parent returns the channel of a thread, nil for other channels.
func (c *Channel) Parent() *Channel { return c.parent }

// Threads lists the threads of the channel, archived ones too, oldest first.
func (c *Channel) Threads() []*Channel {
	c.srv.mu.Lock()
	defer c.srv.mu.Unlock()
	return c.threads()
}

func (c *Channel) threads() []*Channel {
	if c.guild == nil {
		return nil
	}
	var list []*Channel
	for _, t := range c.guild.channels {
		if t.parent == c && t.thread() {
			list = append(list, t)
		}
	}
	return list
}

// WaitThread waits for the first thread of the channel for which fits returns true, and fails the test if none comes.
func (c *Channel) WaitThread(fits func(*Channel) bool) *Channel {
	c.srv.t.Helper()
	var found *Channel
	ok := c.srv.poll(c.srv.Timeout, func() bool {
		for _, t := range c.Threads() {
			if fits == nil || fits(t) {
				found = t
				return true
			}
		}
		return false
	})
	if !ok {
		c.srv.fatalf("no fitting thread in channel %q", c.Name())
	}
	return found
}

// Archived reports whether a thread is archived.
func (c *Channel) Archived() bool {
	c.srv.mu.Lock()
	defer c.srv.mu.Unlock()
	return c.archived
}

// Locked reports whether a thread is locked.
func (c *Channel) Locked() bool {
	c.srv.mu.Lock()
	defer c.srv.mu.Unlock()
	return c.locked
}

// HasMember reports whether the user has joined, or was added to, a thread.
func (c *Channel) HasMember(u *User) bool {
	c.srv.mu.Lock()
	defer c.srv.mu.Unlock()
	return c.members[u.ID] != nil
}

// Archive sets the archived state of a thread, as Discord does by itself after a time.
func (c *Channel) Archive(on bool) {
	c.srv.mu.Lock()
	defer c.srv.mu.Unlock()
	c.archived, c.changed = on, c.srv.now()
	c.srv.dispatch(event{name: "THREAD_UPDATE", guild: c.guildID(), intent: intentGuilds}, c.srv.channelJSON(c))
	c.srv.notify()
}

// Typing returns how often the bot has sent a typing indicator to the channel.
func (c *Channel) Typing() int {
	c.srv.mu.Lock()
	defer c.srv.mu.Unlock()
	return c.typing
}

// Delete deletes the channel or thread; the bot gets CHANNEL_DELETE or THREAD_DELETE.
func (c *Channel) Delete() {
	c.srv.mu.Lock()
	defer c.srv.mu.Unlock()
	c.srv.removeChannel(c)
	c.srv.notify()
}

// removeChannel deletes a channel and tells the sessions. The caller holds the server's lock.
func (s *Server) removeChannel(c *Channel) {
	c.deleted = true
	if c.guild != nil {
		kept := c.guild.channels[:0:0]
		for _, other := range c.guild.channels {
			if other != c {
				kept = append(kept, other)
			}
		}
		c.guild.channels = kept
	}
	name := "CHANNEL_DELETE"
	if c.thread() {
		name = "THREAD_DELETE"
	}
	s.dispatch(event{name: name, guild: c.guildID(), intent: intentGuilds}, s.channelJSON(c))
}

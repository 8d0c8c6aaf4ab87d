package discordtest

// User is a person, or the bot. A test does what a person does with the methods.
type User struct {
	ID   string
	Name string

	srv       *Server
	bot       bool
	closedDMs bool
	account   account
	installed bool
	dm        *Channel
	locale    string // of the client; "" is en-US
}

// AddUser adds a person who is not a member of any guild yet.
func (s *Server) AddUser(name string) *User {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.newUser(name)
}

func (s *Server) newUser(name string) *User {
	u := &User{ID: s.newID(), Name: name, srv: s}
	s.users[u.ID] = u
	return u
}

// Mention is the text that mentions the user.
func (u *User) Mention() string { return "<@" + u.ID + ">" }

// IsBot reports whether the user is the bot.
func (u *User) IsBot() bool { return u.bot }

// DM returns the channel of direct messages between the person and the bot, and opens it if necessary.
func (u *User) DM() *Channel {
	u.srv.mu.Lock()
	defer u.srv.mu.Unlock()
	return u.srv.directChannel(u)
}

// directChannel finds or opens the DM channel of u and the bot. The caller holds the server's lock.
func (s *Server) directChannel(u *User) *Channel {
	if u.dm == nil {
		u.dm = s.newChannel(nil, channelDM, "")
		u.dm.recipients = []*User{u, s.bot}
	}
	return u.dm
}

// CloseDMs makes the person refuse messages from the bot: sending to the DM channel fails with code 50007.
func (u *User) CloseDMs() {
	u.srv.mu.Lock()
	defer u.srv.mu.Unlock()
	u.closedDMs = true
}

// OpenDMs undoes CloseDMs.
func (u *User) OpenDMs() {
	u.srv.mu.Lock()
	defer u.srv.mu.Unlock()
	u.closedDMs = false
}

// account is what became of a person's account.
type account uint8

const (
	exists account = iota
	deleted
	unknownAccount
)

// DeleteAccount deletes the person's account: Discord calls it deleted_user_..., and it takes no messages.
func (u *User) DeleteAccount() { u.setAccount(deleted) }

// LoseAccount makes Discord know nothing of the person: error code 10013.
func (u *User) LoseAccount() { u.setAccount(unknownAccount) }

// RestoreAccount undoes DeleteAccount and LoseAccount.
func (u *User) RestoreAccount() { u.setAccount(exists) }

func (u *User) setAccount(a account) {
	u.srv.mu.Lock()
	defer u.srv.mu.Unlock()
	u.account = a
}

// InstallApp installs the app for the person, who can then use it where the bot is not a member.
func (u *User) InstallApp() {
	u.srv.mu.Lock()
	defer u.srv.mu.Unlock()
	u.installed = true
}

// SetLocale sets the language of the person's client, such as "de".
func (u *User) SetLocale(locale string) {
	u.srv.mu.Lock()
	defer u.srv.mu.Unlock()
	u.locale = locale
}

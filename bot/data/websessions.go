package data

import (
	"time"

	"stackmate/bot/chat"
)

// WebSessions keeps the links by which browsers sign in, and their sessions. Both belong to an address of a player.
// Secrets are stored as hashes.
type WebSessions interface {
	// AddWebLink stores a link with a secret. It keeps the given number of links of its address that end within an hour, and
	// as many that last longer, the last to end: neither kind displaces the other.
	AddWebLink(secret string, l WebLink, keep int, now time.Time) error
	// WebLink returns the link with a secret, or ErrNotFound if there is none or it has expired by now.
	WebLink(secret string, now time.Time) (WebLink, error)
	// DeleteWebLink deletes a link. It returns ErrNotFound if there is none.
	DeleteWebLink(secret string) error
	// AddWebSession stores a session with a secret. Of the sessions of its address it keeps the given number, the last
	// to end.
	AddWebSession(secret string, s WebSession, keep int) error
	// WebSession returns the session with a secret, or ErrNotFound if there is none or it has ended by now.
	WebSession(secret string, now time.Time) (WebSession, error)
	// UseWebSession stores that a session was used, and when it ends now.
	UseWebSession(secret string, used, until time.Time) error
	// SetWebViews stores at which games a session may look as from other places.
	SetWebViews(secret string, views []WebView) error
	// EndWebSession deletes a session, if there is one.
	EndWebSession(secret string) error
	// WebSessionsOf returns the sessions of a player that have not ended by now, the last used first.
	WebSessionsOf(player int64, now time.Time) ([]WebSession, error)
	// EndWebSessionsOf deletes all sessions and links of a player.
	EndWebSessionsOf(player int64) error
}

// WebLink is a link that signs a browser in once.
type WebLink struct {
	// Address is that of a player, to which the link was sent.
	Address chat.Address
	// Game is what the link shows; 0 for none.
	Game int64
	// From is the place where the link was asked for, if its reader may look at the game only there; else zero.
	From chat.Place
	// Until is when the link expires.
	Until time.Time
}

// WebView lets a session look at a game as somebody in a place can, for a while.
type WebView struct {
	Game  int64      `json:"game"`
	From  chat.Place `json:"from"`
	Until time.Time  `json:"until"`
}

// WebSession is a browser that is signed in.
type WebSession struct {
	// Address is that of the player to which the link was sent.
	Address chat.Address
	// Browser is what the browser calls itself, for people.
	Browser string
	// Began is when somebody signed in, Used when the session was used last, to the hour, and Until when it ends.
	Began, Used, Until time.Time
	Views              []WebView
}

package web

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
)

// Limits on sessions.
const (
	// SessionTime is how long a session lasts that is not used.
	SessionTime = 30 * 24 * time.Hour
	// maxSessions is how many browsers may be signed in for one address.
	maxSessions = 10
	// viewTime is how long somebody may look at a game whose link was asked for in a place: whether they can still see that
	// place is not known here. A session has at most maxViews of them.
	viewTime = 24 * time.Hour
	maxViews = 50
	// usedEvery is how often the store learns that a session is used.
	usedEvery = time.Hour
)

// Accounts are the Doors of a bot: people come in with links that the desk or a mail gave them, as the player at the
// address that got the link.
type Accounts struct {
	Store data.Store
	// Rand returns text that nobody can guess, of 26 letters and digits.
	Rand func() string
	Now  func() time.Time
}

// Visitor implements Doors.
func (a Accounts) Visitor(ctx context.Context, session string) (Visitor, error) {
	ctx, now := data.ForJob(ctx, "web"), a.Now()
	var s data.WebSession
	var p data.Player
	views := map[int64]chat.Place{}
	err := a.Store.View(ctx, func(tx data.Tx) (err error) {
		if s, err = tx.WebSession(session, now); err != nil {
			return err
		}
		p, err = tx.FindPlayer(s.Address)
		return err
	})
	if err != nil {
		return Visitor{}, orNobody(err)
	}
	if now.Sub(s.Used) > usedEvery {
		_ = a.Store.Update(ctx, func(tx data.Tx) error { // with a full disk one can still look; the next request tries again
			return tx.UseWebSession(session, now.Truncate(time.Hour), now.Add(SessionTime))
		})
	}
	for _, view := range s.Views {
		if view.Until.After(now) {
			views[view.Game] = view.From
		}
	}
	sum := sha256.Sum256([]byte("place " + session))
	speaker := chat.Person{Address: s.Address} // without a name, so that the stored one stays
	return Visitor{In: chat.Place{Address: chat.Address{Transport: Transport, ID: hex.EncodeToString(sum[:12])}, Private: true}, Address: s.Address, Views: views, Name: p.Name,
		Language: cmp.Or(p.Settings.Language, p.Settings.TransportLanguage), Heard: p.Settings.TransportLanguage,
		Speaker: func(context.Context, int64, string) (chat.Person, error) { return speaker, nil }}, nil
}

// Peek implements Doors.
func (a Accounts) Peek(ctx context.Context, token string) (l Link, err error) {
	err = a.Store.View(data.ForJob(ctx, "web"), func(tx data.Tx) (err error) {
		_, l, err = a.link(tx, token)
		return err
	})
	return l, orNobody(err)
}

// link returns a link that is of use, as it is stored and as its page shows it.
func (a Accounts) link(tx data.Tx, token string) (data.WebLink, Link, error) {
	l, err := tx.WebLink(token, a.Now())
	if err != nil {
		return l, Link{}, err
	}
	p, err := tx.FindPlayer(l.Address)
	return l, Link{Game: l.Game, Name: p.Name}, err
}

// Enter implements Doors.
func (a Accounts) Enter(ctx context.Context, token, browser, current string) (session string, l Link, err error) {
	fresh := a.Rand()
	err = a.Store.Update(data.ForJob(ctx, "web"), func(tx data.Tx) (err error) {
		var stored data.WebLink
		if stored, l, err = a.link(tx, token); err != nil {
			return err
		}
		if err := tx.DeleteWebLink(token); err != nil {
			return err
		}
		now := a.Now()
		s, err := tx.WebSession(current, now)
		if session = current; err != nil || s.Address != stored.Address { // it is the session of nobody, or of somebody else
			if err := tx.EndWebSession(current); err != nil { // whose cookie the browser now loses
				return err
			}
			session = fresh
			s = data.WebSession{Address: stored.Address, Browser: browser, Began: now, Used: now.Truncate(time.Hour), Until: now.Add(SessionTime)}
			if err := tx.AddWebSession(session, s, maxSessions); err != nil {
				return err
			}
		}
		if stored.From.IsZero() {
			return nil
		}
		return tx.SetWebViews(session, withView(s.Views, data.WebView{Game: stored.Game, From: stored.From, Until: now.Add(viewTime)}, now))
	})
	return session, l, orNobody(err)
}

// withView returns the views of a session that last, with another one; the oldest go if there are too many.
func withView(views []data.WebView, v data.WebView, now time.Time) []data.WebView {
	views = slices.DeleteFunc(slices.Clone(views), func(old data.WebView) bool { return old.Game == v.Game || !old.Until.After(now) })
	views = append(views, v)
	return views[max(0, len(views)-maxViews):]
}

// Leave implements Doors.
func (a Accounts) Leave(ctx context.Context, session string) error {
	return a.Store.Update(data.ForJob(ctx, "web"), func(tx data.Tx) error { return tx.EndWebSession(session) })
}

// orNobody returns ErrNobody in the place of data.ErrNotFound.
func orNobody(err error) error {
	if errors.Is(err, data.ErrNotFound) {
		return ErrNobody
	}
	return err
}

// browserName returns what a browser is called, for people: of what it says about itself only the name, and the system.
func browserName(agent string) string {
	find := func(list [][2]string) string {
		for _, known := range list {
			if strings.Contains(agent, known[0]) {
				return known[1]
			}
		}
		return ""
	}
	name := find([][2]string{{"Edg", "Edge"}, {"OPR/", "Opera"}, {"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"}, {"CriOS/", "Chrome"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"}})
	system := find([][2]string{{"Android", "Android"}, {"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Windows", "Windows"}, {"Mac OS", "Mac"}, {"CrOS", "ChromeOS"}, {"Linux", "Linux"}})
	if name == "" || system == "" {
		return cmp.Or(name, system, "Browser")
	}
	return name + ", " + system
}

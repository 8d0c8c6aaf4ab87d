package web_test

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/web"
)

// TestDeletedInBrowser checks that who deletes their account in the browser is told so, signed out, and not stored again by the page
// that says it.
func TestDeletedInBrowser(t *testing.T) {
	for _, page := range []string{"/", "/g/1"} {
		c := found(t, "")
		c.play(chat.Place{})
		b := c.browse().signIn(c.link("Anna", chat.Place{}, "web #1"))
		b.open(page).say("mydata delete").sees(http.StatusOK, "Delete everything")
		for range 2 {
			label := regexp.MustCompile(`name="press"[^>]*class="[^"]*(?:danger|warn)[^"]*"[^>]*>([^<]*)<`).FindStringSubmatch(b.page)
			if label == nil {
				t.Fatal("no button: ", b.page)
			}
			b.press(label[1])
		}
		b.sees(http.StatusOK, "Everything Stackmate stored about you is deleted")
		b.open("/").sees(http.StatusOK, "To sign in")
		err := c.store.View(t.Context(), func(tx data.Tx) error {
			_, err := tx.FindPlayer(person("Anna").Address)
			return err
		})
		if !errors.Is(err, data.ErrNotFound) {
			t.Errorf("after the page %s somebody new is stored: %v", page, err)
		}
	}
}

// late is a desk that first does what is to happen meanwhile.
type late struct {
	web.Desk
	meanwhile *sync.Map // functions by what is typed or asked for
}

// Handle implements web.Desk.
func (l late) Handle(ctx context.Context, m chat.Message) (*bot.Answer, error) {
	if m.Call != nil {
		m.Text = m.Call.Path[0]
	}
	if do, ok := l.meanwhile.LoadAndDelete(m.Text); ok {
		do.(func())()
	}
	if m.Call != nil {
		m.Text = ""
	}
	return l.Desk.Handle(ctx, m)
}

// TestDeletedInFlight checks that nobody is stored again whose account is deleted elsewhere while a page or a form is on its way.
func TestDeletedInFlight(t *testing.T) {
	for _, text := range []string{"e4", "profile", "board", "games"} {
		c := found(t, "")
		c.play(chat.Place{})
		b := c.browse().signIn(c.link("Anna", chat.Place{}, "web #1"))
		c.meanwhile.Store(text, func() {
			a := c.says("Anna", chat.Place{}, "mydata delete")
			for range 2 {
				_, code := chat.ReadCode(a.Buttons[0][0].Command)
				a = c.says("Anna", chat.Place{}, code)
			}
		})
		form := b.form()
		switch text {
		case "board":
			b.open("/g/1").sees(http.StatusOK)
		case "games":
			b.open("/").sees(http.StatusOK, "was deleted while this was on its way")
		default:
			form.Set("text", text)
			b.do(b.request("/g/1/say", form), nil).sees(http.StatusOK, "was deleted while this was on its way")
			if strings.Contains(b.page, "<form") {
				t.Error("the page has forms")
			}
		}
		b.open("/g/1").sees(http.StatusForbidden, "You are not signed in.")
		err := c.store.View(t.Context(), func(tx data.Tx) error {
			_, err := tx.FindPlayer(person("Anna").Address)
			return err
		})
		if !errors.Is(err, data.ErrNotFound) {
			t.Errorf("%s: somebody new is stored: %v", text, err)
		}
	}
}

// full is a store on a full disk.
type full struct{ data.Store }

func (full) Update(context.Context, func(data.Tx) error) error { return errors.New("disk full") }

// TestFullDisk checks that nobody is signed out because the store cannot note that a session is used.
func TestFullDisk(t *testing.T) {
	c := found(t, "")
	c.play(chat.Place{})
	b := c.browse().signIn(c.link("Anna", chat.Place{}, "web #1"))
	session := b.Jar.Cookies(b.at)[0].Value
	c.wait(2 * time.Hour)
	v, err := web.Accounts{Store: full{c.store}, Rand: rand.Text, Now: c.now}.Visitor(t.Context(), session)
	if err != nil || v.Name != "Anna" {
		t.Errorf("%q, %v", v.Name, err)
	}
}

// TestNextPerson checks that the session of who used a browser before does not live on without its cookie.
func TestNextPerson(t *testing.T) {
	c := found(t, "")
	c.play(chat.Place{})
	b := c.browse().signIn(c.link("Anna", chat.Place{}, "web #1"))
	kept := b.Jar.Cookies(b.at)
	b.signIn(c.link("Ben", chat.Place{}, "web #1")).sees(http.StatusOK, "Signed in as Ben")
	b.Jar.SetCookies(b.at, kept)
	b.open("/g/1").sees(http.StatusForbidden, "You are not signed in.")
}

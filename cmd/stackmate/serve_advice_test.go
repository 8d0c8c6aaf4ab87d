//go:build !windows

package main

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"stackmate/bot/discord/discordtest"
	"stackmate/bot/email/mailtest"
	"stackmate/rules"
)

// TestServeIsKilledWhileItReviews kills a bot that thinks about reviews: one that was asked for by mail, and one in
// Discord that waits behind it. The next run sends the one that it owes by mail, once. In Discord nothing comes of the old
// question, and the same one again is answered once.
func TestServeIsKilledWhileItReviews(t *testing.T) {
	t.Parallel()
	srv := newDiscord(t)
	srv.Timeout = 90 * time.Second
	srv.AllowViolations(true) // who is killed leaves a question open
	guild := srv.AddGuild("Club")
	ch := guild.AddChannel("games")
	ch.Deny(1 << 35) // no threads: the game stays where it begins
	alice, bob := srv.AddUser("Alice"), srv.AddUser("Bob")
	guild.Join(alice)
	guild.Join(bob)
	mail := mailtest.Start(t, mailtest.Options{Users: map[string]string{chess: "mail-password"}})
	login := "    tls: none\n    user: " + chess + "\n    password: mail-password\n"
	db := filepath.Join(t.TempDir(), "games.db")
	config := configFor(srv, db, "engine:\n  threads: 1\nemail:\n  address: "+chess+"\n  imap:\n    addr: "+mail.IMAPAddr()+"\n"+login+
		"  smtp:\n    addr: "+mail.SMTPAddr()+"\n"+login)
	h := &hall{t: t, srv: srv, ch: ch, alice: alice, bob: bob, mail: mail, db: db}
	p := spawn(t, config)
	srv.WaitReady()

	offer := alice.Slash(ch, "challenge", discordtest.Opt("opponent", bob), discordtest.Opt("variant", "orthodox"), discordtest.Opt("color", "white")).Response()
	bob.Click(offer, "Accept").Response()
	for i, move := range []string{"f3", "e5", "g4", "Qh4#"} {
		[]*discordtest.User{alice, bob}[i%2].Slash(ch, "move", discordtest.Opt("move", move)).Response()
	}
	mail.Deliver(chess, mailtest.New(aliceMail, chess, "hello", h.id(), "help", time.Now()))
	h.reply(aliceMail, 1, "import 3d8l "+randomGame(200))
	h.lastMail(aliceMail, 2)
	h.reply(aliceMail, 2, "review 2")
	h.eventually("the review is owed", func() bool { return h.count(`SELECT count(*) FROM outbox WHERE reply LIKE '%"later"%'`) == 1 })
	asked := alice.Slash(ch, "review", discordtest.Opt("game", 1))
	if !asked.Deferred() {
		t.Log("the review in Discord was answered before the one by mail began")
	}
	kill := func() {
		if err := p.Process.Signal(syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		p.status()
		t.Logf("mails when it was killed: %d", len(mail.Mails(aliceMail)))
	}
	said := len(ch.Messages())
	for range 2 {
		kill()
		sessions := srv.Sessions()
		p = spawn(t, config)
		srv.WaitSessions(sessions + 1)
		srv.WaitReady()
	}
	review := mailtest.Read(t, mail.Wait(aliceMail, 3)[2])
	if strings.Count(review.Text, "% accuracy") != 2 || len(review.Picture) == 0 {
		t.Errorf("the review is %s", review.Text)
	}
	h.settled()
	if n := len(ch.Messages()); n != said {
		t.Errorf("%d messages in the channel, %d before it was killed: %s", n, said, ch.Messages()[n-1])
	}
	if m := alice.Slash(ch, "review", discordtest.Opt("game", 1)).Response(); strings.Count(m.Text(), "% accuracy") != 2 {
		t.Errorf("the same question again: %s", m)
	}
	h.settled()
	h.lastMail(aliceMail, 3)
}

// randomGame returns the moves of a random game of 3D-8L Chess that goes on after some plies.
func randomGame(plies int) string {
	lot := rand.New(rand.NewPCG(5, 6))
	for {
		g := rules.NewGame(rules.VariantByKey("3d8l").Start(), 0)
		var text []string
		for len(g.Moves()) < plies {
			p := g.Position()
			list := p.Moves()
			if len(list) == 0 {
				break
			}
			m := list[lot.IntN(len(list))]
			if len(g.Moves())%2 == 0 {
				text = append(text, fmt.Sprintf("%d.", len(g.Moves())/2+1))
			}
			text = append(text, p.SAN(m))
			g.Play(m)
		}
		if len(g.Moves()) == plies {
			return strings.Join(text, " ")
		}
	}
}

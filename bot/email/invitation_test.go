package email_test

import (
	"regexp"
	"strings"
	"testing"

	"stackmate/bot/email/mailtest"
	"stackmate/bot/words"
	"stackmate/rules"
)

// The moves that an invitation explains are possible at the start.
func TestInvitedMoves(t *testing.T) {
	quoted := regexp.MustCompile(`[“„]([^”“]+)[”“]`)
	for _, tag := range words.Tags() {
		for _, v := range rules.Variants() {
			base, _, _ := strings.Cut(v.Key(), ":")
			if base != v.Key() {
				continue
			}
			found := quoted.FindAllStringSubmatch(words.In(tag).Text("invitation.moves."+base), -1)
			if len(found) == 0 {
				t.Errorf("%s: no move of %s is shown", tag, base)
			}
			for _, move := range found {
				p := v.Start()
				if _, err := p.ParseMove(move[1]); err != nil {
					t.Errorf("%s: %s in %s: %v", tag, move[1], base, err)
				}
			}
		}
	}
}

// Somebody who has never heard of the bot reads who invites to what, what it looks like, from
// which side, and what a reply does; somebody who plays already reads less.
func TestInvitation(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.write(names[alice], "name Anna", "")
	w.answer(alice, 1, "name Anna")
	w.last(alice, 2)
	w.answer(alice, 2, "challenge "+bob+" 3d8l white 5d")
	m := w.last(bob, 1)
	if m.Subject() != "Anna invites you to play Three-Dimensional Eight-Level Chess" {
		t.Errorf("the subject is %q", m.Subject())
	}
	for _, part := range []string{m.Text, m.HTML} {
		for _, want := range []string{"Anna invites you", "eight boards", "you play Black", "5 days per move", "costs nothing", "no account", "accept", "decline", "stop", "5e2-5e4"} {
			if !strings.Contains(part, want) {
				t.Errorf("the invitation lacks %q:\n%s", want, part)
			}
		}
		for _, bad := range []string{"button", "channel", "server", "#1", "@"} {
			if strings.Contains(regexp.MustCompile(`href="[^"]*"|cid:[^"]*`).ReplaceAllString(part, ""), bad) {
				t.Errorf("the invitation speaks of %q:\n%s", bad, part)
			}
		}
	}
	if len(m.Picture) == 0 || !strings.Contains(m.Text, "Level 8") {
		t.Error("the invitation does not show the game")
	}
	w.answer(bob, 1, "decline")
	w.last(bob, 2)
	w.last(alice, 4)
	w.answer(alice, 4, "challenge "+bob+" 3d8l")
	if again := w.last(bob, 3); strings.Contains(again.Text, "costs nothing") || !strings.Contains(again.Text, "Anna invites you") {
		t.Errorf("the second invitation: %s", again.Text)
	}
}

package email_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"stackmate/bot/data"
	"stackmate/bot/email/mailstore"
	"stackmate/bot/email/mailtest"
	"stackmate/bot/words"
)

var exampleLine = regexp.MustCompile(`(?m)^    (\S.*?)   +\S`)

// shownExamples returns the replies that a mail shows.
func shownExamples(t *testing.T, m mailtest.Message) (list []string) {
	t.Helper()
	for _, found := range exampleLine.FindAllStringSubmatch(m.Text[strings.LastIndex(m.Text, ":\n    "):], -1) {
		list = append(list, found[1])
	}
	if len(list) == 0 {
		t.Fatalf("no examples in %s", m.Text)
	}
	return list
}

// state describes what has happened in game 1, or its challenge.
func (w *world) state() (s string) {
	w.t.Helper()
	err := w.db.View(w.t.Context(), func(tx data.Tx) error {
		ch, err := tx.Challenge(1)
		if err != nil {
			return err
		}
		s = string(ch.State)
		g, err := tx.Game(1)
		if err != nil { // it has not begun
			return nil
		}
		s = fmt.Sprintf("%d plies", len(g.Plies))
		if g.DrawOfferBy != nil {
			s += ", " + g.DrawOfferBy.String() + " offers a draw"
		}
		if g.TakebackBy != nil {
			s += ", " + g.TakebackBy.String() + " asks for a takeback"
		}
		if g.Over() {
			s += ", " + string(g.Reason)
		}
		for _, id := range g.Seats {
			list, err := tx.Conditions(g.ID, id)
			if err != nil {
				return err
			}
			if len(list) > 0 {
				s += ", conditions"
			}
		}
		open, err := tx.OpenChallenges(g.Seats[1])
		if len(open) > 0 {
			s += ", a rematch is offered"
		}
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return s
}

// Every reply that a mail shows does what the mail says, in every language. Each is sent in a
// world of its own, in reply to the last mail that Bob gets in a situation.
func TestExamples(t *testing.T) {
	// said is what Alice (a) and Bob (b) have written before, after the invitation.
	for name, c := range map[string]struct {
		said []string
		want []string // what each example leads to
	}{
		"invited":        {nil, []string{"0 plies", "declined", "open, muted"}},
		"begun":          {[]string{"b accept"}, []string{"0 plies, conditions", "0 plies, black offers a draw", "0 plies"}},
		"to move":        {[]string{"b accept", "a e4"}, []string{"2 plies", "1 plies, black offers a draw", "1 plies"}},
		"has moved":      {[]string{"b accept", "a e4", "b e5"}, []string{"2 plies, conditions", "2 plies, black offers a draw", "2 plies, black asks for a takeback"}},
		"draw offered":   {[]string{"b accept", "a e4", "a draw offer"}, []string{"1 plies, agreement", "1 plies", "2 plies"}},
		"takeback asked": {[]string{"b accept", "a e4", "a takeback"}, []string{"0 plies", "1 plies", "2 plies"}},
		"own draw offer": {[]string{"b accept", "a e4", "b draw offer"}, []string{"2 plies, black offers a draw", "1 plies", "1 plies, black offers a draw"}},
		"resigning":      {[]string{"b accept", "a e4", "b resign"}, []string{"1 plies, resignation", "1 plies"}},
		"accepting draw": {[]string{"b accept", "a e4", "a draw offer", "b #1 draw accept"}, []string{"1 plies, agreement", "1 plies"}},
		"not understood": {[]string{"b accept", "a e4", "b e9"}, []string{"2 plies", "1 plies, black offers a draw", "1 plies"}},
		"over":           {[]string{"b accept", "a e4", "a resign", "a yes"}, []string{"1 plies, resignation, a rematch is offered", "1 plies, resignation", "1 plies, resignation"}},
		"short and over": {[]string{"b accept", "a abort"}, []string{"0 plies, aborted, a rematch is offered", "0 plies, aborted", "0 plies, aborted"}},
	} {
		for _, tag := range words.Tags() {
			for i, want := range c.want {
				t.Run(fmt.Sprintf("%s/%s/%d", name, tag, i+1), func(t *testing.T) {
					t.Parallel()
					w := newWorld(t, mailtest.Options{}, nil)
					header := []byte("Content-Language: " + tag + "\n")
					say := func(who, text string) {
						w.settled()
						list := w.server.Mails(who)
						w.send(slices.Concat(header, mailtest.Read(t, list[len(list)-1]).Reply(names[who], w.id(), text)))
						w.settled()
					}
					w.send(slices.Concat(header, mailtest.New(names[alice], chess, "", w.id(), "name Anna", w.now())))
					w.last(alice, 1)
					say(alice, "challenge "+bob+" orthodox white")
					for _, line := range c.said {
						who, text, _ := strings.Cut(line, " ")
						say(map[string]string{"a": alice, "b": bob}[who], text)
					}
					list := w.server.Mails(bob)
					m := mailtest.Read(t, list[len(list)-1])
					shown := shownExamples(t, m)
					if len(shown) != len(c.want) {
						t.Fatalf("%d examples: %q in\n%s", len(shown), shown, m.Text)
					}
					before := len(list)
					say(bob, shown[i])
					got := w.state()
					if strings.Contains(want, "muted") {
						if !w.muted(bob) {
							t.Errorf("%q does not stop mails", shown[i])
						}
						want = strings.TrimSuffix(want, ", muted")
					}
					if got != want {
						t.Errorf("%q leads to %q, not to %q", shown[i], got, want)
					}
					list = w.server.Mails(bob)
					if len(list) == before {
						t.Fatalf("%q is not answered", shown[i])
					}
					answer := mailtest.Read(t, list[len(list)-1])
					for _, bad := range []string{shown[i] + "”", shown[i] + "“"} { // as refusals quote it
						if first, _, _ := strings.Cut(answer.Text, "\n"); strings.Contains(first, bad) {
							t.Errorf("%q is refused: %s", shown[i], first)
						}
					}
				})
			}
		}
	}
}

// muted reports whether an address gets no mail any more.
func (w *world) muted(address string) bool {
	w.t.Helper()
	muted := false
	err := w.db.ViewMail(w.t.Context(), func(tx mailstore.Tx) error {
		c, err := tx.Contact(address)
		muted = c.Muted
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return muted
}

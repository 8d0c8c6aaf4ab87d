package discord_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"stackmate/bot/data"
	"stackmate/bot/discord"
	"stackmate/bot/discord/discordtest"
	"stackmate/bot/textutil"
)

var regen = flag.Bool("regen", false, "write the transcripts anew")

// TestFirstHour plays the first hour of two people in a server, with what newcomers type,
// and keeps all that they read in testdata/first-hour-LANGUAGE.txt, a text for people to
// read. Renew it with -regen, and read it.
func TestFirstHour(t *testing.T) {
	for locale, tag := range map[string]string{"en-US": "en", "de": "de"} {
		t.Run(tag, func(t *testing.T) {
			tb := newTestbed(t)
			tb.ch = tb.guild.AddChannel("chess")
			tb.start()
			tb.alice.SetLocale(locale)
			tb.bob.SetLocale(locale)
			h := &hour{testbed: tb, tag: tag, seen: map[string]string{}, places: []*discordtest.Channel{tb.ch}}
			h.boss()
			h.play()
			path := "testdata/first-hour-" + tag + ".txt"
			if *regen {
				if err := os.WriteFile(path, []byte(h.text.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if got := h.text.String(); got != string(want) {
				t.Errorf("%s is not what people read now; look at the difference, then renew it with -regen:\n%s", path, firstDifference(got, string(want)))
			}
		})
	}
}

// hour writes down what two people do and read.
type hour struct {
	*testbed
	tag    string
	text   strings.Builder
	places []*discordtest.Channel
	seen   map[string]string // what messages looked like when they were last written down, by id
}

// boss sets the server's language, which is that of what everybody reads.
func (h *hour) boss() {
	boss := h.srv.AddUser("Boss")
	h.guild.Join(boss, 1<<5)
	boss.SetLocale(map[string]string{"en": "en-US", "de": "de"}[h.tag])
	h.slash(boss, h.ch, "settings", discordtest.Opt("language", h.tag))
}

// play is what happens in the hour.
func (h *hour) play() {
	alice, bob, opt := h.alice, h.bob, discordtest.Opt
	h.slash(alice, h.ch, "help")
	h.slash(alice, h.ch, "rules")
	h.say(alice, h.ch, "@Stackmate hello! how do I start?")
	h.slash(alice, h.ch, "challenge", opt("opponent", alice))
	offer := h.slash(alice, h.ch, "challenge", opt("opponent", bob), opt("color", "white"))
	h.press(bob, offer, 0)
	table := h.ch
	for _, thread := range h.ch.Threads() {
		table = thread
		h.places = append(h.places, thread)
	}
	h.written()
	h.say(alice, table, "e4")
	ask := h.say(alice, table, "@Stackmate e4")
	h.press(alice, ask, 0)
	h.slash(alice, table, "move", opt("move", "N2g3"))
	h.say(bob, table, "@Stackmate gamse")
	h.slash(bob, table, "moves", opt("square", "3g8"))
	h.slash(bob, table, "move", opt("move", "3g8-3g6"))
	last := h.slash(bob, table, "move", opt("move", "N2g6"))
	h.press(bob, last, 1)
	h.slash(alice, table, "board")
	h.say(alice, table, "@Stackmate B2e2")
	h.say(alice, table, "@Stackmate N2g3")
	h.slash(bob, table, "draw offer")
	h.slash(alice, table, "draw decline")
	h.slash(bob, table, "draw claim")
	h.slash(bob, table, "games")
	ask = h.slash(bob, table, "resign")
	h.press(bob, ask, 0)
	h.slash(alice, table, "rematch")
	h.slash(bob, h.ch, "profile")
}

// slash runs a command and writes down what people read then. It returns the answer.
func (h *hour) slash(u *discordtest.User, in *discordtest.Channel, command string, opts ...discordtest.Option) *discordtest.Message {
	h.t.Helper()
	line := "/" + command
	for _, o := range opts {
		value := fmt.Sprint(o.Value)
		if who, ok := o.Value.(*discordtest.User); ok {
			value = "@" + who.Name
		}
		line += " " + o.Name + ":" + value
	}
	h.did(u, in, line)
	answer := u.Slash(in, command, opts...).Response()
	h.answered(u, answer)
	return answer
}

// say sends a message and writes down what people read then. It returns the last answer in
// the channel.
func (h *hour) say(u *discordtest.User, in *discordtest.Channel, text string) *discordtest.Message {
	h.t.Helper()
	h.did(u, in, text)
	said := u.Say(in, text)
	if !strings.HasPrefix(text, "@Stackmate") {
		h.written()
		return nil
	}
	answer := in.WaitMessage(func(m *discordtest.Message) bool { return m.Reference == said.ID })
	h.answered(u, answer)
	return answer
}

// press uses a button and writes down what people read then.
func (h *hour) press(u *discordtest.User, m *discordtest.Message, button int) *discordtest.Message {
	h.t.Helper()
	b := m.Buttons()[button]
	h.did(u, nil, "presses ["+b.Label+"]")
	answer := u.Click(m, b.CustomID).Response()
	h.answered(u, answer)
	return answer
}

// did writes down what somebody does.
func (h *hour) did(u *discordtest.User, in *discordtest.Channel, what string) {
	where := ""
	if in != nil {
		where = " in #" + in.Name()
	}
	fmt.Fprintf(&h.text, "%s%s: %s\n", u.Name, where, what)
}

// answered writes down an answer, and what else can be read now.
func (h *hour) answered(u *discordtest.User, m *discordtest.Message) {
	if m.Ephemeral {
		h.write("only "+u.Name+" sees", m)
	}
	h.written()
}

// written waits until nothing is left to be sent, and writes down all that is new.
func (h *hour) written() {
	h.t.Helper()
	idle := 0 // how often nothing was being done: old buttons are removed in the background
	h.eventually("everything is delivered", func() bool {
		waiting := 0
		err := h.db.View(context.Background(), func(tx data.Tx) error {
			list, err := tx.Due(discord.Transport, time.Now().Add(24*time.Hour), 10)
			waiting = len(list)
			return err
		})
		if idle++; err != nil || waiting > 0 || discord.InFlight(h.bot) > 0 {
			idle = 0
		}
		return idle == 3
	})
	for _, place := range append(h.places, h.alice.DM(), h.bob.DM()) {
		for _, m := range place.Messages() {
			if m.Author.IsBot() {
				where := "#" + place.Name()
				switch place.ID {
				case h.alice.DM().ID:
					where = "Alice's direct messages"
				case h.bob.DM().ID:
					where = "Bob's direct messages"
				}
				h.write(where, m)
			}
		}
	}
}

// write writes a message down unless it was written before and is the same now.
func (h *hour) write(where string, m *discordtest.Message) {
	var b strings.Builder
	for _, line := range strings.Split(strings.TrimRight(h.readable(m), "\n"), "\n") {
		fmt.Fprintln(&b, strings.TrimRight("    "+line, " "))
	}
	if h.seen[m.ID] == b.String() {
		return
	}
	before, changed := h.seen[m.ID], ""
	h.seen[m.ID] = b.String()
	if first, _, _ := strings.Cut(before, "\n"); before != "" && strings.HasPrefix(before, b.String()) {
		fmt.Fprintf(&h.text, "  (%s: the buttons are gone)\n%s\n", where, first)
		return
	} else if before != "" {
		changed = ", changed"
	}
	for _, u := range []*discordtest.User{h.alice, h.bob} {
		if m.Notifies(u) && changed == "" {
			changed += ", pings " + u.Name
		}
	}
	fmt.Fprintf(&h.text, "  (%s%s)\n%s", where, changed, b.String())
}

var (
	discordTime = regexp.MustCompile(`<t:\d+(:\w)?>`)
	commandLink = regexp.MustCompile(`</([^:>]+):\d+>`)
)

// readable returns a message as people see it.
func (h *hour) readable(m *discordtest.Message) string {
	text := m.Content
	for _, e := range m.Embeds {
		text += "\n" + e.Author.Name + "\n" + e.Title + "\n" + e.Description + "\n" + e.Footer.Text
	}
	if text == "" {
		text = m.Text()
	}
	text = regexp.MustCompile(`\n{2,}`).ReplaceAllString(strings.Trim(text, "\n"), "\n")
	text = commandLink.ReplaceAllString(discordTime.ReplaceAllString(text, "‹date›"), "‹/$1›")
	for _, u := range []*discordtest.User{h.alice, h.bob} {
		text = strings.ReplaceAll(text, u.Mention(), "@"+u.Name)
	}
	text = strings.ReplaceAll(unescape(text), "\u200b", "")
	for _, a := range m.Attachments {
		text += "\n‹" + a.Name + ": " + textutil.Truncate(a.Description, 100) + "›"
	}
	row := ""
	for _, b := range m.Buttons() {
		row += " [" + b.Label + "]"
	}
	for _, menu := range m.SelectMenus() {
		row += " [" + menu.Placeholder + " ▾]"
	}
	if row != "" {
		text += "\n" + strings.TrimSpace(row)
	}
	return text
}

// firstDifference returns the lines around the first difference of two texts.
func firstDifference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) || a[i] != b[i] {
			from := max(0, i-2)
			return fmt.Sprintf("line %d, now:\n%s\nbefore:\n%s", i+1, strings.Join(a[from:min(len(a), i+3)], "\n"), strings.Join(b[from:min(len(b), i+3)], "\n"))
		}
	}
	return ""
}

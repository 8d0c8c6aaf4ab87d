package discord_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"stackmate/bot/discord/discordtest"
)

// hostile are texts with all kinds of Discord's markup.
var hostile = []string{
	"@everyone", "@here <@&1> <#2>", "**bold** _it_ ~~no~~ ||spoiler||", "# big", "> quoted", "`code` ```block```",
	"[click](https://evil.example/)", "https://evil.example/ discord.gg/evil", "<https://evil.example>", "<:smile:123> <t:1>",
	`\@everyone \\*`, "-# small", "a\u202eb", "💥💥💥", "' \"; DROP TABLE games --", "{name} {opponent} {game}",
}

// Neither the texts nor the names of people notify anybody, add links, or change the format of a message.
func TestHostileNames(t *testing.T) {
	tb := newTestbed(t).start()
	for i := 0; i < len(hostile); i += 2 {
		name := strings.Join(hostile[i:i+2], " ")
		mallory := tb.srv.AddUser(name)
		tb.guild.Join(mallory, 1<<17) // may even mention everyone
		m := mallory.Slash(tb.ch, "challenge", opt("opponent", tb.bob), opt("variant", "orthodox"), opt("color", "white")).Response()
		if len(m.Notified) != 1 || !m.Notifies(tb.bob) {
			t.Errorf("%q notifies %v", name, m.Notified)
		}
		if m.Flags&(1<<2) == 0 {
			t.Errorf("links unfurl in %s", m)
		}
		tb.harmless(name, m.Content)
		begun := tb.bob.Click(m, "Accept").Response()
		if len(begun.Notified) != 1 || !begun.Notifies(mallory) {
			t.Errorf("%q notifies %v", name, begun.Notified)
		}
		tb.harmless(name, begun.Content)
		tb.harmless(name, tb.bob.Slash(tb.ch, "games").Response().Content)
	}
	tb.waitDelivered()
}

// commandMention matches the markup of a command that can be clicked.
var commandMention = regexp.MustCompile(`</[a-z ]+:\d+>`)

// harmless checks that a message of the bot has no markup but its own.
func (tb *testbed) harmless(source, content string) {
	tb.t.Helper()
	if n := utf8.RuneCountInString(content); n > 2000 {
		tb.t.Errorf("%q: %d characters", source, n)
	}
	before, rest, _ := strings.Cut(content, "```")
	block, after, _ := strings.Cut(rest, "```")
	if strings.Contains(after, "`") {
		tb.t.Errorf("%q breaks out of %q", source, block)
	}
	for {
		start := strings.Index(before, "<@")
		end := strings.Index(before[max(start, 0):], ">")
		if start < 0 || end < 0 {
			break
		}
		before = before[:start] + before[start+end+1:]
	}
	before = commandMention.ReplaceAllString(strings.ReplaceAll(before, "**", ""), "")
	plain := escaped.ReplaceAllString(before, "")
	for _, live := range []string{"@everyone", "@here", "*", "_", "~~", "||", "`", "](", "://", "<", "#"} {
		if strings.Contains(plain, live) {
			tb.t.Errorf("%q leaves %q alive in %q", source, live, content)
		}
	}
}

// Texts of any kind and length are answered within Discord's limits.
func TestHostileWords(t *testing.T) {
	tb := newTestbed(t).start()
	tb.begin("orthodox")
	shown := tb.ch.WaitText("New game:")
	words := append([]string{strings.Repeat("x", 4000), strings.Repeat("ä@`*\n", 800), strings.Repeat("challenge ", 400),
		strings.Repeat("```", 600), "move " + strings.Repeat("\\", 1900), "help @everyone", "#999999999999999999999 e4", "draw @everyone"}, hostile...)
	var asked []*discordtest.Message
	for _, w := range words {
		asked = append(asked, tb.alice.Reply(shown, w))
	}
	for i, m := range asked {
		answer := tb.heard(tb.ch, m, "")
		if len(answer.Notified) > 0 {
			t.Errorf("%.60q notifies %v", words[i], answer.Notified)
		}
		tb.harmless(words[i], answer.Content)
	}
	for _, w := range words {
		text := []rune(strings.TrimSpace(w))
		m := tb.alice.Slash(tb.ch, "move", opt("move", string(text[:min(len(text), 200)]))).Response()
		if len(m.Notified) > 0 || !m.Ephemeral {
			t.Errorf("%.60q is answered by %s", w, m)
		}
		tb.harmless(w, m.Content)
	}
	if got := tb.dump(); !strings.Contains(got, "w KQkq") {
		t.Errorf("database: %s", got)
	}
}

package discord_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot/command"
	"stackmate/bot/discord/discordtest"
)

// mistake is something that a newcomer does wrong, and what the answer must say: what
// is wrong, and what to do next.
type mistake struct {
	name string
	do   func(tb *testbed) *discordtest.Message
	says map[string][]string // by language
}

// slashed returns the answer to a slash command of Bob's in the channel.
func slashed(command string, opts ...discordtest.Option) func(*testbed) *discordtest.Message {
	return func(tb *testbed) *discordtest.Message { return tb.bob.Slash(tb.ch, command, opts...).Response() }
}

// said returns the answer to a message of Bob's in the channel.
func said(text string) func(*testbed) *discordtest.Message {
	return func(tb *testbed) *discordtest.Message {
		said := tb.bob.Say(tb.ch, "@Stackmate "+text)
		return tb.ch.WaitMessage(func(m *discordtest.Message) bool { return m.Reference == said.ID })
	}
}

// conversation is Bob's first day: the steps build on one another. He has Black.
var conversation = []mistake{
	{"no game yet", slashed("move", discordtest.Opt("move", "e5")),
		map[string][]string{"en": {"no running game", "/challenge"}, "de": {"keine laufende Partie", "/challenge"}}},
	{"nothing to accept", slashed("accept"),
		map[string][]string{"en": {"Nobody has challenged you", "/challenge"}, "de": {"Niemand hat dich herausgefordert", "/challenge"}}},
	{"alone", func(tb *testbed) *discordtest.Message {
		return tb.bob.Slash(tb.ch, "challenge", discordtest.Opt("opponent", tb.bob)).Response()
	}, map[string][]string{"en": {"You can't challenge yourself.", "You can't challenge yourself."}, "de": {"selbst", "jemand"}}},
	{"small talk", said("hello there, how does this work?"),
		map[string][]string{"en": {"Start a game with", "help"}, "de": {"verstehe", "/help"}}},
	{"nothing said", said(""), map[string][]string{"en": {"help"}, "de": {"/help"}}},
	{"wrong turn", func(tb *testbed) *discordtest.Message {
		tb.beginAgainst()
		return tb.bob.Slash(tb.ch, "move", discordtest.Opt("move", "e5")).Response()
	}, map[string][]string{"en": {"Alice's turn", "You'll be notified when you can move."}, "de": {"Alice", "am Zug", "Du bekommst Bescheid"}}},
	{"wrong notation", func(tb *testbed) *discordtest.Message {
		tb.move(tb.alice, "e4").Response()
		return tb.bob.Slash(tb.ch, "move", discordtest.Opt("move", "pawn to e5")).Response()
	}, map[string][]string{"en": {"“pawn to e5” is not a move in", "lists them all.", "moves"}, "de": {"„pawn to e5“", "sehen so aus", "/moves"}}},
	{"illegal", slashed("move", discordtest.Opt("move", "Ke7")),
		map[string][]string{"en": {"“Ke7” is not legal.", "Your own pawn"}, "de": {"„Ke7“", "Bauer"}}},
	{"opponent's piece", slashed("moves", discordtest.Opt("square", "e4")),
		map[string][]string{"en": {"e4", "Black"}, "de": {"e4", "Schwarz"}}},
	{"no such square", slashed("moves", discordtest.Opt("square", "z9")),
		map[string][]string{"en": {"z9", "Squares look like"}, "de": {"z9", "sehen so aus"}}},
	{"stale button", func(tb *testbed) *discordtest.Message {
		menu := tb.bob.Slash(tb.ch, "resign").Response()
		tb.move(tb.bob, "e5").Response()
		yes := menu.Buttons()[0].CustomID
		h := tb.bob.Click(menu, yes)
		told := h.Response()
		if now := menu.Now(); now.Text() != menu.Text() || len(now.Components) > 0 || !told.Ephemeral {
			tb.t.Errorf("a question that is out of date: %s", now)
		}
		return told
	}, map[string][]string{"en": {"That button is out of date, because game", "/board"}, "de": {"weitergegangen", "/board"}}},
	{"not a player", func(tb *testbed) *discordtest.Message {
		tb.carol.Slash(tb.ch, "challenge", discordtest.Opt("opponent", tb.alice), discordtest.Opt("variant", "orthodox")).Response()
		tb.alice.Slash(tb.ch, "accept").Response()
		return tb.bob.Slash(tb.ch, "move", discordtest.Opt("move", "a6"), discordtest.Opt("game", 2)).Response()
	}, map[string][]string{"en": {"You're not playing in game 2.", "/board", "games"}, "de": {"Partie 2", "/board", "games"}}},
	{"no such game", slashed("board", discordtest.Opt("game", 77)),
		map[string][]string{"en": {"no game 77", "games"}, "de": {"Partie 77", "games"}}},
	{"settings", said("settings threads:off"),
		map[string][]string{"en": {"Only people who can manage this server may do that.", "/settings"}, "de": {"verwalten", "nimm /settings"}}},
	{"closed DMs", func(tb *testbed) *discordtest.Message {
		tb.bob.Slash(tb.ch, "note", discordtest.Opt("text", "castle soon"), discordtest.Opt("game", 1)).Response()
		tb.bob.CloseDMs()
		before := len(tb.ch.Messages())
		tb.bob.Say(tb.ch, "@Stackmate #1 note")
		var told *discordtest.Message
		tb.eventually("Bob is told", func() bool {
			for _, m := range tb.ch.Messages()[before:] {
				if m.Notifies(tb.bob) && m.Author.IsBot() && m.Reference == "" {
					told = m
				}
			}
			return told != nil
		})
		return told
	}, map[string][]string{"en": {"could not send you a direct message", "use /note"}, "de": {"Direktnachricht", "nimm /note"}}},
	{"missing permission", func(tb *testbed) *discordtest.Message {
		tb.ch.Deny(discordgo.PermissionAttachFiles)
		tb.alice.Slash(tb.ch, "move", discordtest.Opt("move", "d4"), discordtest.Opt("game", 1)).Response()
		return tb.bob.Slash(tb.ch, "move", discordtest.Opt("move", "d6"), discordtest.Opt("game", 1)).Response()
	}, map[string][]string{"en": {"d6", "A moderator can grant them; until then I may be unable to show moves here.", "Attach Files", "A moderator can grant them; until then I may be unable to show moves here."}, "de": {"d6", "fehlen", "Attach Files", "geben"}}},
}

// beginAgainst begins a game with Alice as White.
func (tb *testbed) beginAgainst() {
	m := tb.alice.Slash(tb.ch, "challenge", discordtest.Opt("opponent", tb.bob), discordtest.Opt("variant", "orthodox"),
		discordtest.Opt("color", "white")).Response()
	tb.bob.Click(m, tb.button(m, map[bool]string{true: "Annehmen", false: "Accept"}[strings.HasPrefix(m.Buttons()[0].Label, "An")])).Response()
}

// quotedWord matches the first word in quotation marks.
var quotedWord = regexp.MustCompile(`[“„]([\pL]+)`)

// A newcomer makes every mistake, in English and in German: each is answered by
// sentences that say what to do next, and by nothing that only programmers read.
func TestNewcomer(t *testing.T) {
	for locale, language := range map[string]string{"en-US": "en", "de": "de"} {
		t.Run(language, func(t *testing.T) {
			tb := newTestbed(t).start()
			for _, u := range []*discordtest.User{tb.alice, tb.bob, tb.carol} {
				u.SetLocale(locale)
			}
			if language == "de" {
				boss := tb.srv.AddUser("Boss")
				tb.guild.Join(boss, discordgo.PermissionManageGuild)
				boss.Slash(tb.ch, "settings", discordtest.Opt("language", "de")).Response()
			}
			tb.bob.Slash(tb.ch, "games").Response() // so that his language is known
			for _, m := range conversation {
				answer := m.do(tb)
				text := strings.ReplaceAll(unescape(answer.Text()), "\u200b", "")
				for _, part := range m.says[language] {
					if !strings.Contains(text, part) {
						t.Errorf("%s: no %q in %q", m.name, part, text)
					}
				}
				for _, quoted := range quotedWord.FindAllStringSubmatch(text, -1) {
					if command.Find(command.Tree(), quoted[1]) != nil {
						t.Errorf("%s: a bare command in %q", m.name, text)
					}
				}
				if strings.ContainsAny(text, "{}") || strings.Contains(text, "error") || !strings.ContainsAny(text, ".!?") {
					t.Errorf("%s: %q", m.name, text)
				}
				if testing.Verbose() {
					t.Logf("%s: %s", m.name, text)
				}
			}
		})
	}
}

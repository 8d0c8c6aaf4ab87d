package discordtest

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
)

func TestCommandIsAnsweredWithPicture(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	startBot(t, p.srv)
	h := p.alice.Slash(p.ch, "echo", Opt("text", "hello"), Opt("to", p.bob), Opt("times", 3))
	m := h.Response()
	if want := "hello <@" + p.bob.ID + "> aka bob"; m.Content != want {
		t.Errorf("content %q, want %q", m.Content, want)
	}
	if b := m.Image(t).Bounds(); b.Dx() != 20 || b.Dy() != 10 {
		t.Errorf("picture of %v, want 20 by 10", b)
	}
	if h.Deferred() || h.Ephemeral() || m.Author != p.srv.Bot() {
		t.Errorf("deferred %v, ephemeral %v, author %v", h.Deferred(), h.Ephemeral(), m.Author)
	}
	if !slices.Equal(m.Notified, []string{p.bob.ID}) {
		t.Errorf("notified %v, want bob", m.Notified)
	}
	if len(p.ch.Messages()) != 1 || p.ch.Last().ID != m.ID {
		t.Errorf("channel has %v", p.ch.Messages())
	}
	answer, err := http.Get(m.Attachments[0].URL)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	if err != nil || string(data) != string(board(20, 10)) || answer.Header.Get("Content-Type") != "image/png" {
		t.Errorf("attachment by its link: %d bytes of %s, %v", len(data), answer.Header.Get("Content-Type"), err)
	}
}

func TestEphemeralAnswerIsNotInChannel(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	startBot(t, p.srv)
	h := p.alice.Slash(p.ch, "echo", Opt("text", "psst"), Opt("quiet", true))
	if m := h.Response(); !m.Ephemeral || !h.Ephemeral() {
		t.Errorf("not ephemeral: %s", m)
	}
	if len(p.ch.Messages()) != 0 {
		t.Errorf("channel shows %v", p.ch.Messages())
	}
	if msg := fatal(t, func(tb testing.TB) { p.srv.t = tb; p.bob.Click(h.Response(), "Accept") }); !strings.Contains(msg, "alice only") {
		t.Errorf("bob pressed alice's button: %q", msg)
	}
	p.srv.t = t
}

func TestDeferredAnswer(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	startBot(t, p.srv)
	h := p.alice.Slash(p.ch, "slow", Opt("quiet", true))
	if m := h.Response(); m.Content != "done" || !h.Deferred() || !m.Ephemeral || m.Flags&flagLoading != 0 {
		t.Errorf("answer %s, deferred %v, flags %d", m, h.Deferred(), m.Flags)
	}
	if m := h.Followup(0); m.Content != "and more" || m.Ephemeral {
		t.Errorf("follow-up %s", m)
	}
	if n := len(h.Followups()); n != 1 {
		t.Errorf("%d follow-ups", n)
	}
}

func TestComponents(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	startBot(t, p.srv)
	m := p.alice.Slash(p.ch, "echo", Opt("text", "x")).Response()
	if len(m.Buttons()) != 2 || m.Button("Accept").CustomID != "yes" || m.Button("none") != nil || len(m.SelectMenus()) != 1 {
		t.Fatalf("components %+v", m.Components)
	}
	if msg := fatal(t, func(tb testing.TB) { p.srv.t = tb; p.bob.Click(m, "Never") }); !strings.Contains(msg, "disabled") {
		t.Errorf("disabled button: %q", msg)
	}
	if msg := fatal(t, func(tb testing.TB) { p.srv.t = tb; p.bob.Select(m, "Which?", "Three") }); !strings.Contains(msg, "no option") {
		t.Errorf("absent option: %q", msg)
	}
	p.srv.t = t
	h := p.bob.Select(m, "Which?", "Two")
	if got := h.Response(); got.Content != "pressed pick 2" || got.ID != m.ID || !got.Edited || !h.Updated() {
		t.Errorf("after the menu: %s", got)
	}
	// discordgo writes null for components that are not named, and null takes them away
	if n := len(m.Now().Buttons()); n != 0 {
		t.Errorf("%d buttons are left", n)
	}
	if got := p.bob.ClickStale(m, "Accept").Response(); got.Content != "pressed yes" {
		t.Errorf("after the button: %s", got)
	}
}

func TestModal(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	startBot(t, p.srv)
	modal := p.alice.Slash(p.ch, "form").Modal()
	if modal.Title != "Form" || len(modal.Inputs()) != 1 {
		t.Fatalf("modal %+v", modal)
	}
	if m := p.alice.SubmitModal(modal, map[string]string{"Text": "typed"}).Response(); m.Content != "form says typed" {
		t.Errorf("answer %s", m)
	}
}

func TestAutocompleteAndSubcommands(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	startBot(t, p.srv)
	if got := p.alice.Autocomplete(p.ch, "move", "move", "N"); len(got) != 1 || got[0].Name != "Ng3" || got[0].Value != "Ng3" {
		t.Errorf("choices %v", got)
	}
	if m := p.alice.Slash(p.ch, "draw offer", Opt("why", "Tired")).Response(); m.Content != "draw offer tired" {
		t.Errorf("answer %s", m)
	}
	if m := p.alice.Slash(p.ch, "draw claim").Response(); m.Content != "draw claim" {
		t.Errorf("answer %s", m)
	}
}

func TestClientRefusesWhatItWouldNotSend(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	startBot(t, p.srv)
	carol := p.srv.AddUser("carol")
	p.guild.Join(carol, discordgo.PermissionManageGuild)
	for want, do := range map[string]func(){
		"no such command":        func() { p.alice.Slash(p.ch, "nothing") },
		"subcommand is missing":  func() { p.alice.Slash(p.ch, "draw") },
		"no subcommand":          func() { p.alice.Slash(p.ch, "draw up") },
		`"text" is required`:     func() { p.alice.Slash(p.ch, "echo") },
		"no option":              func() { p.alice.Slash(p.ch, "echo", Opt("text", "x"), Opt("zzz", 1)) },
		"does not take":          func() { p.alice.Slash(p.ch, "echo", Opt("text", 1)) },
		"none of its choices":    func() { p.alice.Slash(p.ch, "draw offer", Opt("why", "Happy")) },
		"needs permissions":      func() { p.alice.Slash(p.ch, "config") },
		"neither in this place":  func() { p.alice.Slash(p.srv.AddPrivateChannel(p.alice, p.bob), "echo", Opt("text", "x")) },
		"not for context":        func() { carol.InstallApp(); carol.Slash(p.srv.AddPrivateChannel(carol, p.bob), "slow") },
		"has no autocomplete":    func() { p.alice.Autocomplete(p.ch, "echo", "text", "x") },
		"cannot write in":        func() { p.ch.Deny(discordgo.PermissionSendMessages, p.bob); p.bob.Say(p.ch, "x") },
		"no permission to use c": func() { p.ch.Deny(discordgo.PermissionViewChannel, p.bob); p.bob.Slash(p.ch, "slow") },
	} {
		msg := fatal(t, func(tb testing.TB) { p.srv.t = tb; do() })
		p.srv.t = t
		if !strings.Contains(msg, want) {
			t.Errorf("got %q, want %q", msg, want)
		}
	}
	if m := carol.Slash(p.ch, "config").Response(); m.Content != "config" {
		t.Errorf("answer %s", m)
	}
}

func TestContexts(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	b := startBot(t, p.srv)
	got := make(chan *discordgo.InteractionCreate, 3)
	b.AddHandler(func(_ *discordgo.Session, i *discordgo.InteractionCreate) { got <- i })

	p.alice.Slash(p.ch, "echo", Opt("text", "x")).Response()
	i := <-got
	if i.Member == nil || i.User != nil || i.Context != 0 || i.AuthorizingIntegrationOwners[0] != p.guild.ID || i.Member.Permissions == 0 || i.AppPermissions == 0 {
		t.Errorf("in a guild: %+v", i.Interaction)
	}
	p.alice.Slash(p.alice.DM(), "echo", Opt("text", "x")).Response()
	i = <-got
	if i.Member != nil || i.User.ID != p.alice.ID || i.Context != 1 || i.AuthorizingIntegrationOwners[0] != "0" || i.GuildID != "" {
		t.Errorf("in the bot's DM: %+v", i.Interaction)
	}
	p.alice.InstallApp()
	private := p.srv.AddPrivateChannel(p.alice, p.bob)
	p.alice.Slash(private, "echo", Opt("text", "x")).Response()
	i = <-got
	if i.User.ID != p.alice.ID || i.Context != 2 || i.AuthorizingIntegrationOwners[1] != p.alice.ID {
		t.Errorf("in another DM: %+v", i.Interaction)
	}
	if private.Last() == nil {
		t.Error("the answer is not in the private channel")
	}
}

func TestMessagesAreStrippedUnlessTheyAreForTheBot(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	b := startBot(t, p.srv)
	p.alice.Say(p.ch, "not for you")
	m := p.alice.Say(p.ch, "@Stackmate N2g3")
	if m.Content != "<@"+p.srv.BotID+"> N2g3" {
		t.Errorf("spelled %q", m.Content)
	}
	got := p.ch.WaitText("heard: ")
	if got.Content != "heard: "+m.Content || got.Reference != m.ID {
		t.Errorf("answer %s to %s", got, got.Reference)
	}
	if len(got.Notified) != 0 {
		t.Errorf("notified %v though nobody is allowed", got.Notified)
	}
	p.bob.Reply(got, "reply")
	p.ch.WaitText("heard: reply")
	p.bob.SayDirect("in private")
	p.bob.DM().WaitText("heard: in private")
	for _, m := range p.ch.Messages() {
		if strings.Contains(m.Content, "heard: not for you") {
			t.Errorf("the bot saw %s", m)
		}
	}
	if n := b.count("MESSAGE_CREATE"); n < 4 {
		t.Errorf("%d messages arrived", n)
	}
}

package discordtest

import (
	"bytes"
	"image"
	"image/png"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
)

// redirect sends what is for discord.com to the server of the test.
type redirect struct{ to *url.URL }

func (r redirect) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.URL.Scheme, req.URL.Host, req.Host = r.to.Scheme, r.to.Host, r.to.Host
	return http.DefaultTransport.RoundTrip(req)
}

// client is an unmodified session of discordgo that talks to the server.
func client(t *testing.T, srv *Server) *discordgo.Session {
	t.Helper()
	s, err := discordgo.New("Bot " + srv.Token)
	if err != nil {
		t.Fatal(err)
	}
	to, err := url.Parse(srv.URL)
	if err != nil {
		t.Fatal(err)
	}
	s.Client = &http.Client{Transport: redirect{to}, Timeout: 20 * time.Second}
	s.StateEnabled = false
	s.LogLevel = -1
	s.MaxRestRetries = 1
	s.Identify.Intents = discordgo.IntentsGuilds | discordgo.IntentsGuildMessages | discordgo.IntentsDirectMessages
	return s
}

// echoBot is a small bot: it answers commands, buttons, menus and mentions, each in its own way.
type echoBot struct {
	*discordgo.Session
	t   *testing.T
	srv *Server

	mu   sync.Mutex
	seen []string // events, in order of arrival
}

func (b *echoBot) note(event string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.seen = append(b.seen, event)
}

func (b *echoBot) count(event string) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := 0
	for _, e := range b.seen {
		if e == event {
			n++
		}
	}
	return n
}

var echoCommands = []*discordgo.ApplicationCommand{
	{Name: "echo", Description: "say it again", Options: []*discordgo.ApplicationCommandOption{
		{Type: discordgo.ApplicationCommandOptionString, Name: "text", Description: "what", Required: true},
		{Type: discordgo.ApplicationCommandOptionUser, Name: "to", Description: "to whom"},
		{Type: discordgo.ApplicationCommandOptionInteger, Name: "times", Description: "how often"},
		{Type: discordgo.ApplicationCommandOptionBoolean, Name: "quiet", Description: "only for you"},
	}, Contexts: &[]discordgo.InteractionContextType{0, 1, 2}, IntegrationTypes: &[]discordgo.ApplicationIntegrationType{0, 1}},
	{Name: "slow", Description: "answer later", Options: []*discordgo.ApplicationCommandOption{
		{Type: discordgo.ApplicationCommandOptionBoolean, Name: "quiet", Description: "only for you"},
	}},
	{Name: "silent", Description: "never answer"},
	{Name: "form", Description: "open a modal"},
	{Name: "move", Description: "make a move", Options: []*discordgo.ApplicationCommandOption{
		{Type: discordgo.ApplicationCommandOptionString, Name: "move", Description: "the move", Required: true, Autocomplete: true},
	}},
	{Name: "draw", Description: "draws", Options: []*discordgo.ApplicationCommandOption{
		{Type: discordgo.ApplicationCommandOptionSubCommand, Name: "offer", Description: "offer one", Options: []*discordgo.ApplicationCommandOption{
			{Type: discordgo.ApplicationCommandOptionString, Name: "why", Description: "reason", Choices: []*discordgo.ApplicationCommandOptionChoice{
				{Name: "Tired", Value: "tired"}, {Name: "Bored", Value: "bored"},
			}},
		}},
		{Type: discordgo.ApplicationCommandOptionSubCommand, Name: "claim", Description: "claim one"},
	}},
	{Name: "config", Description: "for managers", DefaultMemberPermissions: ptr(int64(discordgo.PermissionManageGuild))},
}

func ptr[T any](v T) *T { return &v }

// startBot registers the commands, opens the session and closes it again when the test ends.
func startBot(t *testing.T, srv *Server) *echoBot {
	t.Helper()
	b := &echoBot{Session: client(t, srv), t: t, srv: srv}
	b.AddHandler(func(_ *discordgo.Session, i *discordgo.InteractionCreate) {
		b.note("INTERACTION_CREATE")
		b.interaction(i)
	})
	b.AddHandler(func(_ *discordgo.Session, m *discordgo.MessageCreate) { b.note("MESSAGE_CREATE"); b.message(m) })
	b.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) { b.note("any " + e.Type) })
	if _, err := b.ApplicationCommandBulkOverwrite(srv.ApplicationID, "", echoCommands); err != nil {
		t.Fatal(err)
	}
	if err := b.Open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.Close() })
	srv.WaitReady()
	return b
}

func (b *echoBot) answer(i *discordgo.InteractionCreate, kind discordgo.InteractionResponseType, data *discordgo.InteractionResponseData) {
	if err := b.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{Type: kind, Data: data}); err != nil {
		b.note("error " + err.Error())
	}
}

func (b *echoBot) interaction(i *discordgo.InteractionCreate) {
	switch i.Type {
	case discordgo.InteractionMessageComponent:
		data := i.MessageComponentData()
		text := "pressed " + data.CustomID + " " + strings.Join(data.Values, "+")
		b.answer(i, discordgo.InteractionResponseUpdateMessage, &discordgo.InteractionResponseData{Content: text})
	case discordgo.InteractionModalSubmit:
		row := i.ModalSubmitData().Components[0].(*discordgo.ActionsRow)
		b.answer(i, 4, &discordgo.InteractionResponseData{Content: "form says " + row.Components[0].(*discordgo.TextInput).Value})
	case discordgo.InteractionApplicationCommandAutocomplete:
		part := i.ApplicationCommandData().Options[0].StringValue()
		b.answer(i, 8, &discordgo.InteractionResponseData{Choices: []*discordgo.ApplicationCommandOptionChoice{{Name: part + "g3", Value: part + "g3"}}})
	case discordgo.InteractionApplicationCommand:
		b.command(i)
	}
}

func (b *echoBot) command(i *discordgo.InteractionCreate) {
	data := i.ApplicationCommandData()
	var flags discordgo.MessageFlags
	if o := data.GetOption("quiet"); o != nil && o.BoolValue() {
		flags = discordgo.MessageFlagsEphemeral
	}
	switch data.Name {
	case "echo":
		r := &discordgo.InteractionResponseData{
			Content: data.GetOption("text").StringValue(), Flags: flags,
			Files: []*discordgo.File{{Name: "board.png", ContentType: "image/png", Reader: bytes.NewReader(board(20, 10))}},
			Components: []discordgo.MessageComponent{
				discordgo.ActionsRow{Components: []discordgo.MessageComponent{
					discordgo.Button{Label: "Accept", CustomID: "yes"}, discordgo.Button{Label: "Never", CustomID: "no", Disabled: true},
				}},
				discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.SelectMenu{
					CustomID: "pick", Placeholder: "Which?", Options: []discordgo.SelectMenuOption{{Label: "One", Value: "1"}, {Label: "Two", Value: "2"}},
				}}},
			},
			AllowedMentions: &discordgo.MessageAllowedMentions{},
		}
		if o := data.GetOption("to"); o != nil {
			u := o.UserValue(nil)
			r.Content += " <@" + u.ID + "> aka " + data.Resolved.Users[u.ID].Username
			r.AllowedMentions.Users = []string{u.ID}
		}
		b.answer(i, 4, r)
	case "slow":
		b.answer(i, 5, &discordgo.InteractionResponseData{Flags: flags})
		if _, err := b.InteractionResponseEdit(i.Interaction, &discordgo.WebhookEdit{Content: ptr("done")}); err != nil {
			b.note("error " + err.Error())
		}
		if _, err := b.FollowupMessageCreate(i.Interaction, true, &discordgo.WebhookParams{Content: "and more"}); err != nil {
			b.note("error " + err.Error())
		}
	case "form":
		b.answer(i, 9, &discordgo.InteractionResponseData{CustomID: "f", Title: "Form", Components: []discordgo.MessageComponent{
			discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.TextInput{CustomID: "in", Label: "Text", Style: 1, Required: true}}},
		}})
	case "silent":
	default:
		text := data.Name
		if len(data.Options) > 0 {
			text += " " + data.Options[0].Name
			for _, o := range data.Options[0].Options {
				text += " " + o.StringValue()
			}
		}
		b.answer(i, 4, &discordgo.InteractionResponseData{Content: text})
	}
}

func (b *echoBot) message(m *discordgo.MessageCreate) {
	if m.Author.ID == b.srv.BotID || m.Content == "" {
		return
	}
	_, err := b.ChannelMessageSendComplex(m.ChannelID, &discordgo.MessageSend{
		Content: "heard: " + m.Content, Reference: m.Reference(), AllowedMentions: &discordgo.MessageAllowedMentions{},
	})
	if err != nil {
		b.note("error " + err.Error())
	}
}

// board is an encoded PNG of this size.
func board(w, h int) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, w, h))); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// place is a server with a guild, a channel and two people in it.
type place struct {
	srv        *Server
	guild      *Guild
	ch         *Channel
	alice, bob *User
}

func newPlace(t testing.TB) place {
	t.Helper()
	p := place{srv: New(t)}
	p.srv.AnswerWithin = 30 * time.Second // on a busy machine
	p.guild = p.srv.AddGuild("club")
	p.ch = p.guild.AddChannel("chess")
	p.alice, p.bob = p.srv.AddUser("alice"), p.srv.AddUser("bob")
	p.guild.Join(p.alice)
	p.guild.Join(p.bob)
	return p
}

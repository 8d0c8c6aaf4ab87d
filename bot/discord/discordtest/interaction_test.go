package discordtest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
)

// waiting is a bot that hands its interactions over and answers none by itself.
func waiting(t *testing.T, p place) <-chan *discordgo.Interaction {
	t.Helper()
	s := client(t, p.srv)
	got := make(chan *discordgo.Interaction, 10)
	s.AddHandler(func(_ *discordgo.Session, i *discordgo.InteractionCreate) { got <- i.Interaction })
	if _, err := s.ApplicationCommandBulkOverwrite(p.srv.ApplicationID, "", echoCommands); err != nil {
		t.Fatal(err)
	}
	if err := s.Open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	p.srv.WaitReady()
	return got
}

func callbackPath(i *discordgo.Interaction) string {
	return "/interactions/" + i.ID + "/" + i.Token + "/callback"
}

func webhookPath(srv *Server, i *discordgo.Interaction) string {
	return "/webhooks/" + srv.ApplicationID + "/" + i.Token
}

func TestUnansweredInteractionFailsTheTest(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	got := waiting(t, p)
	rec := &recorder{TB: t}
	p.srv.t, p.srv.AnswerWithin = rec, 3*time.Second
	h := p.alice.Slash(p.ch, "slow")
	i := <-got
	p.srv.Advance(p.srv.AnswerWithin)
	if h.Answered() {
		t.Error("an answer that was never given")
	}
	if status, answer := raw(t, p.srv, "POST", callbackPath(i), object{"type": 5}); status != 404 || answer["code"] != 10062.0 {
		t.Errorf("late answer: %d %v", status, answer)
	}
	p.srv.mu.Lock()
	p.srv.t = t
	p.srv.mu.Unlock()
	if len(rec.errors) != 1 || !strings.Contains(rec.errors[0], "/slow of alice: not answered within 3 s") {
		t.Errorf("errors %q", rec.errors)
	}
}

func TestOutageExcusesAMissingAnswer(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	got := waiting(t, p)
	h := p.alice.Slash(p.ch, "slow")
	p.srv.FailNext(1, "POST", "/callback", Fault{Status: 500})
	if status, _ := raw(t, p.srv, "POST", callbackPath(<-got), object{"type": 5}); status != 500 {
		t.Errorf("status %d", status)
	}
	p.srv.Advance(p.srv.AnswerWithin)
	if h.Answered() || len(p.srv.Violations()) != 0 {
		t.Errorf("violations %v", p.srv.Violations())
	}
}

func TestAnswerRules(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	got := waiting(t, p)
	p.alice.Slash(p.ch, "slow")
	i := <-got
	for kind, why := range map[int]string{6: "type 6", 7: "type 7", 8: "type 8"} {
		wantViolation(t, p.srv, why, func() (int, map[string]any) {
			return raw(t, p.srv, "POST", callbackPath(i), object{"type": kind, "data": object{"choices": []any{}}})
		})
	}
	status, answer := raw(t, p.srv, "POST", callbackPath(i)+"?with_response=true", object{"type": 5, "data": object{"flags": 64}})
	about, _ := answer["interaction"].(map[string]any)
	if status != 200 || about["response_message_id"] == nil || about["response_message_ephemeral"] != true {
		t.Errorf("with_response: %d %v", status, answer)
	}
	wantViolation(t, p.srv, "answered twice", func() (int, map[string]any) {
		return raw(t, p.srv, "POST", callbackPath(i), object{"type": 4, "data": object{"content": "x"}})
	})
	wantViolation(t, p.srv, "fixed when it was deferred", func() (int, map[string]any) {
		return raw(t, p.srv, "POST", webhookPath(p.srv, i), object{"content": "x", "flags": 0})
	})
	original := webhookPath(p.srv, i) + "/messages/@original"
	if status, answer := raw(t, p.srv, "PATCH", original, object{"content": "x"}); status != 200 || answer["content"] != "x" {
		t.Errorf("edit: %d %v", status, answer)
	}
	if status, answer := raw(t, p.srv, "GET", original, nil); status != 200 || answer["id"] != about["response_message_id"] {
		t.Errorf("get: %d %v", status, answer)
	}
	if status, _ := raw(t, p.srv, "DELETE", original, nil); status != 204 {
		t.Errorf("delete: %d", status)
	}
	p.srv.Advance(15 * time.Minute)
	if status, answer := raw(t, p.srv, "POST", webhookPath(p.srv, i), object{"content": "x"}); status != 401 || answer["code"] != 50027.0 {
		t.Errorf("after 15 minutes: %d %v", status, answer)
	}
}

func TestUserInstallHasFiveFollowups(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	got := waiting(t, p)
	p.alice.InstallApp()
	h := p.alice.Slash(p.srv.AddPrivateChannel(p.alice, p.bob), "echo", Opt("text", "x"))
	i := <-got
	raw(t, p.srv, "POST", callbackPath(i), object{"type": 4, "data": object{"content": "x"}})
	for n := range 5 {
		if status, answer := raw(t, p.srv, "POST", webhookPath(p.srv, i), object{"content": fmt.Sprint(n)}); status != 200 {
			t.Errorf("follow-up %d: %d %v", n, status, answer)
		}
	}
	wantViolation(t, p.srv, "more than 5", func() (int, map[string]any) {
		return raw(t, p.srv, "POST", webhookPath(p.srv, i), object{"content": "x"})
	})
	if n := len(h.Followups()); n != 5 {
		t.Errorf("%d follow-ups", n)
	}
}

func TestAutocompleteLimit(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	got := waiting(t, p)
	choices := make(chan []Choice, 1)
	go func() { choices <- p.alice.Autocomplete(p.ch, "move", "move", "N") }()
	i := <-got
	data := func(n int) object {
		return object{"type": 8, "data": object{"choices": repeated(n, func(i int) object { return object{"name": fmt.Sprint(i), "value": "v"} })}}
	}
	wantViolation(t, p.srv, "26 choices", func() (int, map[string]any) { return raw(t, p.srv, "POST", callbackPath(i), data(26)) })
	if status, answer := raw(t, p.srv, "POST", callbackPath(i), data(25)); status != 204 {
		t.Errorf("at the limit: %d %v", status, answer)
	}
	if n := len(<-choices); n != 25 {
		t.Errorf("%d choices", n)
	}
}

func TestContextMenus(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	got := waiting(t, p)
	raw(t, p.srv, "PUT", "/applications/"+p.srv.ApplicationID+"/commands", []object{{"name": "Challenge", "type": 2}, {"name": "Show", "type": 3}})
	p.alice.UserCommand(p.ch, "Challenge", p.bob)
	i := <-got
	if data := i.ApplicationCommandData(); data.TargetID != p.bob.ID || data.Resolved.Users[p.bob.ID].Username != "bob" {
		t.Errorf("data %+v", data)
	}
	raw(t, p.srv, "POST", callbackPath(i), object{"type": 5})
	m := p.bob.Say(p.ch, "look")
	p.alice.MessageCommand(m, "Show")
	i = <-got
	if data := i.ApplicationCommandData(); data.TargetID != m.ID || data.Resolved.Messages[m.ID].Content != "look" {
		t.Errorf("data %+v", data)
	}
	raw(t, p.srv, "POST", callbackPath(i), object{"type": 5})
}

package main

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stackmate/bot/discord/discordtest"
)

// TestInteractionsConfig checks what is said about a bot that would hear nothing.
func TestInteractionsConfig(t *testing.T) {
	key := strings.Repeat("0f", 32)
	for text, want := range map[string]string{
		"discord: {token: given, interactions: {listen: 127.0.0.1:8083}}":                          "",
		"discord: {token: given, gateway: off, interactions: {listen: 127.0.0.1:8083}}":            "",
		"discord: {token: given, gateway: on}":                                                     "",
		"discord: {token: given, interactions: {listen: 127.0.0.1:8083, public_key: " + key + "}}": "",
		"discord: {token: given, gateway: off}":                                                    "the bot would hear nothing",
		"discord: {token: given, gateway: perhaps}":                                                "line 1: \"perhaps\" is not on or off",
		"discord: {token: given, interactions: {public_key: " + key + "}}":                         "discord.interactions.listen is not",
		"discord: {token: given, interactions: {listen: 127.0.0.1:8083, public_key: 0f}}":          "line 1: \"0f\" is not the Public Key of General Information",
		"discord: {token: given, interactions: {listen: nonsense}}":                                "line 1: \"nonsense\" is not a host and a port",
		"discord: {token: given, interactions: {port: 8083}}":                                      "line 1: unknown key port",
		"{discord: {interactions: {listen: 127.0.0.1:8083}}, email: {address: chess@example.org}}": "there is no token",
	} {
		file := filepath.Join(t.TempDir(), "config.yaml")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := loadConfig(file, func(string) string { return "" })
		if err == nil {
			err = c.check()
		}
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, not %q", text, err, want)
		}
	}
}

// TestServeOverHTTP runs a bot without a gateway: it is ready once Discord has asked it whether it works, plays, and counts
// what it has refused.
func TestServeOverHTTP(t *testing.T) {
	srv := discordtest.New(t)
	srv.Timeout, srv.AnswerWithin = 20*time.Second, 15*time.Second
	health, listen := freeAddress(t), freeAddress(t)
	config := configFor(srv, filepath.Join(t.TempDir(), "games.db"), "  gateway: off\n  interactions:\n    listen: "+listen+"\nhealth:\n  listen: "+health+"\n")
	p := spawn(t, config)
	p.says("discord: ready")
	ready := func() string {
		answer, err := http.Get("http://" + health + "/ready")
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(body)
	}
	if text := ready(); !strings.Contains(text, "the developer portal has no Interactions Endpoint URL") {
		t.Errorf("before: %s", text)
	}
	if err := srv.SetEndpoint("http://" + listen + "/any/path"); err != nil {
		t.Fatal(err)
	}
	if text := ready(); !strings.Contains(text, `"ok":true,"checks"`) || !strings.Contains(text, "discord interactions") {
		t.Errorf("then: %s", text)
	}
	guild := srv.AddGuild("Club")
	alice := srv.AddUser("Alice")
	guild.Join(alice)
	channel := guild.AddChannel("games")
	if m := alice.Slash(channel, "games").Response(); m.Text() == "" {
		t.Error("no answer")
	}
	if a, err := srv.Post("http://"+listen, srv.LastSent(), time.Now(), srv.Sign); err != nil || a.Status != http.StatusConflict {
		t.Errorf("sent again: %d, %v", a.Status, err)
	}
	list := scraped(t, health)
	for result, want := range map[string]string{"accepted": "1", "ping": "1", "forged": "1", "replayed": "1", "old": "0"} {
		if got := value(list, "stackmate_discord_http_requests_total", "result", result); got != want {
			t.Errorf("%s is %q, not %s", result, got, want)
		}
	}
}

package main

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"
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
		checkConfig(t, text, want)
	}
}

// TestServeOverHTTP runs a bot without a gateway: it is ready once Discord has asked it whether it works, plays, and counts
// what it has refused.
func TestServeOverHTTP(t *testing.T) {
	srv := newDiscord(t)
	health, listen := freeAddress(t), freeAddress(t)
	config := configFor(srv, filepath.Join(t.TempDir(), "games.db"), "  gateway: off\n  interactions:\n    listen: "+listen+"\nhealth:\n  listen: "+health+"\n")
	p := spawn(t, config)
	p.says("discord: ready")
	ready := func() string {
		return get(t, http.DefaultClient, "http://"+health+"/ready")
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

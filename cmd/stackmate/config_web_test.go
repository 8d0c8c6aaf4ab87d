package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWebConfig checks what is said about pages that players could not use.
func TestWebConfig(t *testing.T) {
	for text, want := range map[string]string{
		"":                                     "",
		"web: {listen: 127.0.0.1:8082}":        "",
		"web: {listen: \"[::1]:8082\"}":        "",
		"web: {listen: 0.0.0.0:8082}":          "web.public_url is missing",
		"web: {public_url: https://a.example}": "web.listen is not",
		"web: {listen: 127.0.0.1:8082, public_url: https://a.example/chess}": "",
		"web: {listen: 127.0.0.1:8082, public_url: http://a.example}":        "must begin with https://",
		"web: {listen: 127.0.0.1:8082, public_url: \"https://a.example?x\"}": "more than a host and a path",
		"web: {listen: 127.0.0.1:8082, public_url: http://localhost:9}":      "",
		"web: {listen: nonsense}":     "line 2: \"nonsense\" is not a host and a port",
		"web: {public_url: nonsense}": "line 2: \"nonsense\" is not a URL",
		"web: {port: 8082}":           "line 2: unknown key port",
	} {
		checkConfig(t, "discord: {token: given}\n"+text, want)
	}
	for public, want := range map[string]string{
		"https://a.example/chess/": "https://a.example/chess", "https://A.Example:443": "https://a.example", "https://a.example:8443/": "https://a.example:8443",
		"https://schäch.example": "https://xn--schch-ira.example", "http://[::1]:80": "http://[::1]", "http://localhost:8080": "http://localhost:8080", "": "http://127.0.0.1:8082",
	} {
		c := webConfig{Listen: "127.0.0.1:8082", PublicURL: baseURL(public)}
		if got := c.link(); got != want {
			t.Errorf("with %s links begin with %s, not %s", public, got, want)
		}
	}
}

// checkConfig checks that a configuration is refused with a text that has a part, or accepted if that is empty.
func checkConfig(t *testing.T, text, want string) {
	t.Helper()
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

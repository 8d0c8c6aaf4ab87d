package main

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

const exampleConfig = "../../config.example.yaml"

// TestExampleConfig checks that the example configuration has the default values and
// documents every key.
func TestExampleConfig(t *testing.T) {
	nothing := func(string) string { return "" }
	example, err := loadConfig(exampleConfig, nothing)
	if err != nil {
		t.Fatal(err)
	}
	empty := filepath.Join(t.TempDir(), "empty.yaml")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	usual, err := loadConfig(empty, nothing)
	if err != nil || !reflect.DeepEqual(example, usual) {
		t.Errorf("the example means %+v, nothing means %+v (%v)", example, usual, err)
	}
	text, err := os.ReadFile(exampleConfig)
	if err != nil {
		t.Fatal(err)
	}
	documented(t, text, reflect.TypeFor[config](), "")
}

// documented checks that every key of a struct has a comment above it.
func documented(t *testing.T, text []byte, of reflect.Type, indent string) {
	t.Helper()
	for i := range of.NumField() {
		f := of.Field(i)
		if !f.IsExported() { // no key
			continue
		}
		key, inline, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		if inline == "inline" {
			documented(t, text, f.Type, indent)
			continue
		}
		comment := indent + "#.*\n"
		if f.Type.Kind() == reflect.Struct || strings.HasSuffix(key, "_file") { // explained inside, or with what it stands in for
			comment = ""
		}
		if !regexp.MustCompile("(?m)^" + comment + indent + key + ":").Match(text) {
			t.Errorf("%s%s is not documented", indent, key)
		}
		if f.Type.Kind() == reflect.Struct {
			documented(t, text, f.Type, indent+"  ")
		}
	}
}

// TestSecret takes a token from each place that may have it.
func TestSecret(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "token.txt")
	if err := os.WriteFile(file, []byte("  from file\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	marked := filepath.Join(dir, "marked.txt")
	if err := os.WriteFile(marked, []byte("\ufefffrom windows\r\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ yaml, env, want string }{
		{"token: given", "", "given"},
		{"token: given", "from env\n", "from env"},
		{"token_file: " + file, "", "from file"},
		{"token_file: " + file, "from env", "from env"},
		{"token: given\n  token_file: " + file, "from env", "from env"},
		{"token: ''", "", ""},
		{"token_file: " + file, " \n", "from file"},
		{"token: given", "\t", "given"},
		{"token_file: " + marked, "", "from windows"},
		{"token_file: " + marked, "\ufefffrom env\u200b", "from env"},
	} {
		path := filepath.Join(dir, "config.yaml")
		if err := os.WriteFile(path, []byte("discord:\n  "+tt.yaml+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := loadConfig(path, func(key string) string { return map[string]string{"STACKMATE_DISCORD_TOKEN": tt.env}[key] })
		if err != nil || c.Discord.Token != tt.want {
			t.Errorf("%q with %q in the environment: %q, want %q (%v)", tt.yaml, tt.env, c.Discord.Token, tt.want, err)
		}
	}
}

// TestStrangeSecrets checks that a secret that is not one line of text is refused, from
// every place, and not shown.
func TestStrangeSecrets(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"two lines": "sesame\nsesame", "UTF-16": "\xff\xfes\x00e\x00s\x00", "no text": "ses\xffame", "nothing": "\ufeff\n"} {
		file, path := filepath.Join(dir, "secret.txt"), filepath.Join(dir, "config.yaml")
		if err := errors.Join(os.WriteFile(file, []byte(text), 0o600), os.WriteFile(path, []byte("discord:\n  token_file: "+file+"\n"), 0o600)); err != nil {
			t.Fatal(err)
		}
		_, err := loadConfig(path, func(string) string { return "" })
		var usage usageError
		if !errors.As(err, &usage) || strings.Contains(err.Error(), "ses") || !strings.Contains(err.Error(), "discord.token_file") {
			t.Errorf("%s in the file: %v", name, err)
		}
		if name == "nothing" {
			continue
		}
		_, err = loadConfig(path, func(key string) string { return map[string]string{"STACKMATE_DISCORD_TOKEN": text}[key] })
		if !errors.As(err, &usage) || strings.Contains(err.Error(), "ses") || !strings.Contains(err.Error(), "STACKMATE_DISCORD_TOKEN") {
			t.Errorf("%s in the environment: %v", name, err)
		}
	}
}

// TestHealthKnowsNoProxy checks that the health command asks the bot without a proxy.
func TestHealthKnowsNoProxy(t *testing.T) {
	if os.Getenv("STACKMATE_TEST_HEALTH") != "" { // a process of its own: proxies are looked up once
		if err := (&healthCmd{Config: os.Getenv("STACKMATE_TEST_HEALTH")}).Run(t.Context(), streams{out: io.Discard}); err != nil {
			t.Error(err)
		}
		return
	}
	const ours = "0.0.0.0:1" // here, and nobody listens; for an address of the loopback Go asks no proxy anyway
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "ok") }))
	defer proxy.Close()
	path := filepath.Join(t.TempDir(), "config.yaml")
	if err := os.WriteFile(path, []byte("health:\n  listen: "+ours+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestHealthKnowsNoProxy$")
	c.Env = append(os.Environ(), "STACKMATE_TEST_HEALTH="+path, "HTTP_PROXY="+proxy.URL, "http_proxy="+proxy.URL, "NO_PROXY=", "no_proxy=")
	if out, err := c.CombinedOutput(); err == nil || !strings.Contains(string(out), "nothing answers at ") {
		t.Errorf("a proxy answered for the bot: %v\n%s", err, out)
	}
}

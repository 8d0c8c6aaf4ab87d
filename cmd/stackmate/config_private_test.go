package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// keysOf returns the keys of a document that have a single value.
func keysOf(n *yaml.Node, path string) (keys []string) {
	if n.Kind == yaml.DocumentNode {
		return keysOf(n.Content[0], path)
	}
	if n.Kind != yaml.MappingNode {
		return []string{strings.TrimPrefix(path, ".")}
	}
	for i := 0; i < len(n.Content); i += 2 {
		keys = append(keys, keysOf(n.Content[i+1], path+"."+n.Content[i].Value)...)
	}
	return keys
}

// at returns a document in which one key has a value.
func at(key, value string) string {
	var b strings.Builder
	parts := strings.Split(key, ".")
	for i, part := range parts {
		fmt.Fprintf(&b, "%s%s:", strings.Repeat("  ", i), part)
		if i == len(parts)-1 {
			fmt.Fprintf(&b, " %s", value)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// TestMisplacedToken checks that a token in the wrong place is never shown, neither
// Discord's nor another.
func TestMisplacedToken(t *testing.T) {
	example, err := os.ReadFile(exampleConfig)
	if err != nil {
		t.Fatal(err)
	}
	var document yaml.Node
	if err := yaml.Unmarshal(example, &document); err != nil {
		t.Fatal(err)
	}
	keys := keysOf(&document, "")
	if len(keys) < 25 {
		t.Fatalf("only the keys %q", keys)
	}
	tokens := map[string]string{
		"Discord's": strings.Repeat("MTIz", 6) + ".GhIjKl." + strings.Repeat("x_Y-", 9),
		"another":   "discordtest.1573784158923128832.secret",
	}
	path := filepath.Join(t.TempDir(), "config.yaml")
	for name, token := range tokens {
		load := func(text string) error {
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := loadConfig(path, func(string) string { return "" })
			if err != nil && strings.Contains(err.Error(), token[:15]) {
				t.Errorf("%s token in\n%s%v", name, text, err)
			}
			return err
		}
		for _, key := range keys {
			err := load(at(key, token))
			if name == "Discord's" && (err == nil) != (key == "discord.token") {
				t.Errorf("%s may be a token: %v", key, err)
			}
			for _, form := range []string{"[%s]", "'%s', x", "{%s: 1}", "\"%s", "!!int %s", "*%s"} {
				load(at(key, fmt.Sprintf(form, token)))
			}
		}
		for _, form := range []string{"%s: 1", "discord:\n  %s: 1", "discord:\n  %s", "discord: %s", "%s", "database: x\n%[1]s: 1\n%[1]s: 2"} {
			if load(fmt.Sprintf(form, token)) == nil {
				t.Errorf("%q is taken", form)
			}
		}
	}
}

// TestExposedSecrets checks the warnings about secrets that others can read.
func TestExposedSecrets(t *testing.T) {
	dir := t.TempDir()
	file, path := filepath.Join(dir, "token.txt"), filepath.Join(dir, "config.yaml")
	for _, tt := range []struct {
		config         string
		fileMode, mode os.FileMode
		warning        string
	}{
		{"discord:\n  token: sesame\n", 0o600, 0o644, "others can read discord.token: chmod 600 " + path},
		{"discord:\n  token: sesame\n", 0o600, 0o600, ""},
		{"discord:\n  token_file: " + file + "\n", 0o640, 0o644, "others can read discord.token_file: chmod 600 " + file},
		{"discord:\n  token_file: " + file + "\n", 0o600, 0o644, ""},
		{"database: x.db\n", 0o600, 0o644, ""},
		{"email:\n  smtp:\n    password_file: " + file + "\n", 0o604, 0o600, "others can read email.smtp.password_file"},
	} {
		for name, mode := range map[string]os.FileMode{file: tt.fileMode, path: tt.mode} {
			text := "sesame\n"
			if name == path {
				text = tt.config
			}
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(name, mode); err != nil {
				t.Fatal(err)
			}
		}
		c, err := loadConfig(path, func(string) string { return "" })
		if err != nil {
			t.Fatal(err)
		}
		warnings := strings.Join(c.exposed, "\n")
		if !strings.Contains(warnings, tt.warning) || (tt.warning == "") != (warnings == "") {
			t.Errorf("%q (%o) with a file of %o: %q", tt.config, tt.mode, tt.fileMode, warnings)
		}
	}
	bySystemd := func(name string) string {
		return map[string]string{"CREDENTIALS_DIRECTORY": dir}[name]
	}
	if err := os.Chmod(file, 0o640); err != nil {
		t.Fatal(err)
	}
	if c, err := loadConfig(path, bySystemd); err != nil || len(c.exposed) > 0 {
		t.Errorf("a credential of systemd's: %v %v", c.exposed, err)
	}
}

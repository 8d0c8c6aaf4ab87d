package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestInitMonitoring writes the files for Prometheus without a token, and into a folder where a bot
// is set up already. It overwrites nothing.
func TestInitMonitoring(t *testing.T) {
	tests := []struct{ how, target, listen string }{
		{"", "127.0.0.1:8080", "127.0.0.1:8080"},
		{"systemd", "127.0.0.1:8080", "127.0.0.1:8080"},
		{"compose", "stackmate:8080", "0.0.0.0:8080"},
	}
	for _, tt := range tests {
		t.Run("how "+tt.how, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "config.yaml"), []byte("mine"), 0o600); err != nil {
				t.Fatal(err)
			}
			args := []string{dir, "--monitoring"}
			if tt.how != "" {
				args = append(args, "--how", tt.how)
			}
			status, out := runInit(t, "", args...)
			if status != 0 || strings.Contains(out, "oken") || !strings.Contains(out, "listen: "+tt.listen) {
				t.Fatalf("status %d:\n%s", status, out)
			}
			for name, want := range map[string]string{"prometheus.yml": `targets: ["` + tt.target + `"]`, "alerts.yml": "{{ $labels.", "dashboard.json": "{{verb}}"} {
				path := filepath.Join(dir, "monitoring", name)
				text, err := os.ReadFile(path)
				if err != nil || !strings.Contains(string(text), want) || !strings.Contains(out, name) {
					t.Errorf("%s: %v, or there is no %s", name, err, want)
				}
				if info, err := os.Stat(path); err == nil && runtime.GOOS != "windows" && info.Mode().Perm() != 0o644 {
					t.Errorf("%s has mode %v", name, info.Mode())
				}
			}
			if info, err := os.Stat(filepath.Join(dir, "monitoring")); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o755 {
				t.Errorf("Prometheus as another user cannot read the folder: %v, %v", info, err)
			}
			if text, err := os.ReadFile(filepath.Join(dir, "config.yaml")); err != nil || string(text) != "mine" {
				t.Errorf("the configuration became %q, %v", text, err)
			}
			if status, out := runInit(t, "", args...); status != exitUsage || !strings.Contains(out, "is there already") {
				t.Errorf("again: status %d:\n%s", status, out)
			}
		})
	}
	if status, out := runInit(t, "", t.TempDir(), "--monitoring", "--how", "cloud"); status != exitUsage || !strings.Contains(out, "compose, systemd or hand") {
		t.Errorf("status %d:\n%s", status, out)
	}
}

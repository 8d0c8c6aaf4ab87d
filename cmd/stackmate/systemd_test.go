package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestUnit checks the systemd unit: systemd understands it, and finds it hardened. A release carries the
// template itself, so it has nothing to fill in.
func TestUnit(t *testing.T) {
	text, err := templates.ReadFile("templates/stackmate.service.tmpl")
	if err != nil {
		t.Fatal(err)
	}
	unit := string(text)
	if strings.Contains(unit, "{{") {
		t.Error("the unit has something to fill in; .goreleaser.yaml puts it into the archives as it is")
	}
	for _, line := range []string{"StateDirectory=stackmate\n", "WorkingDirectory=/var/lib/stackmate\n", "ExecReload=kill -HUP $MAINPID\n", "ProtectSystem=strict\n"} {
		if !strings.Contains(unit, line) {
			t.Errorf("the unit lacks %s", line)
		}
	}
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("there is no systemd-analyze")
	}
	path := filepath.Join(t.TempDir(), "stackmate.service")
	program, err := os.Executable() // any that is there
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(unit, "/usr/local/bin/stackmate", program, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), analyze, "verify", "--man=no", path).CombinedOutput(); err != nil || strings.Contains(string(out), "stackmate.service") {
		t.Errorf("verify: %v\n%s", err, out)
	}
	out, err := exec.CommandContext(t.Context(), analyze, "security", "--offline=true", "--no-pager", path).CombinedOutput()
	found := regexp.MustCompile(`Overall exposure level for stackmate.service: ([0-9.]+)`).FindSubmatch(out)
	if err != nil || found == nil {
		t.Fatalf("security: %v\n%s", err, out)
	}
	const most = 1.5
	if level, err := strconv.ParseFloat(string(found[1]), 64); err != nil || level > most {
		t.Errorf("exposure level %s, more than %v:\n%s", found[1], most, out)
	}
}

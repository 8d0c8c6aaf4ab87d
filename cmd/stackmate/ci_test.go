package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestCISkipsAloud runs steps of .ci/run with a stand-in for go: a step whose service
// cannot be reached is skipped with a reason, any other failure is a failure, and nothing
// is silent.
func TestCISkipsAloud(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("there is no bash")
	}
	const lookup = `go: honnef.co/go/tools@v0.8.2: Get "https://proxy.example/x": dial tcp: lookup proxy.example: server misbehaving`
	installs := func(program string) string {
		return "case $1 in install) for p in staticcheck govulncheck; do printf '#!/bin/sh\n" + program + "\n' >$GOBIN/$p; chmod +x $GOBIN/$p; done;; esac"
	}
	for name, tt := range map[string]struct {
		step, stub string
		fails      bool
		says       string
	}{
		"no modules":                 {"staticcheck", "echo '" + lookup + "' >&2; exit 1", false, "SKIPPED staticcheck: " + lookup},
		"modules off":                {"govulncheck", "echo 'go: module lookup disabled by GOPROXY=off' >&2; exit 1", false, "SKIPPED govulncheck: go: module lookup"},
		"a proxy that refuses":       {"tidy", "echo 'go: reading https://proxy.example/x: 403 Forbidden' >&2; exit 1", false, "SKIPPED go mod tidy: go: reading"},
		"a version that is not":      {"staticcheck", "echo 'go: unknown revision v0.8.2' >&2; exit 1", true, "unknown revision"},
		"untidy":                     {"tidy", "echo '-require x'; exit 1", true, "-require x"},
		"a finding":                  {"staticcheck", installs("echo x.go:1: unused >&2; exit 1"), true, "x.go:1: unused"},
		"no database":                {"govulncheck", installs("echo govulncheck: fetching vulnerabilities: Get x >&2; exit 1"), false, "SKIPPED govulncheck: govulncheck: fetching"},
		"vulnerable":                 {"govulncheck", installs("echo Vulnerability 1: i/o timeout; exit 3"), true, "Vulnerability 1"},
		"a broken govulncheck":       {"govulncheck", installs("echo panic >&2; exit 2"), true, "panic"},
		"nothing to find":            {"govulncheck", installs("echo No vulnerabilities found."), false, "No vulnerabilities found."},
		"no archive of packages":     {"mail", "exit 1", false, "SKIPPED mail: not here: "},
		"no archive of XBoard":       {"xboard", "exit 1", false, "SKIPPED xboard: not here: "},
		"one of two at once":         {"staticcheck+govulncheck", installs("case $0 in *govulncheck) echo Vulnerability 1; exit 3;; esac"), true, "Vulnerability 1"},
		"two at once":                {"govulncheck+tidy", "echo '" + lookup + "' >&2; exit 1", false, "SKIPPED go mod tidy: " + lookup},
		"a step that does not exist": {"lint", "", true, "there is no step lint; there are tidy vet"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			stubs := map[string]string{"go": tt.stub, "apt-get": "echo no archive >&2; exit 100", "dpkg-query": "exit 1"}
			for program, stub := range stubs {
				if err := os.WriteFile(filepath.Join(dir, program), []byte("#!/bin/sh\n"+stub+"\n"), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			c := exec.CommandContext(t.Context(), "bash", "../../.ci/run", tt.step)
			c.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"), "TMPDIR="+dir)
			data, err := c.CombinedOutput()
			out := string(data)
			if tt.fails != (err != nil) || !strings.Contains(out, tt.says) {
				t.Errorf("%v, and not %q in\n%s", err, tt.says, out)
			}
			skips := strings.HasPrefix(tt.says, "SKIPPED")
			if skips != strings.Contains(out, "done, but SKIPPED: ") || skips != strings.Contains(out, "\nSKIPPED ") {
				t.Errorf("skipped without a word, or the other way round:\n%s", out)
			}
			if left, _ := os.ReadDir(dir); len(left) != len(stubs) {
				t.Errorf("%d files are left", len(left)-len(stubs))
			}
		})
	}
}

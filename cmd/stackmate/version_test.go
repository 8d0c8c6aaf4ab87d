package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
)

// TestBuildOf checks what a program says of itself after each way of building it.
func TestBuildOf(t *testing.T) {
	inGit := func(modified string) []debug.BuildSetting {
		return []debug.BuildSetting{{Key: "vcs.revision", Value: "0123abc"}, {Key: "vcs.modified", Value: modified}}
	}
	for name, tt := range map[string]struct {
		version, commit string
		main            string
		settings        []debug.BuildSetting
		want            string
	}{
		"release":                   {"1.2.0", "0123abc", "(devel)", nil, "stackmate 1.2.0, commit 0123abc, go1.26.8"},
		"release in git":            {"1.2.0", "0123abc", "v1.1.0+dirty", inGit("true"), "stackmate 1.2.0, commit 0123abc, go1.26.8"},
		"image without arguments":   {"", "", "(devel)", nil, "stackmate development version, commit unknown, go1.26.8"},
		"go build in git":           {"", "", "v1.2.1-0.20261122045150-0123abc", inGit("false"), "stackmate 1.2.1-0.20261122045150-0123abc, commit 0123abc, go1.26.8"},
		"go build, with changes":    {"", "", "v1.2.0+dirty", inGit("true"), "stackmate 1.2.0+dirty, commit 0123abc with changes, go1.26.8"},
		"go run, tests":             {"", "", "(devel)", nil, "stackmate development version, commit unknown, go1.26.8"},
		"go install of a version":   {"", "", "v1.2.0", nil, "stackmate 1.2.0, commit unknown, go1.26.8"},
		"a tag as git describes it": {"v1.2.0", "0123abc", "", nil, "stackmate 1.2.0, commit 0123abc, go1.26.8"},
	} {
		info := &debug.BuildInfo{GoVersion: "go1.26.8", Main: debug.Module{Version: tt.main}, Settings: tt.settings}
		if got := buildOf(tt.version, tt.commit, info).String(); got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
	}
}

// TestVersionOfARelease builds the program with the linker's flags of the Dockerfile and of
// .goreleaser.yaml, and asks it.
func TestVersionOfARelease(t *testing.T) {
	t.Parallel()
	const flags = "-s -w -X main.version=%s -X main.commit=%s"
	for file, values := range map[string][2]string{"../../Dockerfile": {"$VERSION", "$COMMIT"}, "../../.goreleaser.yaml": {"{{ .Version }}", "{{ .FullCommit }}"}} {
		text, err := os.ReadFile(file)
		if want := strings.NewReplacer("version=%s", "version="+values[0], "commit=%s", "commit="+values[1]).Replace(flags); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s does not build with %s (%v)", file, want, err)
		}
	}
	program := filepath.Join(t.TempDir(), "stackmate")
	set := strings.NewReplacer("version=%s", "version=1.2.0", "commit=%s", "commit=0123abc").Replace(flags)
	build := exec.CommandContext(t.Context(), "go", "build", "-ldflags", set, "-o", program, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, arg := range []string{"version", "--version"} {
		out, err := exec.CommandContext(t.Context(), program, arg).Output()
		if want := "stackmate 1.2.0, commit 0123abc, " + runtime.Version() + "\n"; err != nil || string(out) != want {
			t.Errorf("%s: %q (%v), want %q", arg, out, err, want)
		}
	}
}

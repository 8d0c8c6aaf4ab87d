//go:build integration

package web_test

import (
	"bufio"
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sync"
	"testing"
)

// builtProgram builds Stackmate, once for all tests.
var builtProgram = sync.OnceValues(func() (string, error) {
	name := filepath.Join(scratch, "stackmate")
	build := exec.Command("go", "build", "-o", name, "stackmate/cmd/stackmate")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return name, nil
})

// scratch is a folder for what all tests share.
var scratch string

// program is Stackmate as people start it.
type program struct {
	t    *testing.T
	args []string
	cmd  *exec.Cmd
	// link opens the board.
	link string
}

// startProgram runs `stackmate play --web`, with a file in which the game stays.
func startProgram(t *testing.T, game string, args ...string) *program {
	t.Helper()
	p := &program{t: t, args: append([]string{"play", "--game", game, "--web", "--db", filepath.Join(t.TempDir(), "game.db")}, args...)}
	p.start()
	t.Cleanup(p.kill)
	return p
}

var boardLink = regexp.MustCompile(`http://127\.0\.0\.1:\d+/in/\w+`)

// start starts the program and reads the link that it prints.
func (p *program) start() {
	p.t.Helper()
	name, err := builtProgram()
	if err != nil {
		p.t.Fatal(err)
	}
	p.cmd = exec.CommandContext(context.WithoutCancel(p.t.Context()), name, p.args...)
	p.cmd.Env = append(os.Environ(), "LANG=en_US.UTF-8", "DISPLAY=", "WAYLAND_DISPLAY=", "BROWSER=")
	p.cmd.Stderr = os.Stderr
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		p.t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if p.link = boardLink.FindString(lines.Text()); p.link != "" {
			return
		}
	}
	p.t.Fatal("the program prints no link")
}

// port returns the port of the board.
func (p *program) port() string {
	u, err := url.Parse(p.link)
	if err != nil {
		p.t.Fatal(err)
	}
	return u.Port()
}

// kill ends the program as a power cut does.
func (p *program) kill() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
}

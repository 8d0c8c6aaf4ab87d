package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"stackmate/rules"
	"stackmate/rules/engine"
)

// program is a player behind the Universal Chess Interface. Its process is started when it
// is needed, and again after it failed.
type program struct {
	spec     spec
	patience time.Duration // how long it may be silent where no time is set
	process  *exec.Cmd
	stdin    io.WriteCloser
	lines    chan string     // what it prints; closed when it ends
	known    map[string]bool // the names of its options
}

// maxUCILine is how long a line may be that a program prints.
const maxUCILine = 1 << 20

func (u *program) begin(ctx context.Context, v *rules.Variant) error {
	if u.process == nil {
		if err := u.start(ctx); err != nil {
			u.close()
			return err
		}
	}
	if u.known["UCI_Variant"] {
		u.say("setoption name UCI_Variant value %s", v.Key())
	} else if v.Key() != "orthodox" {
		return fmt.Errorf("%s does not know the option UCI_Variant, which %s needs", u.spec.command[0], v.Key())
	}
	u.say("ucinewgame")
	u.say("isready")
	if err := u.await(ctx, u.patience, "readyok", nil); err != nil {
		u.close()
		return err
	}
	return nil
}

// start starts the process, and sets its options.
func (u *program) start(ctx context.Context) error {
	cmd := exec.Command(u.spec.command[0], u.spec.command[1:]...)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	u.process, u.stdin, u.lines, u.known = cmd, stdin, make(chan string, 64), map[string]bool{}
	go readLines(stdout, u.lines)
	u.say("uci")
	err = u.await(ctx, u.patience, "uciok", func(words []string) {
		if name, ok := optionName(words); ok {
			u.known[name] = true
		}
	})
	if err != nil {
		return fmt.Errorf("%s does not answer uci with uciok: %v", u.spec.command[0], err) // no failure: it never worked
	}
	for _, o := range u.spec.options {
		if !u.known[o.name] {
			return fmt.Errorf("%s has no option %q", u.spec.command[0], o.name)
		}
		u.say("setoption name %s value %s", o.name, o.value)
	}
	return nil
}

// readLines sends what is read, line by line.
func readLines(from io.Reader, to chan<- string) {
	defer close(to)
	in := bufio.NewScanner(from)
	in.Buffer(nil, maxUCILine)
	for in.Scan() {
		to <- in.Text()
	}
}

// optionName returns the name in a line "option name N type …".
func optionName(words []string) (string, bool) {
	if len(words) < 4 || words[0] != "option" || words[1] != "name" {
		return "", false
	}
	for i, w := range words {
		if w == "type" {
			return strings.Join(words[2:i], " "), true
		}
	}
	return "", false
}

// say writes a line. A program that has ended is noticed when its answer is awaited.
func (u *program) say(format string, args ...any) { fmt.Fprintf(u.stdin, format+"\n", args...) }

// await reads lines until one begins with a word, and gives every line's words to hear. The
// error is a failure when the program ends or takes too long.
func (u *program) await(ctx context.Context, limit time.Duration, word string, hear func(words []string)) error {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-timer.C:
			return failTime
		case line, ok := <-u.lines:
			if !ok {
				return failCrash
			}
			words := strings.Fields(line)
			if len(words) == 0 {
				continue
			}
			if hear != nil {
				hear(words)
			}
			if words[0] == word {
				return nil
			}
		}
	}
}

func (u *program) choose(ctx context.Context, g *rules.Game) (thought, error) {
	u.say("%s", positionLine(g))
	limit := u.patience
	command := "go"
	if u.spec.nodes > 0 {
		command += fmt.Sprintf(" nodes %d", u.spec.nodes)
	}
	if u.spec.depth > 0 {
		command += fmt.Sprintf(" depth %d", u.spec.depth)
	}
	if u.spec.movetime > 0 {
		command += fmt.Sprintf(" movetime %d", u.spec.movetime.Milliseconds())
		limit += u.spec.movetime
	}
	start := time.Now()
	u.say("%s", command)
	var t thought
	best := ""
	err := u.await(ctx, limit, "bestmove", func(words []string) {
		if words[0] == "info" {
			t.read(words)
		} else if words[0] == "bestmove" && len(words) > 1 {
			best = words[1]
		}
	})
	t.time(start, u.spec.movetime)
	if err != nil {
		u.close()
		return t, err
	}
	p := g.Position()
	if t.move, err = p.ParseUCI(best); err != nil {
		return t, failIllegal
	}
	return t, nil
}

// read reads the words of a line "info …" if it is about the best line.
func (t *thought) read(words []string) {
	heard := *t
reading:
	for i := 1; i+1 < len(words); i++ {
		n, err := strconv.ParseInt(words[i+1], 10, 63)
		switch words[i] {
		case "multipv":
			if n > 1 {
				return
			}
		case "depth":
			heard.depth = int(n)
		case "nodes":
			heard.nodes = uint64(n)
		case "cp":
			heard.score, heard.rated = engine.Score(n), err == nil
		case "mate":
			heard.score, heard.rated = mateIn(int(n)), err == nil
		case "pv", "string":
			break reading
		}
	}
	*t = heard
}

// mateIn stands for a mate that a program announces: any great score will do.
func mateIn(n int) engine.Score {
	if n > 0 {
		return 20_000
	}
	return -20_000
}

// positionLine returns the line "position …" for a game.
func positionLine(g *rules.Game) string {
	var b strings.Builder
	p := g.Start()
	v := p.Variant()
	if p == v.Start() {
		b.WriteString("position startpos")
	} else {
		b.WriteString("position fen " + p.FEN())
	}
	for i, m := range g.Moves() {
		if i == 0 {
			b.WriteString(" moves")
		}
		b.WriteString(" " + p.UCI(m))
		p = p.Play(m)
	}
	return b.String()
}

// close ends the process and waits for all that belongs to it.
func (u *program) close() {
	if u.process == nil {
		return
	}
	u.stdin.Close()
	u.process.Process.Kill()
	u.process.Wait()    // which closes its output, too
	for range u.lines { // until readLines has returned
	}
	u.process = nil
}

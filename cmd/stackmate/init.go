package main

import (
	"bufio"
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"

	"golang.org/x/term"

	"stackmate/bot/discord"
	"stackmate/bot/words"
)

//go:embed templates
var templates embed.FS

type initCmd struct {
	Dir        string `arg:"" optional:"" default:"." help:"The folder for the files; the present one unless you name another."`
	How        string `placeholder:"HOW" help:"How the bot will run: compose, systemd or hand. You are asked if you leave it out."`
	Offline    bool   `help:"Do not check the token with Discord."`
	Monitoring bool   `help:"Write only what Prometheus and Grafana need to watch a bot: a configuration, alerts and a dashboard."`
	APIURL     string `name:"api-url" placeholder:"URL" help:"Ask here instead of https://discord.com, for a rate-limit proxy."`
}

// setup is one way to run the bot: what init writes, and what to do then.
type setup struct {
	name, what string
	// configuration and token are the files' paths in the folder, database and secret the
	// paths of database and token as the configuration names them.
	configuration, token, database, secret string
	// file is a template of a further file; empty for none.
	file string
	// next is what to type then, and windows what to type on Windows where that differs; DIR is the folder.
	next, windows []string
}

var setups = []setup{
	{name: "compose", what: "in a container, with Docker Compose",
		configuration: "data/config.yaml", token: "data/token", database: "/data/stackmate.db", secret: "/data/token", file: "compose.yaml",
		next: []string{"docker build -t stackmate .    (in the folder with Stackmate's source)", "cd DIR", "docker compose up -d"}},
	{name: "systemd", what: "as a service of this Linux machine, with systemd",
		configuration: "config.yaml", token: "token", database: "/var/lib/stackmate/stackmate.db",
		secret: "/run/credentials/stackmate.service/token", file: "stackmate.service",
		next: []string{"go build -o stackmate ./cmd/stackmate    (in the folder with Stackmate's source)",
			"sudo install -m 755 stackmate /usr/local/bin/",
			"cd DIR",
			"sudo install -d /etc/stackmate && sudo install -m 644 config.yaml /etc/stackmate/",
			"sudo install -m 600 token /etc/stackmate/ && rm token",
			"sudo install -m 644 stackmate.service /etc/systemd/system/",
			"sudo systemctl enable --now stackmate"}},
	{name: "hand", what: "by hand, from this folder",
		configuration: "config.yaml", token: "token", database: "stackmate.db", secret: "token",
		next: []string{"go build -o stackmate ./cmd/stackmate    (in the folder with Stackmate's source)",
			"sudo install -m 755 stackmate /usr/local/bin/", "cd DIR", "stackmate serve --config config.yaml"},
		windows: []string{"go build -o stackmate.exe ./cmd/stackmate    (in the folder with Stackmate's source)",
			"copy stackmate.exe DIR", "cd DIR", `.\stackmate serve --config config.yaml`}},
}

// Run asks for the token, checks it and writes the files that the bot needs. It overwrites
// nothing, and writes nothing unless everything can be written.
func (c *initCmd) Run(ctx context.Context, s streams) error {
	if c.Monitoring {
		return c.writeMonitoring(s)
	}
	ask := questions{streams: s, in: bufio.NewReader(s.in)}
	chosen, err := c.choose(&ask)
	if err != nil {
		return err
	}
	if err := refuseExisting(c.Dir, chosen.files()); err != nil {
		return err
	}
	token, who, err := c.token(ctx, &ask)
	if err != nil {
		return err
	}
	if err := chosen.write(c.Dir, token, c.APIURL); errors.Is(err, fs.ErrPermission) {
		return explained(err, "", words.In("en"))
	} else if err != nil {
		return err
	}
	folder, err := filepath.Abs(c.Dir)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "\nWritten to %s:\n", folder)
	for _, name := range chosen.files() {
		fmt.Fprintf(s.out, "  %s\n", name)
	}
	fmt.Fprintf(s.out, "The token is in %s, which nobody else can read. Give it to nobody.\n\nStart the bot:\n", chosen.token)
	for _, line := range chosen.steps(runtime.GOOS) {
		fmt.Fprintf(s.out, "  %s\n", strings.ReplaceAll(line, "DIR", shellWord(folder)))
	}
	fmt.Fprintln(s.out, "\nInvite it to your server:")
	fmt.Fprintf(s.out, "  %s\n", cmp.Or(who.Invite, "the link is in the bot's log when it has started"))
	fmt.Fprintln(s.out, "\nThen play there: /challenge @somebody")
	return nil
}

// steps returns what to type after init on a system.
func (s setup) steps(system string) []string {
	if system == "windows" && s.windows != nil {
		return s.windows
	}
	return s.next
}

// shellWord returns a text as people type it at a shell: in quotation marks where it needs them.
func shellWord(s string) string {
	switch {
	case plainWord.MatchString(s):
		return s
	case runtime.GOOS == "windows":
		return `"` + s + `"`
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// plainWord matches what no shell takes for more than a word.
var plainWord = regexp.MustCompile(`^[\pL\pN/\\:._+-]+$`)

// choose returns the setup that the flag names, or asks for one.
func (c *initCmd) choose(ask *questions) (setup, error) {
	answer := c.How
	if answer == "" {
		fmt.Fprintln(ask.out, "How will the bot run?")
		for i, s := range setups {
			fmt.Fprintf(ask.out, "  %d  %s\n", i+1, s.what)
		}
		var err error
		if answer, err = ask.line(fmt.Sprintf("1 to %d: ", len(setups))); err != nil {
			return setup{}, err
		}
	}
	for i, s := range setups {
		if strings.EqualFold(answer, s.name) || answer == fmt.Sprint(i+1) {
			return s, nil
		}
	}
	return setup{}, usageError{fmt.Errorf("%s is no way to run the bot: say compose, systemd or hand", showValue(answer))}
}

// tokenAttempts is how often somebody at a terminal may type the token.
const tokenAttempts = 3

// token returns the bot's token and whom it belongs to.
func (c *initCmd) token(ctx context.Context, ask *questions) (token string, who discord.Identity, err error) {
	token = os.Getenv("STACKMATE_DISCORD_TOKEN")
	given := token != ""
	if !given {
		fmt.Fprint(ask.out, "\nThe bot needs a token from Discord:\n",
			"  1. Open https://discord.com/developers/applications and press New Application.\n",
			"  2. On its page Bot, press Reset Token and copy the token. No privileged intent is needed.\n\n")
	}
	for attempt := 1; ; attempt++ {
		if !given {
			if token, err = ask.secret(ctx, "Token (not shown): "); err != nil {
				return "", who, err
			}
		}
		if token, err = secretLine(token); err == nil {
			who, err = c.check(ctx, token)
		}
		if err == nil {
			if who.Name != "" {
				fmt.Fprintf(ask.out, "Discord knows the bot as %s.\n", who.Name)
			}
			return token, who, nil
		}
		if given || !ask.terminal || attempt == tokenAttempts || ctx.Err() != nil {
			return "", who, err
		}
		fmt.Fprintf(ask.out, "%v.\n", err)
	}
}

// checkTimeout is how long Discord may take to answer.
const checkTimeout = 20 * time.Second

// check asks Discord whom a token belongs to.
func (c *initCmd) check(ctx context.Context, token string) (discord.Identity, error) {
	if !tokenShape.MatchString(token) {
		return discord.Identity{}, usageError{errors.New("that is not a bot's token, which has three parts with dots between them: press Reset Token on the page Bot, and copy what it shows")}
	}
	if c.Offline {
		return discord.Identity{}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	who, err := discord.Identify(ctx, discord.Config{Token: token, APIURL: c.APIURL})
	switch {
	case errors.Is(err, discord.ErrToken):
		return who, usageError{errors.New("this token is not accepted by Discord: press Reset Token on the page Bot for a new one")}
	case err != nil:
		return who, fmt.Errorf("cannot ask Discord about the token; try again later, or use --offline: %w", err)
	}
	return who, nil
}

// files returns the paths of the files that a setup writes.
func (s setup) files() []string {
	list := []string{s.configuration, s.token}
	if s.file != "" {
		list = append(list, s.file)
	}
	return list
}

// write writes the files of a setup. If one cannot be written, it removes the others.
func (s setup) write(dir, token, apiURL string) (err error) {
	values := map[string]string{"Database": s.database, "Backups": path.Join(path.Dir(s.database), "backups"), "Token": s.secret, "User": "", "APIURL": apiURL}
	uid, gid := owner()
	if uid >= 0 {
		values["User"] = fmt.Sprintf("%d:%d", uid, gid)
	}
	var list []newFile
	for _, name := range s.files() {
		f := newFile{name: name, data: []byte(token + "\n"), mode: 0o600}
		if name != s.token {
			if f.data, err = fillTemplate(filepath.Base(name), values); err != nil {
				return err
			}
			f.mode = 0o644
		}
		list = append(list, f)
	}
	return writeNew(dir, list, 0o700, func(f newFile, path string) error {
		if f.name == s.token {
			if err := ownerOnly(path); err != nil {
				return err
			}
		}
		if folder := filepath.Dir(f.name); folder != "." && uid >= 0 && uid != os.Getuid() {
			return errors.Join(os.Chown(path, uid, gid), os.Chown(filepath.Join(dir, folder), uid, gid))
		}
		return nil
	})
}

// unprivileged is the user and group of the image, see Dockerfile.
const unprivileged = 65532

// owner returns the user and group that own the files of a container and run the bot there:
// those who run init, unless that is root. They are negative on Windows, which has none.
func owner() (uid, gid int) {
	if os.Getuid() == 0 {
		return unprivileged, unprivileged
	}
	return os.Getuid(), os.Getgid()
}

// questions asks somebody at a terminal, or reads lines from a file.
type questions struct {
	streams
	in *bufio.Reader
}

// line asks a question and returns the answer without white space around it.
func (q *questions) line(question string) (string, error) {
	fmt.Fprint(q.out, question)
	text, err := q.in.ReadString('\n')
	if err != nil && text == "" {
		return "", usageError{errors.New("no answer: nothing is written")}
	}
	return strings.TrimSpace(text), nil
}

// secret asks a question and does not show what is typed at a terminal. It returns when the
// context ends.
func (q *questions) secret(ctx context.Context, question string) (string, error) {
	if !q.terminal {
		return q.line(question)
	}
	fmt.Fprint(q.out, question)
	defer fmt.Fprintln(q.out)
	keyboard := int(os.Stdin.Fd())
	before, err := term.GetState(keyboard)
	if err != nil {
		return "", err
	}
	typed := make(chan []byte, 1)
	go func() {
		data, _ := term.ReadPassword(keyboard) // after an error it is empty
		typed <- data
	}()
	select {
	case data := <-typed:
		if len(data) == 0 {
			return "", usageError{errors.New("no token: nothing is written")}
		}
		return string(data), nil
	case <-ctx.Done():
		return "", errors.Join(ctx.Err(), term.Restore(keyboard, before))
	}
}

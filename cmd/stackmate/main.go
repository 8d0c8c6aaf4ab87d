// Stackmate lets people play three-dimensional chess by correspondence.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/alecthomas/kong"

	"stackmate/bot/console"
	"stackmate/rules"
)

// commandLine holds every subcommand with its flags.
type commandLine struct {
	Play    playCmd    `cmd:"" help:"Play a game at this terminal, or in a browser."`
	Init    initCmd    `cmd:"" help:"Set up a bot: ask for its token, write its configuration, show the link that invites it."`
	Serve   serveCmd   `cmd:"" help:"Run the bot."`
	Health  healthCmd  `cmd:"" help:"Ask a running bot whether it is well."`
	Status  statusCmd  `cmd:"" help:"Say how a bot is doing, and what to do."`
	Backup  backupCmd  `cmd:"" help:"Back the database up, also while the bot runs."`
	Verify  verifyCmd  `cmd:"" help:"Check a backup or a database, every game by the rules."`
	Restore restoreCmd `cmd:"" help:"Make the bot's database from a backup."`
	Copy    copyCmd    `cmd:"" help:"Copy a database, also from a file to PostgreSQL or back."`
	Held    heldCmd    `cmd:"" help:"List, send or drop the messages that a restore has held back."`
	Render  renderCmd  `cmd:"" help:"Draw a position, or replay a game."`
	UCI     uciCmd     `cmd:"" name:"uci" help:"Speak the Universal Chess Interface on standard input and output."`

	Version     versionCmd  `cmd:"" help:"Tell the version of this program."`
	VersionFlag versionFlag `name:"version" help:"Tell the version of this program."`
}

// streams are what a command reads and writes. Terminal is whether somebody types at in.
type streams struct {
	in       io.Reader
	out, err io.Writer
	terminal bool
	env      func(string) string // of the environment; nil has no variables
	// reloads returns a channel that says when to read the configuration again; nil if
	// nobody will ask for that.
	reloads func(ctx context.Context, path string) <-chan struct{}
}

// Exit statuses.
const (
	exitFailure = 1
	exitUsage   = 2
)

// usageError is a mistake in the command line or the configuration. The program ends with
// status 2.
type usageError struct{ error }

// saidError is an error that the command has told already. The program ends with status 1.
type saidError struct{ error }

func main() {
	ctx, hangups, stop := signalContext()
	status := run(ctx, os.Args[1:], streams{in: os.Stdin, out: os.Stdout, err: os.Stderr, terminal: isTerminal(os.Stdin), env: os.Getenv, reloads: hangups.reloads})
	stop()
	os.Exit(status)
}

// run runs the subcommand that the arguments name, and returns the exit status.
func run(ctx context.Context, args []string, s streams) int {
	var cl commandLine
	exited, status := false, 0
	if s.env == nil {
		s.env = func(string) string { return "" }
	}
	parser, err := kong.New(&cl, kong.Name("stackmate"), kong.Vars{"defaultGame": rules.DefaultKey},
		kong.Description("Three-dimensional chess by correspondence: a bot for Discord, and a board at the terminal."),
		kong.Writers(s.out, s.err), kong.UsageOnError(), kong.BindTo(ctx, (*context.Context)(nil)), kong.Bind(s),
		kong.Exit(func(code int) { exited, status = true, code }))
	if err != nil {
		fmt.Fprintln(s.err, "stackmate:", err)
		return exitFailure
	}
	if len(args) > 0 && args[0] == "help" { // as other programs know it: "help play" is "play --help"
		args = append(slices.Clone(args[1:]), "--help")
	}
	parsed, err := parser.Parse(args)
	if exited {
		return status
	}
	if err != nil {
		fmt.Fprintln(s.err, "stackmate:", explainParse(err, parser, console.LanguageOf(s.env)))
		return exitUsage
	}
	err = parsed.Run()
	var usage usageError
	var said saidError
	switch {
	case err == nil, errors.Is(err, context.Canceled):
		return 0
	case errors.As(err, &said):
		return exitFailure
	case errors.As(err, &usage):
		fmt.Fprintln(s.err, "stackmate:", err)
		return exitUsage
	}
	fmt.Fprintln(s.err, "stackmate:", err)
	return exitFailure
}

// isTerminal reports whether somebody types at a file.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull) // a character device too, but nobody types there
	return err != nil || !os.SameFile(info, null)
}

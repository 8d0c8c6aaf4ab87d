package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"stackmate/bot/backup"
	"stackmate/bot/command"
	"stackmate/bot/console"
	"stackmate/bot/data"
	"stackmate/bot/discord"
	"stackmate/bot/email"
	botstatus "stackmate/bot/status"
	"stackmate/bot/textutil"
	"stackmate/bot/words"
	"stackmate/store"
)

type statusCmd struct {
	Config string `required:"" placeholder:"FILE" help:"The configuration file of the bot."`
}

// Run says how the bot is doing that has the same configuration, and what to do. If nobody
// answers, it says what the database tells, without changing anything. The error says that
// the bot does not run or does not answer.
func (c *statusCmd) Run(ctx context.Context, s streams) error {
	cfg, err := readConfig(c.Config, os.Getenv)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	lang := console.LanguageOf(s.env)
	text, _ := command.TypedSurfaces(lang, func(at time.Time) string { return lang.Date(at.Local()) })
	if cfg.Health.Listen != "" {
		if r, err := askStatus(ctx, string(cfg.Health.Listen)); err == nil {
			fmt.Fprintln(s.out, text.Expand(r.Text(lang)))
			return nil
		}
	}
	said, err := offlineStatus(ctx, cfg, c.Config, lang)
	if said != "" {
		fmt.Fprintln(s.out, text.Expand(said))
	}
	return err
}

// askStatus asks a running bot at its health.listen.
func askStatus(ctx context.Context, listen string) (r botstatus.Report, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+reachable(listen)+"/status", nil)
	if err != nil {
		return r, err
	}
	client := http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}} // without a proxy
	response, err := client.Do(request)
	if err != nil {
		return r, err
	}
	defer response.Body.Close()
	if err := json.NewDecoder(io.LimitReader(response.Body, 1<<20)).Decode(&r); err != nil {
		return r, err
	}
	if response.StatusCode != http.StatusOK || r.Version == "" {
		return r, fmt.Errorf("it answers %s", response.Status)
	}
	return r, nil
}

// reachable returns where to reach a program on this machine that listens on an address: at
// the loopback interface if it listens on all.
func reachable(listen string) string {
	host, port, err := net.SplitHostPort(listen)
	if ip := net.ParseIP(host); err != nil || host != "" && (ip == nil || !ip.IsUnspecified()) {
		return listen
	}
	return net.JoinHostPort("127.0.0.1", port)
}

// errNotRunning and errSilent are the errors of statusCmd, which has said so.
var (
	errNotRunning = saidError{errors.New("the bot is not running")}
	errSilent     = saidError{errors.New("the bot does not answer")}
)

// offlineStatus says what can be known of a bot that does not answer: whether it runs, and
// what its database tells.
func offlineStatus(ctx context.Context, cfg config, path string, lang words.Language) (string, error) {
	owner, err := store.OwnerOf(ctx, cfg.Database)
	if err != nil {
		return "", errors.New(cmp.Or(explainDenied(err, cfg.Database, lang), err.Error()))
	}
	var lines []string
	failure := error(errNotRunning)
	switch {
	case owner == nil:
		lines = append(lines, lang.Text("status.stopped", "path", path))
	case owner.PID == 0:
		lines, failure = append(lines, lang.Text("status.running.unnamed")), errSilent
	default:
		lines, failure = append(lines, lang.Text("status.running", "process", owner.PID, "when", lang.Date(owner.Since.Local()))), errSilent
	}
	if owner != nil && cfg.Health.Listen == "" {
		lines, failure = append(lines, lang.Text("status.no-health")), nil
	} else if owner != nil {
		lines = append(lines, lang.Text("status.no-answer", "address", string(cfg.Health.Listen)))
	}
	for _, file := range panicFiles(cfg.Database) {
		if info, err := os.Stat(file); owner == nil && err == nil && info.Size() > 0 {
			lines = append(lines, lang.Text("status.panicked"))
			break
		}
	}
	o, err := store.Inspect(ctx, cfg.Database, owner != nil, time.Now(), cfg.transports())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		lines = append(lines, lang.Text("status.no-database", "path", databaseName(cfg.Database)))
	case err != nil:
		lines = append(lines, cmp.Or(explainDenied(err, cfg.Database, lang), err.Error()))
	default:
		r := botstatus.FromOverview(o, time.Now())
		r.Free = freeFor(cfg.Database)
		lines = append(lines, r.OfflineText(lang))
	}
	return strings.Join(lines, "\n"), failure
}

// freeFor returns how many bytes can still be written where a database is; -1 if that is not known.
func freeFor(database string) int64 {
	if store.IsPostgres(database) {
		return -1
	}
	return freeOn(database)
}

// databaseName returns the name of a database for a sentence: an address without its password, or where a file is.
func databaseName(name string) string {
	if store.IsPostgres(name) {
		return store.Safe(name)
	}
	return located(name)
}

// transports returns the names of the transports that are configured.
func (c config) transports() (list []string) {
	if c.Discord.Token != "" || c.Discord.TokenFile != "" || os.Getenv("STACKMATE_DISCORD_TOKEN") != "" {
		list = append(list, discord.Transport)
	}
	if c.Email.enabled() {
		list = append(list, email.Transport)
	}
	return list
}

// maxShownCommit is how many characters of a commit are shown.
const maxShownCommit = 12

// statusOptions returns what a report is made of, without what the desk knows. Backups is nil if
// none are configured.
func statusOptions(cfg config, b build, backups *backup.Schedule) botstatus.Options {
	version := b.Version
	if b.Commit != "unknown" {
		version += " (" + textutil.Truncate(b.Commit, maxShownCommit) + ")"
	}
	o := botstatus.Options{Version: version, Started: time.Now(), Transports: cfg.transports(), Free: func() int64 { return freeFor(cfg.Database) }}
	if backups != nil {
		o.Backup = func() *botstatus.Backup {
			s := backups.Status()
			b := &botstatus.Backup{Made: s.Made, Bytes: s.Size, Late: s.Late(time.Now()), Failed: s.Failed}
			if !s.Failed.IsZero() {
				b.Because = botstatus.CauseOf(s.Failure)
			}
			return b
		}
	}
	return o
}

// statusHandler answers with a report in JSON.
func statusHandler(o botstatus.Options, db data.Store) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var report botstatus.Report
		err := db.View(data.ForJob(r.Context(), "status"), func(tx data.Tx) (err error) {
			report, err = o.Report(tx, time.Now())
			return err
		})
		if err != nil {
			http.Error(w, "the database cannot be read", http.StatusServiceUnavailable)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		json.NewEncoder(w).Encode(report) // fails if the client has gone
	}
}

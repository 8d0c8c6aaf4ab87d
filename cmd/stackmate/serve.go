package main

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"net"
	"os"

	"golang.org/x/sync/errgroup"

	"stackmate/bot"
	"stackmate/bot/cluster"
	"stackmate/bot/discord"
	"stackmate/bot/email"
	"stackmate/bot/logging"
	"stackmate/bot/metrics"
	"stackmate/bot/outbox"
	"stackmate/bot/uptime"
	"stackmate/bot/web"
	"stackmate/bot/words"
	"stackmate/render"
	"stackmate/store"
)

type serveCmd struct {
	Config string `required:"" placeholder:"FILE" help:"The configuration file; see config.example.yaml."`
	NoCopy bool   `help:"Bring a database of an older version up to date without making a copy of it first."`
}

// Run runs the bot until the context ends.
func (c *serveCmd) Run(ctx context.Context, s streams) error {
	changes := changes{read: func() (config, error) { return loadConfig(c.Config, os.Getenv) }}
	if s.reloads != nil { // first, since until then a SIGHUP ends the program
		changes.asked = s.reloads(ctx, c.Config)
	}
	cfg, err := changes.read()
	if err != nil {
		return err
	}
	for {
		err := serve(ctx, cfg, s, changes, openOptions(c.NoCopy)...)
		if !errors.Is(err, cluster.ErrReplaced) || ctx.Err() != nil {
			return err
		}
		if cfg, err = changes.read(); err != nil { // it begins anew, as after a restart
			return err
		}
	}
}

// serve connects the parts of the bot and runs them until the context ends or one fails. Changes
// are those of its configuration, options those of its database.
func serve(ctx context.Context, cfg config, s streams, changes changes, options ...store.Option) (err error) {
	m := metrics.New()
	var format logging.Format
	cfg.Log.apply(&format)
	log := slog.New(m.CountLog(logging.New(s.err, &format, cfg.secrets()...).Handler()))
	if err := cfg.check(); err != nil {
		return err
	}
	desk, db, err := openShared(ctx, cfg.Database, cfg.Email.enabled(), cfg.personal, log, m, options...)
	if errors.Is(err, store.ErrNotCopied) { // the error itself is long and of many parts
		log.Error("the copy could not be written", "error", err)
		return errors.New(explainFile(err, cfg.Database, words.In("en")))
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	reports, panicked, err := reportPanicsOf(cfg.Database, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stopReporting(reports)) }()
	if err := desk.Start(ctx, panicked); err != nil {
		return err
	}
	desk.SetOwners(cfg.owners())
	opponent, evaluate := cfg.Engine.player(desk, db, m, log)
	backups := newBackups(cfg, db, log)
	status := desk.Status(statusOptions(cfg, thisBuild(), backups))
	ctx, stop := context.WithCancel(ctx)
	group, ctx := errgroup.WithContext(ctx)
	defer func() { // those that were started end before the database is closed, also if another could not be started
		stop()
		_ = group.Wait()
	}()
	var transports []string
	if cfg.Discord.Token != "" {
		how := cfg.Discord.front()
		how.Cluster, how.Answered, how.Connected = db.cluster, countInteractions(m), countConnections(m)
		how.Endpoint = counting(m, metrics.Endpoint, discord.EndpointResults)
		front, err := discord.New(how, desk, log)
		if err != nil {
			return usageError{err}
		}
		transports = append(transports, discord.Transport)
		watchDiscord(m, front)
		runFrontEnd(group, ctx, desk, discord.Transport, front)
		if err := serveHTTP(group, ctx, "discord.interactions.listen", cfg.Discord.Interactions.Listen, front.Endpoint()); err != nil {
			return err
		}
	}
	if cfg.Email.enabled() {
		front, err := email.New(cfg.mailFront(), email.Options{Desk: desk, Store: db, Now: db.now, Rand: rand.Reader,
			LookupTXT: net.DefaultResolver.LookupTXT, Received: countReceived(m), Sent: countSent(m), Log: log})
		if err != nil {
			return usageError{err}
		}
		transports = append(transports, email.Transport)
		watchMail(m, front)
		runMail(group, ctx, db.cluster, desk, front)
		if err := serveHTTP(group, ctx, "email.public_listen", cfg.Email.PublicListen, unsubscribeHandler(cfg.Email.PublicURL, front)); err != nil {
			return err
		}
	}
	if cfg.Web.enabled() {
		front := web.New(web.Options{Desk: desk, Games: db.games, Pieces: render.Sprite(), Draw: drawer(desk, render.New(pictureCacheSize/4)), Public: cfg.Web.public(),
			Doors: web.Accounts{Store: db.games.Store(db), Rand: rand.Text, Now: db.now}, Evaluate: evaluate, Rand: rand.Text, Now: db.now, Served: countPages(m), Refused: counting(m, metrics.WebRefused, web.Refusals), Log: log})
		watchWeb(m, front)
		group.Go(func() error { desk.Send(ctx, web.Transport, front); return nil })
		if err := serveHTTP(group, ctx, "web.listen", cfg.Web.Listen, front); err != nil {
			return err
		}
	}
	watchBot(m, desk, db, transports)
	if err := serveHTTP(group, ctx, "health.listen", cfg.Health.Listen, healthHandler(desk, m, statusHandler(status, db))); err != nil {
		return err
	}
	if err := serveHTTP(group, ctx, "pprof.listen", hostPort(cfg.Pprof.Listen), pprofHandler()); err != nil {
		return err
	}
	reloader := reloader{changes: changes, live: liveSettings(desk, &format), log: log, started: cfg, last: cfg}
	group.Go(func() error { reloader.run(ctx); return nil })
	if opponent != nil {
		group.Go(func() error { opponent.Run(ctx); return nil })
	}
	if backups != nil {
		watchBackups(m, backups)
		group.Go(func() error { backups.Run(ctx); return nil })
	}
	for _, warning := range cfg.exposed {
		log.Warn(warning)
	}
	program := thisBuild()
	log.Info("started", "version", program.Version, "commit", program.Commit, "database", store.Safe(cfg.Database))
	group.Go(func() error { return db.owner.Lost(ctx) })
	group.Go(func() error { return db.cluster.Lost(ctx) })
	group.Go(func() error { desk.KeepTime(ctx); return nil })
	group.Go(func() error { desk.TellRestored(ctx); return nil })
	err = group.Wait()
	log.Info("stopped")
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// mailWork is what the process does that minds the mailbox, and sends mails.
const mailWork = "mail"

// runMail is runFrontEnd for mail, in one of the processes that share a database.
func runMail(group *errgroup.Group, ctx context.Context, all *cluster.Member, desk *bot.Desk, f *email.Bot) {
	front := mailHere{f, all}
	group.Go(func() error {
		return all.Share(ctx, mailWork, 1, func(ctx context.Context, _ int) error {
			group, ctx := errgroup.WithContext(ctx)
			runFrontEnd(group, ctx, desk, email.Transport, front)
			return group.Wait()
		})
	})
}

// mailHere is the front end for mail. It has no connections while another process minds the mailbox.
type mailHere struct {
	*email.Bot
	all *cluster.Member
}

// Connections implements runningFrontEnd.
func (m mailHere) Connections() []uptime.Connection {
	if !m.all.Has(mailWork, 0) {
		return nil
	}
	return m.Bot.Connections()
}

// runningFrontEnd is a front end that serve runs.
type runningFrontEnd interface {
	outbox.FrontEnd
	Run(ctx context.Context) error
	Ready() <-chan struct{}
	Connections() []uptime.Connection
}

// runFrontEnd runs a front end in a group, and delivers its messages once it is ready:
// earlier deliveries would only fail.
func runFrontEnd(group *errgroup.Group, ctx context.Context, desk *bot.Desk, transport string, f runningFrontEnd) {
	desk.WatchConnections(transport, f.Connections)
	group.Go(func() error { return f.Run(ctx) })
	group.Go(func() error {
		select {
		case <-ctx.Done():
		case <-f.Ready():
			desk.Send(ctx, transport, f)
		}
		return nil
	})
}

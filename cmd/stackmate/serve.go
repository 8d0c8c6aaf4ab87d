package main

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"net"
	"os"
	"time"

	"golang.org/x/sync/errgroup"

	"stackmate/bot"
	"stackmate/bot/discord"
	"stackmate/bot/email"
	"stackmate/bot/logging"
	"stackmate/bot/metrics"
	"stackmate/bot/outbox"
	"stackmate/bot/uptime"
)

type serveCmd struct {
	Config string `required:"" placeholder:"FILE" help:"The configuration file; see config.example.yaml."`
}

// Run runs the bot until the context ends.
func (c *serveCmd) Run(ctx context.Context, s streams) error {
	cfg, err := loadConfig(c.Config, os.Getenv)
	if err != nil {
		return err
	}
	return serve(ctx, cfg, s)
}

// serve connects the parts of the bot and runs them until the context ends or one fails.
func serve(ctx context.Context, cfg config, s streams) (err error) {
	m := metrics.New()
	var format logging.Format
	cfg.Log.apply(&format)
	log := slog.New(m.CountLog(logging.New(s.err, &format, cfg.secrets()...).Handler()))
	if cfg.Discord.Token == "" && !cfg.Email.enabled() {
		return usageError{errors.New("no front end is configured: set discord.token, discord.token_file, STACKMATE_DISCORD_TOKEN or email.address")}
	}
	desk, db, err := openDesk(ctx, cfg.Database, cfg.Email.enabled(), log, log, m)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	reports := cfg.Database + ".panic"
	panicked, err := reportPanics(reports, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stopReporting(reports)) }()
	if err := desk.Start(ctx, panicked); err != nil {
		return err
	}
	group, ctx := errgroup.WithContext(ctx)
	var transports []string
	if cfg.Discord.Token != "" {
		front, err := discord.New(discord.Config{Token: cfg.Discord.Token, Guild: string(cfg.Discord.Guild),
			APIURL: string(cfg.Discord.APIURL), Shards: int(cfg.Discord.Shards),
			Answered: countInteractions(m), Connected: countConnections(m)}, desk, log)
		if err != nil {
			return usageError{err}
		}
		transports = append(transports, discord.Transport)
		watchDiscord(m, front)
		runFrontEnd(group, ctx, desk, discord.Transport, front)
	}
	if cfg.Email.enabled() {
		front, err := email.New(cfg.Email.front(), email.Options{Desk: desk, Store: db, Now: time.Now, Rand: rand.Reader,
			LookupTXT: net.DefaultResolver.LookupTXT, Received: countReceived(m), Sent: countSent(m), Log: log})
		if err != nil {
			return usageError{err}
		}
		transports = append(transports, email.Transport)
		watchMail(m, front)
		runFrontEnd(group, ctx, desk, email.Transport, front)
		if err := serveHTTP(group, ctx, "email.public_listen", cfg.Email.PublicListen, unsubscribeHandler(cfg.Email.PublicURL, front)); err != nil {
			return err
		}
	}
	watchBot(m, desk, db, transports)
	if err := serveHTTP(group, ctx, "health.listen", cfg.Health.Listen, healthHandler(desk, m)); err != nil {
		return err
	}
	for _, warning := range cfg.exposed {
		log.Warn(warning)
	}
	log.Info("started", "database", cfg.Database)
	group.Go(func() error { desk.KeepTime(ctx); return nil })
	err = group.Wait()
	log.Info("stopped")
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
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

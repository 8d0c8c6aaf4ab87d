package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"

	"golang.org/x/sync/errgroup"

	"stackmate/bot/discord"
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

// serve wires the parts and runs them until the context ends or one fails.
func serve(ctx context.Context, cfg config, s streams) (err error) {
	log := cfg.Log.logger(s.err)
	if cfg.Discord.Token == "" {
		return usageError{errors.New("no front end is configured: set discord.token, discord.token_file or STACKMATE_DISCORD_TOKEN")}
	}
	desk, closeStore, err := openDesk(ctx, cfg.Database, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeStore()) }()
	front, err := discord.New(discord.Config{Token: cfg.Discord.Token, Guild: string(cfg.Discord.Guild),
		APIURL: string(cfg.Discord.APIURL)}, desk, log)
	if err != nil {
		return usageError{err}
	}
	var listener net.Listener
	if cfg.Health.Listen != "" {
		if listener, err = net.Listen("tcp", string(cfg.Health.Listen)); err != nil {
			return fmt.Errorf("health.listen: %w", err)
		}
	}
	log.Info("started", "database", cfg.Database)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return front.Run(ctx) })
	group.Go(func() error { desk.KeepTime(ctx); return nil })
	group.Go(func() error {
		select {
		case <-ctx.Done():
		case <-front.Ready(): // before that every delivery would fail and be put off
			desk.Send(ctx, discord.Transport, front)
		}
		return nil
	})
	if listener != nil {
		group.Go(func() error { return serveHealth(ctx, listener, front.Connected) })
	}
	err = group.Wait()
	log.Info("stopped")
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// serveHealth answers 200 while the bot is connected, else 503.
func serveHealth(ctx context.Context, l net.Listener, connected func() bool) error {
	server := &http.Server{ReadHeaderTimeout: 5 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if !connected() {
			http.Error(w, "not connected to Discord", http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(w, "ok")
	})}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"time"
)

type healthCmd struct {
	Config string `required:"" placeholder:"FILE" help:"The configuration file of the running bot."`
}

// Run asks the bot that uses the same configuration.
func (c *healthCmd) Run(ctx context.Context, s streams) error {
	cfg, err := loadConfig(c.Config, os.Getenv)
	if err != nil {
		return err
	}
	if cfg.Health.Listen == "" {
		return usageError{errors.New("health.listen is not set: there is nobody to ask")}
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+string(cfg.Health.Listen)+"/", nil)
	if err != nil {
		return err
	}
	response, err := (&http.Client{Transport: &http.Transport{}}).Do(request) // the bot itself: no proxy knows it
	if err != nil {
		return fmt.Errorf("the bot does not answer: %w", err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("the bot is not ready: %s", response.Status)
	}
	fmt.Fprintln(s.out, "ok")
	return nil
}

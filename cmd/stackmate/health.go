package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"
)

type healthCmd struct {
	Config string `required:"" placeholder:"FILE" help:"The configuration file of the running bot."`
	Ready  bool   `help:"Ask also whether Discord and the mail servers can be reached."`
}

// Run asks the bot that runs with the same configuration whether it is well. The error
// says which checks failed.
func (c *healthCmd) Run(ctx context.Context, s streams) error {
	cfg, err := readConfig(c.Config, os.Getenv)
	if err != nil {
		return err
	}
	if cfg.Health.Listen == "" {
		return usageError{errors.New("health.listen is not set, so there is no health check")}
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	path := "/live"
	if c.Ready {
		path = "/ready"
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+reachable(string(cfg.Health.Listen))+path, nil)
	if err != nil {
		return err
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}} // without a proxy
	response, err := client.Do(request)
	if err != nil {
		return fmt.Errorf("nothing answers at %s (health.listen): start the bot with this configuration, or look into its log: %w", cfg.Health.Listen, err)
	}
	defer response.Body.Close()
	var answer report
	if err := json.NewDecoder(io.LimitReader(response.Body, 1<<20)).Decode(&answer); err != nil {
		return fmt.Errorf("the bot answers %s: %w", response.Status, err)
	}
	var reasons []string
	for _, c := range answer.Checks {
		if !c.OK {
			reasons = append(reasons, c.Name+": "+c.Why)
		}
	}
	if !answer.OK || response.StatusCode != http.StatusOK {
		return fmt.Errorf("the bot is not well: %s", strings.Join(reasons, "; "))
	}
	fmt.Fprintln(s.out, "ok")
	return nil
}

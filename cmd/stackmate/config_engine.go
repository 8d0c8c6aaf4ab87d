package main

import (
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"go.yaml.in/yaml/v3"

	"stackmate/bot"
	"stackmate/bot/advice"
	"stackmate/bot/computer"
	"stackmate/bot/request"
)

// engineConfig is how the program plays against people.
type engineConfig struct {
	Threads        engineThreads `yaml:"threads"`
	Hash           engineHash    `yaml:"hash"`
	GamesPerPlayer engineGames   `yaml:"games_per_player"`
	Off            bool          `yaml:"off"`
}

// Values whose decoding fails, with the line, if they are not valid.
type (
	engineThreads int
	engineHash    int
	engineGames   int
)

// defaultEngine returns the configuration without any keys.
func defaultEngine() engineConfig { return engineConfig{Hash: 64, GamesPerPlayer: 5} }

// UnmarshalYAML implements yaml.Unmarshaler.
func (t *engineThreads) UnmarshalYAML(n *yaml.Node) (err error) {
	*t, err = numberBetween[engineThreads](n, 0, 256, "a number of threads")
	return err
}

// UnmarshalYAML implements yaml.Unmarshaler.
func (h *engineHash) UnmarshalYAML(n *yaml.Node) (err error) {
	*h, err = numberBetween[engineHash](n, 1, 65536, "a number of MB")
	return err
}

// UnmarshalYAML implements yaml.Unmarshaler.
func (g *engineGames) UnmarshalYAML(n *yaml.Node) (err error) {
	*g, err = numberBetween[engineGames](n, 1, 1000, "a number of games")
	return err
}

// numberBetween reads a whole number. What describes it in an error.
func numberBetween[T ~int](n *yaml.Node, least, most int, what string) (T, error) {
	v, err := strconv.Atoi(n.Value)
	if err != nil || v < least || v > most {
		return 0, refuseValue(n, fmt.Sprintf("%s from %d to %d", what, least, most))
	}
	return T(v), nil
}

// player returns what plays against people at a desk, nil if nothing does.
func (c engineConfig) player(desk *bot.Desk, db database, thought func(level int, took time.Duration), log *slog.Logger) *computer.Player {
	if c.Off {
		return nil
	}
	p := computer.New(computer.Options{Store: db, Act: desk.Act, Ran: desk.LoopRan, Threads: int(c.Threads), Hash: int(c.Hash), Now: time.Now, Thought: thought, Log: log})
	a := advice.New(advice.Options{Submit: p.Submit, Now: time.Now, Log: log})
	desk.UseComputer(request.Computer{GamesPerPlayer: int(c.GamesPerPlayer), Rating: computer.Rating, Wake: p.Wake, Advise: a.Handle})
	return p
}

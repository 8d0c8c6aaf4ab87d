package main

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"go.yaml.in/yaml/v3"

	"stackmate/bot"
	"stackmate/bot/advice"
	"stackmate/bot/chat"
	"stackmate/bot/computer"
	"stackmate/bot/metrics"
	"stackmate/bot/request"
	"stackmate/bot/words"
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
	*h, err = numberBetween[engineHash](n, 1, 4096, "a number of MB")
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

// evaluator says what the positions of analysis boards in the browser are worth.
type evaluator = func(context.Context, chat.Person, words.Language, chat.Study) (chat.Evaluation, bool, error)

// player returns what plays against people at a desk and answers their questions, and what evaluates positions for them;
// nil if nothing does. Metrics may be nil.
func (c engineConfig) player(desk *bot.Desk, db database, m *metrics.Metrics, log *slog.Logger) (*computer.Player, evaluator) {
	if c.Off {
		return nil, nil
	}
	p := computer.New(computer.Options{Store: db, Cluster: db.cluster, Act: desk.Act, Ran: desk.LoopRan, Threads: int(c.Threads), Hash: int(c.Hash), Now: time.Now, Thought: countThoughts(m), Log: log})
	a := advice.New(advice.Options{Submit: p.Submit, Now: time.Now, Ended: countAdvice(m), Log: log})
	watchComputer(m, p)
	watchAdvice(m, a)
	desk.UseComputer(request.Computer{GamesPerPlayer: int(c.GamesPerPlayer), Rating: computer.Rating, Wake: p.Wake, Minds: p.Minds, Advise: a.Handle, Questions: a.Waiting})
	return p, advice.Studies{Advisor: a, Store: db, Now: time.Now}.Evaluate
}

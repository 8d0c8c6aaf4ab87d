package main

import (
	"context"
	"strconv"
	"strings"
	"time"

	"stackmate/bot"
	"stackmate/bot/advice"
	"stackmate/bot/computer"
	"stackmate/bot/data"
	"stackmate/bot/discord"
	"stackmate/bot/email"
	"stackmate/bot/metrics"
	"stackmate/bot/outbox"
	"stackmate/bot/web"
	"stackmate/render"
	"stackmate/store"
)

// This file connects what the parts of the bot report with the metrics. The functions that count
// something return what a part calls.

func countCommands(m *metrics.Metrics) func(bot.Handled) {
	return func(h bot.Handled) {
		m.Add(metrics.Commands, h.Verb, h.Outcome)
		m.Observe(metrics.CommandTime, h.Took, h.Verb)
	}
}

func countTransactions(m *metrics.Metrics) func(store.Transaction) {
	for _, failure := range store.Failures {
		m.Zero(metrics.StoreFailures, "write", failure)
		m.Zero(metrics.StoreFailures, "read", failure)
	}
	return func(t store.Transaction) {
		access := "read"
		if t.Write {
			access = "write"
		}
		m.Observe(metrics.StoreWait, t.Waited, access, t.Job)
		if t.Took > 0 {
			m.Observe(metrics.StoreTime, t.Took, access, t.Job)
		}
		if t.Failure != "" {
			m.Add(metrics.StoreFailures, access, t.Failure)
		}
	}
}

func countPictures(m *metrics.Metrics) func(render.Drawn) {
	return func(d render.Drawn) {
		kind, source := "picture", "drawn"
		if d.Animation {
			kind = "animation"
		}
		if d.Cached {
			source = "cache"
		} else {
			m.Observe(metrics.PictureTime, d.Took, kind)
		}
		m.Add(metrics.Pictures, kind, source)
	}
}

func countDeliveries(m *metrics.Metrics) func(outbox.Attempt) {
	return func(a outbox.Attempt) {
		if a.Failure == "" {
			m.Add(metrics.OutboxDeliveries, a.Transport)
		} else {
			m.Add(metrics.OutboxFailures, a.Transport, a.Failure)
		}
	}
}

func countInteractions(m *metrics.Metrics) func(discord.Answered) {
	count := counting(m, metrics.Interactions, discord.Results)
	return func(a discord.Answered) {
		count(a.Result)
		m.Observe(metrics.InteractionTime, a.Took)
	}
}

func countConnections(m *metrics.Metrics) func(shard int, resumed bool) {
	return func(shard int, resumed bool) {
		session := "new"
		if resumed {
			session = "resumed"
		}
		m.Add(metrics.GatewayConnects, strconv.Itoa(shard), session)
	}
}

func countReceived(m *metrics.Metrics) func(result string) {
	return counting(m, metrics.MailReceived, email.ReceivedResults)
}

func countSent(m *metrics.Metrics) func(result string) {
	return counting(m, metrics.MailSent, email.SentResults)
}

// counting returns a function that adds to a counter with one label, which has one of some values.
func counting(m *metrics.Metrics, c *metrics.Metric, values []string) func(value string) {
	for _, value := range values {
		m.Zero(c, value)
	}
	return func(value string) { m.Add(c, value) }
}

// watchDiscord has the connections to Discord read at each scrape.
func watchDiscord(m *metrics.Metrics, front *discord.Bot) {
	m.Watch(func(_ context.Context, set metrics.Set) error {
		for _, c := range front.Connections() {
			if c.Name == discord.EndpointName {
				continue
			}
			set(metrics.GatewayConnected, number(c.Up), strings.TrimPrefix(c.Name, "shard ")) // "gateway" before it has logged in
		}
		if remaining, total := front.SessionBudget(); total > 0 {
			set(metrics.GatewayBudget, float64(remaining))
			set(metrics.GatewayBudgetTotal, float64(total))
		}
		return nil
	}, metrics.GatewayConnected, metrics.GatewayBudget, metrics.GatewayBudgetTotal)
}

// watchComputer has the games that wait for the program read at each scrape.
func watchComputer(m *metrics.Metrics, p *computer.Player) {
	m.Watch(func(_ context.Context, set metrics.Set) error {
		set(metrics.ComputerWaiting, float64(p.Waiting()))
		return nil
	}, metrics.ComputerWaiting)
}

// countThoughts returns what the program tells of each move that it has thought about.
func countThoughts(m *metrics.Metrics) func(level int, took time.Duration) {
	return func(level int, took time.Duration) { m.Observe(metrics.ComputerTime, took, strconv.Itoa(level)) }
}

// watchAdvice has the questions that wait for an answer read at each scrape.
func watchAdvice(m *metrics.Metrics, a *advice.Advisor) {
	m.Watch(func(_ context.Context, set metrics.Set) error {
		waiting := a.Waiting()
		for _, verb := range advice.Verbs {
			set(metrics.AdviceWaiting, float64(waiting[verb]), verb)
		}
		return nil
	}, metrics.AdviceWaiting)
}

// countAdvice returns what the program tells of each question that people have asked it.
func countAdvice(m *metrics.Metrics) func(advice.Ended) {
	for _, verb := range advice.Verbs {
		for _, result := range advice.Results {
			m.Zero(metrics.Advice, verb, result)
		}
	}
	return func(e advice.Ended) {
		m.Add(metrics.Advice, e.Verb, e.Result)
		if e.Result == advice.Answered || e.Result == advice.Failed {
			m.Observe(metrics.AdviceWait, e.Waited, e.Verb)
			m.Observe(metrics.AdviceTime, e.Took, e.Verb)
		}
	}
}

// countPages returns what the pages for browsers tell of each request.
func countPages(m *metrics.Metrics) func(page string, took time.Duration) {
	return func(page string, took time.Duration) { m.Observe(metrics.WebTime, took, page) }
}

// watchWeb has the streams of pages read at each scrape.
func watchWeb(m *metrics.Metrics, front *web.Server) {
	m.Watch(func(_ context.Context, set metrics.Set) error {
		set(metrics.WebStreams, float64(front.Streams()))
		return nil
	}, metrics.WebStreams)
}

// watchMail has the connections to mail servers and the mailbox read at each scrape.
func watchMail(m *metrics.Metrics, front *email.Bot) {
	m.Watch(func(_ context.Context, set metrics.Set) error {
		for _, c := range front.Connections() {
			set(metrics.MailConnected, number(c.Up), c.Name)
		}
		set(metrics.MailOldest, age(front.OldestUnread(), time.Now()))
		return nil
	}, metrics.MailConnected, metrics.MailOldest)
}

// watchBot has read at each scrape what does not belong to one front end. Transports are those
// that are configured.
func watchBot(m *metrics.Metrics, desk *bot.Desk, db database, transports []string) {
	program := thisBuild()
	m.Watch(func(ctx context.Context, set metrics.Set) error {
		set(metrics.BuildInfo, 1, program.Version, program.Commit, program.Go)
		for _, check := range desk.Ready(ctx) {
			set(metrics.CheckOK, number(check.OK), check.Name)
		}
		return nil
	}, metrics.BuildInfo, metrics.CheckOK)
	m.Watch(func(ctx context.Context, set metrics.Set) error {
		games, err := db.Running(data.ForJob(ctx, "metrics"))
		for variant, n := range games {
			set(metrics.GamesRunning, float64(n), variant)
		}
		return err
	}, metrics.GamesRunning)
	for _, transport := range transports {
		for _, failure := range outbox.Failures {
			m.Zero(metrics.OutboxFailures, transport, failure)
		}
		m.Zero(metrics.OutboxDeliveries, transport)
	}
	m.Watch(func(ctx context.Context, set metrics.Set) error {
		ctx = data.ForJob(ctx, "metrics")
		for _, transport := range transports {
			now := db.now()
			due, since, err := db.Backlog(ctx, transport, now)
			if err != nil {
				return err
			}
			set(metrics.OutboxDue, float64(due), transport)
			set(metrics.OutboxOldest, age(since, now), transport)
		}
		return nil
	}, metrics.OutboxDue, metrics.OutboxOldest)
	m.Watch(func(ctx context.Context, set metrics.Set) error {
		held, err := db.Held(data.ForJob(ctx, "metrics"))
		if err != nil {
			return err
		}
		counts := map[string]int{}
		for _, transport := range transports {
			counts[transport] = 0
		}
		for _, h := range held {
			counts[h.Transport] = h.Count
		}
		for transport, n := range counts {
			set(metrics.HeldMessages, float64(n), transport)
		}
		return nil
	}, metrics.HeldMessages)
}

// number returns 1 for true and 0 for false.
func number(good bool) float64 {
	if good {
		return 1
	}
	return 0
}

// age returns the seconds since a time, 0 for the zero time.
func age(since, now time.Time) float64 {
	if since.IsZero() {
		return 0
	}
	return max(0, now.Sub(since).Seconds())
}

package status

import (
	"sync"
	"time"
)

// Counter counts the commands of the last hour, by the minute. It is safe for concurrent use.
type Counter struct {
	mu      sync.Mutex
	minutes [60]minute
}

// minute is one minute of commands.
type minute struct {
	at int64 // since 1970
	Commands
}

// Commands are numbers of commands, with the refused and the failed ones among them.
type Commands struct {
	All     int `json:"all"`
	Refused int `json:"refused"`
	Failed  int `json:"failed"`
}

// Add counts a command with an outcome as in bot.Handled. Repeated ones do not count.
func (c *Counter) Add(now time.Time, outcome string) {
	if outcome == "repeated" {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	at := now.Unix() / 60
	m := &c.minutes[at%60]
	if m.at != at {
		*m = minute{at: at}
	}
	m.All++
	switch outcome {
	case "refused":
		m.Refused++
	case "failed":
		m.Failed++
	}
}

// LastHour returns the commands of the last 60 minutes.
func (c *Counter) LastHour(now time.Time) (sum Commands) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := now.Unix() / 60
	for _, m := range c.minutes {
		if m.at > at-60 && m.at <= at {
			sum.All, sum.Refused, sum.Failed = sum.All+m.All, sum.Refused+m.Refused, sum.Failed+m.Failed
		}
	}
	return sum
}

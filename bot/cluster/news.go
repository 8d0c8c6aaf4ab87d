package cluster

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"stackmate/bot/timeutil"
)

// Bus carries texts between processes. They may be lost when a connection is, so those who hear them also look from time to time.
type Bus interface {
	// Publish sends a text about a topic to all other processes that listen.
	Publish(ctx context.Context, topic, text string) error
	// Listen passes what is published to hear until the connection is lost or the context ends. It calls listening when
	// it hears.
	Listen(ctx context.Context, listening func(), hear func(topic, text string)) error
}

// Limits of news.
const (
	// maxPending is how much news may wait to be published. More is left out.
	maxPending = 1000
	// listenPause is the pause until a lost connection is opened again.
	listenPause = time.Second
)

// news is what was published and is heard.
type news struct {
	mu      sync.Mutex
	ears    map[string][]func(text string)
	pending []item
	wake    chan struct{}
	wanted  map[item]bool // what is pending
}

// item is a text about a topic.
type item struct{ topic, text string }

// Tell tells the other processes something about a topic. It does not wait.
func (m *Member) Tell(topic, text string) {
	if m == nil || m.opt.Bus == nil {
		return
	}
	n := &m.news
	n.mu.Lock()
	defer n.mu.Unlock()
	i := item{topic, text}
	if n.wanted[i] || len(n.pending) >= maxPending {
		return
	}
	n.wanted[i] = true
	n.pending = append(n.pending, i)
	select {
	case n.wake <- struct{}{}:
	default:
	}
}

// Hear has a function called with everything that other processes tell about a topic, and with an empty text after a time in which
// they could not be heard. It must not wait.
func (m *Member) Hear(topic string, hear func(text string)) {
	if m == nil {
		return
	}
	m.news.mu.Lock()
	defer m.news.mu.Unlock()
	m.news.ears[topic] = append(m.news.ears[topic], hear)
}

// hear passes a text on.
func (n *news) hear(topic, text string) {
	n.mu.Lock()
	ears := n.ears[topic]
	n.mu.Unlock()
	for _, hear := range ears {
		hear(text)
	}
}

// hearAgain tells all that something may have been missed.
func (n *news) hearAgain() {
	n.mu.Lock()
	topics := slices.Collect(maps.Keys(n.ears))
	n.mu.Unlock()
	for _, topic := range topics {
		n.hear(topic, "")
	}
}

// take returns what is to be published.
func (n *news) take() []item {
	n.mu.Lock()
	defer n.mu.Unlock()
	list := n.pending
	n.pending = nil
	clear(n.wanted)
	return list
}

// publish publishes what was told until the context ends.
func (m *Member) publish(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-m.news.wake:
		}
		for _, i := range m.news.take() {
			if err := m.opt.Bus.Publish(ctx, i.topic, i.text); err != nil && ctx.Err() == nil {
				m.opt.Log.DebugContext(ctx, "other processes were not told", "topic", i.topic, "error", err)
			}
		}
	}
}

// listen hears what others tell until the context ends. It logs the first of the attempts that fail one after another.
func (m *Member) listen(ctx context.Context) {
	failed := false
	again := func() {
		failed = false
		m.news.hearAgain()
	}
	for ctx.Err() == nil {
		err := m.opt.Bus.Listen(ctx, again, m.news.hear)
		if err != nil && ctx.Err() == nil && !failed {
			failed = true
			m.opt.Log.WarnContext(ctx, "other processes cannot be heard", "error", err, "again_every", listenPause)
		}
		_ = timeutil.Sleep(ctx, listenPause)
	}
}

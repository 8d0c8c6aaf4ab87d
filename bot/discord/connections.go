package discord

import (
	"fmt"

	"stackmate/bot"
)

// Connections returns how the connections to the gateway are doing. Before the bot has logged
// in, it does not know how many there are to be.
func (b *Bot) Connections() []bot.Connection {
	shards := b.Shards()
	if len(shards) == 0 {
		return []bot.Connection{{Name: "gateway", Since: b.began, Why: "not logged in yet"}}
	}
	list := make([]bot.Connection, len(shards))
	for i, s := range shards {
		list[i] = bot.Connection{Name: fmt.Sprintf("shard %d", s.Shard), Up: s.Connected, Since: s.Since}
		switch {
		case s.Connected:
		case s.Err != nil:
			list[i].Why = redact(s.Err).Error()
		default:
			list[i].Why = "not connected yet"
		}
	}
	return list
}

package discord_test

import (
	"strconv"
	"testing"
	"time"

	"stackmate/bot/discord"
	"stackmate/bot/discord/discordtest"
)

// channelOfShard makes guilds until one belongs to a shard.
func channelOfShard(tb *testbed, shard, shards int) *discordtest.Channel {
	for {
		g := tb.srv.AddGuild("Guild of shard " + strconv.Itoa(shard))
		if id, _ := strconv.ParseUint(g.ID, 10, 64); int(id>>22)%shards != shard {
			continue
		}
		for _, u := range []*discordtest.User{tb.alice, tb.bob} {
			g.Join(u)
		}
		return g.AddChannel("games")
	}
}

// With two shards the bot gets the events of every guild and direct messages, sessions begin as far
// apart as the gateway asks, and one that is lost comes back.
func TestShards(t *testing.T) {
	const pause = 1500 * time.Millisecond
	for name, tt := range map[string]struct {
		shards, concurrency int
		apart               bool
	}{
		"auto, one at a time": {discord.AutoShards, 1, true},
		"auto, two at a time": {discord.AutoShards, 2, false},
		"two":                 {2, 1, true},
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTestbed(t)
			tb.srv.Shards(2, tt.concurrency)
			tb.config.Shards = tt.shards
			tb.prepare = func(b *discord.Bot) { discord.SetIdentifyInterval(b, pause) }
			channels := []*discordtest.Channel{channelOfShard(tb, 0, 2), channelOfShard(tb, 1, 2)}
			tb.run()
			tb.srv.WaitSessions(2)
			tb.eventually("both shards are connected", tb.connected)
			begun := tb.srv.Identifies()
			if len(begun) != 2 || begun[0].Shards != 2 || begun[1].Shards != 2 || begun[0].Shard+begun[1].Shard != 1 {
				t.Fatalf("began %+v", begun)
			}
			if d := begun[1].Time.Sub(begun[0].Time); tt.apart != (d > pause/2) {
				t.Errorf("sessions begin %v apart", d)
			}
			for _, ch := range channels {
				m := tb.beginIn(ch, "orthodox")
				tb.alice.Slash(ch, "move", discordtest.Opt("move", "e4"), discordtest.Opt("game", gameOf(m))).Response()
			}
			tb.alice.SayDirect("games")
			tb.alice.DM().WaitText("Your games")
			tb.srv.DropConnections()
			tb.eventually("both shards are back", func() bool { return tb.srv.Connected() == 2 })
			for n, ch := range channels {
				tb.bob.Slash(ch, "move", discordtest.Opt("move", "e5"), discordtest.Opt("game", n+1)).Response()
			}
			tb.waitDelivered()
			if err := tb.stop(); err != nil {
				t.Error(err)
			}
		})
	}
}

// gameOf returns the id of the game of a message with a board.
func gameOf(m *discordtest.Message) int {
	n, _ := strconv.Atoi(m.Attachments[0].Name[len("game-"):][:1])
	return n
}

package discord

import (
	"context"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot/chat"
	"stackmate/bot/textutil"
	"stackmate/bot/timeutil"
)

// threadArchiveMinutes is after how many minutes without a message Discord hides a thread.
const threadArchiveMinutes = 7 * 24 * 60

// openThreadTimeout is how long opening a thread may keep a message from being noted as
// delivered: until then the outbox would send it again after a crash, and the thread would
// be found; what takes longer goes on in the background.
const openThreadTimeout = 20 * time.Second

// followUp is what a message that everybody in a channel sees leaves to be done.
type followUp struct {
	bot           *Bot
	reply         chat.Reply
	channel       string
	message       postedMessage
	stale         []buttonMessage // messages that it makes stale
	threadPending bool            // its thread is not open yet
}

// beginFollowUp begins what follows a message that everybody in a channel sees: it opens the
// game's thread. It is called before the message is noted as delivered.
func (b *Bot) beginFollowUp(ctx context.Context, r chat.Reply, channel string, message postedMessage) followUp {
	if message.id == "" || r.Game == 0 {
		return followUp{}
	}
	f := followUp{bot: b, reply: r, channel: channel, message: message}
	s := buttonMessage{channel, message.id, r.Picture != nil, withoutQuestions(r)}
	f.stale = b.buttons.track(gameChannel{r.Game, channel}, s, len(r.Buttons)+len(r.Menus) > 0)
	if r.Thread != "" {
		ctx, cancel := context.WithTimeout(withMaxWait(ctx, backgroundWait), openThreadTimeout)
		defer cancel()
		f.threadPending = !f.openThread(ctx) && ctx.Err() != nil
	}
	return f
}

// closeFollowUp is what is left to be done in a thread that is over, and that an answer which
// not everybody sees has opened again.
func (b *Bot) closeFollowUp(r chat.Reply, channel string) followUp {
	if !r.Close {
		return followUp{}
	}
	return followUp{bot: b, reply: chat.Reply{Game: r.Game, Close: true}, channel: channel}
}

// openThread reports whether the game has moved to its thread.
func (f followUp) openThread(ctx context.Context) bool {
	thread := f.bot.openThread(ctx, f.reply, f.channel, f.message)
	if thread != "" {
		f.bot.buttons.move(gameChannel{f.reply.Game, f.channel}, gameChannel{f.reply.Game, thread})
	}
	return thread != ""
}

// finish does the rest: it takes the buttons off messages that are old now, and closes the
// game's thread. What is refused is left undone, and nothing else suffers.
func (f followUp) finish(ctx context.Context) {
	if f.bot == nil {
		return
	}
	ctx, cancel := context.WithTimeout(withMaxWait(ctx, backgroundWait), followUpTimeout)
	defer cancel()
	if f.threadPending {
		f.openThread(ctx)
	}
	for _, o := range f.stale {
		f.bot.removeButtons(ctx, o)
	}
	if f.reply.Close { // after which nothing in it can be edited
		f.bot.retryRequest(ctx, "close thread", http.MethodPatch, discordgo.EndpointChannel(f.channel), map[string]any{"archived": true})
	}
}

// followUpTimeout is how long what follows a message may take. What is owed is tried again
// for as long.
const followUpTimeout = 15 * time.Minute

// removeButtons takes buttons off a message. An old message may refuse that (30046).
func (b *Bot) removeButtons(ctx context.Context, s buttonMessage) {
	b.tryRequest(ctx, "take buttons away", http.MethodPatch, discordgo.EndpointChannelMessage(s.channel, s.message),
		map[string]any{"components": orEmpty(s.rowsAfterAnswer), "allowed_mentions": mentions{Parse: []string{}}})
}

// tryRequest makes a request that may as well fail, once, and reports whether it did not.
func (b *Bot) tryRequest(ctx context.Context, what, method, endpoint string, body any) bool {
	_, err := b.send(ctx, method, endpoint, body, nil)
	if err != nil {
		b.log.Debug("discord: "+what, "error", err)
	}
	return err == nil
}

// retryRequest makes a request that does no harm when it is made twice, until it is done, it
// is refused for good, or the context ends.
func (b *Bot) retryRequest(ctx context.Context, what, method, endpoint string, body any) {
	for pause := time.Second; ; pause = min(2*pause, time.Minute) {
		_, err := b.send(ctx, method, endpoint, body, nil)
		if err == nil {
			return
		}
		b.log.Warn("discord: "+what, "error", err)
		if !isTransient(err) || timeutil.Sleep(ctx, pause) != nil {
			return
		}
	}
}

// openThread opens a thread below a message and has the game move there. It returns
// "" where that cannot be, and the game stays in its channel.
func (b *Bot) openThread(ctx context.Context, r chat.Reply, channel string, message postedMessage) string {
	var parent struct{ Type discordgo.ChannelType }
	if b.get(ctx, discordgo.EndpointChannel(channel), &parent) != nil ||
		parent.Type != discordgo.ChannelTypeGuildText && parent.Type != discordgo.ChannelTypeGuildNews {
		return ""
	}
	answer, err := b.send(ctx, http.MethodPost, discordgo.EndpointChannelMessageThread(channel, message.id),
		map[string]any{"name": textutil.Truncate(r.Thread, 100), "auto_archive_duration": threadArchiveMinutes}, nil)
	thread := postedID(answer)
	if codeOf(err) == codeThreadExists { // the program ended before the game had moved there
		thread, err = message.id, nil // a thread has the number of the message above it
	}
	if err != nil || thread == "" {
		b.log.Debug("discord: no thread", "game", r.Game, "error", err)
		return ""
	}
	// Opening a thread and writing in it are two permissions.
	if !b.tryRequest(ctx, "write in thread", http.MethodPost, discordgo.EndpointChannelTyping(thread), nil) {
		b.tryRequest(ctx, "close thread", http.MethodPatch, discordgo.EndpointChannel(thread), map[string]any{"archived": true})
		return ""
	}
	if err := b.desk.ThreadOpened(ctx, r.Game, channelAddress(thread)); err != nil {
		b.log.Error("discord: game does not move to its thread", "game", r.Game, "error", err)
		return ""
	}
	b.addPlayers(ctx, r, thread, message)
	return thread
}

package discord

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot/chat"
	"stackmate/bot/outbox"
	"stackmate/bot/textutil"
)

// threadArchiveMinutes is after how many minutes without messages Discord hides a thread: a week.
const threadArchiveMinutes = 7 * 24 * 60

// openThreadTimeout is how long opening a thread may delay noting that its message was delivered: after a crash
// in between, the outbox sends the message again and finds the thread. Opening continues in the background if it
// takes longer.
const openThreadTimeout = 20 * time.Second

// threadKeeper opens and closes the threads of games, and removes buttons that a later message of the game makes
// useless.
type threadKeeper struct {
	rest    *restClient
	desk    safeDesk
	buttons buttonTracker
	log     *slog.Logger
}

// followUp is what remains to be done after a message. The zero value is nothing.
type followUp struct {
	threads       *threadKeeper
	reply         chat.Reply
	channel       string
	message       postedMessage
	stale         []buttonMessage // whose buttons it makes useless
	threadPending bool            // its thread is still to be opened
}

// afterSending begins what follows a message, before the message is noted as delivered: it opens
// the game's thread. finish does the rest. A message that not everybody in the channel sees is
// followed by nothing, unless its thread is over: such an answer has opened the thread again.
func (k *threadKeeper) afterSending(ctx context.Context, r chat.Reply, channel string, message postedMessage) followUp {
	if r.Audience != chat.Public {
		if !r.Close {
			return followUp{}
		}
		return followUp{threads: k, reply: chat.Reply{Game: r.Game, Close: true}, channel: channel}
	}
	if message.id == "" || r.Game == 0 {
		return followUp{}
	}
	f := followUp{threads: k, reply: r, channel: channel, message: message}
	s := buttonMessage{channel, message.id, r.Picture != nil, withoutQuestions(r)}
	f.stale = k.buttons.track(gameChannel{r.Game, channel}, s, len(r.Buttons)+len(r.Menus) > 0)
	if r.Thread != "" {
		ctx, cancel := context.WithTimeout(withMaxWait(ctx, backgroundWait), openThreadTimeout)
		defer cancel()
		f.threadPending = !f.openThread(ctx) && ctx.Err() != nil
	}
	return f
}

// openThread opens the game's thread, and reports whether the game has moved there.
func (f followUp) openThread(ctx context.Context) bool {
	thread := f.threads.openThread(ctx, f.reply, f.channel, f.message)
	if thread != "" {
		f.threads.buttons.move(gameChannel{f.reply.Game, f.channel}, gameChannel{f.reply.Game, thread})
	}
	return thread != ""
}

// finish opens the thread if that is still to be done, removes the buttons that have become useless, and closes the
// thread of a game that is over. Failures are logged.
func (f followUp) finish(ctx context.Context) {
	if f.threads == nil {
		return
	}
	ctx, cancel := context.WithTimeout(withMaxWait(ctx, backgroundWait), followUpTimeout)
	defer cancel()
	if f.threadPending {
		f.openThread(ctx)
	}
	for _, o := range f.stale {
		f.threads.removeButtons(ctx, o)
	}
	if f.reply.Close { // last, since nothing in a closed thread can be edited
		f.threads.rest.retryRequest(ctx, "close thread", http.MethodPatch, discordgo.EndpointChannel(f.channel), map[string]any{"archived": true})
	}
}

// followUpTimeout is how long finish may take, retries included.
const followUpTimeout = 15 * time.Minute

// removeButtons removes the buttons of a message. Discord may refuse that for an old one (code 30046).
func (k *threadKeeper) removeButtons(ctx context.Context, s buttonMessage) {
	k.rest.tryRequest(ctx, "take buttons away", http.MethodPatch, discordgo.EndpointChannelMessage(s.channel, s.message),
		map[string]any{"components": orEmpty(s.rowsAfterAnswer), "allowed_mentions": mentions{Parse: []string{}}})
}

// openThread opens a thread below a message, tells the desk that the game moves there, and returns the thread's id.
// It returns "" if that is impossible; the game then stays in its channel.
func (k *threadKeeper) openThread(ctx context.Context, r chat.Reply, channel string, message postedMessage) string {
	var parent struct{ Type discordgo.ChannelType }
	if k.rest.get(ctx, discordgo.EndpointChannel(channel), &parent) != nil ||
		parent.Type != discordgo.ChannelTypeGuildText && parent.Type != discordgo.ChannelTypeGuildNews {
		return ""
	}
	answer, err := k.rest.send(ctx, http.MethodPost, discordgo.EndpointChannelMessageThread(channel, message.id),
		map[string]any{"name": textutil.Truncate(r.Thread, 100), "auto_archive_duration": threadArchiveMinutes}, nil)
	thread := postedID(answer)
	if codeOf(err) == codeThreadExists { // the bot crashed before the game had moved there
		thread, err = message.id, nil // a thread has the id of the message above it
	}
	if err != nil || thread == "" {
		k.log.DebugContext(ctx, "discord: no thread", "game", r.Game, "error", err)
		return ""
	}
	// Opening a thread and writing in it need different permissions.
	if !k.rest.tryRequest(ctx, "write in thread", http.MethodPost, discordgo.EndpointChannelTyping(thread), nil) {
		k.rest.tryRequest(ctx, "close thread", http.MethodPatch, discordgo.EndpointChannel(thread), map[string]any{"archived": true})
		return ""
	}
	if err := k.desk.ThreadOpened(ctx, r.Game, channelAddress(thread)); err != nil {
		k.log.ErrorContext(ctx, "discord: the game does not move to its thread", "game", r.Game, "error", err)
		return ""
	}
	k.addPlayers(ctx, r, thread, message)
	return thread
}

// cannotSeeThread reports whether adding somebody to a thread failed because the person cannot see it.
func cannotSeeThread(err error) bool {
	switch codeOf(err) {
	case codeUnknownMember, codeUnknownUser, codeMissingAccess:
		return true
	}
	return false
}

// addPlayers adds the players of a game to its thread. It reports those who cannot see the thread to the desk, which
// sends them the message that opened it, unless they are reported for that message anyway.
func (k *threadKeeper) addPlayers(ctx context.Context, r chat.Reply, thread string, message postedMessage) {
	var absent []chat.Person
	for _, p := range r.Players {
		id, ok := strings.CutPrefix(p.ID, userPrefix)
		if !ok || p.Transport != Transport {
			continue
		}
		if _, err := k.rest.send(ctx, http.MethodPut, discordgo.EndpointThreadMember(thread, id), nil, nil); err != nil {
			k.log.DebugContext(ctx, "discord: add player", "error", err)
			if cannotSeeThread(err) {
				absent = append(absent, p)
			}
		}
	}
	if len(absent) == 0 {
		return
	}
	missed := message.notMentioned(r.Notify)
	for _, told := range []bool{true, false} {
		var people []chat.Person
		for _, p := range absent {
			if told == slices.ContainsFunc(missed, func(m chat.Person) bool { return m.Address == p.Address }) {
				people = append(people, p)
			}
		}
		about := &r
		if told {
			about = nil
		}
		if err := k.desk.Missed(ctx, &outbox.MissedError{Place: channelAddress(thread), People: people}, about); err != nil {
			k.log.ErrorContext(ctx, "discord: players who cannot see a thread are not noted", "game", r.Game, "error", err)
		}
	}
}

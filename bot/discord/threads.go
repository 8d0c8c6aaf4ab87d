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

// threadArchiveMinutes is after how many minutes without a message Discord hides a thread.
const threadArchiveMinutes = 7 * 24 * 60

// openThreadTimeout is how long opening a thread may keep a message from being noted as
// delivered: until then the outbox would send it again after a crash, and the thread would
// be found; what takes longer goes on in the background.
const openThreadTimeout = 20 * time.Second

// threadKeeper opens and closes the threads of games, and takes the buttons off messages
// that a later message of the game makes useless.
type threadKeeper struct {
	rest    *restClient
	desk    safeDesk
	buttons buttonTracker
	log     *slog.Logger
}

// followUp is what a message that everybody in a channel sees leaves to be done.
type followUp struct {
	threads       *threadKeeper
	reply         chat.Reply
	channel       string
	message       postedMessage
	stale         []buttonMessage // messages that it makes stale
	threadPending bool            // its thread is not open yet
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

// openThread reports whether the game has moved to its thread.
func (f followUp) openThread(ctx context.Context) bool {
	thread := f.threads.openThread(ctx, f.reply, f.channel, f.message)
	if thread != "" {
		f.threads.buttons.move(gameChannel{f.reply.Game, f.channel}, gameChannel{f.reply.Game, thread})
	}
	return thread != ""
}

// finish does the rest: it takes the buttons off messages that are old now, and closes the
// game's thread. What is refused is left undone, and nothing else suffers.
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
	if f.reply.Close { // after which nothing in it can be edited
		f.threads.rest.retryRequest(ctx, "close thread", http.MethodPatch, discordgo.EndpointChannel(f.channel), map[string]any{"archived": true})
	}
}

// followUpTimeout is how long what follows a message may take. What is owed is tried again
// for as long.
const followUpTimeout = 15 * time.Minute

// removeButtons takes buttons off a message. An old message may refuse that (30046).
func (k *threadKeeper) removeButtons(ctx context.Context, s buttonMessage) {
	k.rest.tryRequest(ctx, "take buttons away", http.MethodPatch, discordgo.EndpointChannelMessage(s.channel, s.message),
		map[string]any{"components": orEmpty(s.rowsAfterAnswer), "allowed_mentions": mentions{Parse: []string{}}})
}

// openThread opens a thread below a message and has the game move there. It returns
// "" where that cannot be, and the game stays in its channel.
func (k *threadKeeper) openThread(ctx context.Context, r chat.Reply, channel string, message postedMessage) string {
	var parent struct{ Type discordgo.ChannelType }
	if k.rest.get(ctx, discordgo.EndpointChannel(channel), &parent) != nil ||
		parent.Type != discordgo.ChannelTypeGuildText && parent.Type != discordgo.ChannelTypeGuildNews {
		return ""
	}
	answer, err := k.rest.send(ctx, http.MethodPost, discordgo.EndpointChannelMessageThread(channel, message.id),
		map[string]any{"name": textutil.Truncate(r.Thread, 100), "auto_archive_duration": threadArchiveMinutes}, nil)
	thread := postedID(answer)
	if codeOf(err) == codeThreadExists { // the program ended before the game had moved there
		thread, err = message.id, nil // a thread has the number of the message above it
	}
	if err != nil || thread == "" {
		k.log.Debug("discord: no thread", "game", r.Game, "error", err)
		return ""
	}
	// Opening a thread and writing in it are two permissions.
	if !k.rest.tryRequest(ctx, "write in thread", http.MethodPost, discordgo.EndpointChannelTyping(thread), nil) {
		k.rest.tryRequest(ctx, "close thread", http.MethodPatch, discordgo.EndpointChannel(thread), map[string]any{"archived": true})
		return ""
	}
	if err := k.desk.ThreadOpened(ctx, r.Game, channelAddress(thread)); err != nil {
		k.log.Error("discord: game does not move to its thread", "game", r.Game, "error", err)
		return ""
	}
	k.addPlayers(ctx, r, thread, message)
	return thread
}

// cannotSeeThread reports whether somebody could not be added to a thread because that person
// cannot see it.
func cannotSeeThread(err error) bool {
	switch codeOf(err) {
	case codeUnknownMember, codeUnknownUser, codeMissingAccess:
		return true
	}
	return false
}

// addPlayers adds the players of a game to its thread. Who cannot see it is noted, and is
// told alone what the message said that opened it, unless that is done already.
func (k *threadKeeper) addPlayers(ctx context.Context, r chat.Reply, thread string, message postedMessage) {
	var absent []chat.Person
	for _, p := range r.Players {
		id, ok := strings.CutPrefix(p.ID, userPrefix)
		if !ok || p.Transport != Transport {
			continue
		}
		if _, err := k.rest.send(ctx, http.MethodPut, discordgo.EndpointThreadMember(thread, id), nil, nil); err != nil {
			k.log.Debug("discord: add player", "error", err)
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
			k.log.Error("discord: who cannot see a thread is not noted", "game", r.Game, "error", err)
		}
	}
}

package discord

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/cluster"
	"stackmate/bot/command"
	"stackmate/bot/logging"
	"stackmate/bot/lru"
	"stackmate/bot/words"
)

// deferAfter is how long the desk may take before the answer is deferred. Discord gives up after 3 seconds.
const deferAfter = 1500 * time.Millisecond

// deferral tells whether and how an answer was deferred, which decides who can see it.
type deferral uint8

const (
	notDeferred       deferral = iota
	deferredPublic             // everybody sees "thinking …"
	deferredEphemeral          // only the user sees it
	deferredUpdate             // nobody sees it; after a button or menu the answer may still be of any kind
)

// interactionHandler answers slash commands, buttons, menus and completions.
type interactionHandler struct {
	account           *account
	rest              *restClient
	desk              safeDesk
	threads           *threadKeeper
	commands          *commandIDs
	tasks             *inflight
	completed         *lru.Cache[string, struct{}] // ids of the last completions
	completionTimeout time.Duration
	alive             func() bool    // cluster.Member.Alive
	answered          func(Answered) // nil if nobody counts
	log               *slog.Logger
}

// handle answers a slash command, a button, a menu or a completion.
func (h *interactionHandler) handle(ctx context.Context, i *discordgo.Interaction) {
	ctx = withReception(ctx)
	defer h.report(receptionOf(ctx))
	if i.Type == discordgo.InteractionApplicationCommandAutocomplete {
		h.complete(ctx, i)
		return
	}
	m, ok := messageOfInteraction(i, h.account.user.ID)
	if !ok {
		return
	}
	h.log.InfoContext(ctx, "received", "interaction", i.ID)
	result, deferred := h.askDesk(ctx, i, m)
	if result.err == nil && result.answer == nil { // the interaction was handled before
		if deferred == deferredPublic || deferred == deferredEphemeral {
			if err := h.deleteDeferral(ctx, i); err != nil {
				h.log.WarnContext(ctx, "discord: delete deferral", "interaction", i.ID, "error", err)
			}
		}
		return
	}
	if slept(h.alive, result.err) {
		h.log.WarnContext(ctx, "discord: not answered yet, since this process has slept", "interaction", i.ID)
		h.desk.delivered(ctx, result.answer, cluster.ErrSilent)
		return
	}
	a := h.adapt(ctx, i, m, result)
	message, err := h.respond(ctx, i, a, deferred)
	if codeOf(err) == codeAlreadyAcknowledged && result.err == nil && result.answer.OutboxID() == 0 {
		return // another process has a session for the shard, too, and answers
	}
	if err != nil {
		h.log.WarnContext(ctx, "discord: answer", "interaction", i.ID, "error", err)
	}
	if result.err == nil && result.answer.Queued {
		return
	}
	outcome, f := err, followUp{}
	if err == nil && canPost(i) {
		f = h.threads.afterSending(ctx, a.Reply, i.ChannelID, message)
		if a.Reply.Audience == chat.Public && i.GuildID != "" {
			outcome = message.missedError(i.ChannelID, a.Reply.Notify)
		}
	}
	h.desk.delivered(ctx, result.answer, outcome)
	f.finish(ctx)
}

// slept reports whether another process delivers the answer to what this one was asked, or has: this one has slept, or the database
// was away for long. Err is the desk's error. If that is of the database nothing is stored that anybody could deliver, so
// this process apologises.
func slept(alive func() bool, err error) bool {
	if err != nil {
		return errors.Is(err, cluster.ErrReplaced)
	}
	return !alive()
}

// deskResult is what the desk returned.
type deskResult struct {
	answer *bot.Answer // nil if the message was handled before
	err    error
}

// askDesk has the desk handle an interaction, and defers the answer if that takes long.
func (h *interactionHandler) askDesk(ctx context.Context, i *discordgo.Interaction, m chat.Message) (deskResult, deferral) {
	done := make(chan deskResult, 1)
	go func() {
		asked := m // deferAnswer reads m at the same time
		asked.Administrator = asked.Administrator || h.commandAllowed(ctx, i)
		a, err := h.desk.handle(ctx, asked)
		done <- deskResult{a, err}
	}()
	timer := time.NewTimer(deferAfter)
	defer timer.Stop()
	select {
	case r := <-done:
		return r, notDeferred
	case <-timer.C:
		deferred := h.deferAnswer(ctx, i, m)
		return <-done, deferred
	}
}

// adapt makes the answer to an interaction of what the desk returned: an apology if that is an
// error, and otherwise the desk's answer, as far as the bot may carry it out in the channel.
func (h *interactionHandler) adapt(ctx context.Context, i *discordgo.Interaction, m chat.Message, r deskResult) bot.Answer {
	say := words.In(m.Language)
	if r.err != nil {
		h.log.ErrorContext(ctx, "discord: interaction failed", "interaction", i.ID, "error", r.err)
		return bot.Answer{Reply: chat.Reply{Audience: chat.Quiet, Text: say.Text("failure.reference", "trace", logging.Trace(ctx))}, Refused: true}
	}
	a := *r.answer
	if a.Queued {
		a.Reply = chat.Reply{Audience: chat.Quiet, Title: a.Title, Text: say.Text("discord.follows")}
		return a
	}
	if !canPost(i) { // the desk takes it for a private conversation
		a.Reply.Audience = chat.Quiet
	}
	if missing := missingPermissions(i, say); missing != "" && a.Reply.Audience == chat.Public {
		a.Reply.Text += "\n\n" + say.Text("discord.missing", "permissions", missing)
	}
	if !canOpenThread(i) {
		a.Reply.Thread = ""
	}
	return a
}

// deferAnswer asks Discord for more time, and returns notDeferred if that fails.
func (h *interactionHandler) deferAnswer(ctx context.Context, i *discordgo.Interaction, m chat.Message) deferral {
	c, deferred := callback{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource}, deferredPublic
	switch {
	case command.Slow(m.Text) && !onEphemeral(i): // those who pressed the button see that they are heard
		c.Data, deferred = map[string]any{"flags": discordgo.MessageFlagsEphemeral}, deferredEphemeral
	case m.Call == nil:
		c.Type, deferred = discordgo.InteractionResponseDeferredMessageUpdate, deferredUpdate
	case !canPost(i), command.AudienceOf(m.Call) != chat.Public:
		c.Data, deferred = map[string]any{"flags": discordgo.MessageFlagsEphemeral}, deferredEphemeral
	}
	if _, err := h.sendCallback(ctx, i, c, nil); err != nil {
		h.log.WarnContext(ctx, "discord: deferral", "interaction", i.ID, "error", err)
		return notDeferred
	}
	return deferred
}

package discord

import (
	"context"
	"log/slog"
	"time"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/lru"
	"stackmate/bot/words"
)

// deferAfter is how long an interaction may go unanswered before its answer is put
// off; Discord gives up after three seconds.
const deferAfter = 1500 * time.Millisecond

// deferral tells how an answer was put off: Discord fixes then who may see it.
type deferral uint8

const (
	notDeferred       deferral = iota
	deferredPublic             // everybody sees that the bot thinks
	deferredEphemeral          // only the person does
	deferredUpdate             // nobody does; the answer to a button or menu may yet be anything
)

// interactionHandler answers slash commands, buttons, menus and completions.
type interactionHandler struct {
	account           *account
	rest              *restClient
	desk              safeDesk
	threads           *threadKeeper
	tasks             *inflight
	completed         *lru.Cache[string, struct{}] // ids of the last completions
	completionTimeout time.Duration
	log               *slog.Logger
}

// handle handles a command, a button or a menu.
func (h *interactionHandler) handle(ctx context.Context, i *discordgo.Interaction) {
	ctx = withReceivedTime(ctx)
	if i.Type == discordgo.InteractionApplicationCommandAutocomplete {
		h.complete(ctx, i)
		return
	}
	m, ok := messageOfInteraction(i)
	if !ok {
		return
	}
	type result struct {
		answer *bot.Answer
		err    error
	}
	done := make(chan result, 1)
	go func() {
		asked := m // the deferral looks at m meanwhile
		asked.Administrator = asked.Administrator || h.commandAllowed(ctx, i)
		a, err := h.desk.handle(ctx, asked)
		done <- result{a, err}
	}()
	deferred := notDeferred
	timer := time.NewTimer(deferAfter)
	defer timer.Stop()
	var r result
	select {
	case r = <-done:
	case <-timer.C:
		deferred = h.deferAnswer(ctx, i, m)
		r = <-done
	}
	if r.err == nil && r.answer == nil { // it was handled before
		if deferred == deferredPublic || deferred == deferredEphemeral {
			if err := h.deleteDeferral(ctx, i); err != nil {
				h.log.Warn("discord: retract", "interaction", i.ID, "error", err)
			}
		}
		return
	}
	a := bot.Answer{Reply: chat.Reply{Audience: chat.Quiet}, Refused: true}
	if r.err != nil {
		h.log.Error("discord: interaction failed", "interaction", i.ID, "error", r.err)
		a.Text = words.In(m.Language).Text("failure")
	} else {
		a = *r.answer
	}
	reply := &a.Reply
	if !canPost(i) { // the desk takes the speaker to be alone there
		reply.Audience = chat.Quiet
	}
	if r.err == nil {
		if missing := missingPermissions(i); missing != "" && reply.Audience == chat.Public {
			reply.Text += "\n\n" + words.In(m.Language).Text("discord.missing", "permissions", missing)
		}
	}
	message, err := h.respond(ctx, i, a, deferred)
	if err != nil {
		h.log.Warn("discord: answer", "interaction", i.ID, "error", err)
	}
	var f followUp
	if err == nil && reply.Audience == chat.Public && canPost(i) {
		if reply.Thread != "" && !canOpenThread(i) {
			reply.Thread = ""
		}
		f = h.threads.beginFollowUp(ctx, *reply, i.ChannelID, message)
	} else if err == nil && canPost(i) {
		f = h.threads.closeFollowUp(*reply, i.ChannelID)
	}
	outcome := err
	if err == nil && reply.Audience == chat.Public && i.GuildID != "" && canPost(i) {
		outcome = message.missedError(i.ChannelID, reply.Notify)
	}
	h.desk.delivered(ctx, r.answer, outcome)
	f.finish(ctx)
}

// deferAnswer asks Discord for more time.
func (h *interactionHandler) deferAnswer(ctx context.Context, i *discordgo.Interaction, m chat.Message) deferral {
	c, deferred := callback{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource}, deferredPublic
	switch {
	case m.Call == nil:
		c.Type, deferred = discordgo.InteractionResponseDeferredMessageUpdate, deferredUpdate
	case !canPost(i), command.AudienceOf(m.Call) != chat.Public:
		c.Data, deferred = map[string]any{"flags": discordgo.MessageFlagsEphemeral}, deferredEphemeral
	}
	if _, err := h.sendCallback(ctx, i, c, nil); err != nil {
		h.log.Warn("discord: deferral", "interaction", i.ID, "error", err)
		return notDeferred
	}
	return deferred
}

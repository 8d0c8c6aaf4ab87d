package discord

import (
	"context"
	"errors"
	"time"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/words"
)

// patience is how long an interaction may go unanswered before its answer is put
// off; Discord gives up after three seconds.
const patience = 1500 * time.Millisecond

// callback is the first answer to an interaction.
type callback struct {
	Type discordgo.InteractionResponseType `json:"type"`
	Data *payload                          `json:"data,omitempty"`
}

// interaction handles a command or a button.
func (b *Bot) interaction(ctx context.Context, i *discordgo.Interaction) {
	m, ok := hearInteraction(i)
	if !ok {
		return
	}
	ctx = context.WithoutCancel(ctx) // what has been accepted is finished
	type result struct {
		answer *bot.Answer
		err    error
	}
	done := make(chan result, 1)
	go func() {
		a, err := b.desk.Handle(ctx, m)
		done <- result{a, err}
	}()
	deferred := false
	timer := time.NewTimer(patience)
	defer timer.Stop()
	var r result
	select {
	case r = <-done:
	case <-timer.C:
		deferred = b.callback(ctx, i, callback{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource}, nil) == nil
		r = <-done
	}
	reply := chat.Reply{Private: true}
	switch {
	case r.err != nil:
		b.log.Error("discord: interaction failed", "interaction", i.ID, "error", r.err)
		reply.Text = words.In(m.Language).Text("failure")
	case r.answer == nil: // it came twice
		return
	default:
		reply = r.answer.Reply
	}
	err := b.answer(ctx, i, reply, deferred)
	if r.answer == nil {
		return
	}
	if err := b.desk.Delivered(ctx, r.answer, err); err != nil {
		b.log.Error("discord: note delivery", "interaction", i.ID, "error", err)
	}
}

// answer sends a reply to an interaction. A deferral is public, so that a private
// reply takes it away again and comes as a follow-up.
func (b *Bot) answer(ctx context.Context, i *discordgo.Interaction, r chat.Reply, deferred bool) error {
	p, files := compose(r)
	if !deferred {
		return b.callback(ctx, i, callback{Type: discordgo.InteractionResponseChannelMessageWithSource, Data: &p}, files)
	}
	original := discordgo.EndpointInteractionResponseActions(i.AppID, i.Token)
	if !r.Private && len(r.Notify) == 0 {
		_, err := b.send(ctx, "PATCH", original, interactionBucket(i.ID), p, files)
		return err
	}
	_, err := b.send(ctx, "POST", discordgo.EndpointFollowupMessage(i.AppID, i.Token), interactionBucket(i.ID), p, files)
	_, gone := b.send(ctx, "DELETE", original, interactionBucket(i.ID), nil, nil)
	if gone != nil {
		b.log.Warn("discord: deferral stays", "interaction", i.ID, "error", gone)
	}
	return err
}

func (b *Bot) callback(ctx context.Context, i *discordgo.Interaction, c callback, files []*discordgo.File) error {
	_, err := b.send(ctx, "POST", discordgo.EndpointInteractionResponse(i.ID, i.Token), interactionBucket(i.ID), c, files)
	return err
}

// apologise answers words that could not be handled because something broke.
func (b *Bot) apologise(ctx context.Context, e *discordgo.Message) {
	if err := b.post(ctx, e.ChannelID, chat.Reply{Text: words.In("en").Text("failure")}, e.ID); err != nil && !errors.Is(err, context.Canceled) {
		b.log.Warn("discord: apology", "message", e.ID, "error", err)
	}
}

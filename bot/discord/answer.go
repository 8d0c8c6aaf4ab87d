package discord

import (
	"context"
	"fmt"
	"net/http"
	"runtime/debug"
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
	type result struct {
		answer *bot.Answer
		err    error
	}
	done := make(chan result, 1)
	go func() {
		a, err := b.ask(ctx, m)
		done <- result{a, err}
	}()
	deferred := false
	timer := time.NewTimer(patience)
	defer timer.Stop()
	var r result
	select {
	case r = <-done:
	case <-timer.C:
		err := b.callback(ctx, i, callback{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource}, nil)
		if deferred = err == nil; !deferred {
			b.log.Warn("discord: deferral", "interaction", i.ID, "error", err)
		}
		r = <-done
	}
	if r.err == nil && r.answer == nil { // it was handled before
		if deferred {
			b.retract(ctx, i)
		}
		return
	}
	reply := chat.Reply{Private: true}
	if r.err != nil {
		b.log.Error("discord: interaction failed", "interaction", i.ID, "error", r.err)
		reply.Text = words.In(m.Language).Text("failure")
	} else {
		reply = r.answer.Reply
		if missing := missingIn(i); missing != "" && !reply.Private {
			reply.Text += "\n\n" + words.In(m.Language).Text("discord.missing", "permissions", missing)
		}
	}
	err := b.answer(ctx, i, reply, deferred)
	if err != nil {
		b.log.Warn("discord: answer", "interaction", i.ID, "error", err)
	}
	b.delivered(ctx, r.answer, err)
}

// ask has the desk handle a message. A panic there becomes an error.
func (b *Bot) ask(ctx context.Context, m chat.Message) (a *bot.Answer, err error) {
	defer func() {
		if r := recover(); r != nil {
			a, err = nil, fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	return b.desk.Handle(ctx, m)
}

// delivered tells the desk what became of an answer, also when time is up.
func (b *Bot) delivered(ctx context.Context, a *bot.Answer, failure error) {
	if a == nil {
		return
	}
	if err := b.desk.Delivered(context.WithoutCancel(ctx), a, failure); err != nil {
		b.log.Error("discord: note delivery", "game", a.Game, "error", err)
	}
}

// answer sends a reply to an interaction. A deferral is public and an edit notifies
// nobody, so a reply that is private or must notify takes the deferral away and comes
// as a message of its own.
func (b *Bot) answer(ctx context.Context, i *discordgo.Interaction, r chat.Reply, deferred bool) error {
	p, files := compose(r)
	switch {
	case !deferred:
		return b.callback(ctx, i, callback{Type: discordgo.InteractionResponseChannelMessageWithSource, Data: &p}, files)
	case !r.Private && len(p.Mentions.Users) == 0:
		return repeat(ctx, func(int) error {
			_, err := b.send(ctx, http.MethodPatch, original(i), p, files)
			return err
		})
	}
	if err := b.retract(ctx, i); err != nil {
		return err
	}
	_, err := b.send(ctx, http.MethodPost, discordgo.EndpointFollowupMessage(i.AppID, i.Token), p, files)
	return err
}

func original(i *discordgo.Interaction) string {
	return discordgo.EndpointInteractionResponseActions(i.AppID, i.Token)
}

// retract takes a deferral away.
func (b *Bot) retract(ctx context.Context, i *discordgo.Interaction) error {
	return repeat(ctx, func(attempt int) error {
		_, err := b.send(ctx, http.MethodDelete, original(i), nil, nil)
		if attempt > 0 && codeOf(err) == codeUnknownMessage {
			return nil // the attempt before did it
		}
		return err
	})
}

// callback gives the first answer to an interaction.
func (b *Bot) callback(ctx context.Context, i *discordgo.Interaction, c callback, files []*discordgo.File) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	return repeat(ctx, func(attempt int) error {
		_, err := b.send(ctx, http.MethodPost, discordgo.EndpointInteractionResponse(i.ID, i.Token), c, files)
		if attempt > 0 && codeOf(err) == codeAcknowledged {
			return nil // the attempt before did it
		}
		return err
	})
}

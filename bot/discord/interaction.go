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

// deferAfter is how long an interaction may go unanswered before its answer is put
// off; Discord gives up after three seconds.
const deferAfter = 1500 * time.Millisecond

// callbackTimeout is when it is too late to begin with the first answer to an interaction.
const callbackTimeout = 2800 * time.Millisecond

// callback is the first answer to an interaction.
type callback struct {
	Type discordgo.InteractionResponseType `json:"type"`
	Data any                               `json:"data,omitempty"`
}

// deferral tells how an answer was put off: Discord fixes then who may see it.
type deferral uint8

const (
	notDeferred       deferral = iota
	deferredPublic             // everybody sees that the bot thinks
	deferredEphemeral          // only the person does
	deferredUpdate             // nobody does; the answer to a button or menu may yet be anything
)

// handleInteraction handles a command, a button or a menu.
func (b *Bot) handleInteraction(ctx context.Context, i *discordgo.Interaction) {
	ctx = withReceivedTime(ctx)
	if i.Type == discordgo.InteractionApplicationCommandAutocomplete {
		b.complete(ctx, i)
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
		asked.Administrator = asked.Administrator || b.commandAllowed(ctx, i)
		a, err := b.callDesk(ctx, asked)
		done <- result{a, err}
	}()
	deferred := notDeferred
	timer := time.NewTimer(deferAfter)
	defer timer.Stop()
	var r result
	select {
	case r = <-done:
	case <-timer.C:
		deferred = b.deferAnswer(ctx, i, m)
		r = <-done
	}
	if r.err == nil && r.answer == nil { // it was handled before
		if deferred == deferredPublic || deferred == deferredEphemeral {
			if err := b.deleteDeferral(ctx, i); err != nil {
				b.log.Warn("discord: retract", "interaction", i.ID, "error", err)
			}
		}
		return
	}
	a := bot.Answer{Reply: chat.Reply{Audience: chat.Quiet}, Refused: true}
	if r.err != nil {
		b.log.Error("discord: interaction failed", "interaction", i.ID, "error", r.err)
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
	message, err := b.respond(ctx, i, a, deferred)
	if err != nil {
		b.log.Warn("discord: answer", "interaction", i.ID, "error", err)
	}
	var f followUp
	if err == nil && reply.Audience == chat.Public && canPost(i) {
		if reply.Thread != "" && !canOpenThread(i) {
			reply.Thread = ""
		}
		f = b.beginFollowUp(ctx, *reply, i.ChannelID, message)
	} else if err == nil && canPost(i) {
		f = b.closeFollowUp(*reply, i.ChannelID)
	}
	outcome := err
	if err == nil && reply.Audience == chat.Public && i.GuildID != "" && canPost(i) {
		outcome = message.missedError(i.ChannelID, reply.Notify)
	}
	b.reportDelivery(ctx, r.answer, outcome)
	f.finish(ctx)
}

// deferAnswer asks Discord for more time.
func (b *Bot) deferAnswer(ctx context.Context, i *discordgo.Interaction, m chat.Message) deferral {
	c, deferred := callback{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource}, deferredPublic
	switch {
	case m.Call == nil:
		c.Type, deferred = discordgo.InteractionResponseDeferredMessageUpdate, deferredUpdate
	case !canPost(i), bot.AudienceOf(m.Call) != chat.Public:
		c.Data, deferred = map[string]any{"flags": discordgo.MessageFlagsEphemeral}, deferredEphemeral
	}
	if _, err := b.sendCallback(ctx, i, c, nil); err != nil {
		b.log.Warn("discord: deferral", "interaction", i.ID, "error", err)
		return notDeferred
	}
	return deferred
}

// callDesk has the desk handle a message. A panic there becomes an error.
func (b *Bot) callDesk(ctx context.Context, m chat.Message) (a *bot.Answer, err error) {
	defer func() {
		if r := recover(); r != nil {
			a, err = nil, fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	return b.desk.Handle(ctx, m)
}

// reportDelivery tells the desk what became of an answer, also when time is up.
func (b *Bot) reportDelivery(ctx context.Context, a *bot.Answer, failure error) {
	if a == nil {
		return
	}
	if err := b.desk.Delivered(context.WithoutCancel(ctx), a, failure); err != nil {
		b.log.Error("discord: note delivery", "game", a.Game, "error", err)
	}
}

// respond sends a reply to an interaction, and returns the number of the message if it
// is one that everybody sees and it is known.
//
// What is for the speaker takes the place of the message whose button was pressed if only
// the speaker sees that, unless it refuses; what is for everybody leaves that message
// without its buttons. A question that everybody sees keeps its text and loses its buttons
// once it is settled.
func (b *Bot) respond(ctx context.Context, i *discordgo.Interaction, a bot.Answer, deferred deferral) (message postedMessage, err error) {
	r := a.Reply
	whole, _ := compose(r)
	private := r.Audience != chat.Public
	switch {
	case !a.Refused && private && (onEphemeral(i) || a.Settled && i.GuildID == ""):
		return postedMessage{}, sendWithFallback(r, func(p payload, files []chat.File) error {
			if !onEphemeral(i) {
				p.Flags &^= discordgo.MessageFlagsEphemeral // that is fixed
			}
			return b.updateMessage(ctx, i, editAll{p, orEmpty(p.Components), orEmpty(p.Files)}, files, deferred)
		})
	case onEphemeral(i) && !private:
		done, _ := compose(chat.Reply{Audience: chat.Quiet, Title: r.Title, Text: words.In(languageOf(string(i.Locale))).Text("discord.done")})
		if err := b.updateMessage(ctx, i, editKeepingFiles{done, []discordgo.MessageComponent{}}, nil, deferred); err != nil {
			return postedMessage{}, err
		}
	case a.Settled && i.Message != nil && b.removeAnsweredButtons(ctx, i, r.Game, deferred):
	case deferred == notDeferred:
		err = sendWithFallback(r, func(p payload, files []chat.File) error {
			message, err = b.sendCallback(ctx, i, callback{Type: discordgo.InteractionResponseChannelMessageWithSource, Data: &p}, files)
			return err
		})
		return message, err
	case deferred == deferredEphemeral && private, deferred == deferredPublic && !private && len(whole.Mentions.Users) == 0:
		err = sendWithFallback(r, func(p payload, files []chat.File) error {
			p.Flags &^= discordgo.MessageFlagsEphemeral // that was fixed before
			return retryUntil(ctx, answerDeadline(ctx), func(int) (err error) {
				message, err = b.sendWebhook(ctx, http.MethodPatch, originalEndpoint(i), p, files)
				return err
			})
		})
		return message, err
	case deferred != deferredUpdate:
		// The deferral was for others to see, or an edit of it would notify nobody.
		if err := b.deleteDeferral(ctx, i); err != nil {
			return postedMessage{}, err
		}
	}
	err = sendWithFallback(r, func(p payload, files []chat.File) error {
		return retryIfNotApplied(ctx, answerDeadline(ctx), func() (err error) {
			message, err = b.sendWebhook(ctx, http.MethodPost, discordgo.EndpointFollowupMessage(i.AppID, i.Token), p, files)
			return err
		})
	})
	return message, err
}

// tokenTTL is for how long an interaction takes messages after its first answer;
// Discord says a quarter of an hour.
const tokenTTL = 14 * time.Minute

// maxAnswerRetry is for how long an answer is tried again; afterwards the outbox has it.
const maxAnswerRetry = 45 * time.Second

// answerDeadline is when the answer to the interaction of a context is no longer tried.
func answerDeadline(ctx context.Context) time.Time { return receivedTime(ctx).Add(maxAnswerRetry) }

// sendWebhook sends a message of an interaction that has had its first answer, and returns
// its number. A rate limit is waited for as long as the interaction lives.
func (b *Bot) sendWebhook(ctx context.Context, method, endpoint string, body any, files []chat.File) (message postedMessage, err error) {
	answer, err := b.send(withMaxWait(ctx, time.Until(receivedTime(ctx).Add(tokenTTL))), method, endpoint, body, files)
	return parsePosted(answer), err
}

type receivedTimeKey struct{}

// withReceivedTime returns a context that knows when an interaction was received.
func withReceivedTime(ctx context.Context) context.Context {
	return context.WithValue(ctx, receivedTimeKey{}, time.Now())
}

// receivedTime returns when the interaction of a context was received.
func receivedTime(ctx context.Context) time.Time {
	at, _ := ctx.Value(receivedTimeKey{}).(time.Time)
	return at
}

// editAll is a message that takes another's place with all that belongs to it.
type editAll struct {
	payload
	Components []discordgo.MessageComponent `json:"components"`
	Files      []attachment                 `json:"attachments"`
}

// removeAnsweredButtons takes the button that was pressed, and the questions beside it, off their
// message, and reports whether that was the first answer to the interaction.
func (b *Bot) removeAnsweredButtons(ctx context.Context, i *discordgo.Interaction, game int64, deferred deferral) bool {
	rest := rowsAfterAnswer(i.Message, i.MessageComponentData().CustomID)
	err := b.updateMessage(ctx, i, map[string]any{"components": rest, "allowed_mentions": mentions{Parse: []string{}}}, nil, deferred)
	if err != nil {
		b.log.Debug("discord: take buttons away", "interaction", i.ID, "error", err)
	} else if len(rest) == 0 {
		b.buttons.forget(gameChannel{game, i.ChannelID}, i.Message.ID)
	}
	return err == nil
}

// editKeepingFiles is a message that keeps its files and loses its buttons.
type editKeepingFiles struct {
	payload
	Components []discordgo.MessageComponent `json:"components"`
}

func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// updateMessage changes the message whose button was pressed.
func (b *Bot) updateMessage(ctx context.Context, i *discordgo.Interaction, p any, files []chat.File, deferred deferral) error {
	if deferred == notDeferred {
		_, err := b.sendCallback(ctx, i, callback{Type: discordgo.InteractionResponseUpdateMessage, Data: p}, files)
		return err
	}
	return retryUntil(ctx, answerDeadline(ctx), func(int) error {
		_, err := b.sendWebhook(ctx, http.MethodPatch, originalEndpoint(i), p, files)
		return err
	})
}

// onEphemeral reports whether a button or menu is on a message that only its user sees.
func onEphemeral(i *discordgo.Interaction) bool {
	return i.Message != nil && i.Message.Flags&discordgo.MessageFlagsEphemeral != 0
}

func originalEndpoint(i *discordgo.Interaction) string {
	return discordgo.EndpointInteractionResponseActions(i.AppID, i.Token)
}

// deleteDeferral takes a deferral away.
func (b *Bot) deleteDeferral(ctx context.Context, i *discordgo.Interaction) error {
	return retryUntil(ctx, answerDeadline(ctx), func(attempt int) error {
		_, err := b.sendWebhook(ctx, http.MethodDelete, originalEndpoint(i), nil, nil)
		if attempt > 0 && codeOf(err) == codeUnknownMessage {
			return nil // the attempt before did it
		}
		return err
	})
}

// sendCallback gives the first answer to an interaction, and returns the number of the
// message that it makes if that is known.
func (b *Bot) sendCallback(ctx context.Context, i *discordgo.Interaction, c callback, files []chat.File) (message postedMessage, err error) {
	ctx, cancel := context.WithTimeout(withMaxWait(ctx, time.Until(receivedTime(ctx).Add(callbackTimeout))), 10*time.Second)
	defer cancel()
	endpoint := discordgo.EndpointInteractionResponse(i.ID, i.Token)
	if c.Type == discordgo.InteractionResponseChannelMessageWithSource {
		endpoint += "?with_response=true"
	}
	var answer []byte
	err = retryUntil(ctx, receivedTime(ctx).Add(callbackTimeout), func(attempt int) (err error) {
		answer, err = b.send(ctx, http.MethodPost, endpoint, c, files)
		if attempt > 0 && codeOf(err) == codeAlreadyAcknowledged {
			return nil // the attempt before did it
		}
		return err
	})
	return parsePosted(answer), err
}

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

// answerTime is when it is too late to begin with the first answer to an interaction.
const answerTime = 2800 * time.Millisecond

// callback is the first answer to an interaction.
type callback struct {
	Type discordgo.InteractionResponseType `json:"type"`
	Data any                               `json:"data,omitempty"`
}

// deferral tells how an answer was put off: Discord fixes then who may see it.
type deferral uint8

const (
	atOnce  deferral = iota
	openly           // everybody sees that the bot thinks
	alone            // only the person does
	quietly          // nobody does; the answer to a button or menu may yet be anything
)

// interaction handles a command, a button or a menu.
func (b *Bot) interaction(ctx context.Context, i *discordgo.Interaction) {
	ctx = beginning(ctx)
	if i.Type == discordgo.InteractionApplicationCommandAutocomplete {
		b.complete(ctx, i)
		return
	}
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
		asked := m // the deferral looks at m meanwhile
		asked.Administrator = asked.Administrator || b.allowed(ctx, i)
		a, err := b.ask(ctx, asked)
		done <- result{a, err}
	}()
	put := atOnce
	timer := time.NewTimer(patience)
	defer timer.Stop()
	var r result
	select {
	case r = <-done:
	case <-timer.C:
		put = b.putOff(ctx, i, m)
		r = <-done
	}
	if r.err == nil && r.answer == nil { // it was handled before
		if put == openly || put == alone {
			if err := b.retract(ctx, i); err != nil {
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
	if !writesIn(i) { // the desk takes the speaker to be alone there
		reply.Audience = chat.Quiet
	}
	if r.err == nil {
		if missing := missingIn(i); missing != "" && reply.Audience == chat.Public {
			reply.Text += "\n\n" + words.In(m.Language).Text("discord.missing", "permissions", missing)
		}
	}
	message, err := b.answer(ctx, i, a, put)
	if err != nil {
		b.log.Warn("discord: answer", "interaction", i.ID, "error", err)
	}
	var f after
	if err == nil && reply.Audience == chat.Public && writesIn(i) {
		if reply.Thread != "" && !threadsIn(i) {
			reply.Thread = ""
		}
		f = b.arrive(ctx, *reply, i.ChannelID, message)
	} else if err == nil && writesIn(i) {
		f = b.closing(*reply, i.ChannelID)
	}
	outcome := err
	if err == nil && reply.Audience == chat.Public && i.GuildID != "" && writesIn(i) {
		outcome = message.reached(i.ChannelID, reply.Notify)
	}
	b.delivered(ctx, r.answer, outcome)
	f.finish(ctx)
}

// putOff asks Discord for more time.
func (b *Bot) putOff(ctx context.Context, i *discordgo.Interaction, m chat.Message) deferral {
	c, put := callback{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource}, openly
	switch {
	case m.Call == nil:
		c.Type, put = discordgo.InteractionResponseDeferredMessageUpdate, quietly
	case !writesIn(i), bot.AudienceOf(m.Call) != chat.Public:
		c.Data, put = map[string]any{"flags": discordgo.MessageFlagsEphemeral}, alone
	}
	if _, err := b.callback(ctx, i, c, nil); err != nil {
		b.log.Warn("discord: deferral", "interaction", i.ID, "error", err)
		return atOnce
	}
	return put
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

// answer sends a reply to an interaction, and returns the number of the message if it
// is one that everybody sees and it is known.
//
// What is for the speaker takes the place of the message whose button was pressed if only
// the speaker sees that, unless it refuses; what is for everybody leaves that message
// without its buttons. A question that everybody sees keeps its text and loses its buttons
// once it is settled.
func (b *Bot) answer(ctx context.Context, i *discordgo.Interaction, a bot.Answer, put deferral) (message posted, err error) {
	r := a.Reply
	whole, _ := compose(r)
	private := r.Audience != chat.Public
	switch {
	case !a.Refused && private && (onEphemeral(i) || a.Settled && i.GuildID == ""):
		return posted{}, offer(r, func(p payload, files []chat.File) error {
			if !onEphemeral(i) {
				p.Flags &^= discordgo.MessageFlagsEphemeral // that is fixed
			}
			return b.replace(ctx, i, replacement{p, orEmpty(p.Components), orEmpty(p.Files)}, files, put)
		})
	case onEphemeral(i) && !private:
		done, _ := compose(chat.Reply{Audience: chat.Quiet, Title: r.Title, Text: words.In(language(string(i.Locale))).Text("discord.done")})
		if err := b.replace(ctx, i, emptied{done, []discordgo.MessageComponent{}}, nil, put); err != nil {
			return posted{}, err
		}
	case a.Settled && i.Message != nil && b.settle(ctx, i, r.Game, put):
	case put == atOnce:
		err = offer(r, func(p payload, files []chat.File) error {
			message, err = b.callback(ctx, i, callback{Type: discordgo.InteractionResponseChannelMessageWithSource, Data: &p}, files)
			return err
		})
		return message, err
	case put == alone && private, put == openly && !private && len(whole.Mentions.Users) == 0:
		err = offer(r, func(p payload, files []chat.File) error {
			p.Flags &^= discordgo.MessageFlagsEphemeral // that was fixed before
			return repeat(ctx, answeredBy(ctx), func(int) (err error) {
				message, err = b.webhook(ctx, http.MethodPatch, original(i), p, files)
				return err
			})
		})
		return message, err
	case put != quietly:
		// The deferral was for others to see, or an edit of it would notify nobody.
		if err := b.retract(ctx, i); err != nil {
			return posted{}, err
		}
	}
	err = offer(r, func(p payload, files []chat.File) error {
		return repeatClear(ctx, answeredBy(ctx), func() (err error) {
			message, err = b.webhook(ctx, http.MethodPost, discordgo.EndpointFollowupMessage(i.AppID, i.Token), p, files)
			return err
		})
	})
	return message, err
}

// tokenLife is for how long an interaction takes messages after its first answer;
// Discord says a quarter of an hour.
const tokenLife = 14 * time.Minute

// insistence is for how long an answer is tried again; afterwards the outbox has it.
const insistence = 45 * time.Second

// answeredBy is when the answer to the interaction of a context is no longer tried.
func answeredBy(ctx context.Context) time.Time { return begunAt(ctx).Add(insistence) }

// webhook sends a message of an interaction that has had its first answer, and returns
// its number. A rate limit is waited for as long as the interaction lives.
func (b *Bot) webhook(ctx context.Context, method, endpoint string, body any, files []chat.File) (message posted, err error) {
	answer, err := b.send(waiting(ctx, time.Until(begunAt(ctx).Add(tokenLife))), method, endpoint, body, files)
	return readPosted(answer), err
}

type begunKey struct{}

// beginning returns a context that knows when an interaction was received.
func beginning(ctx context.Context) context.Context {
	return context.WithValue(ctx, begunKey{}, time.Now())
}

// begunAt returns when the interaction of a context was received.
func begunAt(ctx context.Context) time.Time {
	at, _ := ctx.Value(begunKey{}).(time.Time)
	return at
}

// replacement is a message that takes another's place with all that belongs to it.
type replacement struct {
	payload
	Components []discordgo.MessageComponent `json:"components"`
	Files      []attachment                 `json:"attachments"`
}

// settle takes the button that was pressed, and the questions beside it, off their
// message, and reports whether that was the first answer to the interaction.
func (b *Bot) settle(ctx context.Context, i *discordgo.Interaction, game int64, put deferral) bool {
	rest := unanswered(i.Message, i.MessageComponentData().CustomID)
	err := b.replace(ctx, i, map[string]any{"components": rest, "allowed_mentions": mentions{Parse: []string{}}}, nil, put)
	if err != nil {
		b.log.Debug("discord: take buttons away", "interaction", i.ID, "error", err)
	} else if len(rest) == 0 {
		b.sights.drop(followed{game, i.ChannelID}, i.Message.ID)
	}
	return err == nil
}

// emptied is a message that keeps its files and loses its buttons.
type emptied struct {
	payload
	Components []discordgo.MessageComponent `json:"components"`
}

func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// replace changes the message whose button was pressed.
func (b *Bot) replace(ctx context.Context, i *discordgo.Interaction, p any, files []chat.File, put deferral) error {
	if put == atOnce {
		_, err := b.callback(ctx, i, callback{Type: discordgo.InteractionResponseUpdateMessage, Data: p}, files)
		return err
	}
	return repeat(ctx, answeredBy(ctx), func(int) error {
		_, err := b.webhook(ctx, http.MethodPatch, original(i), p, files)
		return err
	})
}

// onEphemeral reports whether a button or menu is on a message that only its user sees.
func onEphemeral(i *discordgo.Interaction) bool {
	return i.Message != nil && i.Message.Flags&discordgo.MessageFlagsEphemeral != 0
}

func original(i *discordgo.Interaction) string {
	return discordgo.EndpointInteractionResponseActions(i.AppID, i.Token)
}

// retract takes a deferral away.
func (b *Bot) retract(ctx context.Context, i *discordgo.Interaction) error {
	return repeat(ctx, answeredBy(ctx), func(attempt int) error {
		_, err := b.webhook(ctx, http.MethodDelete, original(i), nil, nil)
		if attempt > 0 && codeOf(err) == codeUnknownMessage {
			return nil // the attempt before did it
		}
		return err
	})
}

// callback gives the first answer to an interaction, and returns the number of the
// message that it makes if that is known.
func (b *Bot) callback(ctx context.Context, i *discordgo.Interaction, c callback, files []chat.File) (message posted, err error) {
	ctx, cancel := context.WithTimeout(waiting(ctx, time.Until(begunAt(ctx).Add(answerTime))), 10*time.Second)
	defer cancel()
	endpoint := discordgo.EndpointInteractionResponse(i.ID, i.Token)
	if c.Type == discordgo.InteractionResponseChannelMessageWithSource {
		endpoint += "?with_response=true"
	}
	var answer []byte
	err = repeat(ctx, begunAt(ctx).Add(answerTime), func(attempt int) (err error) {
		answer, err = b.send(ctx, http.MethodPost, endpoint, c, files)
		if attempt > 0 && codeOf(err) == codeAcknowledged {
			return nil // the attempt before did it
		}
		return err
	})
	return readPosted(answer), err
}

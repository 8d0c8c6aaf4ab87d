package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/textutil"
)

// errNotReady says that the bot is not known to Discord yet.
var errNotReady = errors.New("not connected yet")

// Deliver implements bot.Front.
func (b *Bot) Deliver(ctx context.Context, to chat.Address, r chat.Reply) error {
	select {
	case <-b.ready:
	default:
		return errNotReady
	}
	ctx = waiting(ctx, outboxWait)
	if user, ok := strings.CutPrefix(to.ID, userPrefix); ok {
		r.Notify = nil // there is nobody else
		return b.direct(ctx, user, r)
	}
	channel, ok := strings.CutPrefix(to.ID, channelPrefix)
	if !ok {
		return fmt.Errorf("%w: address %q", bot.ErrUndeliverable, to.ID)
	}
	if r.Audience == chat.Secret {
		return fmt.Errorf("%w: a secret is told to nobody but its owner", bot.ErrUndeliverable)
	}
	return b.carry(ctx, channel, r)
}

// carry posts a reply of the outbox, in the channel's line. What follows a message does
// not hold up the next.
func (b *Bot) carry(ctx context.Context, channel string, r chat.Reply) error {
	done := make(chan error, 1)
	b.posting.add(channel, func() { done <- b.carryNow(ctx, channel, r) })
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// carryNow is carry at the head of the line. A panic becomes an error.
func (b *Bot) carryNow(ctx context.Context, channel string, r chat.Reply) (err error) {
	defer func() {
		if broken := recover(); broken != nil {
			err = &bot.PanicError{Value: broken, Stack: debug.Stack()}
		}
	}()
	if err := ctx.Err(); err != nil {
		return err // whoever gave up waiting sends it again
	}
	var message posted
	if r.Answers != "" {
		message.id = b.answered(ctx, channel, r.Answers)
	}
	if message.id == "" {
		if message, err = b.post(ctx, channel, r, r.Answers); err != nil {
			return err
		}
	}
	if r.Audience == chat.Public {
		f := b.arrive(ctx, r, channel, message)
		b.background("after "+message.id, f.finish)
	}
	return message.reached(channel, r.Notify)
}

// post sends a message to a channel, as an answer to another if that is named, and
// returns it. What the bot may not do there it does without.
func (b *Bot) post(ctx context.Context, channel string, r chat.Reply, answerTo string) (message posted, err error) {
	r.Audience = chat.Public // a channel has no ephemeral messages
	err = offer(r, func(p payload, files []chat.File) error {
		message, err = b.create(ctx, channel, r.Key, p, files, answerTo)
		if codeOf(err) == codeNoHistory {
			answerTo = ""
			message, err = b.create(ctx, channel, r.Key, p, files, "")
		}
		return err
	})
	return message, permanent(err)
}

func (b *Bot) create(ctx context.Context, channel, key string, p payload, files []chat.File, answerTo string) (message posted, err error) {
	if key != "" && !p.bare {
		p.Nonce, p.EnforceNonce = nonce(key, p.Content), true
	}
	if answerTo != "" && !p.bare {
		p.Reference = &reference{MessageID: answerTo}
	}
	post := func(int) error {
		answer, err := b.send(ctx, http.MethodPost, discordgo.EndpointChannelMessages(channel), p, files)
		message = readPosted(answer)
		return created(answer, err)
	}
	if p.EnforceNonce {
		err = repeat(ctx, time.Now().Add(shortly), post)
	} else {
		err = post(0)
	}
	return message, err
}

// created returns the error of a request that was to make something: an answer that
// describes nothing is one, as that of something between the bot and Discord.
func created(answer []byte, err error) error {
	if err == nil && idIn(answer) == "" {
		return errors.New("discord's answer is no message")
	}
	return err
}

// nonce is the same for the same reply sent again, and different for another one
// even if a new database counts from the beginning. It has at most 25 letters.
func nonce(key, content string) string {
	h := fnv.New32a()
	h.Write([]byte(content))
	return textutil.Truncate(fmt.Sprintf("%08x-%s", h.Sum32(), key), 25)
}

// direct sends a message to a person alone.
func (b *Bot) direct(ctx context.Context, user string, r chat.Reply) error {
	channel, err := b.directChannel(ctx, user)
	if err != nil {
		return permanent(err)
	}
	return b.carry(ctx, channel, r)
}

func (b *Bot) directChannel(ctx context.Context, user string) (string, error) {
	b.mu.Lock()
	channel := b.dms[user]
	b.mu.Unlock()
	if channel != "" {
		return channel, nil
	}
	answer, err := b.send(ctx, http.MethodPost, discordgo.EndpointUserChannels("@me"),
		map[string]string{"recipient_id": user}, nil)
	if err != nil {
		return "", err
	}
	var c struct{ ID string }
	if err := json.Unmarshal(answer, &c); err != nil {
		return "", err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.dms) > 10000 { // forgetting costs a request
		clear(b.dms)
	}
	b.dms[user] = c.ID
	return c.ID, nil
}

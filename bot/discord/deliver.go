package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot/chat"
	"stackmate/bot/outbox"
	"stackmate/bot/panics"
	"stackmate/bot/textutil"
)

// errNotReady is the error of whatever needs Discord before the bot has logged in.
var errNotReady = errors.New("not connected yet")

// Deliver sends a reply to a channel or, as a direct message, to a person. It implements outbox.FrontEnd: errors wrap
// outbox.ErrUndeliverable, ErrGone or ErrDMsClosed if retries are no use, and ErrRejected if they may be; others
// are transient. An *outbox.MissedError says that the message was sent but some people cannot see it.
func (b *Bot) Deliver(ctx context.Context, to chat.Address, r chat.Reply) error {
	select {
	case <-b.account.ready:
	default:
		return errNotReady
	}
	ctx = withMaxWait(ctx, outboxWait)
	if user, ok := strings.CutPrefix(to.ID, userPrefix); ok {
		r.Notify = nil // nobody else reads it
		return b.poster.deliverToPerson(ctx, user, r)
	}
	channel, ok := strings.CutPrefix(to.ID, channelPrefix)
	if !ok {
		return fmt.Errorf("%w: address %q", outbox.ErrUndeliverable, to.ID)
	}
	if r.Audience == chat.Secret {
		return fmt.Errorf("%w: a secret may only be sent to its owner", outbox.ErrUndeliverable)
	}
	return b.poster.deliverToChannel(ctx, channel, r)
}

// poster sends messages to channels and people.
type poster struct {
	account  *account
	rest     *restClient
	threads  *threadKeeper
	commands *commandIDs
	tasks    *inflight
	outgoing keyedQueue // messages to be sent, by channel
	log      *slog.Logger

	mu  sync.Mutex
	dms map[string]string // channels of direct messages, by user
}

// deliverToChannel sends a reply of the outbox after the messages that wait for the channel.
func (p *poster) deliverToChannel(ctx context.Context, channel string, r chat.Reply) error {
	done := make(chan error, 1)
	p.outgoing.add(channel, func() { done <- p.deliverNow(ctx, channel, r) })
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// deliverNow is deliverToChannel at the head of the channel's queue. What follows the message goes on in the
// background. A panic becomes an error.
func (p *poster) deliverNow(ctx context.Context, channel string, r chat.Reply) (err error) {
	defer panics.Catch(&err)
	if err := ctx.Err(); err != nil {
		return err // the outbox has given up waiting, and sends it again
	}
	var message postedMessage
	if r.InReplyTo != "" {
		message.id = p.findAnswer(ctx, channel, r.InReplyTo)
	}
	if message.id == "" {
		if message, err = p.sendMessage(ctx, channel, r, r.InReplyTo); err != nil {
			return err
		}
	}
	if r.Audience == chat.Public {
		f := p.threads.afterSending(ctx, r, channel, message)
		p.tasks.inBackground(ctx, "after "+message.id, f.finish)
	}
	return message.missedError(channel, r.Notify)
}

// sendMessage sends a reply to a channel, as an answer to the message answerTo unless that is "". It does without
// what the bot may not do there, such as attaching files. Errors are those of undeliverable.
func (p *poster) sendMessage(ctx context.Context, channel string, r chat.Reply, answerTo string) (message postedMessage, err error) {
	r.Audience = chat.Public // a channel has no ephemeral messages
	err = p.commands.sendWithFallback(r, func(m payload, files []chat.File) error {
		message, err = p.createMessage(ctx, channel, r.Key, m, files, answerTo)
		if codeOf(err) == codeCannotReply {
			answerTo = ""
			message, err = p.createMessage(ctx, channel, r.Key, m, files, "")
		}
		return err
	})
	return message, undeliverable(err)
}

// createMessage creates a message. It retries if key, by which Discord recognises a repetition, is not "".
func (p *poster) createMessage(ctx context.Context, channel, key string, m payload, files []chat.File, answerTo string) (message postedMessage, err error) {
	if key != "" && !m.bare {
		m.Nonce, m.EnforceNonce = nonce(key, m.Content), true
	}
	if answerTo != "" && !m.bare {
		m.Reference = &reference{MessageID: answerTo}
	}
	post := func(int) error {
		answer, err := p.rest.send(ctx, http.MethodPost, discordgo.EndpointChannelMessages(channel), m, files)
		message = parsePosted(answer)
		return checkCreated(answer, err)
	}
	if m.EnforceNonce {
		err = retryUntil(ctx, time.Now().Add(shortRetry), post)
	} else {
		err = post(0)
	}
	return message, err
}

// checkCreated returns the error of a request that creates something: also one if the answer has no id, like a page
// of a proxy.
func checkCreated(answer []byte, err error) error {
	if err == nil && postedID(answer) == "" {
		return errors.New("discord's answer is not a message")
	}
	return err
}

// nonce returns a string by which Discord recognises the same message if it is sent again. The content keeps a new
// database, whose keys begin again, from repeating old ones. It has at most 25 characters, Discord's limit.
func nonce(key, content string) string {
	h := fnv.New32a()
	h.Write([]byte(content))
	return textutil.Truncate(fmt.Sprintf("%08x-%s", h.Sum32(), key), 25)
}

// deliverToPerson sends a direct message.
func (p *poster) deliverToPerson(ctx context.Context, user string, r chat.Reply) error {
	channel, err := p.dmChannel(ctx, user)
	if err != nil {
		return undeliverable(err)
	}
	return p.deliverToChannel(ctx, channel, r)
}

// dmChannel returns the id of the channel of direct messages to a user, and opens it if it is not known.
func (p *poster) dmChannel(ctx context.Context, user string) (string, error) {
	p.mu.Lock()
	channel := p.dms[user]
	p.mu.Unlock()
	if channel != "" {
		return channel, nil
	}
	answer, err := p.rest.send(ctx, http.MethodPost, discordgo.EndpointUserChannels("@me"),
		map[string]string{"recipient_id": user}, nil)
	if err != nil {
		return "", err
	}
	var c struct{ ID string }
	if err := json.Unmarshal(answer, &c); err != nil {
		return "", err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.dms) > 10000 { // forgetting one costs a request
		clear(p.dms)
	}
	p.dms[user] = c.ID
	return c.ID, nil
}

// findAnswer returns the id of the bot's answer to a command or message, if it is among the 100 messages after it; ""
// if there is none, or the bot may not look. It is needed because Discord recognises a nonce only for some minutes,
// and answers to interactions have none.
func (p *poster) findAnswer(ctx context.Context, channel, question string) string {
	type named struct {
		ID string `json:"id"`
	}
	var list []struct {
		ID          string                 `json:"id"`
		Author      named                  `json:"author"`
		Flags       discordgo.MessageFlags `json:"flags"`
		Metadata    named                  `json:"interaction_metadata"`
		Interaction named                  `json:"interaction"`
		Reference   struct {
			ID string `json:"message_id"`
		} `json:"message_reference"`
	}
	answer, err := p.rest.send(ctx, http.MethodGet, discordgo.EndpointChannelMessages(channel)+"?limit=100&after="+question, nil, nil)
	if err != nil {
		p.log.DebugContext(ctx, "discord: look for an answer", "error", err)
		return ""
	}
	_ = json.Unmarshal(answer, &list) // it goes on after a field of a wrong type
	for _, m := range list {
		if m.Author.ID == p.account.user.ID && m.Flags&discordgo.MessageFlagsLoading == 0 &&
			cmp.Or(m.Metadata.ID, m.Interaction.ID, m.Reference.ID) == question {
			return m.ID
		}
	}
	return ""
}

package discord

import (
	"context"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot/chat"
)

// callback is the first answer to an interaction.
type callback struct {
	Type discordgo.InteractionResponseType `json:"type"`
	Data any                               `json:"data,omitempty"`
}

// callbackTimeout is when it is too late to begin with the first answer to an interaction.
const callbackTimeout = 2800 * time.Millisecond

// tokenTTL is for how long an interaction takes messages after its first answer;
// Discord says a quarter of an hour.
const tokenTTL = 14 * time.Minute

// maxAnswerRetry is for how long an answer is tried again; afterwards the outbox has it.
const maxAnswerRetry = 45 * time.Second

// answerDeadline is when the answer to the interaction of a context is no longer tried.
func answerDeadline(ctx context.Context) time.Time { return receivedTime(ctx).Add(maxAnswerRetry) }

// sendWebhook sends a message of an interaction that has had its first answer, and returns
// its number. A rate limit is waited for as long as the interaction lives.
func (h *interactionHandler) sendWebhook(ctx context.Context, method, endpoint string, body any, files []chat.File) (message postedMessage, err error) {
	answer, err := h.rest.send(withMaxWait(ctx, time.Until(receivedTime(ctx).Add(tokenTTL))), method, endpoint, body, files)
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

func originalEndpoint(i *discordgo.Interaction) string {
	return discordgo.EndpointInteractionResponseActions(i.AppID, i.Token)
}

// deleteDeferral takes a deferral away.
func (h *interactionHandler) deleteDeferral(ctx context.Context, i *discordgo.Interaction) error {
	return retryUntil(ctx, answerDeadline(ctx), func(attempt int) error {
		_, err := h.sendWebhook(ctx, http.MethodDelete, originalEndpoint(i), nil, nil)
		if attempt > 0 && codeOf(err) == codeUnknownMessage {
			return nil // the attempt before did it
		}
		return err
	})
}

// sendCallback gives the first answer to an interaction, and returns the number of the
// message that it makes if that is known.
func (h *interactionHandler) sendCallback(ctx context.Context, i *discordgo.Interaction, c callback, files []chat.File) (message postedMessage, err error) {
	ctx, cancel := context.WithTimeout(withMaxWait(ctx, time.Until(receivedTime(ctx).Add(callbackTimeout))), 10*time.Second)
	defer cancel()
	endpoint := discordgo.EndpointInteractionResponse(i.ID, i.Token)
	if c.Type == discordgo.InteractionResponseChannelMessageWithSource {
		endpoint += "?with_response=true"
	}
	var answer []byte
	err = retryUntil(ctx, receivedTime(ctx).Add(callbackTimeout), func(attempt int) (err error) {
		answer, err = h.rest.send(ctx, http.MethodPost, endpoint, c, files)
		if attempt > 0 && codeOf(err) == codeAlreadyAcknowledged {
			return nil // the attempt before did it
		}
		return err
	})
	return parsePosted(answer), err
}

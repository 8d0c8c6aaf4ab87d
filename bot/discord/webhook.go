package discord

import (
	"context"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot/chat"
)

// callback is an interaction response: the first answer to an interaction.
type callback struct {
	Type discordgo.InteractionResponseType `json:"type"`
	Data any                               `json:"data,omitempty"`
}

// callbackTimeout is how long after an interaction its first answer may be sent. Discord accepts it within 3 seconds.
const callbackTimeout = 2800 * time.Millisecond

// tokenTTL is for how long the token of an interaction is used. Discord accepts it for 15 minutes.
const tokenTTL = 14 * time.Minute

// maxAnswerRetry is for how long an answer is retried. Then the outbox sends it.
const maxAnswerRetry = 45 * time.Second

// answerDeadline returns until when the answer to the interaction of a context is retried.
func answerDeadline(ctx context.Context) time.Time { return receivedTime(ctx).Add(maxAnswerRetry) }

// sendWebhook makes a request with the token of an interaction after its first answer, and returns the message in
// Discord's answer. It waits for rate limits until the token expires.
func (h *interactionHandler) sendWebhook(ctx context.Context, method, endpoint string, body any, files []chat.File) (message postedMessage, err error) {
	answer, err := h.rest.send(withMaxWait(ctx, time.Until(receivedTime(ctx).Add(tokenTTL))), method, endpoint, body, files)
	return parsePosted(answer), err
}

// receivedTime returns when the interaction of a context was received.
func receivedTime(ctx context.Context) time.Time { return receptionOf(ctx).at }

// originalEndpoint returns the endpoint of the first answer to an interaction.
func originalEndpoint(i *discordgo.Interaction) string {
	return discordgo.EndpointInteractionResponseActions(i.AppID, i.Token)
}

// deleteDeferral deletes the "thinking …" of a deferral.
func (h *interactionHandler) deleteDeferral(ctx context.Context, i *discordgo.Interaction) error {
	return retryUntil(ctx, answerDeadline(ctx), func(attempt int) error {
		_, err := h.sendWebhook(ctx, http.MethodDelete, originalEndpoint(i), nil, nil)
		if attempt > 0 && codeOf(err) == codeUnknownMessage {
			return nil // the previous attempt succeeded
		}
		return err
	})
}

// sendCallback sends the first answer to an interaction, and returns the message that it creates, if any. It
// retries until callbackTimeout.
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
			return nil // the previous attempt succeeded
		}
		return err
	})
	receptionOf(ctx).answered(c.Type, err)
	return parsePosted(answer), err
}

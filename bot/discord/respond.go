package discord

import (
	"context"
	"net/http"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/words"
)

// respond sends a reply to an interaction, and returns the number of the message if it
// is one that everybody sees and it is known.
//
// What is for the speaker takes the place of the message whose button was pressed if only
// the speaker sees that, unless it refuses; what is for everybody leaves that message
// without its buttons. A question that everybody sees keeps its text and loses its buttons
// once it is settled.
func (h *interactionHandler) respond(ctx context.Context, i *discordgo.Interaction, a bot.Answer, deferred deferral) (message postedMessage, err error) {
	r := a.Reply
	whole, _ := compose(r)
	private := r.Audience != chat.Public
	switch {
	case !a.Refused && private && (onEphemeral(i) || a.Settled && i.GuildID == ""):
		return postedMessage{}, sendWithFallback(r, func(p payload, files []chat.File) error {
			if !onEphemeral(i) {
				p.Flags &^= discordgo.MessageFlagsEphemeral // that is fixed
			}
			return h.updateMessage(ctx, i, editAll{p, orEmpty(p.Components), orEmpty(p.Files)}, files, deferred)
		})
	case onEphemeral(i) && !private:
		done, _ := compose(chat.Reply{Audience: chat.Quiet, Title: r.Title, Text: words.In(languageOf(string(i.Locale))).Text("discord.done")})
		if err := h.updateMessage(ctx, i, editKeepingFiles{done, []discordgo.MessageComponent{}}, nil, deferred); err != nil {
			return postedMessage{}, err
		}
	case a.Settled && i.Message != nil && h.removeAnsweredButtons(ctx, i, r.Game, deferred):
	case deferred == notDeferred:
		err = sendWithFallback(r, func(p payload, files []chat.File) error {
			message, err = h.sendCallback(ctx, i, callback{Type: discordgo.InteractionResponseChannelMessageWithSource, Data: &p}, files)
			return err
		})
		return message, err
	case deferred == deferredEphemeral && private, deferred == deferredPublic && !private && len(whole.Mentions.Users) == 0:
		err = sendWithFallback(r, func(p payload, files []chat.File) error {
			p.Flags &^= discordgo.MessageFlagsEphemeral // that was fixed before
			return retryUntil(ctx, answerDeadline(ctx), func(int) (err error) {
				message, err = h.sendWebhook(ctx, http.MethodPatch, originalEndpoint(i), p, files)
				return err
			})
		})
		return message, err
	case deferred != deferredUpdate:
		// The deferral was for others to see, or an edit of it would notify nobody.
		if err := h.deleteDeferral(ctx, i); err != nil {
			return postedMessage{}, err
		}
	}
	err = sendWithFallback(r, func(p payload, files []chat.File) error {
		return retryIfNotApplied(ctx, answerDeadline(ctx), func() (err error) {
			message, err = h.sendWebhook(ctx, http.MethodPost, discordgo.EndpointFollowupMessage(i.AppID, i.Token), p, files)
			return err
		})
	})
	return message, err
}

// editAll is a message that takes another's place with all that belongs to it.
type editAll struct {
	payload
	Components []discordgo.MessageComponent `json:"components"`
	Files      []attachment                 `json:"attachments"`
}

// removeAnsweredButtons takes the button that was pressed, and the questions beside it, off their
// message, and reports whether that was the first answer to the interaction.
func (h *interactionHandler) removeAnsweredButtons(ctx context.Context, i *discordgo.Interaction, game int64, deferred deferral) bool {
	rest := rowsAfterAnswer(i.Message, i.MessageComponentData().CustomID)
	err := h.updateMessage(ctx, i, map[string]any{"components": rest, "allowed_mentions": mentions{Parse: []string{}}}, nil, deferred)
	if err != nil {
		h.log.Debug("discord: take buttons away", "interaction", i.ID, "error", err)
	} else if len(rest) == 0 {
		h.threads.buttons.forget(gameChannel{game, i.ChannelID}, i.Message.ID)
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
func (h *interactionHandler) updateMessage(ctx context.Context, i *discordgo.Interaction, p any, files []chat.File, deferred deferral) error {
	if deferred == notDeferred {
		_, err := h.sendCallback(ctx, i, callback{Type: discordgo.InteractionResponseUpdateMessage, Data: p}, files)
		return err
	}
	return retryUntil(ctx, answerDeadline(ctx), func(int) error {
		_, err := h.sendWebhook(ctx, http.MethodPatch, originalEndpoint(i), p, files)
		return err
	})
}

// onEphemeral reports whether a button or menu is on a message that only its user sees.
func onEphemeral(i *discordgo.Interaction) bool {
	return i.Message != nil && i.Message.Flags&discordgo.MessageFlagsEphemeral != 0
}

package discord

import (
	"context"
	"net/http"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/words"
)

// respond sends an answer to an interaction. It returns the message that it has sent, if Discord tells it.
//
// A private answer replaces the message whose button was pressed, if that is private too and the answer is no
// refusal. A public answer removes the buttons of a private message. A public question keeps its text and
// loses its buttons once it is settled.
func (h *interactionHandler) respond(ctx context.Context, i *discordgo.Interaction, a bot.Answer, deferred deferral) (message postedMessage, err error) {
	r := a.Reply
	whole, _ := h.commands.compose(r)
	private := r.Audience != chat.Public
	switch {
	case !a.Refused && private && (onEphemeral(i) || a.ButtonSpent && i.GuildID == ""):
		return postedMessage{}, h.commands.sendWithFallback(r, func(p payload, files []chat.File) error {
			if !onEphemeral(i) {
				p.Flags &^= discordgo.MessageFlagsEphemeral // an edit cannot change it
			}
			return h.updateMessage(ctx, i, editAll{p, orEmpty(p.Components), orEmpty(p.Files)}, files, deferred)
		})
	case onEphemeral(i) && !private:
		done, _ := h.commands.compose(chat.Reply{Audience: chat.Quiet, Title: r.Title, Text: words.In(languageOf(string(i.Locale))).Text("discord.done")})
		if err := h.updateMessage(ctx, i, editKeepingFiles{done, []discordgo.MessageComponent{}}, nil, deferred); err != nil {
			return postedMessage{}, err
		}
	case a.ButtonSpent && i.Message != nil && deferred != deferredEphemeral && h.removeAnsweredButtons(ctx, i, r.Game, deferred):
	case deferred == notDeferred:
		err = h.commands.sendWithFallback(r, func(p payload, files []chat.File) error {
			message, err = h.sendCallback(ctx, i, callback{Type: discordgo.InteractionResponseChannelMessageWithSource, Data: &p}, files)
			return err
		})
		return message, err
	case deferred == deferredEphemeral && private, deferred == deferredPublic && !private && len(whole.Mentions.Users) == 0 && !a.InOrder:
		err = h.commands.sendWithFallback(r, func(p payload, files []chat.File) error {
			p.Flags &^= discordgo.MessageFlagsEphemeral // the deferral decided it
			return retryUntil(ctx, answerDeadline(ctx), func(int) (err error) {
				message, err = h.sendWebhook(ctx, http.MethodPatch, originalEndpoint(i), p, files)
				return err
			})
		})
		return message, err
	case deferred != deferredUpdate:
		// The deferral has the wrong audience, editing it would notify nobody, or older messages may have come after it.
		if err := h.deleteDeferral(ctx, i); err != nil {
			return postedMessage{}, err
		}
	}
	err = h.commands.sendWithFallback(r, func(p payload, files []chat.File) error {
		return retryIfNotApplied(ctx, answerDeadline(ctx), func() (err error) {
			message, err = h.sendWebhook(ctx, http.MethodPost, discordgo.EndpointFollowupMessage(i.AppID, i.Token), p, files)
			return err
		})
	})
	return message, err
}

// editAll is the edit of a message that replaces everything, empty lists included.
type editAll struct {
	payload
	Components []discordgo.MessageComponent `json:"components"`
	Files      []attachment                 `json:"attachments"`
}

// removeAnsweredButtons removes the pressed button and the questions from their message, and reports whether that
// succeeded, which makes it the first answer to the interaction.
func (h *interactionHandler) removeAnsweredButtons(ctx context.Context, i *discordgo.Interaction, game int64, deferred deferral) bool {
	rest := rowsAfterAnswer(i.Message, i.MessageComponentData().CustomID)
	err := h.updateMessage(ctx, i, map[string]any{"components": rest, "allowed_mentions": mentions{Parse: []string{}}}, nil, deferred)
	if err != nil {
		h.log.DebugContext(ctx, "discord: take buttons away", "interaction", i.ID, "error", err)
	} else if len(rest) == 0 {
		h.threads.buttons.forget(gameChannel{game, i.ChannelID}, i.Message.ID)
	}
	return err == nil
}

// editKeepingFiles is the edit of a message that keeps its files. Components may be empty.
type editKeepingFiles struct {
	payload
	Components []discordgo.MessageComponent `json:"components"`
}

// orEmpty returns an empty list for nil, which JSON would write as null.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// updateMessage edits the message whose button was pressed.
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

package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"

	"github.com/bwmarrin/discordgo"
)

// findAnswer looks in a channel for the bot's answer to a command or message, and returns
// its number; "" if there is none, or the bot cannot look. Discord recognises messages
// that are sent twice by their nonce for some minutes, and answers to interactions have
// none.
func (b *Bot) findAnswer(ctx context.Context, channel, question string) string {
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
	answer, err := b.send(ctx, http.MethodGet, discordgo.EndpointChannelMessages(channel)+"?limit=100&after="+question, nil, nil)
	if err != nil {
		b.log.Debug("discord: look for an answer", "error", err)
		return ""
	}
	_ = json.Unmarshal(answer, &list) // it goes on after a field of a wrong type
	for _, m := range list {
		if m.Author.ID == b.self.ID && m.Flags&discordgo.MessageFlagsLoading == 0 &&
			cmp.Or(m.Metadata.ID, m.Interaction.ID, m.Reference.ID) == question {
			return m.ID
		}
	}
	return ""
}

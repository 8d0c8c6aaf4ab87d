package discord

import (
	"context"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot/chat"
	"stackmate/bot/textutil"
)

// completionTimeout is how long the desk may take for completions.
const completionTimeout = 2 * time.Second

// maxCompleted is how many ids of completions are remembered, so that one that comes twice
// is answered once.
const maxCompleted = 256

// choice is one completion. discordgo would omit an empty list of them, which Discord requires.
type choice struct {
	Name  string `json:"name"`
	Value any    `json:"value"`
}

type choices struct {
	Choices []choice `json:"choices"`
}

// complete answers a request for completions of the option that is being typed. After completionTimeout it answers with
// none.
func (h *interactionHandler) complete(ctx context.Context, i *discordgo.Interaction) {
	m, ok := messageOfInteraction(i, h.account.user.ID)
	option := focused(i.ApplicationCommandData().Options)
	if !ok || option == nil || !h.completed.Add(i.ID, struct{}{}, 1) {
		return
	}
	typed, _ := option.Value.(string)
	limited, cancel := context.WithTimeout(ctx, h.completionTimeout)
	defer cancel()
	done := make(chan []chat.Option, 1)
	h.tasks.inBackground(ctx, "complete "+i.ID, func(context.Context) {
		defer close(done)
		list, err := h.desk.Complete(limited, m, option.Name, typed)
		if err != nil {
			h.log.DebugContext(ctx, "discord: completion", "interaction", i.ID, "error", err)
		}
		done <- list
	})
	answer := choices{[]choice{}}
	select {
	case list := <-done:
		answer.addOptions(list, option.Type)
	case <-limited.Done():
	}
	c := callback{Type: discordgo.InteractionApplicationCommandAutocompleteResult, Data: answer}
	if _, err := h.sendCallback(ctx, i, c, nil); err != nil {
		h.log.DebugContext(ctx, "discord: completion", "interaction", i.ID, "error", err)
	}
}

// focused returns the option that is being typed, nil if there is none.
func focused(options []*discordgo.ApplicationCommandInteractionDataOption) *discordgo.ApplicationCommandInteractionDataOption {
	for _, o := range options {
		if o.Focused {
			return o
		}
		if found := focused(o.Options); found != nil {
			return found
		}
	}
	return nil
}

// addOptions adds completions, except those that Discord rejects for an option of this type.
func (c *choices) addOptions(list []chat.Option, kind discordgo.ApplicationCommandOptionType) {
	for _, o := range list {
		if len(c.Choices) == maxOptions {
			return
		}
		var value any = o.Command
		if kind == discordgo.ApplicationCommandOptionInteger {
			n, err := strconv.ParseInt(o.Command, 10, 64)
			if err != nil {
				continue
			}
			value = n
		} else if o.Command == "" || len(o.Command) > maxOptionText {
			continue
		}
		c.Choices = append(c.Choices, choice{textutil.Truncate(o.Label, maxOptionText), value})
	}
}

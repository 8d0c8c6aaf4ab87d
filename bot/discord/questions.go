package discord

import (
	"encoding/json"
	"slices"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot/chat"
	"stackmate/bot/command"
)

// rawComponent is a row, button or menu of one of our messages, as Discord sent it.
type rawComponent struct {
	json.RawMessage
	kind     discordgo.ComponentType
	customID string // of a button
}

// Type implements discordgo.MessageComponent.
func (s rawComponent) Type() discordgo.ComponentType { return s.kind }

// UnmarshalJSON implements json.Unmarshaler. It keeps unknown fields.
func (s *rawComponent) UnmarshalJSON(data []byte) error {
	var known struct {
		Type discordgo.ComponentType `json:"type"`
		Code string                  `json:"custom_id"`
	}
	_ = json.Unmarshal(data, &known) // a component without a type is no button
	*s = rawComponent{slices.Clone(data), known.Type, known.Code}
	return nil
}

// rowsAfterAnswer returns the rows of a message without the pressed button and without questions. Buttons for the
// position shown remain.
func rowsAfterAnswer(m *discordgo.Message, pressed string) []discordgo.MessageComponent {
	rest := []discordgo.MessageComponent{}
	for _, c := range m.Components {
		var row struct {
			Components []rawComponent `json:"components"`
		}
		if data, err := c.MarshalJSON(); err != nil || json.Unmarshal(data, &row) != nil {
			continue
		}
		kept := discordgo.ActionsRow{}
		for _, b := range row.Components {
			if b.kind == discordgo.ButtonComponent && b.customID != pressed && !command.Question(b.customID) {
				kept.Components = append(kept.Components, b)
			}
		}
		if len(kept.Components) > 0 {
			rest = append(rest, kept)
		}
	}
	return rest
}

// withoutQuestions returns the rows of a reply without questions; nil if it has no questions.
func withoutQuestions(r chat.Reply) []discordgo.MessageComponent {
	asks, rest := false, [][]chat.Button{}
	for _, row := range r.Buttons {
		var kept []chat.Button
		for _, b := range row {
			if command.Question(b.For.Code(b.Command)) {
				asks = true
			} else {
				kept = append(kept, b)
			}
		}
		rest = append(rest, kept)
	}
	if !asks {
		return nil
	}
	return orEmpty(rows(rest))
}

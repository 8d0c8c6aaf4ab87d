package discord

import (
	"encoding/json"
	"slices"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/outbox"
)

// postedMessage is a message that Discord has taken. The zero value is one of which nothing is
// known.
type postedMessage struct {
	id string
	// mentioned are the people whom it mentions for Discord; nil if that is not known.
	mentioned []string
}

// parsePosted reads Discord's description of a message, or of what an interaction was
// answered with.
func parsePosted(answer []byte) postedMessage {
	type message struct {
		ID       string                 `json:"id"`
		Mentions *[]struct{ ID string } `json:"mentions"`
	}
	var m struct {
		message
		Resource struct {
			Message message `json:"message"`
		} `json:"resource"`
	}
	_ = json.Unmarshal(answer, &m) // then it is not known
	found := m.Resource.Message
	if found.ID == "" {
		found = m.message
	}
	p := postedMessage{id: found.ID}
	if found.Mentions != nil {
		p.mentioned = []string{}
		for _, who := range *found.Mentions {
			p.mentioned = append(p.mentioned, who.ID)
		}
	}
	return p
}

// postedID returns the number of what Discord describes, "" if it does not.
func postedID(answer []byte) string { return parsePosted(answer).id }

// notMentioned returns those of the people to be notified whom the message does not reach: they
// cannot see where it is.
func (p postedMessage) notMentioned(notify []chat.Person) (list []chat.Person) {
	if p.mentioned == nil {
		return nil
	}
	for _, who := range notify {
		if id, ok := strings.CutPrefix(who.ID, userPrefix); ok && who.Transport == Transport && !slices.Contains(p.mentioned, id) {
			list = append(list, who)
		}
	}
	return list
}

// missedError returns the error of a message that was sent to a channel of a guild, if it has
// not reached all who were to be notified.
func (p postedMessage) missedError(channel string, notify []chat.Person) error {
	if people := p.notMentioned(notify); len(people) > 0 {
		return &outbox.MissedError{Place: channelAddress(channel), People: people}
	}
	return nil
}

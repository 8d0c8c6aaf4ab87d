package discord

import (
	"encoding/json"
	"slices"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/outbox"
)

// postedMessage is a message that Discord has accepted. The zero value is one about which nothing is known.
type postedMessage struct {
	id string
	// mentioned are the ids of the users whom Discord notifies; nil if unknown.
	mentioned []string
}

// parsePosted decodes a message, or the message in the answer to an interaction response.
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
	_ = json.Unmarshal(answer, &m) // then nothing is known
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

// postedID returns the id of the message or channel in an answer; "" if there is none.
func postedID(answer []byte) string { return parsePosted(answer).id }

// notMentioned returns those of the people to be notified whom Discord doesn't notify, because they cannot see the
// channel.
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

// missedError returns an *outbox.MissedError if Discord doesn't notify all the people to be notified of a message
// in a guild's channel, and otherwise nil.
func (p postedMessage) missedError(channel string, notify []chat.Person) error {
	if people := p.notMentioned(notify); len(people) > 0 {
		return &outbox.MissedError{Place: channelAddress(channel), People: people}
	}
	return nil
}

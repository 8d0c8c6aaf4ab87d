package discordtest

import (
	"slices"
	"testing"

	"github.com/bwmarrin/discordgo"
)

func TestOnlyThoseWhoAreNamedAreNotified(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	path := "/channels/" + p.ch.ID + "/messages"
	text := p.alice.Mention() + " " + p.bob.Mention() + " @everyone"
	hidden := p.guild.AddChannel("hidden")
	hidden.Deny(discordgo.PermissionViewChannel, p.bob)
	for _, c := range []struct {
		ch       *Channel
		allowed  object
		want     []string
		mentions int
	}{
		{p.ch, object{"users": []string{p.bob.ID}}, []string{p.bob.ID}, 2},
		{p.ch, object{"parse": []string{"users"}}, []string{p.alice.ID, p.bob.ID}, 2},
		{p.ch, object{"parse": []string{}}, nil, 2},
		{p.ch, object{"parse": []string{"everyone"}}, nil, 2}, // the bot may not
		{hidden, object{"parse": []string{"users"}}, []string{p.alice.ID}, 1},
	} {
		raw(t, p.srv, "POST", "/channels/"+c.ch.ID+"/messages", object{"content": text, "allowed_mentions": c.allowed})
		if m := c.ch.Last(); !slices.Equal(m.Notified, c.want) || len(m.Mentions) != c.mentions {
			t.Errorf("%v notified %v, want %v; mentions %v", c.allowed, m.Notified, c.want, m.Mentions)
		}
	}
	p.ch.Allow(discordgo.PermissionMentionEveryone)
	raw(t, p.srv, "POST", path, object{"content": "@everyone", "allowed_mentions": object{"parse": []string{"everyone"}}})
	if m := p.ch.Last(); !m.Notifies(p.alice) || !m.Notifies(p.bob) {
		t.Errorf("everyone: notified %v", m.Notified)
	}
	said := p.alice.Say(p.ch, "question")
	for _, ping := range []bool{true, false} {
		raw(t, p.srv, "POST", path, object{
			"content": "answer", "message_reference": object{"message_id": said.ID}, "allowed_mentions": object{"replied_user": ping},
		})
		if m := p.ch.Last(); m.Notifies(p.alice) != ping || m.Reference != said.ID {
			t.Errorf("reply with ping %v notified %v", ping, m.Notified)
		}
	}
}

package discordtest

import (
	"testing"

	"github.com/bwmarrin/discordgo"
)

func TestThreads(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	b := startBot(t, p.srv)
	m, err := b.ChannelMessageSend(p.ch.ID, "a game")
	if err != nil {
		t.Fatal(err)
	}
	th, err := b.MessageThreadStart(p.ch.ID, m.ID, "alice – bob", 1440)
	if err != nil {
		t.Fatal(err)
	}
	if list := p.ch.Threads(); len(list) != 1 || list[0].ID != th.ID || list[0].Name() != "alice – bob" || th.ID != m.ID {
		t.Fatalf("threads %v", list)
	}
	thread := p.ch.WaitThread(nil)
	if err := b.ThreadMemberAdd(th.ID, p.alice.ID); err != nil || !thread.HasMember(p.alice) {
		t.Errorf("alice was not added: %v", err)
	}
	p.alice.Say(thread, "@Stackmate hi")
	thread.WaitText("heard: ")
	if _, err := b.ChannelEditComplex(th.ID, &discordgo.ChannelEdit{Archived: ptr(true), Locked: ptr(false)}); err != nil || !thread.Archived() {
		t.Errorf("archived %v: %v", thread.Archived(), err)
	}
	if _, err := b.ChannelMessageSend(th.ID, "back"); err != nil || thread.Archived() {
		t.Errorf("a message does not bring the thread back: %v", err)
	}
	thread.Deny(discordgo.PermissionSendMessagesInThreads) // a thread has its parent's permissions
	p.ch.Deny(discordgo.PermissionSendMessagesInThreads)
	_, err = b.ChannelMessageSend(th.ID, "no")
	wantCode(t, err, 403, 50013)
	alone, err := b.ThreadStart(p.ch.ID, "alone", discordgo.ChannelTypeGuildPublicThread, 60)
	if err != nil || alone.ParentID != p.ch.ID {
		t.Errorf("thread without a message: %+v, %v", alone, err)
	}
	p.ch.Deny(discordgo.PermissionCreatePublicThreads)
	_, err = b.ThreadStart(p.ch.ID, "more", discordgo.ChannelTypeGuildPublicThread, 60)
	wantCode(t, err, 403, 50013)
	waitFor(t, "THREAD_CREATE", func() bool { return b.count("any THREAD_CREATE") == 2 })
}

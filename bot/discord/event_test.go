package discord_test

import (
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot/discord/discordtest"
)

// An event without content, or with fields of other types, changes nothing.
func TestEmptyEvents(t *testing.T) {
	tb := newTestbed(t).start()
	for _, name := range []string{"MESSAGE_CREATE", "INTERACTION_CREATE", "GUILD_CREATE", "GUILD_UPDATE", "VOICE_STATE_UPDATE", "NEW_EVENT"} {
		for _, data := range []any{nil, map[string]any{}, []int{1}, "text", 7, map[string]any{"id": 5, "author": "x", "member": []int{}},
			map[string]any{"id": "5", "type": 2, "token": "t", "data": map[string]any{"options": []any{nil}, "resolved": nil}},
			map[string]any{"id": "5", "channel_id": "6", "author": map[string]any{}, "mentions": []any{nil}}} {
			tb.srv.Dispatch(name, data)
		}
	}
	tb.checkWorks()
	if n := tb.srv.Sessions() + tb.srv.Resumes(); n != 1 {
		t.Errorf("%d sessions", n)
	}
}

// Messages with types that the bot doesn't know are read anyway.
func TestUnknownTypes(t *testing.T) {
	tb := newTestbed(t).start()
	strange := []any{map[string]any{"type": 1, "components": []any{map[string]any{"type": 99, "custom_id": "x"}}}, map[string]any{"type": 77}}
	tb.srv.AlterEvents(func(name string, data map[string]any) {
		const all = "36893488147419103231" // 65 bits
		data["app_permissions"], data["components"], data["flags"] = all, strange, 1<<40
		data["channel"] = map[string]any{"id": "1", "type": 555, "permissions": all, "available_tags": 4}
		for _, key := range []string{"message", "referenced_message"} {
			if m, ok := data[key].(map[string]any); ok {
				m["components"], m["embeds"], m["type"], m["poll"] = strange, 5, 999, true
			}
		}
		if m, ok := data["member"].(map[string]any); ok {
			m["permissions"], m["avatar_decoration_data"] = all, 3
		}
		if d, ok := data["data"].(map[string]any); ok {
			if r, ok := d["resolved"].(map[string]any); ok {
				r["channels"] = map[string]any{"1": map[string]any{"type": "new", "permissions": all}}
				r["messages"] = 5
				for _, m := range r["members"].(map[string]any) {
					m.(map[string]any)["permissions"] = all
				}
			}
		}
	})
	tb.begin("orthodox") // a command with a resolved member, and a button
	begun := tb.ch.WaitText("New game:")
	tb.alice.Reply(begun, "@Stackmate e4")
	e4 := tb.ch.WaitText("1. e4")
	tb.bob.Reply(e4, "e5")
	tb.ch.WaitText("1… e5")
	boss := tb.srv.AddUser("Boss")
	tb.guild.Join(boss, discordgo.PermissionManageGuild)
	if m := boss.Slash(tb.ch, "settings", discordtest.Opt("threads", "off")).Response(); strings.Contains(m.Text(), "manage") {
		t.Errorf("whose permissions have 65 bits is refused: %s", m)
	}
	tb.waitDelivered()
}

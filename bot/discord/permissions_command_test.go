package discord_test

import (
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot/discord/discordtest"
)

// Somebody who manages a server is told which command to use instead of typing, and somebody who
// was given the command in Discord's own settings may use it.
func TestWhoAdministers(t *testing.T) {
	tb := newTestbed(t).start()
	boss, helper, guest := tb.srv.AddUser("Boss"), tb.srv.AddUser("Helper"), tb.srv.AddUser("Guest")
	tb.guild.Join(boss, discordgo.PermissionManageGuild)
	referees, muted := tb.guild.AddRole("Referees", 0), tb.guild.AddRole("Muted", 0)
	for _, u := range []*discordtest.User{helper, guest} {
		tb.guild.Join(u)
	}
	tb.guild.AssignRole(helper, referees)
	tb.guild.AssignRole(helper, muted)
	tb.guild.SetCommandPermission("settings", referees, true)
	tb.guild.SetCommandPermission("settings", muted, false)
	tb.guild.SetCommandPermission("ban", guest, true)
	for who, command := range map[*discordtest.User]string{boss: "settings", helper: "settings", guest: "ban"} {
		m := who.Slash(tb.ch, command, map[string]discordtest.Option{"settings": opt("threads", "off"), "ban": opt("player", tb.carol)}[command]).Response()
		if strings.Contains(m.Text(), "Manage Server") {
			t.Errorf("/%s by %s: %s", command, who.Name, m)
		}
	}
	for _, typed := range []string{"settings threads:on", "adjudicate #1 white because", "ban @Carol"} {
		command, _, _ := strings.Cut(typed, " ")
		before := tb.dump()
		tb.heard(tb.ch, boss.Say(tb.ch, "@Stackmate "+typed), "use /"+command)
		if tb.dump() != before {
			t.Errorf("%q changed something", typed)
		}
	}
}

// A command that Discord should not have allowed is refused: the bot checks the settings of the server.
func TestCommandRules(t *testing.T) {
	tb := newTestbed(t).start()
	for name, tt := range map[string]struct {
		rules func(g *discordtest.Guild, u *discordtest.User, r *discordtest.Role)
		may   bool
	}{
		"none": {func(*discordtest.Guild, *discordtest.User, *discordtest.Role) {}, false},
		"everyone": {func(g *discordtest.Guild, _ *discordtest.User, _ *discordtest.Role) {
			g.SetCommandPermission("ban", nil, true)
		}, true},
		"role": {func(g *discordtest.Guild, _ *discordtest.User, r *discordtest.Role) {
			g.SetCommandPermission("ban", r, true)
		}, true},
		"another command": {func(g *discordtest.Guild, _ *discordtest.User, r *discordtest.Role) {
			g.SetCommandPermission("unban", r, true)
		}, false},
		"role, but not everyone": {func(g *discordtest.Guild, _ *discordtest.User, r *discordtest.Role) {
			g.SetCommandPermission("ban", nil, false)
			g.SetCommandPermission("ban", r, true)
		}, true},
		"everyone, but not the role": {func(g *discordtest.Guild, _ *discordtest.User, r *discordtest.Role) {
			g.SetCommandPermission("ban", nil, true)
			g.SetCommandPermission("ban", r, false)
		}, false},
		"role, but not the user": {func(g *discordtest.Guild, u *discordtest.User, r *discordtest.Role) {
			g.SetCommandPermission("ban", r, true)
			g.SetCommandPermission("ban", u, false)
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			g := tb.srv.AddGuild(name)
			u, r := tb.srv.AddUser("Referee"), g.AddRole("Referees", 0)
			g.Join(u)
			g.Join(tb.carol)
			g.AssignRole(u, r)
			tt.rules(g, u, r)
			ch := g.AddChannel("games")
			tb.srv.IgnoreCommandPermissions(true)
			defer tb.srv.IgnoreCommandPermissions(false)
			m := u.Slash(ch, "ban", opt("player", tb.carol)).Response()
			if refused := strings.Contains(m.Text(), "Manage Server"); refused == tt.may {
				t.Errorf("answered %s", m)
			}
		})
	}
}

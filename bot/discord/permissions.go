package discord

import (
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot/command"
	"stackmate/bot/words"
)

// missingPermissions returns the names of the permissions that the bot lacks in the channel of an interaction to post the
// moves of a game, with commas; empty if it has them, or is not a member of the guild. Either of Send Messages
// and Send Messages in Threads is enough, because an interaction doesn't tell whether its channel is a thread.
func missingPermissions(i *discordgo.Interaction, say words.Language) string {
	if i.GuildID == "" || !installedInGuild(i) {
		return ""
	}
	may := i.AppPermissions
	if may&discordgo.PermissionAdministrator != 0 {
		return ""
	}
	var list []string
	for _, need := range []struct {
		name string
		any  int64
	}{
		{say.Text("discord.view-channel"), discordgo.PermissionViewChannel},
		{say.Text("discord.send-messages"), discordgo.PermissionSendMessages | discordgo.PermissionSendMessagesInThreads},
		{say.Text("discord.attach-files"), discordgo.PermissionAttachFiles},
	} {
		if may&need.any == 0 {
			list = append(list, need.name)
		}
	}
	return strings.Join(list, ", ")
}

// installedInGuild reports whether the app is installed in the guild of an interaction, and not only for its
// user.
func installedInGuild(i *discordgo.Interaction) bool {
	_, installed := i.AuthorizingIntegrationOwners[discordgo.ApplicationIntegrationGuildInstall]
	return installed || len(i.AuthorizingIntegrationOwners) == 0
}

// canPost reports whether the bot is in the channel of an interaction, so that it can post there on its own, given the
// permissions.
func canPost(i *discordgo.Interaction) bool {
	if i.GuildID == "" {
		return i.Context == discordgo.InteractionContextBotDM
	}
	return installedInGuild(i)
}

// canOpenThread reports whether the bot may open a thread in the channel of an interaction and write in it.
func canOpenThread(i *discordgo.Interaction) bool {
	const need = discordgo.PermissionCreatePublicThreads | discordgo.PermissionSendMessagesInThreads
	return i.GuildID != "" && (i.AppPermissions&need == need || i.AppPermissions&discordgo.PermissionAdministrator != 0)
}

// commandAllowed reports whether the settings of a guild (Integrations) allow the user an administrative command, also
// without the permission Manage Server.
func (h *interactionHandler) commandAllowed(ctx context.Context, i *discordgo.Interaction) bool {
	if i.Type != discordgo.InteractionApplicationCommand || i.GuildID == "" || i.Member == nil || !installedInGuild(i) {
		return false
	}
	invoked := i.ApplicationCommandData()
	if !command.Administrative(invoked.Name) {
		return false
	}
	var rules commandPermissions
	if err := h.rest.get(ctx, discordgo.EndpointApplicationCommandPermissions(h.account.app, i.GuildID, invoked.ID), &rules); err != nil {
		h.log.DebugContext(ctx, "discord: permissions of a command", "command", invoked.Name, "error", err)
		return false
	}
	return rules.allows(i.Member, i.GuildID)
}

// commandPermissions are the settings of a guild for one command.
type commandPermissions struct {
	Permissions []struct {
		ID         string                                     `json:"id"`
		Type       discordgo.ApplicationCommandPermissionType `json:"type"`
		Permission bool                                       `json:"permission"`
	} `json:"permissions"`
}

// allows reports whether the settings allow a member the command. A setting for the member decides; without one, those
// for the member's roles, of which one that allows it is enough; without those, the one for everybody. Settings for
// channels only restrict, which Discord enforces itself.
func (r commandPermissions) allows(m *discordgo.Member, guild string) bool {
	byRole, everybody := []bool(nil), false
	for _, p := range r.Permissions {
		switch {
		case p.Type == discordgo.ApplicationCommandPermissionTypeUser && p.ID == m.User.ID:
			return p.Permission
		case p.Type != discordgo.ApplicationCommandPermissionTypeRole:
		case p.ID == guild: // the id of the role @everyone
			everybody = p.Permission
		case slices.Contains(m.Roles, p.ID):
			byRole = append(byRole, p.Permission)
		}
	}
	if len(byRole) > 0 {
		return slices.Contains(byRole, true)
	}
	return everybody
}

package discord

import (
	"context"
	"slices"
	"stackmate/bot/command"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// missingPermissions names the permissions that the bot lacks in the channel of an interaction
// to post the moves of a game there by itself; empty if it has them, or if it is not
// a member there. In threads Send Messages in Threads stands for Send Messages, and
// an interaction does not tell what its channel is.
func missingPermissions(i *discordgo.Interaction) string {
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
		{"View Channel", discordgo.PermissionViewChannel},
		{"Send Messages", discordgo.PermissionSendMessages | discordgo.PermissionSendMessagesInThreads},
		{"Attach Files", discordgo.PermissionAttachFiles},
	} {
		if may&need.any == 0 {
			list = append(list, need.name)
		}
	}
	return strings.Join(list, ", ")
}

// installedInGuild reports whether the app is installed in the guild of an interaction, and
// not only for the person who uses it there.
func installedInGuild(i *discordgo.Interaction) bool {
	_, installed := i.AuthorizingIntegrationOwners[discordgo.ApplicationIntegrationGuildInstall]
	return installed || len(i.AuthorizingIntegrationOwners) == 0
}

// canPost reports whether the bot can write by itself where an interaction happened,
// as far as being there goes.
func canPost(i *discordgo.Interaction) bool {
	if i.GuildID == "" {
		return i.Context == discordgo.InteractionContextBotDM
	}
	return installedInGuild(i)
}

// canOpenThread reports whether the bot may open a thread where an interaction happened,
// and write in it.
func canOpenThread(i *discordgo.Interaction) bool {
	const need = discordgo.PermissionCreatePublicThreads | discordgo.PermissionSendMessagesInThreads
	return i.GuildID != "" && (i.AppPermissions&need == need || i.AppPermissions&discordgo.PermissionAdministrator != 0)
}

// commandAllowed reports whether somebody who does not manage a guild was given the very command
// there, in Discord's own settings of the guild.
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
		h.log.Debug("discord: permissions of a command", "command", invoked.Name, "error", err)
		return false
	}
	return rules.allows(i.Member, i.GuildID)
}

// commandPermissions are what the managers of a guild have set for one command.
type commandPermissions struct {
	Permissions []struct {
		ID         string                                     `json:"id"`
		Type       discordgo.ApplicationCommandPermissionType `json:"type"`
		Permission bool                                       `json:"permission"`
	} `json:"permissions"`
}

// allows reports whether the rules give a member the command: a rule for the member
// decides, else those for the member's roles, of which one that allows it is enough, else
// the one for everybody. Rules for channels only take away, which Discord has seen to.
func (r commandPermissions) allows(m *discordgo.Member, guild string) bool {
	byRole, everybody := []bool(nil), false
	for _, p := range r.Permissions {
		switch {
		case p.Type == discordgo.ApplicationCommandPermissionTypeUser && p.ID == m.User.ID:
			return p.Permission
		case p.Type != discordgo.ApplicationCommandPermissionTypeRole:
		case p.ID == guild: // by Discord's rule
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

package discord

import (
	"strings"

	"github.com/bwmarrin/discordgo"
)

// missingIn names the permissions that the bot lacks in the channel of an interaction
// to post the moves of a game there by itself; empty if it has them, or if it is not
// a member there. In threads Send Messages in Threads stands for Send Messages, and
// an interaction does not tell what its channel is.
func missingIn(i *discordgo.Interaction) string {
	if i.GuildID == "" || !memberIn(i) {
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

// memberIn reports whether the app is installed in the guild of an interaction, and
// not only for the person who uses it there.
func memberIn(i *discordgo.Interaction) bool {
	_, installed := i.AuthorizingIntegrationOwners[discordgo.ApplicationIntegrationGuildInstall]
	return installed || len(i.AuthorizingIntegrationOwners) == 0
}

// writesIn reports whether the bot can write by itself where an interaction happened,
// as far as being there goes.
func writesIn(i *discordgo.Interaction) bool {
	if i.GuildID == "" {
		return i.Context == discordgo.InteractionContextBotDM
	}
	return memberIn(i)
}

// threadsIn reports whether the bot may open a thread where an interaction happened,
// and write in it.
func threadsIn(i *discordgo.Interaction) bool {
	const need = discordgo.PermissionCreatePublicThreads | discordgo.PermissionSendMessagesInThreads
	return i.GuildID != "" && (i.AppPermissions&need == need || i.AppPermissions&discordgo.PermissionAdministrator != 0)
}

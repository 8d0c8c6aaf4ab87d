package discord

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/bwmarrin/discordgo"
)

// Identity is whom a token belongs to.
type Identity struct {
	// Name is the name of the bot's user.
	Name string
	// Invite is the link that adds the bot to a server.
	Invite string
}

// Identify asks Discord once whom the token of a configuration belongs to. It returns ErrToken
// if Discord refuses the token; other errors say why Discord could not be asked. No error
// contains the token.
func Identify(ctx context.Context, c Config) (Identity, error) {
	rest, err := c.client(slog.New(slog.DiscardHandler))
	if err != nil {
		return Identity{}, err
	}
	defer rest.close()
	who := &account{}
	if err := who.find(ctx, rest); tokenRefused(err) {
		return Identity{}, ErrToken
	} else if err != nil {
		return Identity{}, err
	}
	return Identity{Name: who.user.Username, Invite: who.invite()}, nil
}

// find asks Discord who the bot is.
func (a *account) find(ctx context.Context, rest *restClient) error {
	var self discordgo.User
	if err := rest.get(ctx, discordgo.EndpointUser("@me"), &self); err != nil {
		return err
	}
	var app struct {
		ID  string
		Key string `json:"verify_key"`
		URL string `json:"interactions_endpoint_url"`
	}
	if err := rest.get(ctx, discordgo.EndpointApplications+"/@me", &app); err != nil {
		return err
	}
	a.user, a.app, a.key, a.url = &self, app.ID, app.Key, app.URL
	return nil
}

// permissions are those that the bot needs in a channel.
const permissions = discordgo.PermissionViewChannel | discordgo.PermissionSendMessages |
	discordgo.PermissionAttachFiles | discordgo.PermissionReadMessageHistory |
	discordgo.PermissionCreatePublicThreads | discordgo.PermissionSendMessagesInThreads

// invite returns the link that adds the bot to a server.
func (a *account) invite() string {
	return fmt.Sprintf("https://discord.com/oauth2/authorize?client_id=%s&scope=bot+applications.commands&permissions=%d",
		a.app, int64(permissions))
}

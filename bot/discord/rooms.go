package discord

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot/chat"
	"stackmate/bot/data"
)

// Bits of a permission set; the set itself may be longer than any integer.
const (
	administratorBit = 3
	viewChannelBit   = 10
)

// channelInfo is the part of a channel that tells who can see it.
type channelInfo struct {
	Type       discordgo.ChannelType `json:"type"`
	Guild      string                `json:"guild_id"`
	Parent     string                `json:"parent_id"`
	Overwrites []struct {
		ID    string `json:"id"`
		Allow string `json:"allow"`
		Deny  string `json:"deny"`
	} `json:"permission_overwrites"`
}

// Room implements request.Rooms. A channel is open if the role @everyone can see it, and closed if the bot cannot see it.
// The error wraps data.ErrNotFound if the channel is gone; others are transient.
func (b *Bot) Room(ctx context.Context, a chat.Address) (data.Room, error) {
	select {
	case <-b.account.ready:
	default:
		return data.Room{}, errNotReady
	}
	id, ok := strings.CutPrefix(a.ID, channelPrefix)
	if !ok {
		return data.Room{Restricted: true}, nil
	}
	var ch channelInfo
	switch err := b.rest.get(ctx, discordgo.EndpointChannel(id), &ch); {
	case codeOf(err) == codeMissingAccess:
		return data.Room{Restricted: true}, nil
	case kindOf(err) == channelGone:
		return data.Room{}, fmt.Errorf("%w: %w", data.ErrNotFound, err)
	case err != nil:
		return data.Room{}, err
	}
	switch ch.Type {
	case discordgo.ChannelTypeGuildNewsThread, discordgo.ChannelTypeGuildPublicThread, discordgo.ChannelTypeGuildPrivateThread:
		if ch.Parent == "" {
			return data.Room{Restricted: true}, nil
		}
		above := channelAddress(ch.Parent)
		if ch.Type == discordgo.ChannelTypeGuildPrivateThread {
			return data.Room{Parent: above, Restricted: true}, nil
		}
		return data.Room{PublicParent: above, Parent: above}, nil
	}
	if ch.Guild == "" {
		return data.Room{Restricted: true}, nil
	}
	base, err := b.everyonePermissions(ctx, ch.Guild)
	return data.Room{Restricted: !ch.visibleToEveryone(base)}, err
}

// everyonePermissions returns the permissions of a guild's role @everyone.
func (b *Bot) everyonePermissions(ctx context.Context, guild string) (string, error) {
	var roles []struct {
		ID          string `json:"id"`
		Permissions string `json:"permissions"`
	}
	if err := b.rest.get(ctx, discordgo.EndpointGuildRoles(guild), &roles); err != nil {
		return "", err
	}
	for _, r := range roles {
		if r.ID == guild { // by Discord's rule
			return r.Permissions, nil
		}
	}
	return "", errors.New("a guild without the role @everyone")
}

// visibleToEveryone reports whether members without roles can see the channel. everyone is the permissions of @everyone in
// the guild. It returns false for permissions that cannot be read.
func (c channelInfo) visibleToEveryone(everyone string) bool {
	base, ok := permissionSet(everyone)
	if !ok || base.Bit(administratorBit) == 1 {
		return ok
	}
	sees := base.Bit(viewChannelBit) == 1
	for _, o := range c.Overwrites {
		if o.ID != c.Guild {
			continue
		}
		allow, known := permissionSet(o.Allow)
		deny, knownToo := permissionSet(o.Deny)
		if !known || !knownToo {
			return false
		}
		sees = allow.Bit(viewChannelBit) == 1 || sees && deny.Bit(viewChannelBit) == 0
	}
	return sees
}

// permissionSet reads a set of permissions, which Discord writes as a decimal number.
func permissionSet(s string) (set *big.Int, ok bool) {
	if len(s) > 100 {
		return nil, false
	}
	set, ok = new(big.Int).SetString(s, 10)
	return set, ok && set.Sign() >= 0
}

package discord

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot/chat"
)

// deletedName matches the name that Discord gives to an account when it is deleted.
var deletedName = regexp.MustCompile(`^deleted_user_[0-9a-f]{6,}$`)

// saysUnknownUser reports whether Discord itself says that there is no such user.
func saysUnknownUser(err error) bool {
	e := (*restError)(nil)
	return errors.As(err, &e) && e.fromDiscord && e.status == 404 && e.code == codeUnknownUser
}

// AccountExists implements mydata.Accounts. Only Discord itself can say that there is no such user,
// or call the user deleted: other errors, also those of a proxy, say nothing.
func (b *Bot) AccountExists(ctx context.Context, a chat.Address) (bool, error) {
	select {
	case <-b.account.ready:
	default:
		return false, errNotReady
	}
	id, ok := strings.CutPrefix(a.ID, userPrefix)
	if !ok {
		return false, fmt.Errorf("%q is no user", a.ID)
	}
	var user struct {
		ID, Username string
		Name         string `json:"global_name"`
		Avatar       string
	}
	err := b.rest.get(ctx, discordgo.EndpointUser(id), &user)
	switch {
	case saysUnknownUser(err):
		return false, nil
	case err != nil:
		return false, err
	case user.ID != id:
		return false, fmt.Errorf("discord's answer is not user %s", id)
	}
	return !deletedName.MatchString(user.Username) || user.Name != "" || user.Avatar != "", nil
}

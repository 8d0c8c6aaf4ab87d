package discord

import (
	"errors"
	"fmt"
	"net/http"

	"stackmate/bot"
)

// Discord's numbers of the errors that are told apart.
const (
	codeUnknownChannel     = 10003
	codeUnknownMessage     = 10008
	codeOpeningTooFast     = 40003
	codeAcknowledged       = 40060
	codeMissingAccess      = 50001
	codeDMsClosed          = 50007
	codeMissingPermissions = 50013
	codeInvalidForm        = 50035
	codeOldEdits           = 30046
	codeThreadArchived     = 50083
	codeNoHistory          = 160002
	codeThreadLocked       = 160005
)

// hints say in plain words what an error means for whoever runs the bot.
var hints = map[int]string{
	codeUnknownChannel:     "the channel is gone",
	codeMissingAccess:      "the bot cannot see the channel: give it View Channel",
	codeDMsClosed:          "the person takes no direct messages from the bot",
	codeMissingPermissions: "the bot may not write in the channel: give it Send Messages, in threads Send Messages in Threads",
	codeThreadArchived:     "the thread is archived",
	codeThreadLocked:       "the thread is locked",
}

// permanent marks the errors that no repetition mends: what is gone, forbidden, or
// refused by its recipient.
func permanent(err error) error {
	switch statusOf(err) {
	case http.StatusBadRequest, http.StatusForbidden, http.StatusNotFound:
		if codeOf(err) == codeOpeningTooFast {
			return err
		}
		if codeOf(err) == codeDMsClosed {
			return fmt.Errorf("%w: %s: %w", bot.ErrRefused, hints[codeDMsClosed], err)
		}
		if hint := hints[codeOf(err)]; hint != "" {
			return fmt.Errorf("%w: %s: %w", bot.ErrUndeliverable, hint, err)
		}
		return fmt.Errorf("%w: %w", bot.ErrUndeliverable, err)
	}
	return err
}

// lasting reports whether an error means that only the owner of the bot can help.
func lasting(err error) bool {
	status := statusOf(err)
	return errors.Is(err, ErrToken) || status >= 400 && status < 500 && status != http.StatusTooManyRequests
}

package discord

import (
	"errors"
	"fmt"
	"net/http"

	"stackmate/bot"
)

// Discord's numbers of the errors that are told apart by themselves.
const (
	codeUnknownChannel     = 10003
	codeUnknownGuild       = 10004
	codeUnknownMember      = 10007
	codeUnknownMessage     = 10008
	codeUnknownUser        = 10013
	codeAcknowledged       = 40060
	codeMissingAccess      = 50001
	codeMissingPermissions = 50013
	codeInvalidForm        = 50035
	codeNoHistory          = 160002
	codeThreadExists       = 160004
)

// kind is what an error means for whoever wants to try again.
type kind uint8

const (
	passing      kind = iota // it may pass
	placeGone                // the channel or thread takes nothing any more
	refused                  // the person takes nothing from the bot
	ownerMustFix             // the bot may not, until somebody allows it
	badContent               // Discord will never take it as it is
	past                     // what it was about is gone, or was done before
)

// meanings are all errors of which we know that no repetition mends them, and those of
// which we know that one may. The hints are for whoever runs the bot.
var meanings = map[int]struct {
	kind
	hint string
}{
	0:                      {passing, ""}, // also an outage
	10001:                  {past, ""},    // unknown account
	10002:                  {ownerMustFix, "the application is unknown"},
	codeUnknownChannel:     {placeGone, "the channel is gone"},
	codeUnknownGuild:       {past, "the guild is gone"},
	codeUnknownMember:      {past, "the person has left the guild"},
	codeUnknownMessage:     {past, ""},
	codeUnknownUser:        {refused, "the person has no account any more"},
	10015:                  {past, ""}, // unknown webhook: the interaction is over
	10062:                  {past, ""}, // unknown interaction
	10063:                  {past, ""}, // unknown command
	20009:                  {badContent, "the content is taken to be explicit"},
	20012:                  {ownerMustFix, "the application belongs to somebody else"},
	30032:                  {ownerMustFix, "there are too many commands"},
	30046:                  {past, ""}, // too many edits of an old message
	40003:                  {passing, "direct messages are opened too fast"},
	40004:                  {passing, "sending is switched off for a while"},
	40005:                  {badContent, "the request is too large"},
	40006:                  {passing, "this is switched off for a while"},
	codeAcknowledged:       {past, ""},
	40094:                  {past, ""}, // too many follow-ups
	40333:                  {passing, "something between the bot and Discord refuses requests"},
	codeMissingAccess:      {placeGone, "the bot cannot see the channel: give it View Channel"},
	50005:                  {past, ""}, // a message of somebody else
	50006:                  {badContent, "the message is empty"},
	50007:                  {refused, "the person takes no direct messages from the bot"},
	50008:                  {ownerMustFix, "the channel takes no messages"},
	codeMissingPermissions: {ownerMustFix, "the bot may not write in the channel: give it Send Messages, in threads Send Messages in Threads"},
	50024:                  {ownerMustFix, "this cannot be done in such a channel"},
	50027:                  {past, ""}, // invalid webhook token: the interaction is over
	50033:                  {refused, "the person cannot be written to"},
	codeInvalidForm:        {badContent, "Discord does not take what the message contains"},
	50083:                  {placeGone, "the thread is archived"},
	50109:                  {badContent, "Discord cannot read the request"},
	50278:                  {refused, "the person shares no server with the bot"},
	codeNoHistory:          {past, ""},
	codeThreadExists:       {past, ""}, // the message has a thread already
	160005:                 {placeGone, "the thread is locked"},
	200000:                 {badContent, "AutoMod blocks the message"},
	200001:                 {badContent, "AutoMod blocks the title"},
	240000:                 {badContent, "a link in the message is taken to be harmful"},
}

// kindOf returns what an error means. Only what Discord says by a number that we know is
// final: a page of a proxy, whatever its status, may be another one in a moment.
func kindOf(err error) kind {
	switch status := statusOf(err); {
	case status == http.StatusRequestEntityTooLarge:
		return badContent
	case status < 400 || status >= 500:
		return passing
	}
	return meanings[codeOf(err)].kind
}

// mayPass reports whether a request that failed may succeed later as it is.
func mayPass(err error) bool { return err != nil && kindOf(err) == passing }

// permanent marks the errors of sending a message that no repetition mends, and those that
// may be such: Discord refuses the message for a reason that we do not know.
func permanent(err error) error {
	if err == nil {
		return nil
	}
	meaning, known := meanings[codeOf(err)]
	mark := bot.ErrUndeliverable
	switch kindOf(err) {
	case placeGone:
		mark = bot.ErrGone
	case refused:
		mark = bot.ErrDMsClosed
	case passing:
		if status := statusOf(err); known || status < 400 || status >= 500 {
			return err
		}
		return fmt.Errorf("%w: %w", bot.ErrRejected, err)
	}
	if meaning.hint != "" {
		return fmt.Errorf("%w: %s: %w", mark, meaning.hint, err)
	}
	return fmt.Errorf("%w: %w", mark, err)
}

// lasting reports whether an error means that only the owner of the bot can help.
func lasting(err error) bool {
	return errors.Is(err, ErrToken) || err != nil && kindOf(err) != passing
}

// refusesToken reports whether Discord itself does not take the bot's token.
func refusesToken(err error) bool {
	e := (*restError)(nil)
	return errors.As(err, &e) && e.status == http.StatusUnauthorized && e.own && e.code == 0
}

package discord

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot/outbox"
	"stackmate/bot/textutil"
)

// Discord's numbers of the errors that are told apart by themselves.
const (
	codeUnknownChannel      = 10003
	codeUnknownGuild        = 10004
	codeUnknownMember       = 10007
	codeUnknownMessage      = 10008
	codeUnknownUser         = 10013
	codeAlreadyAcknowledged = 40060
	codeMissingAccess       = 50001
	codeMissingPermissions  = 50013
	codeInvalidFormBody     = 50035
	codeCannotReply         = 160002
	codeThreadExists        = 160004
)

// errorKind is what an error means for whoever wants to try again.
type errorKind uint8

const (
	transient        errorKind = iota // it may pass
	channelGone                       // the channel or thread takes nothing any more
	recipientRefuses                  // the person takes nothing from the bot
	forbidden                         // the bot may not, until somebody allows it
	badContent                        // Discord will never take it as it is
	obsolete                          // what it was about is gone, or was done before
)

// errorMeanings are all errors of which we know that no repetition mends them, and those of
// which we know that one may. The hints are for whoever runs the bot.
var errorMeanings = map[int]struct {
	kind errorKind
	hint string
}{
	0:                       {transient, ""}, // also an outage
	10001:                   {obsolete, ""},  // unknown account
	10002:                   {forbidden, "the application is unknown"},
	codeUnknownChannel:      {channelGone, "the channel is gone"},
	codeUnknownGuild:        {obsolete, "the guild is gone"},
	codeUnknownMember:       {obsolete, "the person has left the guild"},
	codeUnknownMessage:      {obsolete, ""},
	codeUnknownUser:         {recipientRefuses, "the person has no account any more"},
	10015:                   {obsolete, ""}, // unknown webhook: the interaction is over
	10062:                   {obsolete, ""}, // unknown interaction
	10063:                   {obsolete, ""}, // unknown command
	20009:                   {badContent, "the content is taken to be explicit"},
	20012:                   {forbidden, "the application belongs to somebody else"},
	30032:                   {forbidden, "there are too many commands"},
	30046:                   {obsolete, ""}, // too many edits of an old message
	40003:                   {transient, "direct messages are opened too fast"},
	40004:                   {transient, "sending is switched off for a while"},
	40005:                   {badContent, "the request is too large"},
	40006:                   {transient, "this is switched off for a while"},
	codeAlreadyAcknowledged: {obsolete, ""},
	40094:                   {obsolete, ""}, // too many follow-ups
	40333:                   {transient, "something between the bot and Discord refuses requests"},
	codeMissingAccess:       {channelGone, "the bot cannot see the channel: give it View Channel"},
	50005:                   {obsolete, ""}, // a message of somebody else
	50006:                   {badContent, "the message is empty"},
	50007:                   {recipientRefuses, "the person takes no direct messages from the bot"},
	50008:                   {forbidden, "the channel takes no messages"},
	codeMissingPermissions:  {forbidden, "the bot may not write in the channel: give it Send Messages, in threads Send Messages in Threads"},
	50024:                   {forbidden, "this cannot be done in such a channel"},
	50027:                   {obsolete, ""}, // invalid webhook token: the interaction is over
	50033:                   {recipientRefuses, "the person cannot be written to"},
	codeInvalidFormBody:     {badContent, "Discord does not take what the message contains"},
	50083:                   {channelGone, "the thread is archived"},
	50109:                   {badContent, "Discord cannot read the request"},
	50278:                   {recipientRefuses, "the person shares no server with the bot"},
	codeCannotReply:         {obsolete, ""},
	codeThreadExists:        {obsolete, ""}, // the message has a thread already
	160005:                  {channelGone, "the thread is locked"},
	200000:                  {badContent, "AutoMod blocks the message"},
	200001:                  {badContent, "AutoMod blocks the title"},
	240000:                  {badContent, "a link in the message is taken to be harmful"},
}

// kindOf returns what an error means. Only what Discord says by a number that we know is
// final: a page of a proxy, whatever its status, may be another one in a moment.
func kindOf(err error) errorKind {
	switch status := statusOf(err); {
	case status == http.StatusRequestEntityTooLarge:
		return badContent
	case status < 400 || status >= 500:
		return transient
	}
	return errorMeanings[codeOf(err)].kind
}

// isTransient reports whether a request that failed may succeed later as it is.
func isTransient(err error) bool { return err != nil && kindOf(err) == transient }

// undeliverable marks the errors of sending a message that no repetition mends, and those that
// may be such: Discord refuses the message for a reason that we do not know.
func undeliverable(err error) error {
	if err == nil {
		return nil
	}
	meaning, known := errorMeanings[codeOf(err)]
	mark := outbox.ErrUndeliverable
	switch kindOf(err) {
	case channelGone:
		mark = outbox.ErrGone
	case recipientRefuses:
		mark = outbox.ErrDMsClosed
	case transient:
		if status := statusOf(err); known || status < 400 || status >= 500 {
			return err
		}
		return fmt.Errorf("%w: %w", outbox.ErrRejected, err)
	}
	if meaning.hint != "" {
		return fmt.Errorf("%w: %s: %w", mark, meaning.hint, err)
	}
	return fmt.Errorf("%w: %w", mark, err)
}

// ownerMustFix reports whether an error means that only the owner of the bot can help.
func ownerMustFix(err error) bool {
	return errors.Is(err, ErrToken) || err != nil && kindOf(err) != transient
}

// tokenRefused reports whether Discord itself does not take the bot's token.
func tokenRefused(err error) bool {
	e := (*restError)(nil)
	return errors.As(err, &e) && e.status == http.StatusUnauthorized && e.fromDiscord && e.code == 0
}

// restError is an answer of Discord that is an error. Unlike discordgo's it holds
// nothing secret: requests carry tokens in their headers and paths.
type restError struct {
	status, code int
	fromDiscord  bool // it is Discord's own, and not a page of something on the way
	text         string
	after        time.Duration // with status 429: when to come again
}

// Error says what Discord answered.
func (e *restError) Error() string {
	if e.code != 0 {
		return fmt.Sprintf("discord answers %d, code %d: %s", e.status, e.code, e.text)
	}
	return fmt.Sprintf("discord answers %d: %s", e.status, e.text)
}

// RetryAfter implements the outbox's wish to know when to come again; 0 if unknown.
func (e *restError) RetryAfter() time.Duration { return e.after }

// statusOf returns the HTTP status of an answer that was an error, else 0.
func statusOf(err error) int {
	if e := (*restError)(nil); errors.As(err, &e) {
		return e.status
	}
	return 0
}

// codeOf returns Discord's own number of an error, else 0.
func codeOf(err error) int {
	if e := (*restError)(nil); errors.As(err, &e) {
		return e.code
	}
	return 0
}

// redact takes out of an error what nobody may read: addresses, which carry the
// tokens of interactions, and requests, which carry the bot's.
func redact(err error) error {
	var (
		rest    *discordgo.RESTError
		limited *discordgo.RateLimitError
		address *url.Error
	)
	switch {
	case errors.As(err, &rest) && rest.Response != nil:
		e := &restError{status: rest.Response.StatusCode, text: textutil.Truncate(textutil.Printable(string(rest.ResponseBody)), 300)}
		if rest.Message != nil {
			e.code, e.fromDiscord = rest.Message.Code, rest.Message.Message != ""
			if e.code != codeInvalidFormBody { // there the details count
				e.text = rest.Message.Message
			}
		}
		return e
	case errors.As(err, &limited):
		return &restError{status: http.StatusTooManyRequests, text: "too many requests", after: limited.RetryAfter}
	case errors.As(err, &address):
		return redact(address.Err)
	}
	return err
}

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

// Discord's JSON error codes that the code handles one by one.
const (
	codeUnknownChannel      = 10003
	codeUnknownGuild        = 10004
	codeUnknownMember       = 10007
	codeUnknownMessage      = 10008
	codeUnknownUser         = 10013
	codeUnknownInteraction  = 10062 // it is over, or was answered too late
	codeAlreadyAcknowledged = 40060
	codeMissingAccess       = 50001
	codeMissingPermissions  = 50013
	codeInvalidFormBody     = 50035
	codeCannotReply         = 160002
	codeThreadExists        = 160004
)

// errorKind tells what an error means for sending the same again.
type errorKind uint8

const (
	transient        errorKind = iota // it may succeed later
	channelGone                       // nothing can be sent to the channel or thread any more
	recipientRefuses                  // the person cannot be sent direct messages
	forbidden                         // the bot lacks a permission until somebody grants it
	badContent                        // Discord will never accept this content
	obsolete                          // the target is gone, or it was done before
)

// errorMeanings are the error codes of which we know what they mean for a retry. The hints are for the
// owner's log.
var errorMeanings = map[int]struct {
	kind errorKind
	hint string
}{
	0:                       {transient, ""}, // general error, also during outages
	10001:                   {obsolete, ""},  // unknown account
	10002:                   {forbidden, "the application is unknown"},
	codeUnknownChannel:      {channelGone, "the channel is gone"},
	codeUnknownGuild:        {obsolete, "the guild is gone"},
	codeUnknownMember:       {obsolete, "the person has left the guild"},
	codeUnknownMessage:      {obsolete, ""},
	codeUnknownUser:         {recipientRefuses, "the person has no account any more"},
	10015:                   {obsolete, ""}, // unknown webhook: the interaction is over
	codeUnknownInteraction:  {obsolete, ""},
	10063:                   {obsolete, ""}, // unknown command
	20009:                   {badContent, "the content is considered explicit"},
	20012:                   {forbidden, "the application belongs to somebody else"},
	30032:                   {forbidden, "there are too many commands"},
	30046:                   {obsolete, ""}, // too many edits of an old message
	40003:                   {transient, "direct messages are opened too fast"},
	40004:                   {transient, "sending is disabled for a while"},
	40005:                   {badContent, "the request is too large"},
	40006:                   {transient, "this feature is disabled for a while"},
	codeAlreadyAcknowledged: {obsolete, ""},
	40094:                   {obsolete, ""}, // too many follow-ups
	40333:                   {transient, "a proxy between the bot and Discord refuses requests"},
	codeMissingAccess:       {channelGone, "the bot cannot see the channel: give it View Channel"},
	50005:                   {obsolete, ""}, // cannot edit a message of another user
	50006:                   {badContent, "the message is empty"},
	50007:                   {recipientRefuses, "the person takes no direct messages from the bot"},
	50008:                   {forbidden, "no messages can be sent in the channel"},
	codeMissingPermissions:  {forbidden, "the bot may not write in the channel: give it Send Messages, in threads Send Messages in Threads"},
	50024:                   {forbidden, "this type of channel does not allow it"},
	50027:                   {obsolete, ""}, // invalid webhook token: the interaction is over
	50033:                   {recipientRefuses, "the person cannot be written to"},
	codeInvalidFormBody:     {badContent, "Discord rejects the content of the message"},
	50083:                   {channelGone, "the thread is archived"},
	50109:                   {badContent, "Discord cannot read the request"},
	50278:                   {recipientRefuses, "the person shares no server with the bot"},
	codeCannotReply:         {obsolete, ""},
	codeThreadExists:        {obsolete, ""}, // the message has a thread already
	160005:                  {channelGone, "the thread is locked"},
	200000:                  {badContent, "AutoMod blocks the message"},
	200001:                  {badContent, "AutoMod blocks the title"},
	240000:                  {badContent, "a link in the message is considered harmful"},
}

// kindOf returns what an error means. All errors are transient but status 413 and those whose error code we
// know: the error page of a proxy may be gone in a moment, whatever its status.
func kindOf(err error) errorKind {
	switch status := statusOf(err); {
	case status == http.StatusRequestEntityTooLarge:
		return badContent
	case status < 400 || status >= 500:
		return transient
	}
	return errorMeanings[codeOf(err)].kind
}

// isTransient reports whether a request that failed may succeed if it is made again.
func isTransient(err error) bool { return err != nil && kindOf(err) == transient }

// undeliverable wraps an error of sending a message in what it means to the outbox: outbox.ErrGone, ErrDMsClosed or
// ErrUndeliverable if retries are no use, outbox.ErrRejected if Discord refuses the message for a reason that we
// don't know. Other errors are returned unchanged.
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

// ownerMustFix reports whether only the owner of the bot can fix what causes an error.
func ownerMustFix(err error) bool {
	return errors.Is(err, ErrToken) || err != nil && kindOf(err) != transient
}

// tokenRefused reports whether Discord itself, and not a proxy, refuses the bot's token.
func tokenRefused(err error) bool {
	e := (*restError)(nil)
	return errors.As(err, &e) && e.status == http.StatusUnauthorized && e.fromDiscord && e.code == 0
}

// restError is an answer with an error status. Unlike discordgo's it contains no secrets: requests have tokens
// in their headers and paths.
type restError struct {
	status, code int
	fromDiscord  bool // the answer is Discord's own, not a proxy's
	text         string
	after        time.Duration // with status 429: when to try again
}

// Error returns status, error code and text of the answer.
func (e *restError) Error() string {
	if e.code != 0 {
		return fmt.Sprintf("discord answers %d, code %d: %s", e.status, e.code, e.text)
	}
	return fmt.Sprintf("discord answers %d: %s", e.status, e.text)
}

// RetryAfter returns how long the outbox should wait before it tries again; 0 if unknown.
func (e *restError) RetryAfter() time.Duration { return e.after }

// statusOf returns the HTTP status of a *restError, and 0 for other errors.
func statusOf(err error) int {
	if e := (*restError)(nil); errors.As(err, &e) {
		return e.status
	}
	return 0
}

// codeOf returns Discord's error code of a *restError, and 0 for other errors.
func codeOf(err error) int {
	if e := (*restError)(nil); errors.As(err, &e) {
		return e.code
	}
	return 0
}

// redact removes secrets from an error: URLs, which contain the tokens of interactions, and requests, which
// contain the bot's.
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
			if e.code != codeInvalidFormBody { // whose details matter
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

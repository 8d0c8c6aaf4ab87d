package discordtest

import "net/http"

// Discord's JSON error codes that the server answers with. They are stated independently of bot/discord, so that a
// wrong code there fails a test.
const (
	codeGeneral              = 0
	codeUnknownApplication   = 10002
	codeUnknownChannel       = 10003
	codeUnknownGuild         = 10004
	codeUnknownMember        = 10007
	codeUnknownMessage       = 10008
	codeUnknownUser          = 10013
	codeUnknownWebhook       = 10015
	codeUnknownInteraction   = 10062
	codeUnknownCommand       = 10063
	codeUnknownPermissions   = 10066
	codeTooManyOldEdits      = 30046
	codeAcknowledged         = 40060
	codeTooManyFollowups     = 40094
	codeMissingAccess        = 50001
	codeForeignMessage       = 50005
	codeEmptyMessage         = 50006
	codeDMsClosed            = 50007
	codeMissingPermissions   = 50013
	codeInvalidWebhookToken  = 50027
	codeInvalidForm          = 50035
	codeArchivedThread       = 50083
	codeInvalidJSON          = 50109
	codeNoHistoryForReply    = 160002
	codeThreadAlreadyCreated = 160004
	codeThreadLocked         = 160005
)

// apiError is an error answer in Discord's shape.
type apiError struct {
	Status  int            `json:"-"`
	Code    int            `json:"code"`
	Message string         `json:"message"`
	Errors  map[string]any `json:"errors,omitempty"`
	// RetryAfter, in seconds, goes with status 429.
	RetryAfter float64 `json:"retry_after,omitempty"`
}

func fail(status, code int, message string) *apiError {
	return &apiError{Status: status, Code: code, Message: message}
}

func unknown(code int, what string) *apiError {
	return fail(http.StatusNotFound, code, "Unknown "+what)
}

func missingAccess() *apiError {
	return fail(http.StatusForbidden, codeMissingAccess, "Missing Access")
}

func missingPermissions() *apiError {
	return fail(http.StatusForbidden, codeMissingPermissions, "Missing Permissions")
}

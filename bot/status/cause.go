package status

import "strings"

// Cause is why something does not work, as far as it matters to the owner. Errors themselves are
// not shown: they may have addresses in them.
type Cause string

// The causes. Each has a sentence status.why.<cause> that says what to do.
const (
	Network Cause = "network"
	Login   Cause = "login"
	Limit   Cause = "limit"
	Server  Cause = "server"
	Disk    Cause = "disk"
	Other   Cause = "other"
)

// signs are parts of the texts of errors, in lower case, by which a cause is known, in the order in
// which they are looked for.
var signs = []struct {
	cause Cause
	parts []string
}{
	{Disk, []string{"disk is full", "no space left", "read-only file system", "quota"}},
	{Limit, []string{"429", "rate limit", "rate-limit", "too many"}},
	{Login, []string{"401", "unauthorized", "the login", "discord.token", "535", "authenticationfailed", "authentication"}},
	{Network, []string{"dial ", "lookup ", "no such host", "refused", "timeout", "timed out", "deadline", "reset by peer", "unreachable", "eof",
		"broken pipe", "not connected yet", "not logged in yet", "use of closed", "certificate", "tls"}},
	{Server, []string{"500", "502", "503", "504", "internal server error", "unavailable", "try again"}},
}

// CauseOf returns the cause that the text of an error shows.
func CauseOf(text string) Cause {
	text = strings.ToLower(text)
	for _, s := range signs {
		for _, part := range s.parts {
			if strings.Contains(text, part) {
				return s.cause
			}
		}
	}
	return Other
}

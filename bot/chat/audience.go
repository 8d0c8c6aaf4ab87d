package chat

import (
	"bytes"
	"encoding/json"
)

// Audience is who may read a reply.
type Audience string

const (
	// Public is for everybody in the place where it is said.
	Public Audience = ""
	// Quiet is for the speaker. Others do not see it where the transport can do that;
	// where it cannot, they may read it too.
	Quiet Audience = "quiet"
	// Secret is for the speaker alone. It is never said where others can read it.
	Secret Audience = "secret"
)

// UnmarshalJSON implements json.Unmarshaler. It also reads the true of earlier versions, which
// knew one kind of private reply.
func (a *Audience) UnmarshalJSON(data []byte) error {
	if bytes.Equal(data, []byte("true")) {
		*a = Secret
		return nil
	}
	return json.Unmarshal(data, (*string)(a))
}

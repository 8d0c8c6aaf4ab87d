package chat

import (
	"bytes"
	"encoding/json"
)

// Audience is who may read a reply.
type Audience string

const (
	// Public is everybody in the place where the reply is sent.
	Public Audience = ""
	// Quiet is the author of the message that is answered. Others may read the reply if the transport cannot
	// send a private answer there.
	Quiet Audience = "quiet"
	// Secret is only the author of the message that is answered. The reply is never sent where others can read it.
	Secret Audience = "secret"
)

// UnmarshalJSON implements json.Unmarshaler. It reads true as Secret: earlier versions wrote that for a private
// reply.
func (a *Audience) UnmarshalJSON(data []byte) error {
	if bytes.Equal(data, []byte("true")) {
		*a = Secret
		return nil
	}
	return json.Unmarshal(data, (*string)(a))
}

package discordtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"stackmate/bot/textutil"
)

// Request is one REST request of the bot, as the server saw it.
type Request struct {
	Method string
	Path   string // without /api/v9 and without the query
	Query  string
	Header http.Header
	Body   []byte   // the JSON; of a multipart request its payload_json
	Files  []string // names of the files that came along
	Status int      // of the answer; 0 while it is not given, or when the connection was cut
	Time   time.Time
}

// String returns the request in one line. It cuts a long body.
func (r *Request) String() string {
	body := textutil.Truncate(string(r.Body), 300)
	if len(r.Files) > 0 {
		body += " + " + strings.Join(r.Files, ", ")
	}
	return fmt.Sprintf("%s %s -> %d %s", r.Method, r.Path, r.Status, body)
}

// Decode reads the JSON body into v.
func (r *Request) Decode(v any) error { return json.Unmarshal(r.Body, v) }

// Requests lists the REST requests so far, oldest first.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := make([]Request, len(s.requests))
	for i, r := range s.requests {
		list[i] = *r
	}
	return list
}

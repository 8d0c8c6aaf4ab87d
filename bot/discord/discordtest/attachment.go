package discordtest

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"stackmate/bot/timeutil"
)

// attachmentTTL is how long the URL of an attachment is valid.
const attachmentTTL = timeutil.Day

// attachmentURL makes a link that expires, as those of Discord do. The caller holds the server's lock.
func (s *Server) attachmentURL(ch *Channel, a *Attachment) string {
	expires := strconv.FormatInt(s.now().Add(attachmentTTL).Unix(), 16)
	return fmt.Sprintf("%s/attachments/%s/%s/%s?ex=%s&hm=%s", s.URL, ch.ID, a.ID, url.PathEscape(a.Name), expires, a.ID)
}

// serveAttachment answers with a file, as long as its URL is valid.
func (s *Server) serveAttachment(w http.ResponseWriter, r *http.Request) {
	parts := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	s.mu.Lock()
	a := s.attachment(parts)
	now := s.now()
	s.mu.Unlock()
	expires, err := strconv.ParseInt(r.URL.Query().Get("ex"), 16, 64)
	if a == nil || err != nil || now.Unix() > expires || r.URL.Query().Get("hm") != a.ID {
		http.Error(w, "This content is no longer available.", http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", a.ContentType)
	_, _ = w.Write(a.Data)
}

// attachment finds a file by the parts of its path: "attachments", channel, attachment, name. The caller holds the server's lock.
func (s *Server) attachment(parts []string) *Attachment {
	if len(parts) != 4 || s.channels[parts[1]] == nil {
		return nil
	}
	for _, m := range s.channels[parts[1]].messages {
		for _, a := range m.attachments {
			if !m.deleted && a.ID == parts[2] && a.Name == parts[3] {
				return a
			}
		}
	}
	return nil
}

package discordtest

import (
	"encoding/json"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"regexp"
	"strconv"
	"strings"
)

// maxBody is the maximum size of a request in bytes. It is more than Discord accepts, so that a file over the limit is
// refused with a reason.
const maxBody = 64 << 20

// upload is one file part of a multipart request.
type upload struct {
	index       int
	name        string
	contentType string
	data        []byte
}

// call is a REST request that is being handled.
type call struct {
	s            *Server
	r            *http.Request
	method, path string
	body         []byte // JSON
	files        []upload
	multipart    bool
}

// handler answers a call: with a status and a value to encode (nil for none), or an error. The caller holds the
// server's lock.
type handler func(c *call) (int, any, *apiError)

var filePart = regexp.MustCompile(`^files\[(\d+)\]$`)

// read reads the body, JSON or multipart.
func (c *call) read() error {
	kind, params, err := mime.ParseMediaType(c.r.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/form-data" {
		c.body, err = io.ReadAll(io.LimitReader(c.r.Body, maxBody))
		return err
	}
	c.multipart = true
	parts := multipart.NewReader(io.LimitReader(c.r.Body, maxBody), params["boundary"])
	for {
		part, err := parts.NextPart()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return err
		}
		if part.FormName() == "payload_json" {
			c.body = data
		} else if m := filePart.FindStringSubmatch(part.FormName()); m != nil {
			n, _ := strconv.Atoi(m[1])
			c.files = append(c.files, upload{n, part.FileName(), part.Header.Get("Content-Type"), data})
		}
	}
}

// decode reads the JSON body; an empty body is an empty object.
func (c *call) decode(v any) *apiError {
	body := c.body
	if len(strings.TrimSpace(string(body))) == 0 {
		body = []byte("{}")
	}
	if err := json.Unmarshal(body, v); err != nil {
		return c.reject(http.StatusBadRequest, codeInvalidJSON, "The request body contains invalid JSON.", err.Error())
	}
	return nil
}

func (c *call) value(name string) string { return c.r.PathValue(name) }

// authorized reports whether the call presents the bot's token.
func (c *call) authorized() bool { return c.r.Header.Get("Authorization") == "Bot "+c.s.Token }

// channel returns the channel in the path, or an error if the bot cannot see it.
func (c *call) channel() (*Channel, *apiError) {
	ch := c.s.channels[c.value("channel")]
	if ch == nil || ch.deleted {
		return nil, unknown(codeUnknownChannel, "Channel")
	}
	if c.s.permissions(c.s.bot, ch)&permViewChannel == 0 {
		return nil, missingAccess()
	}
	return ch, nil
}

// guild returns the guild in the path, or an error if the bot isn't a member.
func (c *call) guild() (*Guild, *apiError) {
	g := c.s.guildByID(c.value("guild"))
	if g == nil {
		return nil, unknown(codeUnknownGuild, "Guild")
	}
	if g.members[c.s.BotID] == nil {
		return nil, missingAccess()
	}
	return g, nil
}

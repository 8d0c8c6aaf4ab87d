package discordtest

import (
	"bytes"
	"encoding/json"
	"image"
	"image/png"
	"slices"
	"strings"
	"testing"
	"time"
)

// The flags of messages.
const (
	flagSuppressEmbeds        = 1 << 2
	flagEphemeral             = 1 << 6
	flagLoading               = 1 << 7
	flagSuppressNotifications = 1 << 12
	flagComponentsV2          = 1 << 15
)

// The types of messages.
const (
	messageDefault     = 0
	messageReply       = 19
	messageCommand     = 20
	messageContextMenu = 23
)

// Message is a message as it was when it was looked at; it does not follow later edits.
type Message struct {
	ID          string
	ChannelID   string
	GuildID     string
	Author      *User
	Content     string
	Embeds      []Embed
	Components  []Component
	Flags       int
	Ephemeral   bool
	Attachments []Attachment
	Mentions    []string // users that the text mentions, by id
	Notified    []string // users who were notified, by id
	Reference   string   // id of the message that this one replies to
	Edited      bool
	Type        int
	Time        time.Time

	srv *Server
}

// Attachment is a file of a message.
type Attachment struct {
	ID          string
	Name        string
	ContentType string
	Description string // the alt text
	URL         string
	Data        []byte
}

// Embed is what people see of an embed.
type Embed struct {
	Title       string `json:"title"`
	Description string `json:"description"`
	URL         string `json:"url"`
	Color       int    `json:"color"`
	Image       Media  `json:"image"`
	Thumbnail   Media  `json:"thumbnail"`
	Footer      struct {
		Text string `json:"text"`
	} `json:"footer"`
	Author struct {
		Name string `json:"name"`
	} `json:"author"`
	Fields []EmbedField `json:"fields"`
}

// EmbedField is one field of an embed.
type EmbedField struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Media is a picture or file that is given by its address.
type Media struct {
	URL string `json:"url"`
}

// message is a message as the server keeps it.
type message struct {
	id          string
	channel     *Channel
	author      *User
	kind        int
	content     string
	embeds      []json.RawMessage
	components  []json.RawMessage
	shown       []Component // that it has or has had, but for rows
	flags       int
	tts         bool
	attachments []*Attachment
	mentions    []string
	roles       []string
	everyone    bool
	notified    []string
	ref         *message
	interaction *interaction
	private     *User // who alone sees an ephemeral message
	created     time.Time
	edited      time.Time
	lateEdits   int
	deleted     bool
	thread      *Channel
}

// snapshot makes the public form. The caller holds the server's lock.
func (s *Server) snapshot(m *message) *Message {
	p := &Message{
		ID: m.id, ChannelID: m.channel.ID, GuildID: m.channel.guildID(), Author: m.author, Content: m.content,
		Components: parseComponents(m.components), Flags: m.flags, Ephemeral: m.private != nil, Type: m.kind,
		Mentions: append([]string(nil), m.mentions...), Notified: append([]string(nil), m.notified...),
		Edited: !m.edited.IsZero(), Time: m.created, srv: s,
	}
	for _, raw := range m.embeds {
		var e Embed
		_ = json.Unmarshal(raw, &e)
		p.Embeds = append(p.Embeds, e)
	}
	for _, a := range m.attachments {
		p.Attachments = append(p.Attachments, *a)
	}
	if m.ref != nil {
		p.Reference = m.ref.id
	}
	return p
}

// Text is all that can be read: content, text displays, and the texts of embeds, a line each. A command that can be
// clicked is written as its name, such as /draw claim.
func (m *Message) Text() string {
	lines := []string{m.Content}
	for _, c := range m.all() {
		if c.Type == componentTextDisplay {
			lines = append(lines, c.Content)
		}
	}
	for _, e := range m.Embeds {
		lines = append(lines, e.Author.Name, e.Title, e.Description)
		for _, f := range e.Fields {
			lines = append(lines, f.Name, f.Value)
		}
		lines = append(lines, e.Footer.Text)
	}
	kept := lines[:0]
	for _, l := range lines {
		if l != "" {
			kept = append(kept, l)
		}
	}
	return commandMention.ReplaceAllString(strings.Join(kept, "\n"), "/$1")
}

// Image decodes the message's first PNG and fails the test if there is none.
func (m *Message) Image(t testing.TB) image.Image {
	t.Helper()
	for _, a := range m.Attachments {
		if a.ContentType != "image/png" && !strings.HasSuffix(a.Name, ".png") {
			continue
		}
		img, err := png.Decode(bytes.NewReader(a.Data))
		if err != nil {
			t.Fatalf("discordtest: attachment %s: %v", a.Name, err)
		}
		return img
	}
	t.Fatalf("discordtest: message has no PNG: %s", m)
	return nil
}

// Notifies reports whether the message notified the user.
func (m *Message) Notifies(u *User) bool {
	return slices.Contains(m.Notified, u.ID)
}

// Now returns the current state of the message, nil if it was deleted.
func (m *Message) Now() *Message {
	m.srv.mu.Lock()
	defer m.srv.mu.Unlock()
	if found := m.srv.stored(m); found != nil {
		return m.srv.snapshot(found)
	}
	return nil
}

// stored looks up what the server keeps for a message. The caller holds the server's lock.
func (s *Server) stored(m *Message) *message {
	if ch := s.channels[m.ChannelID]; ch != nil {
		return ch.message(m.ID)
	}
	return nil
}

// String returns a short description, for failing tests.
func (m *Message) String() string {
	text := m.Text()
	for _, c := range m.all() {
		if c.CustomID != "" || c.Label != "" {
			text += " [" + c.Label + c.Placeholder + "]"
		}
	}
	for _, a := range m.Attachments {
		text += " {" + a.Name + "}"
	}
	if m.Ephemeral {
		text += " (ephemeral)"
	}
	return m.Author.Name + ": " + text
}

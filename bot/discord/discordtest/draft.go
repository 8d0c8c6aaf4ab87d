package discordtest

import (
	"encoding/json"
	"path"
	"slices"
	"strconv"
	"strings"
)

// attachmentBody is one entry of "attachments" in a request: about a new file (its number) or one to keep (its id).
type attachmentBody struct {
	ID          json.RawMessage `json:"id"`
	Filename    string          `json:"filename"`
	Description *string         `json:"description"`
}

func (a attachmentBody) id() string { return strings.Trim(string(a.ID), `"`) }

// messageBody is a message in a request. A field that is null becomes empty, one that is absent keeps its value.
type messageBody struct {
	Content     *string            `json:"content"`
	Embeds      *[]json.RawMessage `json:"embeds"`
	Components  *[]json.RawMessage `json:"components"`
	Attachments *[]attachmentBody  `json:"attachments"`
	Allowed     *allowedMentions   `json:"allowed_mentions"`
	Flags       *int               `json:"flags"`
	TTS         bool               `json:"tts"`
	Stickers    []string           `json:"sticker_ids"`
	Poll        json.RawMessage    `json:"poll"`
	Nonce       any                `json:"nonce"`
	Enforce     bool               `json:"enforce_nonce"`
	Reference   *struct {
		MessageID string `json:"message_id"`
		ChannelID string `json:"channel_id"`
		MustExist *bool  `json:"fail_if_not_exists"`
	} `json:"message_reference"`
}

// readable reports whether the body changes anything but buttons.
func (b *messageBody) readable() bool {
	return b.Content != nil || b.Embeds != nil || b.Attachments != nil ||
		b.Flags != nil && *b.Flags&flagComponentsV2 != 0
}

// UnmarshalJSON decodes the body. Null becomes an empty value.
func (b *messageBody) UnmarshalJSON(raw []byte) error {
	type plain messageBody
	if err := json.Unmarshal(raw, (*plain)(b)); err != nil {
		return err
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil {
		return err
	}
	null := func(name string) bool { return string(fields[name]) == "null" }
	if null("content") {
		b.Content = new(string)
	}
	if null("embeds") {
		b.Embeds = new([]json.RawMessage)
	}
	if null("components") {
		b.Components = new([]json.RawMessage)
	}
	if null("attachments") {
		b.Attachments = new([]attachmentBody)
	}
	return nil
}

// draft is a message that is checked before it is posted or edited.
type draft struct {
	content     string
	embeds      []json.RawMessage
	components  []json.RawMessage
	flags       int
	attachments []*Attachment

	body     *messageBody
	files    []upload
	wasV2    bool
	flagsMay int // the flags that may be set here
}

// newDraft applies the body to base, which is nil for a new message.
func (c *call) newDraft(base *message, b *messageBody, flagsMay int) *draft {
	d := &draft{body: b, files: c.files, flagsMay: flagsMay}
	if base != nil {
		d.wasV2 = base.flags&flagComponentsV2 != 0
		d.content, d.embeds, d.components, d.flags = base.content, base.embeds, base.components, base.flags&^flagLoading
		d.attachments = slices.Clone(base.attachments)
	}
	if b.Content != nil {
		d.content = strings.TrimSpace(*b.Content)
	}
	if b.Embeds != nil {
		d.embeds = *b.Embeds
	}
	if b.Components != nil {
		d.components = *b.Components
	}
	if b.Flags != nil {
		d.flags = d.flags&flagEphemeral | *b.Flags | d.flags&flagComponentsV2
	}
	if b.Attachments != nil {
		d.attachments = slices.DeleteFunc(d.attachments, func(a *Attachment) bool {
			return !slices.ContainsFunc(*b.Attachments, func(kept attachmentBody) bool { return kept.id() == a.ID })
		})
	}
	for _, f := range c.files {
		d.attachments = append(d.attachments, d.attach(c.s, f))
	}
	return d
}

// attach makes the attachment of a new file, with what "attachments" says about it.
func (d *draft) attach(s *Server, f upload) *Attachment {
	a := &Attachment{ID: s.newID(), Name: f.name, ContentType: f.contentType, Data: f.data}
	if d.body.Attachments != nil {
		for _, entry := range *d.body.Attachments {
			if entry.id() != strconv.Itoa(f.index) {
				continue
			}
			if entry.Filename != "" {
				a.Name = entry.Filename
			}
			if entry.Description != nil {
				a.Description = *entry.Description
			}
		}
	}
	if a.ContentType == "" || a.ContentType == "application/octet-stream" {
		a.ContentType = contentTypes[strings.ToLower(path.Ext(a.Name))]
	}
	return a
}

var contentTypes = map[string]string{
	".png": "image/png", ".gif": "image/gif", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".webp": "image/webp",
	".txt": "text/plain; charset=utf-8", ".json": "application/json; charset=utf-8",
}

// text returns all texts of the draft that may mention somebody.
func (d *draft) text() string {
	text := d.content
	walk(parseComponents(d.components), func(c Component) {
		if c.Type == componentTextDisplay {
			text += "\n" + c.Content
		}
	})
	return text
}

// apply writes the draft into the message.
func (d *draft) apply(m *message) {
	m.content, m.embeds, m.components = d.content, d.embeds, d.components
	m.rememberShown()
	m.flags, m.attachments, m.tts = d.flags, d.attachments, d.body.TTS
	for _, a := range m.attachments {
		if a.URL == "" {
			a.URL = m.channel.srv.attachmentURL(m.channel, a)
		}
	}
}

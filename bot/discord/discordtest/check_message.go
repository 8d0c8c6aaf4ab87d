package discordtest

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Discord's limits of messages; of texts in characters. They are stated independently of bot/discord.
const (
	maxContent     = 2000
	maxEmbeds      = 10
	maxEmbedText   = 6000
	maxFiles       = 10
	maxFileBytes   = 10 << 20
	maxAltText     = 1024
	maxRows        = 5
	maxRowButtons  = 5
	maxV2          = 40
	maxV2Text      = 4000
	maxOptions     = 25
	maxOptionText  = 100
	maxCustomID    = 100
	maxButtonLabel = 80
)

// checkDraft returns an error for a message that Discord would not accept.
func (c *call) checkDraft(d *draft) *apiError {
	var p problems
	v2 := d.flags&flagComponentsV2 != 0
	if n := utf8.RuneCountInString(d.content); n > maxContent {
		p.add("content", "%d characters, at most %d", n, maxContent)
	}
	if d.body.Flags != nil {
		if bad := *d.body.Flags &^ d.flagsMay; bad != 0 {
			p.add("flags", "%d may not be set here", bad)
		}
		if d.wasV2 && *d.body.Flags&flagComponentsV2 == 0 {
			p.add("flags", "components v2 cannot be taken back")
		}
	}
	if v2 && (d.content != "" || len(d.embeds) > 0 || len(d.body.Stickers) > 0 || len(d.body.Poll) > 0 && string(d.body.Poll) != "null") {
		p.add("flags", "with components v2 there is no content, embed, sticker or poll")
	}
	checkEmbeds(&p, d.embeds)
	checkComponents(&p, parseComponents(d.components), v2)
	d.checkFiles(&p)
	d.checkMedia(&p)
	d.body.Allowed.check(&p)
	c.checkCommandMentions(d.text())
	changed := d.body.Content != nil || d.body.Components != nil
	if d.body.Allowed == nil && changed && findMentions(d.text()).any() {
		p.add("allowed_mentions", "missing, though the text mentions somebody: %q", d.text())
	}
	if e := c.rejectBody(p); e != nil {
		return e
	}
	if d.content == "" && len(d.embeds)+len(d.components)+len(d.attachments)+len(d.body.Stickers) == 0 && len(d.body.Poll) == 0 {
		return c.reject(http.StatusBadRequest, codeEmptyMessage, "Cannot send an empty message", "nothing to send")
	}
	return nil
}

// checkFiles checks the files and their descriptions.
func (d *draft) checkFiles(p *problems) {
	total := 0
	for _, f := range d.files {
		total += len(f.data)
	}
	if total > maxFileBytes {
		p.add("files", "%d bytes together, at most %d", total, maxFileBytes)
	}
	if len(d.attachments) > maxFiles {
		p.add("files", "%d files, at most %d", len(d.attachments), maxFiles)
	}
	if d.body.Attachments == nil {
		return
	}
	for n, entry := range *d.body.Attachments {
		field := "attachments." + strconv.Itoa(n)
		if entry.Description != nil && utf8.RuneCountInString(*entry.Description) > maxAltText {
			p.add(field+".description", "%d characters, at most %d", utf8.RuneCountInString(*entry.Description), maxAltText)
		}
		isNew := slices.ContainsFunc(d.files, func(f upload) bool { return strconv.Itoa(f.index) == entry.id() })
		isOld := slices.ContainsFunc(d.attachments, func(a *Attachment) bool { return a.ID == entry.id() })
		if !isNew && !isOld {
			p.add(field+".id", "%q is neither the number of a file nor an attachment of the message", entry.id())
		}
	}
}

// checkMedia checks that each URL "attachment://name" has a file of that name.
func (d *draft) checkMedia(p *problems) {
	refer := func(field, url string) {
		name, ok := strings.CutPrefix(url, "attachment://")
		if ok && !slices.ContainsFunc(d.attachments, func(a *Attachment) bool { return a.Name == name }) {
			p.add(field, "%s: the message has no such file", url)
		}
	}
	for _, raw := range d.embeds {
		var e Embed
		_ = json.Unmarshal(raw, &e)
		refer("embeds", e.Image.URL)
		refer("embeds", e.Thumbnail.URL)
	}
	walk(parseComponents(d.components), func(c Component) {
		for _, item := range c.Items {
			refer("components", item.Media.URL)
		}
		if c.Media != nil {
			refer("components", c.Media.URL)
		}
		if c.File != nil {
			refer("components", c.File.URL)
		}
	})
}

// checkEmbeds checks the limits of embeds, of each and in total.
func checkEmbeds(p *problems, embeds []json.RawMessage) {
	if len(embeds) > maxEmbeds {
		p.add("embeds", "%d embeds, at most %d", len(embeds), maxEmbeds)
	}
	total := 0
	for n, raw := range embeds {
		var e Embed
		if err := json.Unmarshal(raw, &e); err != nil {
			p.add("embeds."+strconv.Itoa(n), "%v", err)
			continue
		}
		text := func(name, s string, most int) {
			size := utf8.RuneCountInString(s)
			if total += size; size > most {
				p.add("embeds."+strconv.Itoa(n)+"."+name, "%d characters, at most %d", size, most)
			}
		}
		text("title", e.Title, 256)
		text("description", e.Description, 4096)
		text("footer", e.Footer.Text, 2048)
		text("author", e.Author.Name, 256)
		if len(e.Fields) > 25 {
			p.add("embeds."+strconv.Itoa(n)+".fields", "%d fields, at most 25", len(e.Fields))
		}
		for _, f := range e.Fields {
			text("fields", f.Name, 256)
			text("fields", f.Value, 1024)
			if f.Name == "" || f.Value == "" {
				p.add("embeds."+strconv.Itoa(n)+".fields", "a field needs a name and a value")
			}
		}
	}
	if total > maxEmbedText {
		p.add("embeds", "%d characters together, at most %d", total, maxEmbedText)
	}
}

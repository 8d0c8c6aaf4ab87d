package discord

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot/chat"
	"stackmate/bot/textutil"
	"stackmate/bot/words"
)

// Discord's limits: of texts in characters, of rows in a message, of buttons in a row.
const (
	maxContent       = 2000
	maxAltText       = 1024
	maxButtonLabel   = 80
	maxRows          = 5
	maxButtonsPerRow = 5 // buttons
	maxCustomID      = 100
)

// payload is the JSON of a message to Discord. discordgo's own type lacks descriptions of attachments.
type payload struct {
	Content    string                       `json:"content"`
	Flags      discordgo.MessageFlags       `json:"flags,omitempty"`
	Components []discordgo.MessageComponent `json:"components,omitempty"`
	Mentions   mentions                     `json:"allowed_mentions"`
	Files      []attachment                 `json:"attachments,omitempty"`
	Reference  *reference                   `json:"message_reference,omitempty"`
	// Nonce lets Discord recognise a message that is sent again because the answer was lost.
	Nonce        string `json:"nonce,omitempty"`
	EnforceNonce bool   `json:"enforce_nonce,omitempty"`

	bare bool // without nonce and reference
}

// mentions lists who may be notified; the content notifies nobody else.
type mentions struct {
	Parse       []string `json:"parse"`
	Users       []string `json:"users,omitempty"`
	RepliedUser bool     `json:"replied_user"`
}

type attachment struct {
	ID          string `json:"id"` // the number of the file in the request
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
}

type reference struct {
	MessageID string `json:"message_id"`
	// FailIfNotExists is false: an answer is sent even if the message that it answers was deleted.
	FailIfNotExists bool `json:"fail_if_not_exists"`
}

// compose converts a reply to a payload and its files. What exceeds Discord's limits is cut.
func (c *commandIDs) compose(r chat.Reply) (payload, []chat.File) {
	r = r.Expand(c.surfaces(words.In(r.Language)))
	text := r.Text
	if spoken := r.InWords(); spoken != "" {
		text += "\n\n" + escape(spoken)
	}
	p := payload{Mentions: mentions{Parse: []string{}}, Flags: discordgo.MessageFlagsSuppressEmbeds}
	var head, tail strings.Builder
	for _, who := range r.Notify {
		if id, ok := strings.CutPrefix(who.ID, userPrefix); ok && who.Transport == Transport {
			fmt.Fprintf(&head, "<@%s> ", id)
			p.Mentions.Users = append(p.Mentions.Users, id)
		}
	}
	if r.Title != "" {
		fmt.Fprintf(&head, "**%s**\n", escape(r.Title))
	}
	if r.Block != "" {
		block := strings.ReplaceAll(r.Block, "```", "'''")
		room := maxContent - utf8.RuneCountInString(head.String()) - 20
		fmt.Fprintf(&tail, "\n```\n%s\n```", textutil.Truncate(block, max(room*3/4, room-utf8.RuneCountInString(text))))
	}
	room := maxContent - utf8.RuneCountInString(head.String()) - utf8.RuneCountInString(tail.String())
	p.Content = head.String() + truncateMarkup(text, room) + tail.String()
	if r.Audience != chat.Public {
		p.Flags |= discordgo.MessageFlagsEphemeral
	}
	p.Components = append(menus(r.Menus), rows(r.Buttons)...)
	p.Components = p.Components[:min(len(p.Components), maxRows)]
	for i, f := range r.Files {
		p.Files = append(p.Files, attachment{ID: strconv.Itoa(i), Filename: f.Name, Description: textutil.Truncate(f.Alt, maxAltText)})
	}
	return p, r.Files
}

// timestamp returns Discord's markup for a time in the reader's time zone, with how far away it is.
func timestamp(t time.Time) string { return fmt.Sprintf("<t:%d:f> (<t:%d:R>)", t.Unix(), t.Unix()) }

// markup escapes the characters of Discord's markup, and breaks mentions and links.
var markup = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "~", `\~`, "`", "\\`", "|", `\|`, ">", `\>`,
	"<", `\<`, "[", `\[`, "]", `\]`, "#", `\#`, "@", "@\u200b", "://", ":\u200b//")

// escape makes Discord show a text unchanged.
func escape(s string) string { return markup.Replace(s) }

// truncateMarkup shortens escaped text to a number of characters, and leaves no half of an escape or mention at its end.
func truncateMarkup(s string, limit int) string {
	short := textutil.Truncate(s, limit)
	if short == s || short == "" {
		return short
	}
	if i := strings.LastIndex(short, "<"); i > strings.LastIndex(short, ">") && !strings.HasSuffix(short[:i], `\`) {
		short = short[:i]
	}
	return strings.TrimRight(strings.TrimSuffix(short, textutil.Ellipsis), `\`) + textutil.Ellipsis
}

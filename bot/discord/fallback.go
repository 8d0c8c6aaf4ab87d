package discord

import (
	"github.com/bwmarrin/discordgo"

	"stackmate/bot/chat"
	"stackmate/bot/words"
)

// contentRefused reports whether Discord rejects the content of a message. It may accept a simpler one.
func contentRefused(err error) bool { return kindOf(err) == badContent }

// sendWithFallback sends a reply. If Discord rejects the content, it sends the reply again without its file, and then as
// plain text only, so that the user gets an answer. It returns send's last error.
func (c *commandIDs) sendWithFallback(r chat.Reply, send func(p payload, files []chat.File) error) error {
	say := words.In(r.Language)
	err := send(c.compose(r))
	if forbidden := codeOf(err) == codeMissingPermissions; len(r.Files) > 0 && (forbidden || contentRefused(err)) {
		why := say.Text("discord.plainer")
		if forbidden {
			why = say.Text("discord.missing", "permissions", say.Text("discord.attach-files"))
		}
		r.Text += "\n\n" + why
		if r.Files = nil; r.Block == "" && r.InWords() == "" {
			r.Block = r.Board
		}
		err = send(c.compose(r))
	} else if contentRefused(err) {
		r.Text += "\n\n" + say.Text("discord.plainer")
	}
	if contentRefused(err) {
		r.Buttons, r.Menus = nil, nil
		p, _ := c.compose(r)
		p.Flags &= discordgo.MessageFlagsEphemeral
		p.bare = true
		err = send(p, nil)
	}
	return err
}

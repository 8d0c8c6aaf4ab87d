package discord

import (
	"github.com/bwmarrin/discordgo"

	"stackmate/bot/chat"
	"stackmate/bot/words"
)

// contentRefused reports whether Discord will never take a message as it is, though it
// may take a plainer one.
func contentRefused(err error) bool { return kindOf(err) == badContent }

// sendWithFallback has a reply sent. What Discord refuses for good goes once without its file, and
// once as text alone, so that whoever waits for it hears something.
func sendWithFallback(r chat.Reply, send func(p payload, files []chat.File) error) error {
	say := words.In(r.Language)
	err := send(compose(r))
	if forbidden := codeOf(err) == codeMissingPermissions; r.File != nil && (forbidden || contentRefused(err)) {
		why := say.Text("discord.plainer")
		if forbidden {
			why = say.Text("discord.missing", "permissions", "Attach Files")
		}
		r.Text += "\n\n" + why
		if r.File = nil; r.Block == "" {
			r.Block = r.Board
		}
		err = send(compose(r))
	} else if contentRefused(err) {
		r.Text += "\n\n" + say.Text("discord.plainer")
	}
	if contentRefused(err) {
		r.Buttons, r.Menus = nil, nil
		p, _ := compose(r)
		p.Flags &= discordgo.MessageFlagsEphemeral
		p.bare = true
		err = send(p, nil)
	}
	return err
}

package bymail

import (
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/request"
)

// Invitation returns the mail that offers a challenge of the speaker's to its opponent, who may
// never have heard of the bot: who invites, to which game, what it looks like, what a reply
// costs and how moves are written. Somebody who is known to play needs less. terms are sentences
// about clock and rating.
func Invitation(req *request.Request, ch *game.Challenge, opponent data.Player, terms []string) chat.Reply {
	name, variant := req.NameOf(req.Player), ch.Variant.Name()
	base, _, _ := strings.Cut(ch.Variant.Key(), ":")
	if ch.Terms.Clock.IsZero() {
		terms = append(terms, req.Lang.Text("invitation.no-clock"))
	}
	offer, color := req.Lang.Text("invitation.offer", "name", name, "variant", variant), req.Lang.Text("invitation.color."+string(ch.Color), "name", name)
	paragraphs := [][]string{{offer}, append([]string{color}, terms...)}
	if ch.Address != "" && !opponent.Settings.NameAsked { // never heard of
		paragraphs[0] = append(paragraphs[0], req.Lang.Text("invitation.about."+base))
		paragraphs = append(paragraphs,
			[]string{req.Lang.Text("invitation.cost"), req.Lang.Text("invitation.how", "accept", command.Accept.Typed(req.Lang))},
			[]string{req.Lang.Text("invitation.moves", "text", req.Lang.Text("invitation.moves."+base)), req.Lang.Text("invitation.start")})
	}
	var text []string
	for _, sentences := range paragraphs {
		text = append(text, strings.Join(sentences, " "))
	}
	return chat.Reply{Invitation: true, Title: req.Lang.Text("invitation.title", "name", name, "variant", variant), Text: strings.Join(text, "\n\n"),
		Picture: &chat.Picture{Game: ch.ID, Black: ch.Color == game.AsWhite}}
}

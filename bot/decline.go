package bot

import (
	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/request"
)

// handleDecline declines a challenge to the speaker.
func handleDecline(req *request.Request) error {
	ch, err := openChallenge(req, func(ch *game.Challenge) bool { return ch.To == req.Player.ID }, command.Decline)
	if err != nil {
		return err
	}
	return closeChallenge(req, ch, game.Declined, ch.From, "challenge.declined")
}

// handleCancel withdraws a challenge that the speaker made.
func handleCancel(req *request.Request) error {
	ch, err := openChallenge(req, func(ch *game.Challenge) bool { return ch.From == req.Player.ID }, command.Cancel)
	if err != nil {
		return err
	}
	return closeChallenge(req, ch, game.Cancelled, ch.To, "challenge.cancelled")
}

// closeChallenge closes a challenge with a final state, and tells the other player.
func closeChallenge(req *request.Request, ch *game.Challenge, s game.State, other int64, sentence string) error {
	if err := req.Tx.AnswerChallenge(ch.ID, s); err != nil {
		return err
	}
	build := func(req *request.Request) (chat.Reply, error) {
		return chat.Reply{Text: req.Lang.Text(sentence, "name", request.ChallengedName(req, ch, req.Player), "id", ch.ID)}, nil
	}
	if other == 0 { // an open challenge: everybody who could have accepted it is told
		return tellOther(req, ch, data.Player{}, build, "announce.elsewhere")
	}
	p, err := req.Person(other)
	if err != nil {
		return err
	}
	return tellOther(req, ch, p, build, "challenge.told")
}

package bot

import (
	"slices"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/request"
)

// handleGames lists the speaker's games and challenges. Games and challenges that wait for
// the speaker come first, those that have waited longest at the top.
func handleGames(req *request.Request) error {
	var lists [3]data.GameList
	for i, kind := range []data.GameKind{data.Waiting, data.Running, data.Analyses} {
		var err error
		if lists[i], err = req.Tx.FindGames(data.GameFilter{Player: req.Player.ID, Kind: kind, Limit: request.MaxListed}); err != nil {
			return err
		}
	}
	received, sent, err := challengeLines(req)
	if err != nil {
		return err
	}
	waiting, _, err := request.GameLines(req, lists[0])
	if err != nil {
		return err
	}
	others, more, err := request.GameLines(req, lists[:]...)
	if err != nil {
		return err
	}
	lines := slices.Concat(waiting, received, others[len(waiting):], sent)
	if len(lines) == 0 {
		return req.AnswerText("games.none")
	}
	text := req.Lang.Text("games")
	block, more := request.Listing(lines, more)
	if more {
		text += " " + req.Lang.Text("games.more")
	}
	return req.Answer(chat.Reply{Text: text, Block: block})
}

// challengeLines describes each open challenge to and from the speaker in a line.
func challengeLines(req *request.Request) (received, sent []string, err error) {
	open, err := req.Tx.OpenChallenges(req.Player.ID)
	for _, ch := range open {
		req.NoteHome(ch.Home, ch.Server)
		switch ch.To {
		case 0:
			sent = append(sent, req.Lang.Text("games.open", "id", ch.ID, "variant", ch.Variant.Name()))
		case req.Player.ID:
			p, err := req.Person(ch.From)
			if err != nil {
				return nil, nil, err
			}
			received = append(received, req.Lang.Text("games.received", "id", ch.ID, "name", displayName(req, ch, p), "variant", ch.Variant.Name()))
		default:
			p, err := req.Person(ch.To)
			if err != nil {
				return nil, nil, err
			}
			sent = append(sent, req.Lang.Text("games.sent", "id", ch.ID, "name", displayName(req, ch, p), "variant", ch.Variant.Name()))
		}
	}
	return received, sent, err
}

package bot

import (
	"slices"

	"stackmate/bot/chat"
	"stackmate/bot/data"
)

// handleGames lists the speaker's games and challenges: first those that wait for the speaker,
// the longest first.
func handleGames(req *request) error {
	var lists [3]data.GameList
	for i, kind := range []data.GameKind{data.Waiting, data.Running, data.Analyses} {
		var err error
		if lists[i], err = req.tx.GamesOf(req.player.ID, kind, chat.Address{}, listed); err != nil {
			return err
		}
	}
	received, sent, err := challengeLines(req)
	if err != nil {
		return err
	}
	waiting, _, err := gameLines(req, lists[0])
	if err != nil {
		return err
	}
	others, more, err := gameLines(req, lists[:]...)
	if err != nil {
		return err
	}
	lines := slices.Concat(waiting, received, others[len(waiting):], sent)
	if len(lines) == 0 {
		return req.answerText("games.none")
	}
	text := req.lang.Text("games")
	block, more := listing(lines, more)
	if more {
		text += " " + req.lang.Text("games.more")
	}
	return req.answer(chat.Reply{Text: text, Block: block})
}

// challengeLines describes the speaker's open challenges.
func challengeLines(req *request) (received, sent []string, err error) {
	open, err := req.tx.OpenChallenges(req.player.ID)
	for _, ch := range open {
		req.noteHome(ch.Home, ch.Server)
		switch ch.To {
		case 0:
			sent = append(sent, req.lang.Text("games.open", "id", ch.ID, "variant", ch.Variant.Name()))
		case req.player.ID:
			p, err := req.person(ch.From)
			if err != nil {
				return nil, nil, err
			}
			received = append(received, req.lang.Text("games.received", "id", ch.ID, "name", displayName(req, ch, p), "variant", ch.Variant.Name()))
		default:
			p, err := req.person(ch.To)
			if err != nil {
				return nil, nil, err
			}
			sent = append(sent, req.lang.Text("games.sent", "id", ch.ID, "name", displayName(req, ch, p), "variant", ch.Variant.Name()))
		}
	}
	return received, sent, err
}

package bot

import (
	"slices"

	"stackmate/bot/chat"
)

// games lists the speaker's games and challenges: first those that wait for the speaker,
// the longest first.
func (c *request) games() error {
	var lists [3]GameList
	for i, kind := range []GameKind{Waiting, Running, Analyses} {
		var err error
		if lists[i], err = c.tx.GamesOf(c.player.ID, kind, chat.Address{}, listed); err != nil {
			return err
		}
	}
	received, sent, err := c.challengeLines()
	if err != nil {
		return err
	}
	waiting, _, err := c.gameLines(lists[0])
	if err != nil {
		return err
	}
	others, more, err := c.gameLines(lists[:]...)
	if err != nil {
		return err
	}
	lines := slices.Concat(waiting, received, others[len(waiting):], sent)
	if len(lines) == 0 {
		return c.answerText("games.none")
	}
	text := c.lang.Text("games")
	block, more := listing(lines, more)
	if more {
		text += " " + c.lang.Text("games.more")
	}
	return c.answer(chat.Reply{Text: text, Block: block})
}

// challengeLines describes the speaker's open challenges.
func (c *request) challengeLines() (received, sent []string, err error) {
	open, err := c.tx.OpenChallenges(c.player.ID)
	for _, ch := range open {
		c.noteHome(ch.Home, ch.Server)
		switch ch.To {
		case 0:
			sent = append(sent, c.lang.Text("games.open", "id", ch.ID, "variant", ch.Variant.Name()))
		case c.player.ID:
			p, err := c.person(ch.From)
			if err != nil {
				return nil, nil, err
			}
			received = append(received, c.lang.Text("games.received", "id", ch.ID, "name", c.displayName(ch, p), "variant", ch.Variant.Name()))
		default:
			p, err := c.person(ch.To)
			if err != nil {
				return nil, nil, err
			}
			sent = append(sent, c.lang.Text("games.sent", "id", ch.ID, "name", c.displayName(ch, p), "variant", ch.Variant.Name()))
		}
	}
	return received, sent, err
}

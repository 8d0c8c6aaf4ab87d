package bot

import (
	"fmt"
	"strings"

	"stackmate/bot/chat"
	"stackmate/rules"
)

// history lists the moves played.
func (c *request) history() error {
	g, err := c.shownGame()
	if err != nil {
		return err
	}
	names, err := c.names(g)
	if err != nil {
		return err
	}
	turn, err := c.turnText(g)
	if err != nil {
		return err
	}
	var list []string
	for i, text := range g.Rules().SANs() {
		if i%2 == 0 {
			text = fmt.Sprintf("%d. %s", i/2+1, text)
		}
		list = append(list, text)
	}
	block := wrap(list, 1<<20)
	if len(block) > 1500 { // the end is what players look for
		block = block[len(block)-1500:]
		block = "…" + block[strings.IndexByte(block, '\n'):]
	}
	return c.answer(chat.Reply{Game: g.ID, Title: c.title(g), Block: block,
		Text: c.lang.Text("history", "white", c.seat(names[0], rules.White), "black", c.seat(names[1], rules.Black),
			"count", len(g.Plies)) + " " + turn})
}

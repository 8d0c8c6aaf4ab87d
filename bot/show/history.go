package show

import (
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/request"
	"stackmate/rules"
)

// HandleHistory lists the moves of a game; of a long game, the last ones.
func HandleHistory(req *request.Request) error {
	g, err := req.ShownGame()
	if err != nil {
		return err
	}
	names, err := req.Names(g)
	if err != nil {
		return err
	}
	turn, err := request.TurnText(req, g)
	if err != nil {
		return err
	}
	block := wrapWords(g.Rules().Start().NumberedSANs(g.Rules().Moves()...), 1<<20)
	if len(block) > 1500 { // players want the end
		block = block[len(block)-1500:]
		block = "…" + block[strings.IndexByte(block, '\n'):]
	}
	return req.Answer(chat.Reply{Game: g.ID, Title: req.Title(g), Block: block,
		Text: req.Lang.Text("history", "white", req.Seat(names, rules.White), "black", req.Seat(names, rules.Black),
			"count", len(g.Plies)) + " " + turn})
}

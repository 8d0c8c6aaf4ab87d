package bot

import (
	"fmt"
	"strconv"

	"stackmate/bot/chat"
	"stackmate/bot/game"
	"stackmate/bot/textutil"
	"stackmate/rules"
)

// handleBoard shows the position.
func handleBoard(req *request) error {
	g, err := req.shownGame()
	if err != nil {
		return err
	}
	turn, err := turnText(req, g)
	if err != nil {
		return err
	}
	ply := len(g.Plies)
	if word := req.args["ply"]; word != "" {
		n, err := strconv.Atoi(word)
		if err != nil || n < 0 || n > ply {
			return refuse("board.ply", "text", textutil.Quote(word), "max", ply)
		}
		ply = n
	}
	shown := picture(g)
	shown.Ply = ply
	if colors := g.Colors(req.player.ID); len(colors) == 1 {
		shown.Black = colors[0] == rules.Black
	}
	text := turn
	if ply < len(g.Plies) {
		text = req.lang.Text("board.ply-of", "ply", ply, "count", len(g.Plies))
	} else {
		text += clockLine(req, g)
	}
	if ply > 0 {
		before := g.Rules().At(ply - 1)
		text = req.lang.Text("board.last", "move", numbered(ply-1, before.SAN(g.Rules().Moves()[ply-1]))) + " " + text
	}
	if g.DrawOfferBy != nil && ply == len(g.Plies) {
		names, err := req.names(g)
		if err != nil {
			return err
		}
		text += " " + req.lang.Text("draw.stands", "name", names[*g.DrawOfferBy])
	}
	return req.answer(chat.Reply{Game: g.ID, Title: req.title(g), Text: text, Picture: shown, Replace: true,
		Buttons: walkButtons(g, ply)})
}

// walkButtons lead through the positions of a game.
func walkButtons(g *game.Game, ply int) [][]chat.Button {
	last := len(g.Plies)
	if last == 0 {
		return nil
	}
	var row []chat.Button
	for _, b := range []struct {
		label string
		to    int
	}{{"⏮", 0}, {"◀", ply - 1}, {"▶", ply + 1}, {"⏭", last}} {
		button := chat.Button{Label: b.label, Command: fmt.Sprintf("board #%d ply:%d", g.ID, b.to), For: chat.Everybody}
		switch {
		case b.to < 0 || b.to > last || b.to == ply:
			button.Disabled = true
			button.Command += " " + b.label // commands in a row differ
		case b.label == "⏮" && ply == 1 || b.label == "⏭" && ply == last-1:
			button.Disabled = true // the arrow beside it leads there too
			button.Command += " " + b.label
		}
		row = append(row, button)
	}
	return [][]chat.Button{row}
}

// numbered writes a move with its number; ply counts from 0.
func numbered(ply int, text string) string {
	if ply%2 == 0 {
		return fmt.Sprintf("%d. %s", ply/2+1, text)
	}
	return fmt.Sprintf("%d… %s", ply/2+1, text)
}

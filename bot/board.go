package bot

import (
	"fmt"
	"strconv"

	"stackmate/bot/chat"
	"stackmate/bot/game"
	"stackmate/bot/request"
	"stackmate/bot/textutil"
	"stackmate/rules"
)

// handleBoard shows the position.
func handleBoard(req *request.Request) error {
	g, err := req.ShownGame()
	if err != nil {
		return err
	}
	turn, err := request.TurnText(req, g)
	if err != nil {
		return err
	}
	ply := len(g.Plies)
	if word := req.Args["ply"]; word != "" {
		n, err := strconv.Atoi(word)
		if err != nil || n < 0 || n > ply {
			return request.Refuse("board.ply", "text", textutil.Quote(word), "max", ply)
		}
		ply = n
	}
	shown := request.PictureOf(g)
	shown.Ply = ply
	if colors := g.Colors(req.Player.ID); len(colors) == 1 {
		shown.Black = colors[0] == rules.Black
	}
	text := turn
	if ply < len(g.Plies) {
		text = req.Lang.Text("board.ply-of", "ply", ply, "count", len(g.Plies))
	} else {
		text += request.ClockLine(req, g)
	}
	if ply > 0 {
		before := g.Rules().At(ply - 1)
		text = req.Lang.Text("board.last", "move", numbered(ply-1, before.SAN(g.Rules().Moves()[ply-1]))) + " " + text
	}
	if g.DrawOfferBy != nil && ply == len(g.Plies) {
		names, err := req.Names(g)
		if err != nil {
			return err
		}
		text += " " + req.Lang.Text("draw.stands", "name", names[*g.DrawOfferBy])
	}
	return req.Answer(chat.Reply{Game: g.ID, Title: req.Title(g), Text: text, Picture: shown, Replace: true,
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

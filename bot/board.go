package bot

import (
	"fmt"
	"strconv"

	"stackmate/bot/chat"
	"stackmate/bot/game"
	"stackmate/rules"
)

// board shows the position.
func (c *request) board() error {
	g, err := c.shownGame()
	if err != nil {
		return err
	}
	turn, err := c.turnText(g)
	if err != nil {
		return err
	}
	ply := len(g.Plies)
	if word := c.args["ply"]; word != "" {
		n, err := strconv.Atoi(word)
		if err != nil || n < 0 || n > ply {
			return refuse("board.ply", "text", quote(word), "max", ply)
		}
		ply = n
	}
	shown := picture(g)
	shown.Ply = ply
	if colors := g.Colors(c.player.ID); len(colors) == 1 {
		shown.Black = colors[0] == rules.Black
	}
	text := turn
	if ply < len(g.Plies) {
		text = c.lang.Text("board.ply-of", "ply", ply, "count", len(g.Plies))
	} else {
		text += c.clockLine(g)
	}
	if ply > 0 {
		before := g.Rules().At(ply - 1)
		text = c.lang.Text("board.last", "move", numbered(ply-1, before.SAN(g.Rules().Moves()[ply-1]))) + " " + text
	}
	if g.DrawOfferBy != nil && ply == len(g.Plies) {
		names, err := c.names(g)
		if err != nil {
			return err
		}
		text += " " + c.lang.Text("draw.stands", "name", names[*g.DrawOfferBy])
	}
	return c.answer(chat.Reply{Game: g.ID, Title: c.title(g), Text: text, Picture: shown, Replace: true,
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

package bot

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/game"
	"stackmate/rules"
)

// board shows the position.
func (c *call) board() error {
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
		text = c.say.Text("board.ply-of", "ply", ply, "count", len(g.Plies))
	} else {
		text += c.clockLine(g)
	}
	if ply > 0 {
		before := g.Rules().At(ply - 1)
		text = c.say.Text("board.last", "move", numbered(ply-1, before.SAN(g.Rules().Moves()[ply-1]))) + " " + text
	}
	if g.DrawOfferBy != nil && ply == len(g.Plies) {
		names, err := c.names(g)
		if err != nil {
			return err
		}
		text += " " + c.say.Text("draw.stands", "name", names[*g.DrawOfferBy])
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

// history lists the moves played.
func (c *call) history() error {
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
		Text: c.say.Text("history", "white", c.seat(names[0], rules.White), "black", c.seat(names[1], rules.Black),
			"count", len(g.Plies)) + " " + turn})
}

// games lists the speaker's games and challenges: first those that wait for the speaker,
// the longest first.
func (c *call) games() error {
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
	text := c.say.Text("games")
	block, more := listing(lines, more)
	if more {
		text += " " + c.say.Text("games.more")
	}
	return c.answer(chat.Reply{Text: text, Block: block})
}

// challengeLines describes the speaker's open challenges.
func (c *call) challengeLines() (received, sent []string, err error) {
	open, err := c.tx.OpenChallenges(c.player.ID)
	for _, ch := range open {
		c.tells(ch.Home, ch.Server)
		switch ch.To {
		case 0:
			sent = append(sent, c.say.Text("games.open", "id", ch.ID, "variant", ch.Variant.Name()))
		case c.player.ID:
			p, err := c.person(ch.From)
			if err != nil {
				return nil, nil, err
			}
			received = append(received, c.say.Text("games.received", "id", ch.ID, "name", c.called(ch, p), "variant", ch.Variant.Name()))
		default:
			p, err := c.person(ch.To)
			if err != nil {
				return nil, nil, err
			}
			sent = append(sent, c.say.Text("games.sent", "id", ch.ID, "name", c.called(ch, p), "variant", ch.Variant.Name()))
		}
	}
	return received, sent, err
}

// rules explains a game: the named one, else the game of this place.
func (c *call) rules() error {
	v := rules.VariantByKey("millennium")
	if word := c.args["variant"]; word != "" {
		if v = variantNamed(word); v == nil {
			return refuse("variant.unknown", "text", quote(word), "variants", strings.Join(variantKeys(), ", "))
		}
	} else if g, err := c.shownGame(); err == nil {
		v = g.Variant
	}
	base, _, _ := strings.Cut(v.Key(), ":")
	text := c.say.Text("rules." + base)
	if v.Notice() != "" { // the orthodox game has no author
		text += " " + c.say.Text("rules.author", "name", v.Name(), "author", v.Author(), "notice", v.Notice())
	}
	var readings []string
	for _, r := range v.Readings() {
		readings = append(readings, r+"  "+c.say.Text("reading."+r))
	}
	return c.answer(chat.Reply{Title: v.Name(), Text: strings.TrimSpace(text), Block: strings.Join(readings, "\n")})
}

// help lists the commands, or explains one.
func (c *call) help() error {
	word, _, _ := strings.Cut(strings.TrimSpace(c.args["command"]), " ")
	if word != "" {
		cmd := find(commands, strings.TrimPrefix(word, "/"))
		if cmd == nil {
			return refuse("parse.unknown", "text", quote(word))
		}
		return c.answer(chat.Reply{Text: c.say.Text("help." + cmd.Name), Block: strings.Join(usages(*cmd, cmd.Name), "\n")})
	}
	var lines []string
	for _, cmd := range commands {
		if !cmd.Hidden {
			lines = append(lines, fmt.Sprintf("%-10s %s", cmd.Name, c.say.Text("command."+cmd.Name)))
		}
	}
	return c.answer(chat.Reply{Text: c.say.Text("help"), Block: strings.Join(lines, "\n")})
}

// usages lists how a command and those under it are typed.
func usages(cmd Command, path string) (lines []string) {
	if cmd.run != nil {
		lines = append(lines, cmd.Usage(path))
	}
	for _, sub := range cmd.Sub {
		if !sub.Hidden {
			lines = append(lines, usages(sub, path+" "+sub.Name)...)
		}
	}
	return lines
}

package bot

import (
	"errors"
	"strconv"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/game"
	"stackmate/bot/request"
	"stackmate/bot/textutil"
	"stackmate/rules"
)

// handleMove plays a move in the speaker's game.
func handleMove(req *request.Request) error {
	text := req.Cmd.Move
	g, by, err := req.OwnGame()
	if err != nil {
		if r := (*request.Refusal)(nil); errors.As(err, &r) && req.Msg.Call == nil && !looksLikeMove(text) {
			return request.Refuse("parse.unknown", "text", textutil.Quote(text)).Near(command.Near(firstWord(text)))
		}
		return err
	}
	p := g.Position()
	m, err := p.ParseMove(withoutNumber(p, text, g.ID))
	if syntax := (*rules.SyntaxError)(nil); errors.As(err, &syntax) && !looksLikeMove(text) {
		if near := command.Near(firstWord(text)); near != nil {
			return request.Refuse("parse.unknown", "text", textutil.Quote(text)).Near(near)
		}
		return request.Refuse("move.syntax", "text", textutil.Quote(text), "variant", g.Variant.Name(), "example", request.SimpleMove(g.Position()))
	}
	switch {
	case g.Over():
		return request.Refuse("game.over", "game", g.ID)
	case by != g.Turn():
		name, err := req.Opponent(g, by)
		if err != nil {
			return err
		}
		return request.Refuse("move.turn", "game", g.ID, "name", req.NameOf(name))
	case err != nil:
		return request.MoveRefusal(req, g, text, err)
	}
	return playMove(req, g, by, m, req.Cmd.Note)
}

// playMove plays a legal move and the conditional moves that answer it, and announces them
// in one message.
func playMove(req *request.Request, g *game.Game, by rules.Color, m rules.Move, note string) error {
	offered := g.DrawOfferBy != nil
	p := g.Position()
	written := []string{p.Numbered(m)}
	if err := followConditions(req, g, m); err != nil {
		return err
	}
	if err := g.MoveWithNote(by, m, note, req.Now); err != nil {
		return err
	}
	burst, err := playConditions(req, g)
	if err != nil {
		return err
	}
	written = append(written, burst...)
	if err := req.Save(g); err != nil {
		return err
	}
	return announceMoves(req, g, by, written, note, offered && g.DrawOfferBy == nil && !g.Over())
}

// announceMoves announces moves and whose turn it is, or how the game ended. Lapsed is
// whether the moves declined a draw offer.
func announceMoves(req *request.Request, g *game.Game, by rules.Color, written []string, note string, lapsed bool) error {
	notify, err := req.ToMove(g)
	if err != nil {
		return err
	}
	thinks, err := req.Thinks(g)
	if err != nil {
		return err
	}
	return req.Announce(g, func(req *request.Request) (chat.Reply, error) {
		names, err := req.Names(g)
		if err != nil {
			return chat.Reply{}, err
		}
		turn, err := request.TurnText(req, g)
		text := req.Lang.Text("move.played", "seat", req.Seat(names, by), "move", written[0])
		if len(written) > 1 {
			text += " " + req.Lang.Text("move.burst", "moves", strings.Join(written[1:], ", "))
		}
		if lapsed {
			text += " " + req.Lang.Text("draw.lapsed")
		}
		if drawClaimable(g) {
			turn += " " + req.Lang.Text("draw.claimable", "game", g.ID)
		}
		if note != "" && !req.ForWatchers {
			text += " " + req.Lang.Text("move.note", "name", names[by], "note", note)
		}
		r := chat.Reply{Played: text, Text: text + " " + turn + request.ClockLine(req, g), Picture: request.PictureOf(g), Notify: notify}
		if g.Over() {
			r.Buttons = request.EndButtons(req, g)
			return r, err
		}
		if thinks { // the board follows with its move
			r.Picture = nil
			return r, err
		}
		r.Buttons = request.MoveButtons(req, g)
		if g.DrawOfferBy != nil {
			r.Text += " " + req.Lang.Text("draw.stands", "name", names[*g.DrawOfferBy])
			r.Buttons = append(r.Buttons, drawOfferButtons(req, g)...)
		}
		return r, err
	})
}

// looksLikeMove guesses whether a text was meant as a move: it has at most 20 bytes and a
// digit, or it castles.
func looksLikeMove(s string) bool {
	return len(s) <= 20 && (strings.ContainsAny(s, "0123456789") || strings.Trim(s, "oO-|/+# ") == "")
}

// firstWord returns the first word of a text.
func firstWord(s string) string {
	word, _, _ := strings.Cut(strings.TrimSpace(s), " ")
	return word
}

// withoutNumber removes a number in front of a move if it is that of the game or of the
// move to be played, unless the text is a legal move as it is.
func withoutNumber(p rules.Position, text string, game int64) string {
	number, move, ok := strings.Cut(text, " ")
	if !ok || number != strconv.FormatInt(game, 10) && number != strconv.Itoa(p.MoveNumber()) {
		return text
	}
	if _, err := p.ParseMove(text); err == nil {
		return text
	}
	return strings.TrimSpace(move)
}

// Package boards makes a position of a game into data for front ends that draw the board
// themselves.
package boards

import (
	"slices"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/request"
	"stackmate/bot/words"
	"stackmate/render"
	"stackmate/rules"
)

// Latest is the ply that stands for the last one of a game.
const Latest = -1

// Of returns a game's position after a number of plies, or Latest, as the speaker of a request
// may see it. The error is data.ErrNotFound for a game that does not exist or that the speaker
// may not see, and for a ply that the game does not have.
func Of(req *request.Request, id int64, ply int) (chat.Board, error) {
	summary, err := req.Tx.GameSummary(id)
	if err != nil {
		return chat.Board{}, err
	}
	if visible, err := req.MaySee(summary); err != nil {
		return chat.Board{}, err
	} else if !visible {
		return chat.Board{}, data.ErrNotFound
	}
	g, err := req.Tx.Game(id)
	if err != nil {
		return chat.Board{}, err
	}
	g.FlagIfExpired(req.Now)
	if ply == Latest {
		ply = len(g.Plies)
	}
	if ply < 0 || ply > len(g.Plies) {
		return chat.Board{}, data.ErrNotFound
	}
	b := position(g, ply, req.Player.ID, req.Lang)
	names, err := req.Names(g)
	if err != nil {
		return chat.Board{}, err
	}
	against, err := req.ComputerIn(g)
	if err != nil {
		return b, err
	}
	b.Analysis, b.DrawClaim = g.Analysis(), claim(g, len(b.Yours) > 0)
	b.Hints = !g.Over() && len(b.Yours) > 0 && (g.Analysis() || against.Level > 0)
	b.White, b.Black = names[rules.White], names[rules.Black]
	b.Status, err = request.TurnText(req, g)
	return b, err
}

// claim returns why a player can claim a draw; empty if the reader does not play or cannot.
func claim(g *game.Game, plays bool) string {
	switch {
	case !plays, g.Over(), g.Analysis():
	case g.Rules().ClaimRepetition():
		return string(game.Repetition)
	case g.Rules().ClaimMoveLimit():
		return string(game.MoveLimit)
	}
	return ""
}

// position returns what a board has without the store: all but names of players and the status.
func position(g *game.Game, ply int, reader int64, lang words.Language) chat.Board {
	p, v := g.Rules().At(ply), g.Variant
	b := chat.Board{Game: g.ID, Variant: v.Key(), Title: v.Name(), Language: lang.Tag, Start: g.Origin, Ply: ply, Plies: len(g.Plies), Entries: len(g.Log), Before: before(g), Over: g.Over(),
		Turn: p.Turn().String(), Yours: []string{}, Moves: []chat.Move{}, Record: append([]string{}, g.Rules().SANs()...),
		Pieces: pieces(v, lang), Captured: captured(v, g.Rules().Captured(ply))}
	if g.DrawOfferBy != nil {
		b.DrawOfferBy = g.DrawOfferBy.String()
	}
	if g.TakebackBy != nil {
		b.TakebackBy = g.TakebackBy.String()
	}
	mine := g.Colors(reader)
	for _, c := range mine {
		b.Yours = append(b.Yours, c.String())
	}
	b.Planes, b.Cells = geometry(&p, lang)
	if !b.Over && ply == b.Plies && slices.Contains(mine, p.Turn()) {
		b.Moves = moves(&p)
	}
	if ply > 0 {
		before := g.Rules().At(ply - 1)
		b.Last = lastMove(&before, g.Rules().Moves()[ply-1])
	}
	b.Check = check(&p)
	return b
}

// before returns how many plies came before the first position of a game.
func before(g *game.Game) int {
	start := g.Rules().Start()
	return start.Ply()
}

// geometry returns the planes of a position, lowest first, and their cells.
func geometry(p *rules.Position, lang words.Language) (planes []chat.Plane, cells []chat.Cell) {
	v := p.Variant()
	for _, b := range v.Boards() {
		planes = append(planes, chat.Plane{Name: render.BoardTitle(lang, b), Level: v.LevelName(b.Level),
			X: b.File, Y: b.Rank, Z: b.Level, Files: b.Files, Ranks: b.Ranks, Live: true})
	}
	taken := p.AttackBoardPins()
	for n, pin := range v.Pins() {
		corner := v.Coord(pin.Cells[0])
		planes = append(planes, chat.Plane{Name: lang.Text("board.attack", "pin", pin.Name), Level: v.LevelName(pin.Level),
			X: int(corner.File), Y: int(corner.Rank), Z: pin.Level, Files: 2, Ranks: 2, Pin: pin.Name, Live: slices.Contains(taken, n)})
	}
	slices.SortStableFunc(planes, func(a, b chat.Plane) int { return a.Z - b.Z })
	for i, plane := range planes {
		for y := range plane.Ranks {
			for x := range plane.Files {
				c := v.CellAt(rules.Coord{File: int8(plane.X + x), Rank: int8(plane.Y + y), Level: int8(plane.Z)})
				cells = append(cells, chat.Cell{Name: v.CellName(c), Plane: i, X: x, Y: y, Dark: v.Dark(c), Piece: pieceKey(p.At(c))})
			}
		}
	}
	return planes, cells
}

// pieceKey returns the key of a piece in chat.Board.Pieces, empty if there is none.
func pieceKey(p rules.Piece) string {
	if !p.Exists() {
		return ""
	}
	return render.SymbolID(p)
}

// pieces returns the kinds of pieces of a game.
func pieces(v *rules.Variant, lang words.Language) map[string]chat.Piece {
	list := map[string]chat.Piece{}
	for _, c := range []rules.Color{rules.White, rules.Black} {
		for _, r := range v.Roles() {
			role := lang.Text("piece." + r.String())
			list[pieceKey(rules.NewPiece(c, r))] = chat.Piece{Name: lang.Text("board.piece."+c.String(), "piece", role),
				Role: role, Letters: r.Letters(), Color: c.String()}
		}
	}
	return list
}

// captured lists captured pieces, white ones first, in the order of the game's roles.
func captured(v *rules.Variant, c rules.Captures) []chat.Count {
	list := []chat.Count{}
	for _, color := range []rules.Color{rules.White, rules.Black} {
		for _, r := range v.Roles() {
			if p := rules.NewPiece(color, r); c[p] > 0 {
				list = append(list, chat.Count{Piece: pieceKey(p), Count: int(c[p])})
			}
		}
	}
	return list
}

// moves returns the legal moves of a position.
func moves(p *rules.Position) (list []chat.Move) {
	v, legal := p.Variant(), p.Moves()
	names := p.SANs(legal, legal)
	list = make([]chat.Move, len(legal))
	for i, m := range legal {
		from, to := Ends(v, m)
		_, captures := p.Captures(m)
		list[i] = chat.Move{From: from, To: to, Text: v.LAN(m), Name: strings.TrimRight(names[i], "+#"), Captures: captures, Attack: m.Kind == rules.BoardMove}
		if m.Promotion != rules.NoRole {
			list[i].Promotes = pieceKey(rules.NewPiece(p.Turn(), m.Promotion))
		}
	}
	return list
}

// Ends returns the names of the cells, or the pins, that a move leaves and reaches.
func Ends(v *rules.Variant, m rules.Move) (from, to string) {
	if m.Kind == rules.BoardMove {
		return v.Pins()[m.From].Name, v.Pins()[m.To].Name
	}
	return v.CellName(m.From), v.CellName(m.To)
}

// check returns the check that the side to move is in; nil if it is in none.
func check(p *rules.Position) *chat.Check {
	checkers := p.Checkers()
	if len(checkers) == 0 {
		return nil
	}
	v, king := p.Variant(), p.King(p.Turn())
	c := &chat.Check{King: v.CellName(king)}
	for _, from := range checkers {
		line := chat.Line{From: v.CellName(from)}
		for _, between := range cellsBetween(p, from, king) {
			line.Between = append(line.Between, v.CellName(between))
		}
		c.By = append(c.By, line)
	}
	return c
}

// cellsBetween returns the cells over which a piece slides to a cell; none if it does not slide
// there.
func cellsBetween(p *rules.Position, from, to rules.Cell) []rules.Cell {
	for _, ray := range rules.GeometryOf(p.Variant()).Rays(p.At(from).Role(), from) {
		if n := slices.Index(ray, to); n >= 0 {
			return slices.DeleteFunc(ray[:n], func(c rules.Cell) bool { return p.At(c) == rules.Air })
		}
	}
	return nil
}

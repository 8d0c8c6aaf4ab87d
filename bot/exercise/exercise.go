// Package exercise lets one person choose a move in a position: from menus, first a piece and
// then where it goes, or by typing it. It keeps nothing: each option of a menu holds the whole
// choice so far.
package exercise

import (
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/request"
	"stackmate/rules"
)

// Exercise is a position in which the speaker chooses a move. It need not be one of a game that
// is played.
type Exercise struct {
	Position rules.Position
	// Again is the command that shows the exercise. It takes the argument "what", into which the
	// menus put what was chosen, and may take "view".
	Again command.Invocation
	// Reply is what every step shows: title, picture, a text above the question, and buttons, in
	// one row at most.
	Reply chat.Reply
	// Typed asks for the move where it is typed; empty if the menus' questions do.
	Typed string
	// Hidden are moves that no example may show.
	Hidden []rules.Move
}

// Choose reads what the speaker chose or typed: the argument "what" of the command, in
// Invocation.Move, Boards and Skip. If that is a whole legal move, Choose returns it, and given
// is true. Otherwise it answers with the next step, or returns a Refusal that says why the move
// is not legal.
func (e Exercise) Choose(req *request.Request) (m rules.Move, given bool, err error) {
	p, said := e.Position, req.Cmd.Move
	from := p.Variant().CellNamed(said)
	switch {
	case req.Cmd.Boards:
		return m, false, e.askTarget(req, p.BoardMoves(), rules.NoCell)
	case said == "":
		return m, false, e.askPiece(req, req.Cmd.Skip)
	case from != rules.NoCell && p.At(from).Exists() && p.At(from).Color() == p.Turn(): // else it is a pawn's move
		return m, false, e.askTarget(req, p.MovesFrom(from), from)
	}
	m, err = p.ParseMove(said)
	if err != nil {
		if e.Again.Path == command.Pick {
			return m, false, request.MoveRefusalAt(req, p, &e.Again, said, err)
		}
		return m, false, request.MoveRefusalOutside(req, p, e.Again, said, err, e.Hidden...)
	}
	return m, true, nil
}

// A Discord message has at most five rows, each a menu of 25 options or a row of buttons.
const (
	menuOptions = 25
	maxMenus    = 5
)

// askPiece offers the pieces and attack boards that can move, without the first skip of them.
// If there are more than fit into the menus, the last option leads to the rest.
func (e Exercise) askPiece(req *request.Request, skip int) error {
	p, v := e.Position, e.Position.Variant()
	var from []rules.Cell
	count := map[rules.Cell]int{} // moves by origin; those of attack boards count under NoCell
	for _, m := range p.Moves() {
		at := m.From
		if m.Kind == rules.BoardMove {
			at = rules.NoCell
		} else if count[at] == 0 {
			from = append(from, at)
		}
		count[at]++
	}
	if count[rules.NoCell] > 0 {
		from = append(from, rules.NoCell)
	}
	var options []chat.Option
	for _, at := range from {
		next, label := e.again(req), req.Lang.Text("pick.boards")
		if at == rules.NoCell {
			next.Boards = true
		} else {
			next.Move = v.CellName(at)
			label = next.Move + " " + req.Lang.Text("piece."+p.At(at).Role().String())
		}
		options = append(options, chat.Option{Label: label, Command: next.String(), Hint: req.Lang.Text("pick.count", "count", count[at])})
	}
	options = options[min(skip, len(options)):]
	if len(options) == 0 {
		return request.Refuse("pick.stuck")
	}
	room := maxMenus
	if len(e.Reply.Buttons) > 0 {
		room--
	}
	if most := menuOptions * room; len(options) > most {
		more := e.again(req)
		more.Skip = skip + most - 1
		options = append(options[:most-1:most-1], chat.Option{Label: req.Lang.Text("pick.more"), Command: more.String()})
	}
	return req.Answer(e.step(req, "pick.piece", options))
}

// askTarget offers the moves of the piece on a cell, or of the attack boards if from is
// rules.NoCell. Each promotion is an option of its own.
func (e Exercise) askTarget(req *request.Request, moves []rules.Move, from rules.Cell) error {
	p, v := e.Position, e.Position.Variant()
	if len(moves) == 0 {
		return request.Refuse("pick.stuck")
	}
	texts := p.SANs(moves, p.Moves())
	var options []chat.Option
	for i, m := range moves {
		next := e.again(req)
		next.Move = v.LAN(m)
		label := strings.TrimRight(texts[i], "+#") // to find a mate is up to the player
		options = append(options, chat.Option{Label: label, Command: next.String()})
	}
	back := chat.Button{Label: req.Lang.Text("button.back"), Command: e.again(req).String(), For: chat.Only(req.Player.ID)}
	row := []chat.Button{back}
	for _, r := range e.Reply.Buttons {
		row = append(row, r...)
	}
	e.Reply.Buttons = [][]chat.Button{row}
	r := e.step(req, "pick.target", options)
	if len(r.Menus) == maxMenus {
		r.Buttons = nil
	}
	if from != rules.NoCell && r.Picture != nil {
		marked := *r.Picture
		marked.Square = v.CellName(from)
		r.Picture = &marked
	}
	return req.Answer(r)
}

// again returns the command that shows the exercise, in the view that the speaker has chosen.
func (e Exercise) again(req *request.Request) command.Invocation {
	in := e.Again
	in.View = req.Cmd.View
	return in
}

// step returns the reply of a step with its question and options.
func (e Exercise) step(req *request.Request, question string, options []chat.Option) chat.Reply {
	r, ask := e.Reply, req.Lang.Text(question)
	if e.Typed != "" {
		ask = chat.Either(ask, e.Typed, req.Lang.Text("pick.page"))
	}
	if r.Text != "" {
		ask = r.Text + " " + ask
	}
	r.Text, r.Menus, r.Replace, r.Try = ask, menus(req, options), true, e.again(req).String()
	return r
}

// menus distributes options over menus for the speaker. Each menu is labelled with its first and
// last option.
func menus(req *request.Request, options []chat.Option) (list []chat.Menu) {
	for len(options) > 0 && len(list) < maxMenus {
		n := min(menuOptions, len(options))
		label := options[0].Label
		if n > 1 {
			label += " … " + options[n-1].Label
		}
		list = append(list, chat.Menu{Label: label, Options: options[:n], For: chat.Only(req.Player.ID)})
		options = options[n:]
	}
	return list
}

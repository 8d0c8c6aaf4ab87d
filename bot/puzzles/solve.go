package puzzles

import (
	"errors"
	"strings"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/exercise"
	"stackmate/bot/rating"
	"stackmate/bot/request"
	"stackmate/bot/timeutil"
	"stackmate/rules"
	"stackmate/rules/engine/puzzle"
)

// HandleSolve shows the puzzle that is named, else the one that was shown last, and judges the
// move that the speaker chose or typed.
func HandleSolve(req *request.Request) error {
	p, a, err := meant(req)
	if err != nil {
		return err
	}
	moves := played(p, &a)
	said := req.Cmd.Move != "" || req.Cmd.Boards || req.Cmd.Skip > 0
	switch {
	case said && a.State == data.PuzzleSolved:
		return show(req, p, a, req.Lang.Text("puzzle.was-solved"))
	case said && a.State == data.PuzzleGivenUp:
		return show(req, p, a, req.Lang.Text("puzzle.was-shown"))
	case said && req.Cmd.Puzzle.Stale(len(moves)):
		return show(req, p, a, req.Lang.Text("puzzle.moved-on"))
	case !said || a.State != data.PuzzleOpen:
		return show(req, p, a, "")
	}
	req.Cmd.Puzzle = refTo(p, &a)
	m, given, err := exerciseOf(req, p, &a, "").Choose(req)
	if err != nil || !given {
		return err
	}
	return judge(req, p, a, moves, m)
}

// HandleSolution shows the solution of the puzzle that is named, else of the one that was shown
// last. Without it being tried that is a failure.
func HandleSolution(req *request.Request) error {
	p, a, err := meant(req)
	if err != nil {
		return err
	}
	text := ""
	if a.State == data.PuzzleOpen {
		a.State = data.PuzzleGivenUp
		if text, err = rate(req, p, &a, rating.Loss); err != nil {
			return err
		}
	}
	return show(req, p, a, text)
}

// meant returns the puzzle that the command names, else the one that was shown last, and what the
// speaker has done with it. The error is a Refusal if there is none.
func meant(req *request.Request) (*puzzle.Puzzle, data.PuzzleAttempt, error) {
	id := req.Cmd.Puzzle.ID
	if id == "" {
		last, err := req.Tx.LastPuzzle(req.Player.ID)
		if errors.Is(err, data.ErrNotFound) {
			err = request.Refuse("puzzle.none")
		}
		if err != nil {
			return nil, data.PuzzleAttempt{}, err
		}
		id = last.Puzzle
	}
	p := puzzle.ByID(id)
	if p == nil {
		return nil, data.PuzzleAttempt{}, request.Refuse("puzzle.gone", "puzzle", id)
	}
	a, err := attemptOf(req, p)
	return p, a, err
}

// judge answers a move of the speaker after those that were played.
func judge(req *request.Request, p *puzzle.Puzzle, a data.PuzzleAttempt, moves []rules.Move, m rules.Move) error {
	before := p.Game(moves...).Position()
	text := before.SAN(m)
	verdict, reply := p.Try(moves, m)
	if verdict == puzzle.Wrong {
		return wrong(req, p, a, text, m)
	}
	a.Line = strings.TrimSpace(a.Line + " " + p.Variant.LAN(m))
	if verdict == puzzle.Continue {
		after := before.Play(m)
		a.Line += " " + p.Variant.LAN(reply)
		return show(req, p, a, req.Lang.Text("puzzle.right", "move", text, "reply", after.SAN(reply)))
	}
	a.State, a.Solved = data.PuzzleSolved, req.Now
	if err := req.Tx.AddPuzzleDay(req.Player.ID, dayOf(req.Now)); err != nil {
		return err
	}
	rated, err := rate(req, p, &a, rating.Win)
	if err != nil {
		return err
	}
	return show(req, p, a, join(req.Lang.Text("puzzle.solved"), rated))
}

// wrong answers a move that does not solve a puzzle. The speaker may try again.
func wrong(req *request.Request, p *puzzle.Puzzle, a data.PuzzleAttempt, text string, m rules.Move) error {
	rated, err := rate(req, p, &a, rating.Loss)
	if err != nil {
		return err
	}
	if err := save(req, &a); err != nil {
		return err
	}
	showAgain(req, p, &a)
	shown := pictureOf(p, &a)
	shown.Preview = p.Variant.LAN(m)
	again := command.Invocation{Path: command.Solve, Puzzle: refTo(p, &a)}
	return req.Answer(chat.Reply{Title: titleOf(req, p), Text: join(req.Lang.Text("puzzle.wrong", "move", text), rated), Picture: shown, Replace: true, Try: again.String(),
		Buttons: [][]chat.Button{{
			{Label: req.Lang.Text("button.try-again"), Command: again.String(), Style: chat.Invite, For: chat.Only(req.Player.ID)},
			solutionButton(req, p)}}})
}

// show answers with a puzzle below a text, and stores that it was shown: the position with the
// menus, or the solution if it is solved or given up.
func show(req *request.Request, p *puzzle.Puzzle, a data.PuzzleAttempt, text string) error {
	moves := played(p, &a)
	if err := save(req, &a); err != nil {
		return err
	}
	showAgain(req, p, &a)
	if a.State == data.PuzzleOpen {
		_, _, err := exerciseOf(req, p, &a, text).Choose(req)
		return err
	}
	if a.State == data.PuzzleGivenUp || len(moves) == 0 {
		moves = p.Solution
	}
	a.Line = lanLine(p.Variant, moves)
	next := command.Invocation{Path: command.Puzzle, Variant: baseOf(p.Variant)}
	return req.Answer(chat.Reply{Title: titleOf(req, p), Text: join(text, req.Lang.Text("puzzle.line", "line", strings.Join(p.Position().NumberedSANs(moves...), " "))),
		Picture: pictureOf(p, &a), Replace: true, Buttons: [][]chat.Button{{
			{Label: req.Lang.Text("button.next-puzzle"), Command: next.String(), Style: chat.Invite, For: chat.Only(req.Player.ID)}}}})
}

// showAgain has the button for another view show the puzzle, and not give the command again.
func showAgain(req *request.Request, p *puzzle.Puzzle, a *data.PuzzleAttempt) {
	req.Cmd = command.Invocation{Path: command.Solve, Puzzle: refTo(p, a), View: req.Cmd.View}
}

// exerciseOf returns the position of an attempt for the speaker to solve, below a text.
func exerciseOf(req *request.Request, p *puzzle.Puzzle, a *data.PuzzleAttempt, text string) exercise.Exercise {
	moves := played(p, a)
	g := p.Game(moves...)
	e := exercise.Exercise{Position: g.Position(), Again: command.Invocation{Path: command.Solve, Puzzle: refTo(p, a)},
		Reply: chat.Reply{Title: titleOf(req, p), Text: text, Picture: pictureOf(p, a), Buttons: [][]chat.Button{{solutionButton(req, p)}}}}
	if a.Line == "" {
		e.Reply.Text = join(text, TaskText(req, p))
	}
	if len(moves) < len(p.Solution) {
		e.Hidden = []rules.Move{p.Solution[len(moves)]}
	}
	if example := exampleFor(p, moves, &e); example != "" {
		e.Typed = req.Lang.Text("puzzle.type", "example", chat.Command(string(command.Solve)+" "+example))
	}
	return e
}

// exampleFor returns a move that does not solve a puzzle, as an example of how to type one; empty if
// there is none. It hides other moves that are as good as the solution.
func exampleFor(p *puzzle.Puzzle, moves []rules.Move, e *exercise.Exercise) string {
	for {
		example := request.SimpleMove(e.Position, e.Hidden...)
		m, err := e.Position.ParseMove(example)
		if err != nil {
			return ""
		}
		if verdict, _ := p.Try(moves, m); verdict == puzzle.Wrong {
			return example
		}
		e.Hidden = append(e.Hidden, m)
	}
}

// TaskText says whose turn it is in a puzzle and what to do.
func TaskText(req *request.Request, p *puzzle.Puzzle) string {
	pos := p.Position()
	color := req.Lang.Text("color." + pos.Turn().String())
	if p.Theme == puzzle.Mate {
		return req.Lang.Text("puzzle.mate", "color", color, "moves", p.Moves())
	}
	return req.Lang.Text("puzzle.material", "color", color)
}

// refTo names a puzzle at the moment that an attempt has come to.
func refTo(p *puzzle.Puzzle, a *data.PuzzleAttempt) command.PuzzleRef {
	return command.PuzzleAt(p.ID, len(strings.Fields(a.Line)))
}

// pictureOf describes a picture of an attempt, seen by the solver.
func pictureOf(p *puzzle.Puzzle, a *data.PuzzleAttempt) *chat.Picture {
	pos := p.Position()
	return &chat.Picture{Puzzle: p.ID, Line: a.Line, Ply: len(strings.Fields(a.Line)), Black: pos.Turn() == rules.Black}
}

func titleOf(req *request.Request, p *puzzle.Puzzle) string {
	return req.Lang.Text("puzzle.title", "puzzle", p.ID, "variant", p.Variant.Name())
}

// solutionButton shows the solution of a puzzle.
func solutionButton(req *request.Request, p *puzzle.Puzzle) chat.Button {
	in := command.Invocation{Path: command.Solution, Puzzle: command.PuzzleRef{ID: p.ID}}
	return chat.Button{Label: req.Lang.Text("button.show-solution"), Command: in.String(), For: chat.Only(req.Player.ID)}
}

// lanLine writes moves in LAN with spaces between them.
func lanLine(v *rules.Variant, moves []rules.Move) string {
	var list []string
	for _, m := range moves {
		list = append(list, v.LAN(m))
	}
	return strings.Join(list, " ")
}

// join puts a space between two texts, either of which may be empty.
func join(a, b string) string { return strings.TrimSpace(a + " " + b) }

// dayOf returns the day of a time in UTC, counted from 1970.
func dayOf(t time.Time) int64 { return t.Unix() / int64(timeutil.Day/time.Second) }

// Package bymail says what people need who play by mail: below every message the last moves, the
// deadline and replies that make sense now, and an invitation that explains itself.
package bymail

import (
	"errors"
	"slices"
	"strings"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/request"
	"stackmate/bot/words"
	"stackmate/rules"
)

// Notes are what a mail says below its message.
type Notes struct {
	// Facts are sentences about the game: its last moves and the deadline. They may contain
	// times, as chat.When writes them.
	Facts []string
	// Examples are replies that the bot understands now.
	Examples []Example
	// Question is the command that a plain “yes” in reply means, such as command.Resign; empty if
	// the message asks nothing.
	Question command.Path
}

// Example is a reply, and what it does.
type Example struct{ Reply, Effect string }

// lastPlies is how many of the last plies are listed.
const lastPlies = 4

// For returns the notes for a reader about the game or challenge with an id. r is the message
// above them, and now the time. It returns data.ErrNotFound if there is neither.
func For(tx data.Tx, reader data.Player, r chat.Reply, id int64, lang words.Language, now time.Time) (Notes, error) {
	g, err := tx.Game(id)
	if errors.Is(err, data.ErrNotFound) {
		ch, err := tx.Challenge(id)
		if err != nil {
			return Notes{}, err
		}
		n := Notes{Examples: writeExamples(lang, forChallenge(ch, reader.ID))}
		if r.Invitation {
			n.Question = command.Accept
			n.Examples = append(n.Examples, Example{lang.Typed("mail.stop")[0], lang.Text("reply.stop")})
		}
		return n, nil
	}
	if err != nil {
		return Notes{}, err
	}
	seats := g.Colors(reader.ID)
	if r.Ply != nil && *r.Ply != len(g.Plies) { // the game has gone on since
		return Notes{Facts: lastMoves(lang, g, *r.Ply), Examples: writeExamples(lang, []choice{{command.Board, "reply.board"}})}, nil
	}
	n := Notes{Facts: lastMoves(lang, g, len(g.Plies))}
	if r.Picture != nil && r.Picture.WithRecord {
		n.Facts = append(n.Facts, lang.Text("notes.record"))
	}
	deadline, err := deadlineText(tx, lang, g, reader)
	if err != nil {
		return Notes{}, err
	}
	if at, ok := g.Deadline(); deadline != "" && !(ok && strings.Contains(r.Text, chat.When(at))) {
		n.Facts = append(n.Facts, deadline)
	}
	question := asked(r)
	switch {
	case question != "" && len(seats) > 0:
		n.Question = question
		n.Examples = []Example{{lang.Typed("mail.yes")[0], lang.Text("reply.yes")}, {lang.Typed("mail.no")[0], lang.Text("reply.no")}}
	case len(seats) == 0:
		watchers, err := tx.Watchers(g.ID)
		if err != nil {
			return n, err
		}
		n.Examples = writeExamples(lang, forGuest(slices.Contains(watchers, reader.ID)))
	case g.Over():
		choices := []choice{{command.Profile, "reply.profile"}, {command.Games, "reply.games"}}
		if hasButton(r, func(in command.Invocation) bool { return in.Path == command.Review }) {
			choices[0] = choice{command.Review, "reply.review"}
		}
		if other, err := tx.Player(g.Seats[seats[0].Other()]); err != nil {
			return n, err
		} else if other.ID != reader.ID && !other.Former {
			choices = append([]choice{{command.Rematch, "reply.rematch"}}, choices...)
		}
		n.Examples = writeExamples(lang, choices)
	case len(seats) == 2:
		n.Examples = append(moveExample(lang, g), writeExamples(lang, []choice{{command.TakebackAsk, "reply.undo"}, {command.Resign, "reply.close"}})...)
	default:
		n.Examples, n.Question = forPlayer(lang, g, seats[0], now), offered(g, seats[0])
	}
	return n, nil
}

// ForPuzzle returns the notes below a message with a puzzle: what its buttons do.
func ForPuzzle(r chat.Reply, lang words.Language) (n Notes) {
	effects := map[command.Path]string{command.Solution: "reply.solution", command.Puzzle: "reply.puzzle"}
	for _, row := range r.Buttons {
		for _, b := range row {
			in, err := command.Parse(chat.Message{Text: b.Command}, nil)
			if key := effects[in.Path]; err == nil && key != "" && !b.Look {
				in.Puzzle = command.PuzzleRef{} // which the reply to the message tells
				n.Examples = append(n.Examples, Example{command.Typed(lang, in.String()), lang.Text(key)})
			}
		}
	}
	return n
}

// asked returns the command that a message asks its reader to confirm; empty if it asks nothing.
func asked(r chat.Reply) (path command.Path) {
	hasButton(r, func(in command.Invocation) bool {
		if in.Confirmed {
			path = in.Path
		}
		return in.Confirmed
	})
	return path
}

// hasButton reports whether a message has a button with a command for which is returns true.
func hasButton(r chat.Reply, is func(command.Invocation) bool) bool {
	for _, row := range r.Buttons {
		for _, b := range row {
			if in, err := command.Parse(chat.Message{Text: b.Command}, nil); err == nil && is(in) {
				return true
			}
		}
	}
	return false
}

// offered returns the command that accepts what the opponent of a color offers or asks for; empty
// if that is nothing.
func offered(g *game.Game, by rules.Color) command.Path {
	switch {
	case g.DrawOfferBy != nil && *g.DrawOfferBy != by:
		return command.DrawAccept
	case g.TakebackBy != nil && *g.TakebackBy != by:
		return command.TakebackAccept
	}
	return ""
}

// lastMoves lists the last moves before a ply with their numbers, such as "3. Bb5 a6 4. Ba4".
func lastMoves(lang words.Language, g *game.Game, ply int) []string {
	ply = min(ply, len(g.Plies))
	first := max(0, ply-lastPlies)
	list := g.Rules().At(first).NumberedSANs(g.Rules().Moves()[first:ply]...)
	if len(list) == 0 {
		return nil
	}
	return []string{lang.Text("notes.last", "moves", strings.Join(list, " "))}
}

// deadlineText says until when the side to move has time; it is empty if the game is over or is
// an analysis.
func deadlineText(tx data.Tx, lang words.Language, g *game.Game, reader data.Player) (string, error) {
	if g.Over() || g.Analysis() {
		return "", nil
	}
	at, ok := g.Deadline()
	switch {
	case !ok:
		return lang.Text("notes.no-deadline"), nil
	case g.ToMove() == reader.ID:
		return lang.Text("notes.your-deadline", "when", chat.When(at)), nil
	}
	p, err := tx.Player(g.ToMove())
	return lang.Text("notes.their-deadline", "name", request.NameIn(lang, p), "when", chat.When(at)), err
}

// choice is a command that makes sense now, with the key of the sentence that says what it does.
type choice struct {
	path   command.Path
	effect string
}

func writeExamples(lang words.Language, list []choice) (examples []Example) {
	for _, c := range list {
		examples = append(examples, Example{c.path.Typed(lang), lang.Text(c.effect)})
	}
	return examples
}

func forChallenge(ch *game.Challenge, reader int64) []choice {
	switch {
	case ch.State != game.Open:
		return []choice{{command.Games, "reply.games"}, {command.Help, "reply.help"}}
	case ch.From == reader:
		return []choice{{command.Cancel, "reply.cancel"}, {command.Games, "reply.games"}, {command.Help, "reply.help"}}
	}
	return []choice{{command.Accept, "reply.accept"}, {command.Decline, "reply.decline"}}
}

func forGuest(watches bool) []choice {
	if watches {
		return []choice{{command.Board, "reply.board"}, {command.History, "reply.history"}, {command.Unwatch, "reply.unwatch"}}
	}
	return []choice{{command.WatchStart, "reply.watch"}, {command.Board, "reply.board"}}
}

// forPlayer returns three replies of the player with a color in a running game: an answer to
// what the opponent asks comes first, then a move.
func forPlayer(lang words.Language, g *game.Game, by rules.Color, now time.Time) (list []Example) {
	say := func(c ...choice) { list = append(list, writeExamples(lang, c)...) }
	switch offered(g, by) {
	case command.DrawAccept:
		say(choice{command.DrawAccept, "reply.draw-accept"}, choice{command.DrawDecline, "reply.draw-decline"})
	case command.TakebackAccept:
		say(choice{command.TakebackAccept, "reply.takeback-accept"}, choice{command.TakebackDecline, "reply.takeback-decline"})
	}
	if g.Turn() == by {
		list = append(list, moveExample(lang, g)...)
	} else if len(list) == 0 {
		list = append(list, conditionExample(lang, g)...)
	}
	trial := *g
	if trial.ClaimDraw(now) == nil {
		say(choice{command.DrawClaim, "reply.draw-claim"})
	}
	trial = *g
	switch {
	case g.DrawOfferBy == nil:
		say(choice{command.DrawOffer, "reply.draw-offer"})
	case *g.DrawOfferBy == by:
		say(choice{command.DrawWithdraw, "reply.draw-withdraw"})
	}
	if g.Turn() != by && trial.AskTakeback(by) == nil {
		say(choice{command.TakebackAsk, "reply.takeback-ask"})
	}
	say(choice{command.Resign, "reply.resign"})
	return list[:min(len(list), maxExamples)]
}

// maxExamples is how many replies are shown.
const maxExamples = 3

// moveExample returns a legal move of the side to move.
func moveExample(lang words.Language, g *game.Game) []Example {
	p := g.Position()
	if move := request.SimpleMove(p); move != "" {
		return []Example{{move, lang.Text("reply.move")}}
	}
	return nil
}

// conditionExample returns a conditional move: a legal move of the opponent with an answer.
func conditionExample(lang words.Language, g *game.Game) []Example {
	p := g.Position()
	move := request.SimpleMove(p)
	m, err := p.ParseMove(move)
	if err != nil {
		return nil
	}
	after := p.Play(m)
	answer := request.SimpleMove(after)
	if answer == "" {
		return nil
	}
	text := lang.Text("notes.if", "move", move, "answer", answer)
	return []Example{{text, lang.Text("reply.if", "move", move, "answer", answer)}}
}

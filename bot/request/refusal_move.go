package request

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/game"
	"stackmate/bot/textutil"
	"stackmate/bot/words"
	"stackmate/rules"
)

// faultKeys are the last parts of the catalogue's keys for what is wrong with a move.
var faultKeys = map[rules.Fault]string{
	rules.NoSuchPiece: "no-such-piece", rules.NothingThere: "nothing-there", rules.NoCellThere: "no-cell",
	rules.CannotReach: "cannot-reach", rules.OtherPiece: "other-piece", rules.NotYours: "not-yours",
	rules.OwnPiece: "own-piece", rules.NothingToTake: "nothing-to-take", rules.PawnHasMoved: "pawn-has-moved",
	rules.Blocked: "blocked", rules.NoPromotion: "no-promotion", rules.PromotionMissing: "promotion-missing",
	rules.CastleForfeited: "castle-forfeited", rules.CastleBlocked: "castle-blocked",
	rules.CastleInCheck: "castle-in-check", rules.CastleAttacked: "castle-attacked",
	rules.NoBoardThere: "no-board", rules.BoardTaken: "board-taken", rules.BoardTooFar: "board-too-far",
	rules.BoardLoaded: "board-loaded", rules.BoardOfOpponent: "board-of-opponent",
	rules.BoardTurnsOver: "board-turns-over", rules.KingIntoCheck: "king-into-check",
	rules.KingStaysInCheck: "king-stays-in-check", rules.KingLeftInCheck: "king-left-in-check",
	rules.GameOver: "game-over",
}

// illegalMoveRefusal returns a refusal that says which rule a move breaks.
func illegalMoveRefusal(req *Request, v *rules.Variant, e *rules.IllegalError) *Refusal {
	cell := func(at rules.Cell) string {
		if at == rules.NoCell {
			return "?"
		}
		if e.Fault >= rules.NoBoardThere && e.Fault <= rules.BoardTurnsOver {
			return v.Pins()[at].Name
		}
		return v.CellName(at)
	}
	var choices []string
	for _, r := range v.Promotions() {
		choices = append(choices, "="+r.Letters())
	}
	return Refuse("fault.intro", "text", textutil.Quote(e.Text)).And("fault."+faultKeys[e.Fault],
		"piece", req.Lang.Text("piece."+e.Piece.Role().String()), "color", req.Lang.Text("color."+e.Piece.Color().String()),
		"from", cell(e.From), "cell", cell(e.Cell), "choices", strings.Join(choices, ", "),
		"text", strings.TrimSpace(e.Text), "variant", v.Key())
}

// MoveRefusal returns a refusal that says why a text is not a legal move in the current
// position, given the error of rules.Position.ParseMove. Other errors are returned
// unchanged.
func MoveRefusal(req *Request, g *game.Game, text string, err error) error {
	again := command.Invocation{Path: command.Move, Game: command.GameAt(g), Note: req.Cmd.Note}
	return MoveRefusalAt(req, g.Position(), &again, text, err)
}

// MoveRefusalAt is MoveRefusal in any position. If the text means several moves, a button for
// each gives the command again with that move, or none if again is nil. The example of a move
// is none of hidden.
func MoveRefusalAt(req *Request, p rules.Position, again *command.Invocation, text string, err error, hidden ...rules.Move) error {
	var ambiguous *rules.AmbiguousError
	var illegal *rules.IllegalError
	var syntax *rules.SyntaxError
	v, meant := p.Variant(), p.MovesWithoutLevel(text)
	switch {
	case len(meant) > 0 && (errors.As(err, &syntax) || errors.As(err, &illegal)): // e2e4 could also be file e and 2e4
		return chooseMove(req, p, again, "move.level", text, meant).withCause(err)
	case errors.As(err, &syntax):
		return Refuse("move.syntax", "text", textutil.Quote(text), "variant", v.Name(), "example", SimpleMove(p, hidden...)).
			Near(command.Nearest(text, p.SANs(p.Moves(), p.Moves()))).withCause(err)
	case errors.As(err, &ambiguous):
		return chooseMove(req, p, again, "move.ambiguous", text, ambiguous.Moves).withCause(err)
	case errors.As(err, &illegal):
		return illegalMoveRefusal(req, v, illegal).withCause(err)
	}
	return err
}

// outsideGames are the sentences that stand for those which name commands about a game, where a
// move is not for one.
var outsideGames = map[string]string{"move.syntax": "move.syntax-elsewhere", "fault.no-such-piece": "fault.no-such-piece-elsewhere",
	"fault.cannot-reach": "fault.cannot-reach-elsewhere"}

// MoveRefusalOutside is MoveRefusalAt for a position in which no game goes on, such as that of a
// puzzle.
func MoveRefusalOutside(req *Request, p rules.Position, again command.Invocation, text string, err error, hidden ...rules.Move) error {
	refusal := MoveRefusalAt(req, p, &again, text, err, hidden...)
	if r := (*Refusal)(nil); errors.As(refusal, &r) {
		for i, s := range r.sentences {
			r.sentences[i].key = cmp.Or(outsideGames[s.key], s.key)
		}
	}
	return refusal
}

// maxChoices is how many moves a refusal offers as buttons, and maxListed how many it lists.
const (
	maxChoices = 10
	maxListed  = 12
	perRow     = 5
)

// chooseMove returns a refusal of a text that means several moves, with a button for each,
// which gives the command again, if they are not too many. key is that of a sentence with the
// gaps text and moves.
func chooseMove(req *Request, p rules.Position, again *command.Invocation, key, text string, moves []rules.Move) *Refusal {
	texts := p.SANs(moves, p.Moves())
	listed := texts
	if len(texts) > maxListed {
		listed = append(slices.Clip(texts[:maxListed]), textutil.Ellipsis)
	}
	r := Refuse(key, "text", textutil.Quote(text), "moves", words.OneOf(listed))
	if len(moves) > maxChoices || again == nil {
		return r
	}
	for i, m := range moves {
		play := *again
		play.Move = p.Variant().LAN(m)
		if i%perRow == 0 {
			r.Buttons = append(r.Buttons, nil)
		}
		row := &r.Buttons[len(r.Buttons)-1]
		*row = append(*row, chat.Button{Label: texts[i], Command: play.String(), For: chat.Only(req.Player.ID)})
	}
	return r
}

package request

import (
	"errors"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/game"
	"stackmate/bot/textutil"
	"stackmate/bot/words"
	"stackmate/rules"
)

// Refusal is an error that a player sees: why a command was not done, and what to
// do instead. A command that refuses changes nothing.
type Refusal struct {
	parts   []part
	Buttons [][]chat.Button
	block   string
	game    int64         // which it is about; 0 if none
	picture *chat.Picture // of that game; nil if none is shown

	// What the answer needs to know of the command that was refused.
	audience chat.Audience
	path     command.Path
	Stranger bool // nothing is kept of whom it refuses
}

// part is a sentence of the catalogue with what fills its gaps.
type part struct {
	key  string
	args []any
}

// slashOf is the path of a command that a sentence names as a slash command.
type slashOf command.Path

// In returns the command with its name in the language.
func (s slashOf) In(lang words.Language) string { return SlashCommand(lang, command.Path(s)) }

// Refuse makes a refusal of one sentence; args are names and values in turn.
func Refuse(key string, args ...any) *Refusal { return &Refusal{parts: []part{{key, args}}} }

// And adds a sentence.
func (r *Refusal) And(key string, args ...any) *Refusal {
	r.parts = append(r.parts, part{key, args})
	return r
}

// shows adds the board as it is now.
func (r *Refusal) shows(g *game.Game) *Refusal {
	r.game, r.picture = g.ID, PictureOf(g)
	return r
}

// isRefusal reports whether an error is the refusal of a sentence.
func isRefusal(err error, key string) bool {
	r := (*Refusal)(nil)
	return errors.As(err, &r) && r.parts[0].key == key
}

// Error returns the keys of the sentences, for logs.
func (r *Refusal) Error() string {
	var keys []string
	for _, p := range r.parts {
		keys = append(keys, p.key)
	}
	return "refused: " + strings.Join(keys, ", ")
}

func (r *Refusal) text(say words.Language) string {
	var list []string
	for _, p := range r.parts {
		list = append(list, say.Text(p.key, p.args...))
	}
	return strings.Join(list, " ")
}

// faultKey names the sentence for a fault in the catalogue.
func faultKey(f rules.Fault) string { return faultKeys[f] }

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

// FactRefusal makes a sentence of a fact that refuses an action in a game; other
// errors stay what they are.
func FactRefusal(g *game.Game, err error) error {
	for fact, key := range facts {
		if errors.Is(err, fact) {
			return Refuse(key, "game", g.ID)
		}
	}
	return err
}

var facts = map[error]string{
	game.ErrOver: "game.over", game.ErrNoOffer: "draw.no-offer", game.ErrOwnOffer: "draw.own-offer",
	game.ErrDrawPending: "draw.already", game.ErrNoOwnOffer: "draw.not-offered",
	game.ErrNoMove: "takeback.no-move", game.ErrTakebackPending: "takeback.already",
	game.ErrNoTakeback: "takeback.not-asked", game.ErrOwnTakeback: "takeback.own",
}

// fenKeys name the sentences for what is wrong with a position string.
var fenKeys = map[rules.FENFault]string{
	rules.FENTooLong: "too-long", rules.FENFieldCount: "fields", rules.FENPinCount: "pins", rules.FENNoSuchPin: "pin",
	rules.FENPinTaken: "pin-taken", rules.FENPinOrder: "pin-order", rules.FENSeparator: "separator",
	rules.FENRowWidth: "width", rules.FENTooManyRows: "rows", rules.FENOpenParenthesis: "parenthesis",
	rules.FENAdjacentNumbers: "numbers", rules.FENNoSuchPiece: "piece", rules.FENNoKing: "no-king",
	rules.FENTwoKings: "two-kings", rules.FENPawnPromotes: "pawn-promotes", rules.FENPawnBehindStart: "pawn-behind",
	rules.FENNoSuchTurn: "turn", rules.FENKingCapturable: "capturable", rules.FENNoSuchCastling: "castling",
	rules.FENNamedTwice: "twice", rules.FENNoCastlingKing: "castling-king", rules.FENNoCastlingPartner: "castling-partner",
	rules.FENNoSuchCell: "cell", rules.FENNotPassedOver: "not-passed", rules.FENPassedCellTaken: "passed-taken",
	rules.FENNoPassingPawn: "passing-pawn", rules.FENPassingPawnStart: "passing-start", rules.FENNoUnmovedPawn: "unmoved",
	rules.FENNumber: "number",
}

// fenFieldKeys name the fields of a position string.
var fenFieldKeys = map[rules.FENField]string{
	rules.FieldPins: "pins", rules.FieldPlacement: "placement", rules.FieldTurn: "turn", rules.FieldCastling: "castling",
	rules.FieldEnPassant: "en-passant", rules.FieldUnmoved: "unmoved", rules.FieldClock: "clock", rules.FieldMove: "move",
}

// PositionRefusal says what is wrong with a position string.
func PositionRefusal(req *Request, e *rules.FENError) *Refusal {
	var fields []string
	for _, f := range e.Variant.FENFields() {
		fields = append(fields, req.Lang.Text("field."+fenFieldKeys[f]))
	}
	problem := req.Lang.Text("fen."+fenKeys[e.Fault], "bytes", rules.MaxFEN, "got", e.Got, "want", e.Want,
		"fields", strings.Join(fields, ", "), "symbol", textutil.Quote(e.Symbol), "color", req.Lang.Text("color."+e.Color.String()),
		"cell", e.Variant.CellName(e.Cell), "min", e.Min, "max", e.Max)
	where := req.Lang.Text("field." + fenFieldKeys[e.Field])
	switch {
	case e.Field == rules.NoField:
		return Refuse("import.position", "problem", problem)
	case e.Text == "":
		return Refuse("import.field", "field", where, "problem", problem)
	}
	return Refuse("import.part", "field", where, "part", textutil.Quote(e.Text), "problem", problem)
}

// pgnKeys name the sentences for what is wrong with a record, but for its moves and
// its position, which have sentences of their own.
var pgnKeys = map[rules.PGNFault]string{
	rules.PGNTooLong: "too-long", rules.PGNNotUTF8: "utf8", rules.PGNEmpty: "empty",
	rules.PGNBadTag: "tag", rules.PGNTagTwice: "tag-twice", rules.PGNTagName: "tag-name",
	rules.PGNTagValue: "tag-value", rules.PGNTooManyTags: "tags", rules.PGNUnknownGame: "game",
	rules.PGNOpenComment: "comment", rules.PGNOpenVariation: "variation", rules.PGNNoVariation: "no-variation",
	rules.PGNMoveNumber: "move-number", rules.PGNTooManyMoves: "moves", rules.PGNBadResult: "result",
	rules.PGNResultAgainstTag: "result-tag", rules.PGNResultAgainstBoard: "result-board", rules.PGNAfterResult: "behind",
}

// RecordRefusal says what is wrong with a record of a game.
func RecordRefusal(req *Request, e *rules.PGNError) *Refusal {
	var fen *rules.FENError
	var illegal *rules.IllegalError
	var ambiguous *rules.AmbiguousError
	move := Refuse("import.move", "number", e.Number, "text", textutil.Quote(e.Text), "line", e.Line)
	switch {
	case errors.As(e.Err, &fen):
		return Refuse("import.line", "line", e.Line).append(PositionRefusal(req, fen))
	case errors.As(e.Err, &illegal):
		return move.append(&Refusal{parts: faultText(req, &game.Game{Variant: e.Variant}, illegal).parts[1:]})
	case errors.As(e.Err, &ambiguous):
		return move.And("import.ambiguous")
	case e.Err != nil:
		return move.And("import.syntax")
	}
	problem := req.Lang.Text("pgn."+pgnKeys[e.Fault], "number", e.Number, "result", e.Want, "bytes", rules.MaxPGN,
		"moves", rules.MaxPGNMoves, "tags", rules.MaxPGNTags)
	switch {
	case e.Ply > 0:
		return move.And("import.problem", "problem", problem)
	case e.Text != "":
		return Refuse("import.record-text", "line", e.Line, "text", textutil.Quote(e.Text), "problem", problem)
	}
	return Refuse("import.record", "line", e.Line, "problem", problem)
}

// append adds the sentences of another refusal.
func (r *Refusal) append(other *Refusal) *Refusal {
	r.parts = append(r.parts, other.parts...)
	return r
}

// faultText makes a sentence of a fault.
func faultText(req *Request, g *game.Game, e *rules.IllegalError) *Refusal {
	cell := func(at rules.Cell) string {
		if at == rules.NoCell {
			return "?"
		}
		if e.Fault >= rules.NoBoardThere && e.Fault <= rules.BoardTurnsOver {
			return g.Variant.Pins()[at].Name
		}
		return g.Variant.CellName(at)
	}
	var choices []string
	for _, r := range g.Variant.Promotions() {
		choices = append(choices, "="+r.Letters())
	}
	return Refuse("fault.intro", "text", textutil.Quote(e.Text)).And("fault."+faultKey(e.Fault),
		"piece", req.Lang.Text("piece."+e.Piece.Role().String()), "color", req.Lang.Text("color."+e.Piece.Color().String()),
		"from", cell(e.From), "cell", cell(e.Cell), "choices", strings.Join(choices, ", "),
		"text", strings.TrimSpace(e.Text), "variant", g.Variant.Key())
}

// MoveRefusal says why a text is no legal move.
func MoveRefusal(req *Request, g *game.Game, text string, err error) error {
	return MoveRefusalAt(req, g, g.Position(), text, err)
}

// MoveRefusalAt is moveRefusal in a position that the game may come to.
func MoveRefusalAt(req *Request, g *game.Game, p rules.Position, text string, err error) error {
	var ambiguous *rules.AmbiguousError
	var illegal *rules.IllegalError
	var syntax *rules.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return Refuse("move.syntax", "text", textutil.Quote(text), "variant", g.Variant.Name(), "example", ExampleMove(req, g))
	case errors.As(err, &ambiguous):
		texts := p.SANs(ambiguous.Moves, p.Moves())
		if len(texts) > 12 {
			texts = append(texts[:12], "…")
		}
		r := Refuse("move.ambiguous", "text", textutil.Quote(text), "moves", strings.Join(texts, ", "))
		if len(ambiguous.Moves) <= 5 {
			var row []chat.Button
			for i, m := range ambiguous.Moves {
				again := command.Invocation{Path: command.Move, Game: command.GameAt(g), Move: g.Variant.LAN(m)}
				row = append(row, chat.Button{Label: texts[i], Command: again.String(), For: chat.Only(req.Player.ID)})
			}
			r.Buttons = [][]chat.Button{row}
		}
		return r
	case errors.As(err, &illegal):
		return faultText(req, g, illegal)
	}
	return err
}

// ExampleMove writes some legal move, to show how moves are typed.
func ExampleMove(req *Request, g *game.Game) string {
	p := g.Position()
	legal := p.Moves()
	if len(legal) == 0 {
		return ""
	}
	return p.SANs(legal[len(legal)/2:len(legal)/2+1], legal)[0]
}

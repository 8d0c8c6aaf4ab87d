package rules

import "fmt"

// SyntaxError says that a text is no move in this game's notation.
type SyntaxError struct {
	// Text is what was written, unchanged.
	Text string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%q is not a move", e.Text) }

// AmbiguousError says that a text fits several legal moves.
type AmbiguousError struct {
	// Text is what was written, unchanged.
	Text string
	// Moves are the legal moves that fit, at least two.
	Moves []Move
}

func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("%q fits %d moves", e.Text, len(e.Moves))
}

// Fault is why a move that was understood is not legal. The zero value is no fault.
type Fault uint8

// The faults, from the least telling to the most: where a text can be read in
// several ways, the last in this list is reported.
const (
	_                Fault = iota
	NoSuchPiece            // the side to move has no such piece
	NothingThere           // nothing stands on From
	NoCellThere            // Cell does not exist at present: no board is pinned there (T1)
	CannotReach            // pieces of this kind do not move like that
	OtherPiece             // on From stands Piece and not what was named
	NotYours               // on From stands Piece of the opponent
	OwnPiece               // on Cell stands Piece of one's own
	NothingToTake          // a pawn goes to Cell only to capture
	PawnHasMoved           // two steps are for a pawn's first move (M2)
	Blocked                // on Cell something is in the way
	NoPromotion            // the move does not promote, or not to that
	PromotionMissing       // the pawn promotes: say to what
	CastleForfeited        // king or partner has moved
	CastleBlocked          // Cell is not empty
	CastleInCheck          // no castling out of check
	CastleAttacked         // Cell is attacked
	NoBoardThere           // no attack board is pinned at the pin named first
	BoardTaken             // an attack board is pinned at the target
	BoardTooFar            // attack boards do not move like that (T3)
	BoardLoaded            // it carries more than one pawn (T4)
	BoardOfOpponent        // it carries the opponent's pawn (T4)
	BoardTurnsOver         // with a pawn on it it may not be turned over (T4)
	KingIntoCheck          // Cell is attacked by the opponent
	KingStaysInCheck       // the check is not parried
	KingLeftInCheck        // the king would be left open to attack
	GameOver               // the game has ended
)

var faultNames = [...]string{
	NoSuchPiece: "no such piece", NothingThere: "nothing there", NoCellThere: "no cell there at present",
	CannotReach: "the piece does not move like that", OtherPiece: "another piece stands there",
	NotYours: "the opponent's piece", OwnPiece: "own piece on the target", NothingToTake: "nothing to take",
	PawnHasMoved: "the pawn has moved before", Blocked: "something is in the way",
	NoPromotion: "no such promotion", PromotionMissing: "promotion missing",
	CastleForfeited: "king or partner has moved", CastleBlocked: "castling is blocked",
	CastleInCheck: "castling out of check", CastleAttacked: "castling through or into check",
	NoBoardThere: "no attack board there", BoardTaken: "another board is pinned there",
	BoardTooFar: "attack boards do not move like that", BoardLoaded: "the board is not free",
	BoardOfOpponent: "the board carries the opponent's pawn", BoardTurnsOver: "the board carries a pawn",
	KingIntoCheck: "the king would be in check", KingStaysInCheck: "the king is in check",
	KingLeftInCheck: "the king would be left in check", GameOver: "the game is over",
}

// String returns the fault in a few words.
func (f Fault) String() string { return faultNames[f] }

// IllegalError says why a text that was understood is no legal move.
type IllegalError struct {
	// Text is what was written, unchanged.
	Text string
	// Fault is the reason; its comment says which of the fields below it uses.
	Fault Fault
	// Piece is the piece concerned.
	Piece Piece
	// From is where it stands, or NoCell when unknown.
	From Cell
	// Cell is where the trouble lies, usually the target or what blocks the way.
	Cell Cell
}

func (e *IllegalError) Error() string {
	return fmt.Sprintf("%q is not legal: %v", e.Text, e.Fault)
}

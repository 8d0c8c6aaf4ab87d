package rules

import "fmt"

// SyntaxError says that a text is not a move in the game's notation.
type SyntaxError struct {
	// Text is what was written, unchanged.
	Text string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%q is not a move", e.Text) }

// AmbiguousError says that a text can mean several legal moves.
type AmbiguousError struct {
	// Text is what was written, unchanged.
	Text string
	// Moves are the legal moves that fit, at least two.
	Moves []Move
}

func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("%q fits %d moves", e.Text, len(e.Moves))
}

// Fault says why a move is not legal although its text could be read. The zero value is no
// fault.
type Fault uint8

// The faults of moves. Where a text can be read in several ways, the fault that comes last
// in this list is reported, because it says most.
const (
	_                Fault = iota
	NoSuchPiece            // the side to move has no Piece
	NothingThere           // From is empty
	NoCellThere            // Cell does not exist now: no attack board is pinned there (T1)
	CannotReach            // Piece does not move from From to Cell
	OtherPiece             // the piece on From is Piece and not the one named
	NotYours               // Piece on From is the opponent's
	OwnPiece               // Piece on Cell is the mover's own
	NothingToTake          // a pawn goes to Cell only to capture, and Cell is empty
	PawnHasMoved           // two steps are only for a pawn's first move (M2)
	Blocked                // the piece on Cell is in the way
	NoPromotion            // the move does not promote, or not to that piece
	PromotionMissing       // the pawn promotes and the text does not say to what
	CastleForfeited        // the king or the piece it castles with has moved
	CastleBlocked          // Cell is not empty
	CastleInCheck          // the king is in check
	CastleAttacked         // Cell, which must be safe, is attacked
	NoBoardThere           // no attack board is on the pin that the text names first
	BoardTaken             // an attack board is on the target pin
	BoardTooFar            // attack boards do not move from the one pin to the other (T3)
	BoardLoaded            // the attack board carries more than one pawn (T4)
	BoardOfOpponent        // the attack board carries the opponent's pawn (T4)
	BoardTurnsOver         // the attack board carries a pawn and may not be turned over (T4)
	KingIntoCheck          // the king would go to Cell, which is attacked
	KingStaysInCheck       // the king is in check and would still be
	KingLeftInCheck        // the king would be in check after the move
	GameOver               // the game has ended
)

var faultNames = [...]string{
	NoSuchPiece: "no such piece", NothingThere: "nothing there", NoCellThere: "no cell there now",
	CannotReach: "the piece does not move like that", OtherPiece: "another piece is there",
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

// String returns the fault in a few English words, "" for a value that is no fault.
func (f Fault) String() string {
	if int(f) >= len(faultNames) {
		return ""
	}
	return faultNames[f]
}

// IllegalError says why a move is not legal although its text could be read.
type IllegalError struct {
	// Text is what was written, unchanged.
	Text string
	// Fault is the reason; its comment says which of the fields below it uses.
	Fault Fault
	// Piece is the piece concerned.
	Piece Piece
	// From is the cell of that piece, or NoCell when it is not known.
	From Cell
	// Cell is the cell concerned: mostly the target, or the cell of what is in the way.
	Cell Cell
}

func (e *IllegalError) Error() string {
	return fmt.Sprintf("%q is not legal: %v", e.Text, e.Fault)
}

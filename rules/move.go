package rules

// Kind tells what besides the piece on the cell of departure a move changes.
type Kind uint8

const (
	// Normal moves one piece, perhaps with a capture or a promotion.
	Normal Kind = iota
	// DoubleStep is a pawn's first move that may be answered en passant.
	DoubleStep
	// EnPassant captures a pawn that passed over the target.
	EnPassant
	// Castle moves the king and its partner; From and To are the king's.
	Castle
	// BoardMove carries an attack board; From and To number pins, not cells.
	BoardMove
)

// Move is one ply. It is a small value, comparable with ==, and belongs to a variant.
type Move struct {
	From, To  Cell
	Promotion Role
	Kind      Kind
}

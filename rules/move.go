package rules

// Kind says what a move does besides moving one piece.
type Kind uint8

const (
	// Normal moves one piece, perhaps with a capture or a promotion.
	Normal Kind = iota
	// DoubleStep is a pawn's first move of two steps that can be answered en passant.
	DoubleStep
	// EnPassant captures the pawn that has just passed over To.
	EnPassant
	// Castle moves the king and the piece it castles with; From and To are the king's cells.
	Castle
	// BoardMove moves an attack board; From and To are numbers of pins, not cells.
	BoardMove
)

// Move is a move of one side, legal in some position. It is comparable with ==. A move of
// one variant means nothing in another.
type Move struct {
	// From and To are cells, or numbers of pins when Kind is BoardMove.
	From, To Cell
	// Promotion is what a pawn becomes, NoRole when none promotes.
	Promotion Role
	Kind      Kind
}

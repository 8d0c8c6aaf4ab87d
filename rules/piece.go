package rules

// Color is a side of the game.
type Color uint8

// The sides. White moves first.
const (
	White Color = iota
	Black
)

// Other returns the opponent of a color.
func (c Color) Other() Color { return c ^ 1 }

// String returns "white" or "black".
func (c Color) String() string {
	if c == White {
		return "white"
	}
	return "black"
}

// Role is a kind of piece. The zero value is no role.
type Role uint8

// The roles of all games. Those after Pawn occur only in Three-Dimensional Eight-Level
// Chess.
const (
	NoRole Role = iota
	King
	Queen
	Rook
	Bishop
	Knight
	Pawn
	GrandKnight
	Rookbishop
	Rookmace
	Bishopmace
	Mace
	RedKnight
	GreenKnight
	roleCount
)

var roleNames = [roleCount]string{"nothing", "king", "queen", "rook", "bishop", "knight", "pawn",
	"grand knight", "rookbishop", "rookmace", "bishopmace", "mace", "red knight", "green knight"}

var roleLetters = [roleCount]string{"", "K", "Q", "R", "B", "N", "P", "G", "Rb", "Rm", "Bm", "M", "Nr", "Ng"}

// String returns the role's English name in lower case.
func (r Role) String() string { return roleNames[r] }

// Letters returns how moves and position strings write the role: an upper-case letter, for
// some roles followed by a lower-case letter.
func (r Role) Letters() string { return roleLetters[r] }

// Piece is what can be on a cell: [Empty], [Air], or a role of a color.
type Piece uint8

const (
	// Empty is a cell with nothing on it.
	Empty Piece = 0
	// Air is a cell that does not exist now: no attack board is pinned there (T1).
	Air Piece = 1
)

// NewPiece returns the piece of a color and a role.
func NewPiece(c Color, r Role) Piece { return Piece(r)<<1 | Piece(c) }

// Color returns the piece's side. It means nothing for Empty and Air.
func (p Piece) Color() Color { return Color(p & 1) }

// Role returns the piece's kind, NoRole for Empty and Air.
func (p Piece) Role() Role { return Role(p >> 1) }

// Exists reports whether p is a piece, and not Empty or Air.
func (p Piece) Exists() bool { return p > Air }

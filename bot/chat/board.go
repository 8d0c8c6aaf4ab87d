package chat

// Board is a position of a game as data, for front ends that draw it themselves. It is made for
// one reader: names are in the reader's language, and moves are those that the reader may make.
// What players keep to themselves or write to one another, such as notes and conditional moves,
// is not in it.
type Board struct {
	Game int64 `json:"game"`
	// Variant is the key of the game, such as "millennium", and Title its full name.
	Variant string `json:"variant"`
	Title   string `json:"title"`
	// Language is the tag of the language of the texts.
	Language string `json:"language"`
	// Start is the position string of the first position; empty for that of the variant.
	Start string `json:"start,omitempty"`
	// White and Black name the players.
	White string `json:"white"`
	Black string `json:"black"`
	// Ply is how many plies were played in the position, and Plies in the whole game.
	Ply   int `json:"ply"`
	Plies int `json:"plies"`
	// Entries is how many moves were made and taken back in the whole game. It only grows: a position with the same number is
	// the same position.
	Entries int `json:"entries"`
	// Before is how many plies came before the first position, as its move number has it; odd if Black begins.
	Before int  `json:"before,omitempty"`
	Over   bool `json:"over"`
	// Turn is the color to move in the position, "white" or "black".
	Turn string `json:"turn"`
	// Status says whose turn it is or how the game ended; it is that of the game's last position.
	Status string `json:"status"`
	// Yours are the colors that the reader plays: none, one, or both in an analysis.
	Yours []string `json:"yours"`
	// DrawOfferBy and TakebackBy are the colors whose players have offered a draw or asked for a takeback; empty for none.
	DrawOfferBy string `json:"draw_offer_by,omitempty"`
	TakebackBy  string `json:"takeback_by,omitempty"`
	// DrawClaim is why the reader may claim a draw, "repetition" or "move-limit"; empty if there is no reason.
	DrawClaim string `json:"draw_claim,omitempty"`
	// Analysis is whether one player moves for both sides.
	Analysis bool `json:"analysis,omitempty"`
	// Hints is whether the reader may ask for a hint.
	Hints bool `json:"hints,omitempty"`
	// Planes are the flat boards, lowest first. Attack boards have one for each place where they
	// can be.
	Planes []Plane `json:"planes"`
	Cells  []Cell  `json:"cells"`
	// Moves are the legal moves of the position; none unless the reader is to move in it.
	Moves []Move `json:"moves"`
	// Last is the move that led to the position; nil at the start.
	Last *LastMove `json:"last,omitempty"`
	// Check is nil unless the side to move is in check.
	Check *Check `json:"check,omitempty"`
	// Record has a line for each ply of the whole game, in the notation of its players.
	Record []string `json:"record"`
	// Pieces are the kinds of pieces of the game, by the names that cells use for them.
	Pieces map[string]Piece `json:"pieces"`
	// Captured are the pieces captured before the position.
	Captured []Count `json:"captured"`
}

// Plane is a flat board.
type Plane struct {
	// Name is what people call the plane, such as "Level 2", and Level the name of its level.
	Name  string `json:"name"`
	Level string `json:"level"`
	// X, Y and Z say where the near left corner is, as White sees the boards, in cells: to the
	// right, away from White, and up. Files and Ranks are the size.
	X     int `json:"x"`
	Y     int `json:"y"`
	Z     int `json:"z"`
	Files int `json:"files"`
	Ranks int `json:"ranks"`
	// Pin names the place for an attack board that this is; empty for a plane that never moves.
	Pin string `json:"pin,omitempty"`
	// Live is whether the plane exists in the position. A pin without an attack board does not.
	Live bool `json:"live"`
}

// Cell is a cell of a plane. It exists if the plane does.
type Cell struct {
	// Name is the name in the game's notation, such as "1e2".
	Name string `json:"name"`
	// Plane is the index of the plane, X and Y count from its near left corner.
	Plane int  `json:"plane"`
	X     int  `json:"x"`
	Y     int  `json:"y"`
	Dark  bool `json:"dark,omitempty"`
	// Piece is the kind of piece that is there, a key of Board.Pieces; empty for none.
	Piece string `json:"piece,omitempty"`
}

// Piece is a kind of piece of one color. Its key, such as "white-king", is also the id of its
// picture in the sprite of package render.
type Piece struct {
	// Name is such as "white king", and Role such as "king".
	Name string `json:"name"`
	Role string `json:"role"`
	// Letters are how moves write the piece, such as "K".
	Letters string `json:"letters"`
	Color   string `json:"color"`
}

// Move is a legal move.
type Move struct {
	// From and To are cells, or pins if Attack is set.
	From string `json:"from"`
	To   string `json:"to"`
	// Text makes the move when it is sent; Name is how players write it, without the signs of
	// check and mate, which the players find for themselves.
	Text string `json:"text"`
	Name string `json:"name"`
	// Promotes is what a pawn becomes, a key of Board.Pieces; empty if none promotes.
	Promotes string `json:"promotes,omitempty"`
	Captures bool   `json:"captures,omitempty"`
	// Attack is whether the move is that of an attack board.
	Attack bool `json:"attack,omitempty"`
}

// LastMove is a move that was made.
type LastMove struct {
	// From, To and Attack are as in Move. Name is how players write the move.
	From   string `json:"from"`
	To     string `json:"to"`
	Name   string `json:"name"`
	Attack bool   `json:"attack,omitempty"`
}

// Check is a check to the king of the side to move.
type Check struct {
	// King is the king's cell.
	King string `json:"king"`
	By   []Line `json:"by"`
}

// Line is a piece that gives check, and the existing cells between it and the king.
type Line struct {
	From    string   `json:"from"`
	Between []string `json:"between,omitempty"`
}

// Count is how many there are of a piece, a key of Board.Pieces.
type Count struct {
	Piece string `json:"piece"`
	Count int    `json:"count"`
}

// Arrow is an arrow from one cell to another, or from pin to pin if Attack is set.
type Arrow struct {
	From   string    `json:"from"`
	To     string    `json:"to"`
	Attack bool      `json:"attack,omitempty"`
	Kind   ArrowKind `json:"kind"`
}

// ArrowKind says what an arrow means.
type ArrowKind string

// Kinds of arrows: the best move, one that was made, a mistake, and any other.
const (
	BestMove   ArrowKind = "best"
	PlayedMove ArrowKind = "played"
	BadMove    ArrowKind = "bad"
	OtherMove  ArrowKind = "other"
)

package lesson

var millennium = []Page{
	{Name: "boards"},
	{Name: "rook", Figure: Figure{Pieces: "K1h1 k3h8 R1d4 p3f4 P1d6", Square: "1d4"}},
	{Name: "bishop", Figure: Figure{Pieces: "K1h1 k3h8 B1d4 n3f6 P1b2", Square: "1d4"}},
	{Name: "queen", Figure: Figure{Pieces: "K1h1 k3g8 Q1d4 p3d6 P1f4", Square: "1d4"}},
	{Name: "king", Figure: Figure{Pieces: "K2d4 k3h8 p3h7", Square: "2d4"}, Readings: []string{"M1"}},
	{Name: "knight", Figure: Figure{Pieces: "K1h1 k3h8 N1d4 P1d5 P1e4 p3e4", Square: "1d4"}},
	{Name: "pawn", Figure: Figure{Pieces: "K1h1 k3h8 P2e4 p1d5 p2d5 p3d5 p1f5 p2f5 p3f5", Square: "2e4"}},
	{Name: "first move", Figure: Figure{Pieces: "K1h1 k3h8 P1e2", Square: "1e2"}, Readings: []string{"M2"}},
	{Name: "castling", Figure: Figure{Pieces: "K1e1 R1a1 R1h1 P1f2 P1g2 P1h2 k3e8 r3a8 r3h8", Castling: "KQkq", Preview: "1e1-1g1"}, Readings: []string{"M5"}},
	{Name: "en passant", Figure: Figure{Pieces: "K1h1 k3h8 P1e2 p2d4", Last: "1e2-3e4", Square: "2d4"}, Readings: []string{"M3"}},
	{Name: "promotion", Figure: Figure{Pieces: "K1h1 k3h6 P2f8", Square: "2f8"}, Readings: []string{"M4"}},
	{Name: "notation", Figure: Figure{Pieces: "K1e1 R1a1 R1h1 N2e2 N2b5 B1c3 P1h2 P2c5 P3a7 r3b6 n3e5 k3h8", Castling: "KQ"}},
	{Name: ending, Texts: []string{ending}, Figure: Figure{Pieces: "K1f6 Q2a1 k3h8", Preview: "2a1-2g7"}, Readings: []string{"M6", "M7", "M8", "M9"}},
}

package lesson

import "stackmate/rules"

var orthodox = []Page{
	{Name: "boards"},
	{Name: "rook", Figure: Figure{Pieces: "Kh1 kh8 Rd4 Pd6 pg4", Square: "d4"}},
	{Name: "bishop", Figure: Figure{Pieces: "Kh1 kg8 Bd4 ng7 Pb2", Square: "d4"}},
	{Name: "queen", Figure: Figure{Pieces: "Kh1 kg8 Qd4 pd7 Pf4", Square: "d4"}},
	{Name: "king", Figure: Figure{Pieces: "Kd4 kh8 pd5", Square: "d4"}},
	{Name: "knight", Figure: Figure{Pieces: "Kh1 kh8 Nd4 Pd5 Pe4 pe6", Square: "d4"}},
	{Name: "pawn", Figure: Figure{Pieces: "Kh1 kh8 Pe2 pd3 nf3", Square: "e2"}},
	{Name: "castling", Figure: Figure{Pieces: "Ke1 Ra1 Rh1 Pf2 Pg2 Ph2 ke8", Castling: "KQ", Preview: "e1-g1"}},
	{Name: "en passant", Figure: Figure{Pieces: "Kh1 kh8 Pe5 pd7", Turn: rules.Black, Last: "d7-d5", Square: "e5"}},
	{Name: "promotion", Figure: Figure{Pieces: "Kh1 kh6 Pb7 ra8", Square: "b7"}},
	{Name: "notation", Figure: Figure{Pieces: "Ke1 Ra1 Rh1 Nd2 Ng5 Pe4 Ph7 pd5 kb8", Castling: "KQ"}},
	{Name: ending, Texts: []string{ending, "orthodox.ending"}, Figure: Figure{Pieces: "Kf6 Qg1 kh8", Preview: "g1-g7"}},
}

package lesson

import "stackmate/rules"

var nextgen = []Page{
	{Name: "boards", Readings: []string{"G5"}},
	{Name: "rook", Figure: Figure{Pieces: "KAh1 kBh8 RAd4 PAd6 pAg4", Square: "Ad4"}},
	{Name: "bishop", Figure: Figure{Pieces: "KAh1 kBh8 BAd4 PAb2 nBe5", Square: "Ad4"}},
	{Name: "queen", Figure: Figure{Pieces: "KAh1 kBh8 QAd4 PAf4 pAd7", Square: "Ad4"}},
	{Name: "king", Figure: Figure{Pieces: "KAd4 kBh8 pBh7", Square: "Ad4"}},
	{Name: "knight", Figure: Figure{Pieces: "KAh1 kBh8 NAd4 PAd5 PBd4 pBd6", Square: "Ad4"}},
	{Name: "pawn", Figure: Figure{Pieces: "KAh1 kBh8 PAd4 pAc5 pAe5 pBc5 pBe5", Square: "Ad4"}},
	{Name: "first move", Figure: Figure{Pieces: "KAh1 kBh8 PAa2", Square: "Aa2"}, Readings: []string{"G1"}},
	{Name: "castling", Figure: Figure{Pieces: "KAe1 RAa1 RAh1 PAa2 PAb2 PAc2 kBe8", Castling: "KQ", Preview: "Ae1-Ac1"}, Readings: []string{"G4"}},
	{Name: "en passant", Figure: Figure{Pieces: "KAh1 kBh8 PBb5 pBa7", Turn: rules.Black, Last: "Ba7-Aa5", Square: "Bb5"}, Readings: []string{"G2"}},
	{Name: "promotion", Figure: Figure{Pieces: "KAh1 kBh6 PAd7 rBe8", Square: "Ad7"}, Readings: []string{"G3"}},
	{Name: "values", Figure: Figure{Pieces: "KAa1 kBh8 pBg7 BAe4", Square: "Ae4"}},
	{Name: "notation", Figure: Figure{Pieces: "KAe1 RAh1 NAb1 QAf3 PAe2 PBd7 pAf7 kBh6", Castling: "K"}},
	{Name: ending, Texts: []string{ending, "nextgen.ending"}, Figure: Figure{Pieces: "KAe1 QAf3 BAc4 BAc1 NAb1 NAg1 RAh1 RBd1 PAb2 PAc2 PAd2 PAf2 PAg2 PAh2 PAe4 " +
		"kAe8 qAd8 bAf8 bBb7 nAb8 nBg6 rAh8 rBa2 pAb7 pAc7 pAd7 pAe7 pAf7 pAg7 pAh7 pBa6", Preview: "Af3-Af7"}, Readings: []string{"G6"}},
}

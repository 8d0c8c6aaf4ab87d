package lesson

import "stackmate/render"

var tridimensional = []Page{
	{Name: "boards", Figure: Figure{View: render.Stack}},
	{Name: "directions", Figure: Figure{Pieces: "Kf1A ka10G Rc5D", Square: "c5D"}, Readings: []string{"T1"}},
	{Name: "rook", Figure: Figure{Pieces: "Kf1A ka10G Re4B pb4B Pe3B", Square: "e4B"}},
	{Name: "bishop", Figure: Figure{Pieces: "Kf1A kf10G Bc5D nb6D", Square: "c5D"}},
	{Name: "queen", Figure: Figure{Pieces: "Kf1A ka10G Qd5D pd7F", Square: "d5D"}},
	{Name: "king", Figure: Figure{Pieces: "Kb4D ka10G Pd3B", Pins: "e2A,b4C,b9G,e9G", Square: "b4D"}},
	{Name: "knight", Figure: Figure{Pieces: "Kf1A ka10G Nc5D Pc6D pd7D", Square: "c5D"}},
	{Name: "pawn", Figure: Figure{Pieces: "Kf1A kf10G Pb4B pc5B nb6C", Pins: "e2A,b5C,b9G,e9G", Square: "b4B"}, Readings: []string{"T8"}},
	{Name: "first move", Figure: Figure{Pieces: "Kf1A ka10G Pb3B", Square: "b3B"}},
	{Name: "attack boards", Figure: Figure{Pieces: "Kf1A ka10G Pd3B", Pins: "e2A,b4C,b9G,e9G", Square: "a3C"}, Readings: []string{"T2", "T3"}},
	{Name: "riding", Figure: Figure{Pieces: "Kf1A ka10G Pa4C", Pins: "e2A,b4C,b9G,e9G", Preview: "@b4C-b7C"}, Readings: []string{"T4"}},
	{Name: "castling", Figure: Figure{Pieces: "Ke1A Rf1A Ra1A Pa2A Pb2A Pe2A Pf2A ke10G", Castling: "KQ", Preview: "e1A-a1A"}, Readings: []string{"T6"}},
	{Name: "en passant", Figure: Figure{Pieces: "Kf1A ka10G Pc3B pd5B", Last: "c3B-c5B", Square: "d5B"}, Readings: []string{"T7"}},
	{Name: "promotion", Figure: Figure{Pieces: "Kf1A kf10G Pb8F nc9F", Square: "b8F"}, Readings: []string{"T5"}},
	{Name: "notation", Figure: Figure{Pieces: "Ke1A Rf1A Pe2A Nb2B Pd3B Pb8F pe4B ke10G", Castling: "K"}},
	{Name: ending, Texts: []string{ending}, Figure: Figure{Pieces: "Ke7F Qe4B kf10G", Preview: "e4B-e9G"}, Readings: []string{"T9"}},
}

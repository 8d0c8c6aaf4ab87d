package lesson

var nextgen = []Page{
	{Name: "boards", Readings: []string{"G1", "G2", "G3", "G4", "G5", "G6"}},
}

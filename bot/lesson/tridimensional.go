package lesson

var tridimensional = []Page{
	{Name: "boards", Readings: []string{"T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8", "T9"}},
}

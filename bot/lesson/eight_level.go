package lesson

var eightLevel = []Page{
	{Name: "boards", Readings: []string{"B1", "B2", "B3"}},
}

package lesson

var orthodox = []Page{
	{Name: "boards"},
}

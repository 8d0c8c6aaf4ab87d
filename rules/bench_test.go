package rules

import "testing"

func BenchmarkMoveTexts(b *testing.B) {
	for _, v := range Variants() {
		b.Run(v.Key(), func(b *testing.B) {
			p := v.Start()
			legal := p.Moves()
			for b.Loop() {
				p.MoveTexts(legal, legal)
			}
		})
	}
}

func BenchmarkMoveText(b *testing.B) {
	for _, v := range Variants() {
		b.Run(v.Key(), func(b *testing.B) {
			var p Position
			walk(v, 3, 40, func(at *Position, _ []Move) { p = *at })
			legal := p.Moves()
			for i := 0; b.Loop(); i++ {
				p.MoveText(legal[i%len(legal)])
			}
		})
	}
}

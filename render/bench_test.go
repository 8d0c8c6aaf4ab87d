package render

import (
	"bytes"
	"image/png"
	"testing"
)

// BenchmarkPNG compares, in one run, pictures of changing positions as we make them
// with the same drawn afresh and encoded with the defaults. None is taken from the cache.
func BenchmarkPNG(b *testing.B) {
	for _, key := range []string{"millennium", "3d8l"} {
		g := busy(b, key, 40)
		var subjects []subject
		for n := 8; n < g.Len(); n++ {
			pic := at(g, n)
			pic.White, pic.Black = "Anna", "Bertrand"
			subjects = append(subjects, pic.resolve())
		}
		o, _ := Options{}.checked()
		r := New(0)
		b.Run(key+"/sprites", func(b *testing.B) {
			size := 0
			for i := 0; b.Loop(); i++ {
				im := r.compose(&subjects[i%len(subjects)], o)
				data, err := encodePNG(im)
				if err != nil {
					b.Fatal(err)
				}
				releaseImage(im)
				size = len(data)
			}
			b.ReportMetric(float64(size), "bytes")
		})
		b.Run(key+"/afresh", func(b *testing.B) {
			size := 0
			for i := 0; b.Loop(); i++ {
				var out bytes.Buffer
				if err := png.Encode(&out, r.drawAfresh(&subjects[i%len(subjects)], o)); err != nil {
					b.Fatal(err)
				}
				size = out.Len()
			}
			b.ReportMetric(float64(size), "bytes")
		})
		b.Run(key+"/kept", func(b *testing.B) {
			pic := Of(g)
			for b.Loop() {
				if _, err := r.PNG(pic, o); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

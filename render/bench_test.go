package render

import (
	"bytes"
	"image/png"
	"testing"
)

// BenchmarkPNG measures pictures of changing positions: composed of sprites, drawn in
// full colour and encoded by image/png, and taken from the cache.
func BenchmarkPNG(b *testing.B) {
	for _, key := range []string{"millennium", "3d8l"} {
		g := playPlies(b, key, 40)
		var subjects []resolvedPicture
		for n := 8; n < g.Len(); n++ {
			pic := At(g, n, english)
			pic.White, pic.Black = "Anna", "Bertrand"
			subjects = append(subjects, pic.resolve())
		}
		o, _ := Options{}.checked()
		r := New(0)
		b.Run(key+"/composed", func(b *testing.B) {
			size := 0
			for i := 0; b.Loop(); i++ {
				im := r.compose(&subjects[i%len(subjects)], o)
				size = len(encodePNG(im))
				releaseImage(im)
			}
			b.ReportMetric(float64(size), "bytes")
		})
		b.Run(key+"/rasterized", func(b *testing.B) {
			size := 0
			for i := 0; b.Loop(); i++ {
				var out bytes.Buffer
				if err := png.Encode(&out, r.rasterizeAll(&subjects[i%len(subjects)], o)); err != nil {
					b.Fatal(err)
				}
				size = out.Len()
			}
			b.ReportMetric(float64(size), "bytes")
		})
		b.Run(key+"/cached", func(b *testing.B) {
			pic := Of(g, english)
			for b.Loop() {
				if _, err := r.PNG(pic, o); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

package rules

import "testing"

func TestPerft(t *testing.T) {
	tests := []struct {
		key    string
		counts []uint64
	}{
		{"orthodox", []uint64{20, 400, 8902, 197281}},
		{"millennium", []uint64{100, 9992, 1061917}},
		{"3d8l", []uint64{216, 46656}},
		{"nextgen", []uint64{72, 5172, 392557}},
		{"nextgen:shared", []uint64{72, 5176, 393446}},
		{"tridimensional", []uint64{23, 524, 13347, 336127}},
	}
	for _, tt := range tests {
		for i, want := range tt.counts {
			if got := Perft(VariantByKey(tt.key).Start(), i+1); got != want {
				t.Errorf("%s: perft %d = %d, want %d", tt.key, i+1, got, want)
			}
		}
	}
}

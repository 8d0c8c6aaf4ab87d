package render

import (
	"bytes"
	"errors"
	"image/png"
	"testing"

	"stackmate/rules"
)

func TestPNGRefusesBadOptions(t *testing.T) {
	r := New(0)
	pic := Picture{Position: rules.VariantByKey("millennium").Start()}
	for _, tt := range []struct {
		opt  Options
		want error
	}{
		{Options{Theme: "plaid"}, ErrTheme},
		{Options{Scale: 100}, ErrScale},
		{Options{Scale: -1}, ErrScale},
		{Options{View: 7}, ErrView},
	} {
		if _, err := r.PNG(pic, tt.opt); !errors.Is(err, tt.want) {
			t.Errorf("%+v: error %v, want %v", tt.opt, err, tt.want)
		}
	}
}

func TestPictureIsNotSquare(t *testing.T) {
	r := New(0)
	for _, v := range rules.Variants() {
		data, err := r.PNG(Picture{Position: v.Start()}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		c, err := png.DecodeConfig(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if float64(c.Width) < 1.2*float64(c.Height) {
			t.Errorf("%s: %d x %d", v.Key(), c.Width, c.Height)
		}
	}
}

// Package render draws positions: as pictures, as animations, as boards of text and
// in words. Pictures are made of sprites that are drawn once per theme and size, so
// that a picture costs little more than its encoding.
package render

import (
	"errors"
	"fmt"
	"runtime"
	"strings"

	"stackmate/bot/lru"
	"stackmate/rules"
)

// View is how the boards are laid out.
type View uint8

const (
	// Flat shows the boards side by side as seen from above.
	Flat View = iota
	// Stack shows the boards one above the other, obliquely from above.
	Stack
)

// String returns the view's name, "flat" or "stack".
func (v View) String() string {
	if v == Stack {
		return "stack"
	}
	return "flat"
}

// ViewNamed returns the view of a name; no name means Flat.
func ViewNamed(name string) (View, bool) {
	switch name {
	case "", "flat":
		return Flat, true
	case "stack":
		return Stack, true
	}
	return Flat, false
}

// Options say how a picture is drawn. The zero value is the usual way.
type Options struct {
	View  View
	Theme string      // one of Themes, or "" for the default
	Side  rules.Color // who sits below
	Scale float64     // 1, or 0, is the usual size; from MinScale to MaxScale
}

// The least and the greatest scale of a picture.
const (
	MinScale = 0.25
	MaxScale = 3
)

// Errors in options that players and configurations may contain.
var (
	ErrTheme = errors.New("no such theme")
	ErrScale = fmt.Errorf("scale is not between %v and %v", MinScale, MaxScale)
	ErrView  = errors.New("no such view")
)

// Renderer draws pictures and keeps those drawn last. All methods are safe for
// concurrent use. The zero value is not usable; see New.
type Renderer struct {
	parts    *partCache
	pictures *lru.Cache[pictureKey, []byte] // apart from the others, which would be lost among many
	slots    chan struct{}                  // as many pictures are drawn at once as there are processors
}

// New returns a renderer that keeps at most so many bytes of pictures, boards and
// pieces; a picture that is asked for again is then not drawn again. Zero means 64 MiB.
func New(cacheBytes int) *Renderer {
	if cacheBytes <= 0 {
		cacheBytes = 64 << 20
	}
	return &Renderer{parts: lru.New[any, any](cacheBytes / 2), pictures: lru.New[pictureKey, []byte](cacheBytes / 2), slots: make(chan struct{}, runtime.GOMAXPROCS(0))}
}

// pictureKey is all that a picture depends on.
type pictureKey struct {
	picture resolvedPicture
	opt     Options
}

// PNG returns a picture as a PNG file, the same bytes for the same picture whenever
// and wherever it is drawn. The caller must not change them. Errors are ErrTheme, ErrScale, ErrView.
func (r *Renderer) PNG(pic Picture, o Options) ([]byte, error) {
	o, err := o.checked()
	if err != nil {
		return nil, err
	}
	key := pictureKey{pic.resolve(), o}
	if data, ok := r.pictures.Get(key); ok {
		return data, nil
	}
	r.slots <- struct{}{}
	defer func() { <-r.slots }()
	im := r.compose(&key.picture, o)
	data := encodePNG(im)
	releaseImage(im)
	r.pictures.Add(key, data, len(data)+entryOverhead)
	return data, nil
}

// Size returns how large a picture of a game is in pixels. Errors are those of PNG.
func (r *Renderer) Size(pic Picture, o Options) (width, height int, err error) {
	if o, err = o.checked(); err != nil {
		return 0, 0, err
	}
	l := r.layout(layoutKey{pic.Position.Variant(), o, pic.Bare})
	return l.w, l.h, nil
}

// Check returns ErrTheme, ErrScale or ErrView if a picture cannot be drawn so.
func (o Options) Check() error {
	_, err := o.checked()
	return err
}

// checked fills in defaults.
func (o Options) checked() (Options, error) {
	if o.Scale == 0 {
		o.Scale = 1
	}
	t := themeNamed(o.Theme)
	switch {
	case t == nil:
		return o, fmt.Errorf("%w %q; there are %s", ErrTheme, o.Theme, strings.Join(Themes(), ", "))
	case !(o.Scale >= MinScale && o.Scale <= MaxScale):
		return o, fmt.Errorf("%w: %v", ErrScale, o.Scale)
	case o.View > Stack:
		return o, ErrView
	}
	o.Theme = t.name
	return o, nil
}

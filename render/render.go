// Package render shows positions as pictures (PNG), animations (GIF), text boards and alt
// texts. A picture is composed of sprites and masks that are drawn once for each theme and
// size, so that it costs little more than its encoding. The texts in it come from a
// Language; this package has none of its own.
package render

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"stackmate/bot/lru"
	"stackmate/rules"
)

// View is the arrangement of the boards in a picture.
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

// ViewNamed returns the view with a name, Flat for an empty name. ok is false for an
// unknown name.
func ViewNamed(name string) (v View, ok bool) {
	switch name {
	case "", "flat":
		return Flat, true
	case "stack":
		return Stack, true
	}
	return Flat, false
}

// Options say how a picture is drawn. The zero value is valid: it draws all levels in the
// default theme at scale 1, side by side, with White at the bottom.
type Options struct {
	View  View
	Theme string      // one of Themes; "" is the default
	Side  rules.Color // the player who sits at the bottom
	Scale float64     // from MinScale to MaxScale; 0 is 1
	// Levels are the levels to show, larger if they are few; 0 is all.
	Levels Levels
	// Board is the main board that is drawn alone in the flat view, with the attack boards that
	// can be next to it; see Parts. The picture is as narrow as that. 0 draws all.
	Board int
}

// MinScale and MaxScale bound the scale of a picture. At scale 1 pictures are 840 to 1670
// pixels wide.
const (
	MinScale = 0.25
	MaxScale = 3
)

// ErrTheme, ErrScale and ErrView report options with which nothing can be drawn.
var (
	ErrTheme = errors.New("no such theme")
	ErrScale = fmt.Errorf("scale is not between %v and %v", MinScale, MaxScale)
	ErrView  = errors.New("no such view")
)

// Renderer draws pictures and caches them. All methods are safe for concurrent use. The
// zero value is not usable; see New.
type Renderer struct {
	parts    *partCache
	pictures *lru.Cache[pictureKey, []byte] // a cache of its own: pictures would push out the parts
	slots    chan struct{}                  // holds one value for each picture being drawn; as many as processors
	drawn    func(Drawn)                    // nil if nobody wants to know
}

// Drawn is what somebody who counts pictures is told about one.
type Drawn struct {
	Animation, Cached bool
	Took              time.Duration // 0 if it was cached
}

// OnDrawn makes the renderer call report for each picture that it has returned. It must be called
// before any other method.
func (r *Renderer) OnDrawn(report func(Drawn)) { r.drawn = report }

// tell reports a picture that was drawn since began, or taken from the cache if that is zero.
func (r *Renderer) tell(animation bool, began time.Time) {
	if r.drawn == nil {
		return
	}
	d := Drawn{Animation: animation, Cached: began.IsZero()}
	if !d.Cached {
		d.Took = time.Since(began)
	}
	r.drawn(d)
}

// New returns a renderer whose caches hold at most cacheBytes bytes; 0 means 64 MiB.
func New(cacheBytes int) *Renderer {
	if cacheBytes <= 0 {
		cacheBytes = 64 << 20
	}
	return &Renderer{parts: lru.New[any, any](cacheBytes / 2), pictures: lru.New[pictureKey, []byte](cacheBytes / 2), slots: make(chan struct{}, runtime.GOMAXPROCS(0))}
}

// pictureKey holds everything that a picture depends on.
type pictureKey struct {
	picture resolvedPicture
	opt     Options
}

// PNG returns a picture as a PNG file, always the same bytes for equal pictures. The
// caller must not change them. PNG returns ErrTheme, ErrScale, ErrView or ErrLevel for
// options that are not valid, and no other errors.
func (r *Renderer) PNG(pic Picture, o Options) ([]byte, error) {
	o, err := o.checkedFor(pic.Position.Variant())
	if err != nil {
		return nil, err
	}
	key := pictureKey{pic.key(), o}
	if data, ok := r.pictures.Get(key); ok {
		r.tell(false, time.Time{})
		return data, nil
	}
	r.slots <- struct{}{}
	defer func() { <-r.slots }()
	began := time.Now()
	s := pic.resolve()
	im := r.compose(&s, o)
	data := encodePNG(im)
	releaseImage(im)
	r.pictures.Add(key, data, len(data)+entryOverhead)
	r.tell(false, began)
	return data, nil
}

// Size returns the size of a picture in pixels. Its errors are those of PNG.
func (r *Renderer) Size(pic Picture, o Options) (width, height int, err error) {
	if o, err = o.checkedFor(pic.Position.Variant()); err != nil {
		return 0, 0, err
	}
	l := r.layout(layoutKey{pic.Position.Variant(), pic.Texts, o, pic.Bare})
	return l.w, l.h, nil
}

// Check returns ErrTheme, ErrScale or ErrView if the options are not valid for any game,
// otherwise nil.
func (o Options) Check() error {
	_, err := o.checked()
	return err
}

// checkedFor returns the options with defaults filled in for a game, and the errors of
// PNG.
func (o Options) checkedFor(v *rules.Variant) (Options, error) {
	o, err := o.checked()
	if err == nil {
		o.Levels, err = o.Levels.in(v)
	}
	return o, err
}

// checked returns the options with defaults filled in, and the errors of Check.
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

package render

import (
	"bytes"
	"compress/gzip"
	"encoding/xml"
	"errors"
	"io"
	"testing"

	"stackmate/rules"
)

// The sprite is well-formed and has one symbol, with something drawn in it, for each piece of
// every game.
func TestSprite(t *testing.T) {
	paths, id := map[string]int{}, ""
	for d := xml.NewDecoder(bytes.NewReader(Sprite())); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		element, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch element.Name.Local {
		case "symbol":
			id = element.Attr[0].Value
			if _, twice := paths[id]; twice {
				t.Errorf("two symbols %q", id)
			}
			paths[id] = 0
		case "path":
			paths[id]++
		}
	}
	for _, v := range rules.Variants() {
		for _, r := range v.Roles() {
			for _, c := range []rules.Color{rules.White, rules.Black} {
				if name := SymbolID(rules.NewPiece(c, r)); paths[name] < 3 {
					t.Errorf("%s: %d paths", name, paths[name])
				}
			}
		}
	}
	if len(paths) != 2*len(artworks) {
		t.Errorf("%d symbols for %d pieces", len(paths), 2*len(artworks))
	}
	if SymbolID(rules.NewPiece(rules.Black, rules.GrandKnight)) != "black-grand-knight" {
		t.Error("an id with a blank")
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	w.Write(Sprite())
	w.Close()
	if packed.Len() > 24<<10 {
		t.Errorf("%d bytes, %d compressed", len(Sprite()), packed.Len())
	}
	t.Logf("%d bytes, %d compressed", len(Sprite()), packed.Len())
}

// A path in SVG is the path that pictures draw.
func TestSpritePath(t *testing.T) {
	var b bytes.Buffer
	writePath(&b, parsePath("M1 2 L3 4.25 Q1 2 3 4 O50 35 16.5 Z"))
	if want := "M1 2L3 4.2Q1 2 3 4M33.5 35a16.5 16.5 0 1 0 33 0a16.5 16.5 0 1 0 -33 0ZZ"; b.String() != want {
		t.Errorf("got %s\nwant %s", &b, want)
	}
}

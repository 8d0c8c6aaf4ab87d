package web_test

import (
	"encoding/xml"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"stackmate/bot/chat"
)

// smallBoard is a small picture of a game.
type smallBoard struct {
	ViewBox string `xml:"viewBox,attr"`
	Symbols []struct {
		ID string `xml:"id,attr"`
	} `xml:"symbol"`
	Pieces []smallPiece `xml:"use"`
}

// smallPiece is a piece in it.
type smallPiece struct {
	Href string  `xml:"href,attr"`
	X    float64 `xml:"x,attr"`
	Y    float64 `xml:"y,attr"`
}

// TestSmallBoards checks the small pictures in the list of games: each piece once at a place of its own within the picture, seen
// from the reader's side, and nothing for who may not see the game.
func TestSmallBoards(t *testing.T) {
	c := found(t, "")
	anna, ben := c.browse(), c.browse()
	for i, g := range []struct {
		variant string
		pieces  int
	}{{"orthodox", 32}, {"millennium", 32}, {"3d8l", 256}, {"tridimensional", 32}, {"nextgen", 32}} {
		c.says("Anna", chat.Place{}, "challenge @Ben "+g.variant+" white")
		c.says("Ben", chat.Place{}, fmt.Sprintf("accept #%d", i+1))
		if i == 0 {
			anna.signIn(c.link("Anna", chat.Place{}, "web"))
			ben.signIn(c.link("Ben", chat.Place{}, "web"))
		}
		path := fmt.Sprintf("/g/%d/small", i+1)
		see := func(b *browser) (s smallBoard) {
			t.Helper()
			if b.open(path); b.status != http.StatusOK || b.header.Get("Content-Type") != "image/svg+xml" {
				t.Fatalf("%s: %d %v", path, b.status, b.header)
			}
			if err := xml.Unmarshal([]byte(b.page), &s); err != nil {
				t.Fatal(err)
			}
			return s
		}
		white, black := see(anna), see(ben)
		var width, height float64
		if _, err := fmt.Sscanf(white.ViewBox, "0 0 %g %g", &width, &height); err != nil || width > 5*height {
			t.Errorf("%s: the picture is %s: %v", g.variant, white.ViewBox, err)
		}
		if len(white.Pieces) != g.pieces || len(black.Pieces) != g.pieces {
			t.Errorf("%s: %d and %d pieces, not %d", g.variant, len(white.Pieces), len(black.Pieces), g.pieces)
		}
		known, taken := map[string]bool{}, map[[2]float64]bool{}
		for _, s := range white.Symbols {
			known["#"+s.ID] = true
		}
		for n, p := range white.Pieces {
			if at := [2]float64{p.X, p.Y}; !known[p.Href] || taken[at] || p.X < 0 || p.Y < 0 || p.X > width-1 || p.Y > height-1 {
				t.Errorf("%s: %+v", g.variant, p)
			} else {
				taken[at] = true
			}
			if turned := (smallPiece{p.Href, width - 1 - p.X, height - 1 - p.Y}); black.Pieces[n] != turned {
				t.Errorf("%s: Black sees %+v, not %+v", g.variant, black.Pieces[n], turned)
			}
			if p.Href == "#white-king" && g.variant == "orthodox" && (p.X != 4 || p.Y != 7) {
				t.Errorf("the king of White is at %g, %g", p.X, p.Y)
			}
		}
		c.browse().open(path).sees(http.StatusForbidden)
	}
	anna.open("/")
	if !strings.Contains(anna.page, `<img src="/g/1/small" alt="Board. You play White." loading="lazy"`) {
		t.Errorf("no picture in %s", anna.page)
	}
	ben.open("/")
	sum := ben.wire("/") + ben.assets("page.css", "icon.svg", "sprite.svg")
	for i := range 5 {
		sum += ben.wire(fmt.Sprintf("/g/%d/small", i+1))
	}
	t.Logf("a list of five games: %d bytes", sum)
	if sum > 100_000 {
		t.Errorf("%d bytes", sum)
	}
}

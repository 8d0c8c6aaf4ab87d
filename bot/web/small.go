package web

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"stackmate/bot/chat"
)

// The colors of a small board: those of the pictures' theme “wood”, between its light and its dark shade.
const (
	smallLight, smallDark         = "#e6cc9e", "#a87546"
	smallLightLast, smallDarkLast = "#ecd764", "#c69d2f"
)

// small answers with a small picture of a game for the list of games (SVG): its boards from above.
func (s gamePages) small(w http.ResponseWriter, r *http.Request) {
	b, _, ok := s.boardAsked(w, r, gameOf(r))
	if !ok {
		return
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	send(w, r, http.StatusOK, []byte(drawSmall(b, s.assets.symbols)))
}

var symbol = regexp.MustCompile(`(?s)<symbol id="([\w-]+)".*?</symbol>`)

// symbolsOf returns the pictures in the file of all pieces, by their ids.
func symbolsOf(pieces []byte) map[string]string {
	list := map[string]string{}
	for _, m := range symbol.FindAllSubmatch(pieces, -1) {
		list[string(m[1])] = string(m[0])
	}
	return list
}

// drawSmall draws a board as its reader sees it. A picture in a page can use no other file, so that it has those of its pieces.
func drawSmall(b chat.Board, symbols map[string]string) string {
	at, width, height := layOut(b.Planes)
	black := slices.Equal(b.Yours, []string{"black"})
	corner := func(n int, x, y, w, h float64) (float64, float64) { // of a part of a plane
		x, y = x+at[n].x, y+at[n].y
		if black {
			x, y = width-w-x, height-h-y
		}
		return x, y
	}
	var planes, used, pieces strings.Builder
	has := map[string]bool{}
	for n, p := range b.Planes {
		if _, shown := at[n]; shown {
			x, y := corner(n, 0, 0, float64(p.Files), float64(p.Ranks))
			fmt.Fprintf(&planes, "M%g %gh%dv%dh-%[3]dz", x, y, p.Files, p.Ranks)
		}
	}
	colors := []string{smallDark, smallLightLast, smallDarkLast}
	cells := make([]strings.Builder, len(colors))
	for _, c := range b.Cells {
		if _, shown := at[c.Plane]; !shown {
			continue
		}
		x, y := corner(c.Plane, float64(c.X), float64(b.Planes[c.Plane].Ranks-1-c.Y), 1, 1)
		last := b.Last != nil && (c.Name == b.Last.From || c.Name == b.Last.To)
		switch {
		case last && c.Dark:
			fmt.Fprintf(&cells[2], "M%g %gh1v1h-1z", x, y)
		case last:
			fmt.Fprintf(&cells[1], "M%g %gh1v1h-1z", x, y)
		case c.Dark:
			fmt.Fprintf(&cells[0], "M%g %gh1v1h-1z", x, y)
		}
		if c.Piece == "" {
			continue
		}
		if !has[c.Piece] {
			has[c.Piece] = true
			used.WriteString(symbols[c.Piece])
		}
		fmt.Fprintf(&pieces, `<use href="#%s" x="%g" y="%g" width="1" height="1"/>`, c.Piece, x, y)
	}
	var svg strings.Builder
	fmt.Fprintf(&svg, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g">%s<path fill="%s" d="%s"/>`, width, height, &used, smallLight, &planes)
	for i := range cells {
		fmt.Fprintf(&svg, `<path fill="%s" d="%s"/>`, colors[i], &cells[i])
	}
	return svg.String() + pieces.String() + "</svg>"
}

// spot is the top left corner of a plane in a small picture, in cells.
type spot struct{ x, y float64 }

// smallGap is how far planes are apart there.
const smallGap = 0.75

// layOut returns where those planes are that exist, as White sees them, by their indexes: main boards in rows, the lowest at the
// bottom left, and attack boards at the corners of the main boards. One below its main board is drawn beside it.
func layOut(planes []chat.Plane) (at map[int]spot, width, height float64) {
	at = map[int]spot{}
	var mains []int
	margin := 0.0 // room for attack boards
	for n, p := range planes {
		if p.Pin == "" {
			mains = append(mains, n)
		} else {
			margin = 2 + smallGap
		}
	}
	across := len(mains)
	if across > 4 {
		across = (across + 1) / 2
	}
	rows := (len(mains) + across - 1) / across
	wide, tall := float64(planes[mains[0]].Files)+2*margin+smallGap, float64(planes[mains[0]].Ranks)+2*margin+smallGap
	for i, n := range mains {
		at[n] = spot{float64(i%across)*wide + margin, float64(rows-1-i/across)*tall + margin}
	}
	for n, p := range planes {
		if p.Pin == "" || !p.Live {
			continue
		}
		rank, _ := strconv.Atoi(strings.TrimFunc(p.Pin, unicode.IsLetter)) // that of a corner
		for _, m := range mains {
			main := planes[m]
			above := p.Z - main.Z
			if above*above != 1 || rank-1 != main.Y && rank != main.Y+main.Ranks {
				continue
			}
			left, near := p.X < main.X+1, p.Y < main.Y+1
			files, ranks := float64(main.Files), float64(main.Ranks)
			var x, y float64
			if above > 0 {
				x, y = pick(left, -1, files-1), pick(near, ranks+smallGap, -2-smallGap)
			} else {
				x, y = pick(left, -2-smallGap, files+smallGap), pick(near, ranks-2, 0)
			}
			at[n] = spot{at[m].x + x, at[m].y + y}
		}
	}
	return at, float64(across)*wide - smallGap, float64(rows)*tall - smallGap
}

// pick returns one of two lengths.
func pick(first bool, a, b float64) float64 {
	if first {
		return a
	}
	return b
}

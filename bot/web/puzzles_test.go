package web_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"stackmate/bot/chat"
	"stackmate/rules"
	"stackmate/rules/engine/puzzle"
)

// shown is the position that a page of a puzzle shows.
type shown struct {
	Refused bool
	Text    string
	Black   bool
	Board   *chat.Board
	Arrows  []chat.Arrow
}

var (
	puzzleID  = regexp.MustCompile(`Puzzle (\w+): `)
	boardData = regexp.MustCompile(`(?s)<script type="application/json" id="board">(.*?)</script>`)
)

// puzzle returns the puzzle that the page shows, and its position.
func (b *browser) puzzle() (*puzzle.Puzzle, shown) {
	b.t.Helper()
	id, data := puzzleID.FindStringSubmatch(b.text()), boardData.FindStringSubmatch(b.page)
	if id == nil || data == nil {
		b.t.Fatalf("no puzzle in %s", b.text())
	}
	var s shown
	if err := json.Unmarshal([]byte(data[1]), &s); err != nil {
		b.t.Fatal(err)
	}
	return puzzle.ByID(id[1]), s
}

// try sends a move of the board, as its script does.
func (b *browser) try(move string) (s shown) {
	b.t.Helper()
	r := b.request("/puzzle/say", with(with(b.form(), "text", move), "id", move+b.page[:20]))
	r.Header.Set("Accept", "application/json")
	page := b.page
	b.do(r, nil)
	if err := json.Unmarshal([]byte(b.page), &s); err != nil {
		b.t.Fatal(err)
	}
	b.page = page
	return s
}

// text returns what the board sends for a move.
func (s shown) text(v *rules.Variant, m rules.Move) string {
	for _, known := range s.Board.Moves {
		if strings.HasSuffix(known.Text, " "+v.LAN(m)) {
			return known.Text
		}
	}
	return ""
}

// TestPuzzlePage fails at a puzzle and then solves it, as scripts do: the page has every legal move and no answer, and the desk
// judges.
func TestPuzzlePage(t *testing.T) {
	c := found(t, "")
	c.browse().open("/puzzle").sees(http.StatusForbidden, "not signed in")
	c.says("Anna", chat.Place{}, "games")
	anna := c.browse().signIn(c.link("Anna", chat.Place{}, "web"))
	anna.open("/puzzle/draughts").sees(http.StatusNotFound)
	anna.open("/puzzle/chess").sees(http.StatusOK, "Puzzles", "Make your move.", "Show solution")
	p, s := anna.puzzle()
	pos := p.Position()
	legal := pos.Moves()
	if len(s.Board.Moves) != len(legal) || s.Arrows != nil || s.Black != (pos.Turn() == rules.Black) || strings.Contains(anna.text(), "The solution: ") {
		t.Fatalf("%d moves of %d, arrows %v", len(s.Board.Moves), len(legal), s.Arrows)
	}
	wrong := legal[slices.IndexFunc(legal, func(m rules.Move) bool { v, _ := p.Try(nil, m); return v == puzzle.Wrong })]
	failed := anna.try(s.text(p.Variant, wrong))
	if len(failed.Arrows) != 1 || failed.Arrows[0].Kind != chat.BadMove || len(failed.Board.Moves) != len(legal) || !strings.Contains(failed.Text, "rating") {
		t.Fatalf("a wrong move: %s, arrows %v", failed.Text, failed.Arrows)
	}
	var played []rules.Move
	for i, m := range p.Solution {
		if i%2 == 1 {
			continue
		}
		text := s.text(p.Variant, m)
		if s = anna.try(text); s.Board == nil || s.Refused {
			t.Fatalf("%s: %+v", text, s)
		}
		played = p.Solution[:min(i+2, len(p.Solution))]
	}
	if len(s.Board.Moves) != 0 || len(s.Arrows) != len(played) || !strings.Contains(s.Text, "Solved") {
		t.Errorf("solved: %q, %d moves, arrows %v", s.Text, len(s.Board.Moves), s.Arrows)
	}
	anna.open("/puzzle").sees(http.StatusOK, "Standard chess")
	if next, _ := anna.puzzle(); next.ID == p.ID || next.Variant != p.Variant {
		t.Errorf("the next puzzle is %s", next.ID)
	}
}

// TestPuzzleWithoutScripts shows the solution and solves with menus; what others see of a puzzle is theirs.
func TestPuzzleWithoutScripts(t *testing.T) {
	c := found(t, "")
	c.says("Anna", chat.Place{}, "games")
	anna := c.browse().signIn(c.link("Anna", chat.Place{}, "web")).open("/puzzle/orthodox").sees(http.StatusOK, "Puzzles")
	p, _ := anna.puzzle()
	picture := regexp.MustCompile(`<noscript><img class="picture" src="([^"]+)" alt="[^"]`).FindStringSubmatch(anna.page)
	if picture == nil {
		t.Fatal("no picture with its description")
	}
	if anna.open(strings.ReplaceAll(picture[1], "&amp;", "&")).sees(http.StatusOK); !strings.HasPrefix(anna.page, "\x89PNG") {
		t.Errorf("the picture is %.20q", anna.page)
	}
	anna.open("/puzzle/picture?puzzle=none").sees(http.StatusNotFound)
	anna.open("/puzzle/picture?puzzle=" + p.ID + "&line=nonsense").sees(http.StatusNotFound)
	c.browse().open("/puzzle/picture?puzzle=" + p.ID).sees(http.StatusForbidden)
	anna.open("/puzzle").fill("solve", "<b>").sees(http.StatusOK, "“<b>”", "Puzzles")
	anna.open("/puzzle")
	now := p.Position()
	piece := p.Variant.CellName(p.Solution[0].From) + " "
	if !strings.Contains(anna.text(), piece) || !strings.Contains(anna.page, `<select name="press">`) {
		t.Errorf("no menu with %s", piece)
	}
	anna.fill("solve", now.SAN(p.Solution[0])).sees(http.StatusOK, "Puzzles")
	anna.open("/puzzle/say").sees(http.StatusOK, "Puzzles")
	anna.open("/puzzle").press("Show solution").sees(http.StatusOK, "The solution: ", "Next puzzle")
	if _, s := anna.puzzle(); len(s.Board.Moves) != 0 || len(s.Arrows) != len(p.Solution) && len(p.Solution) > 1 {
		t.Errorf("%d moves, arrows %v", len(s.Board.Moves), s.Arrows)
	}
	anna.press("Next puzzle").sees(http.StatusOK, "Make your move.")
}

// TestPuzzlesAlone solves at a board of this computer, where one person solves for both sides.
func TestPuzzlesAlone(t *testing.T) {
	b := sit(t, "orthodox", "en")
	b.open("/puzzle").sees(http.StatusForbidden)
	b.enter().say("e4").open("/puzzle").sees(http.StatusOK, "Make your move.")
	p, _ := b.puzzle()
	b.open("/g/1").say("e5").open("/puzzle").sees(http.StatusOK, "You haven't solved this one yet.")
	if same, _ := b.puzzle(); same.ID != p.ID {
		t.Error("the other color has a puzzle of its own")
	}
}

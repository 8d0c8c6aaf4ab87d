package lesson

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"stackmate/bot/chat"
	"stackmate/bot/words"
	"stackmate/render"
	"stackmate/rules"
)

// eachPage calls fn for each page of each lesson.
func eachPage(t *testing.T, fn func(t *testing.T, l *Lesson, p Page)) {
	t.Helper()
	for key, l := range lessons {
		for _, p := range l.Pages {
			t.Run(key+"/"+p.Name, func(t *testing.T) { fn(t, l, p) })
		}
	}
}

// Every game has a lesson, and the pages of a lesson tell of all its readings, each once.
func TestLessons(t *testing.T) {
	for _, v := range rules.Variants() {
		l := Of(v)
		if l == nil || len(l.Pages) > 25 { // a menu has at most 25 entries
			t.Fatalf("%s: %+v", v.Key(), l)
		}
		var told, names []string
		for _, p := range l.Pages {
			told, names = append(told, p.Readings...), append(names, p.Name)
		}
		slices.Sort(told)
		slices.Sort(names)
		if want := slices.Sorted(slices.Values(v.Readings())); !slices.Equal(told, want) {
			t.Errorf("%s tells of the readings %v, not %v", v.Key(), told, want)
		}
		if len(slices.Compact(names)) != len(l.Pages) {
			t.Errorf("%s has two pages of one name: %v", v.Key(), names)
		}
	}
}

// example is a move in the quotation marks of a language.
var example = regexp.MustCompile(`[“„]([^”“]+)[”“]`)

// The moves that a page gives as examples are legal in its figure, and every cell that its text
// names is on the board.
func TestExamples(t *testing.T) {
	eachPage(t, func(t *testing.T, l *Lesson, p Page) {
		pos := p.Figure.picture(l.Variant, nil).Position
		for _, tag := range words.Tags() {
			text := words.In(tag).Text("lesson." + l.key(p))
			for _, m := range example.FindAllStringSubmatch(text, -1) {
				if _, err := pos.ParseMove(m[1]); err != nil {
					t.Errorf("%s: %s: %v", tag, m[1], err)
				}
			}
			if n := len(example.FindAllString(text, -1)); p.Name == "notation" && n < 4 {
				t.Errorf("%s: %d examples of moves", tag, n)
			}
		}
	})
}

// Each figure shows what its page says: all pieces are on the boards, and the marks are the moves
// of package rules. Its description names each of them.
func TestFigures(t *testing.T) {
	eachPage(t, func(t *testing.T, l *Lesson, p Page) {
		f, v := p.Figure, l.Variant
		start := f.position(v)
		for _, word := range strings.Fields(f.Pieces) {
			cell, letters := cellAtEnd(v, word)
			piece := start.At(cell)
			if !piece.Exists() || !strings.EqualFold(piece.Role().Letters(), letters) {
				t.Errorf("%s is not on the board", word)
			}
		}
		if start.InCheck() {
			t.Error("somebody is in check")
		}
		for _, tag := range words.Tags() {
			lang := words.In(tag)
			pic := f.picture(v, render.NewTexts(lang))
			said := alt(pic, lang)
			if n := utf8.RuneCountInString(said); n > render.AltLimit || n < 20 || !strings.HasSuffix(said, pic.Alt()) {
				t.Errorf("%s: %d characters: %s", tag, n, said)
			}
			if pic.Legal == nil {
				continue
			}
			moves := pic.Position.MovesFrom(*pic.Legal)
			for _, m := range moves {
				if !strings.Contains(said, " "+v.CellName(m.To)) {
					t.Errorf("%s: %s is not in %s", tag, v.CellName(m.To), said)
				}
			}
			if len(moves) == 0 && len(pic.Position.BoardMoves()) == 0 {
				t.Error("nothing moves")
			}
		}
	})
}

// Every figure can be drawn from what is stored of it. With LESSON_FIGURES it is kept in that
// directory, to be looked at.
func TestDraw(t *testing.T) {
	draw := render.New(0)
	eachPage(t, func(t *testing.T, l *Lesson, p Page) {
		index := slices.IndexFunc(l.Pages, func(q Page) bool { return q.Name == p.Name })
		for _, tag := range words.Tags() {
			lang := words.In(tag)
			r := l.Reply(index, lang)
			files, board, err := Draw(draw, *r.Picture, lang, render.NewTexts(lang))
			if err != nil || len(files) != 1 || !strings.HasPrefix(string(files[0].Data), "\x89PNG") || board == "" {
				t.Fatal(err, len(files))
			}
			file := files[0]
			if dir := os.Getenv("LESSON_FIGURES"); dir != "" {
				text := r.Title + "\n\n" + r.Text + "\n\n" + board + "\n" + file.Alt + "\n"
				for name, data := range map[string]string{file.Name: string(file.Data), file.Name + "." + tag + ".txt": text} {
					if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o644); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
	})
	for _, name := range []string{"", "millennium", "millennium/mace", "go/boards"} {
		if _, _, err := Draw(draw, chat.Picture{Figure: name}, words.In("en"), nil); err == nil {
			t.Errorf("there is a figure %q", name)
		}
	}
}

func TestFind(t *testing.T) {
	l := Of(rules.VariantByKey("millennium"))
	for name, want := range map[string]string{"1": "boards", "3": "bishop", "Bishop": "bishop", "läufer": "bishop", "pawns": "pawn", "  FIRST  move ": "first move",
		"en pass": "en passant", "matt": "ending"} {
		i, ok := l.Find(name)
		if !ok || l.Pages[i].Name != want {
			t.Errorf("%q finds %d, not %s", name, i, want)
		}
	}
	for _, name := range []string{"0", "99", "-1", "mace", "x", "?"} {
		if i, ok := l.Find(name); ok {
			t.Errorf("%q finds %s", name, l.Pages[i].Name)
		}
	}
}

// The buttons of the pages lead through the whole lesson and back.
func TestTurnPages(t *testing.T) {
	l := Of(rules.VariantByKey("millennium"))
	for i := range l.Pages {
		r := l.Reply(i, words.In("en"))
		if want := min(2, 1+min(i, 1)*min(len(l.Pages)-1-i, 1)); len(r.Buttons[0]) != want {
			t.Errorf("page %d has %d buttons, not %d", i+1, len(r.Buttons[0]), want)
		}
		if len(r.Menus[0].Options) != len(l.Pages) || !r.Replace {
			t.Errorf("page %d: %+v", i+1, r.Menus)
		}
	}
}

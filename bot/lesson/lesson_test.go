package lesson

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
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
		for _, role := range v.Roles() {
			if !slices.Contains(names, role.String()) {
				t.Errorf("%s does not explain the %s", v.Key(), role)
			}
		}
	}
}

var (
	// example is a move in the quotation marks of a language.
	example = regexp.MustCompile(`[“„]([^”“]+)[”“]`)
	// journey is a move told in words, such as "1d4 to 2d6" or "1d4, 2e4, 3f4".
	journey = regexp.MustCompile(`\b(\w+)(?: to | nach |, )(\w+)(?:(?: or | oder |, )(\w+))*`)
	word    = regexp.MustCompile(`\w+`)
)

// sentences returns the text of a page without its readings.
func sentences(l *Lesson, p Page, lang words.Language) string {
	var list []string
	for _, key := range l.texts(p) {
		list = append(list, lang.Text("lesson."+key))
	}
	return strings.Join(list, "\n")
}

// The moves that a page gives as examples are legal in its figure, and the piece of the figure
// goes where the text says.
func TestExamples(t *testing.T) {
	eachPage(t, func(t *testing.T, l *Lesson, p Page) {
		pos := p.Figure.picture(l.Variant, nil).Position
		reached := map[string]bool{}
		if from := l.Variant.CellNamed(p.Figure.Square); from != rules.NoCell {
			for _, m := range pos.MovesFrom(from) {
				reached[l.Variant.CellName(m.To)] = true
			}
			for _, m := range pos.BoardMoves() {
				reached[l.Variant.Pins()[m.To].Name] = true
			}
		}
		journeys := map[string]int{}
		for _, tag := range words.Tags() {
			text := sentences(l, p, words.In(tag))
			for _, m := range example.FindAllStringSubmatch(text, -1) {
				if _, err := pos.ParseMove(m[1]); err != nil {
					t.Errorf("%s: %s: %v", tag, m[1], err)
				}
			}
			if n := len(example.FindAllString(text, -1)); p.Name == "notation" && n < 4 {
				t.Errorf("%s: %d examples of moves", tag, n)
			}
			for _, m := range journey.FindAllStringSubmatch(text, -1) {
				if m[1] != p.Figure.Square && (p.Name != "attack boards" || l.Variant.PinNamed(m[1]) < 0) {
					continue
				}
				journeys[tag]++
				for _, cell := range word.FindAllString(m[0], -1)[1:] {
					isCell := l.Variant.CellNamed(cell) != rules.NoCell || p.Name == "attack boards" && l.Variant.PinNamed(cell) >= 0
					air := isCell && p.Name != "attack boards" && pos.At(l.Variant.CellNamed(cell)) == rules.Air
					if isCell && !air && cell != p.Figure.Square && !reached[cell] {
						t.Errorf("%s: %q, but it does not go to %s", tag, m[0], cell)
					}
				}
			}
		}
		for _, tag := range words.Tags() {
			if journeys[tag] != journeys["en"] {
				t.Errorf("%s tells of %d moves, en of %d", tag, journeys[tag], journeys["en"])
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
		if status := start.Status(); status != rules.Ongoing {
			t.Errorf("the game is not going on: %v", status)
		}
		for _, tag := range words.Tags() {
			lang := words.In(tag)
			pic := f.picture(v, render.NewTexts(lang))
			said := alt(pic, f.levels(v), lang)
			if n := utf8.RuneCountInString(said); n > render.AltLimit || n < 20 || !strings.HasSuffix(said, pic.AltOf(f.levels(v))) {
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
	draw, tags, dir := render.New(0), []string{"de"}, os.Getenv("LESSON_FIGURES")
	if dir != "" {
		tags = words.Tags()
	}
	eachPage(t, func(t *testing.T, l *Lesson, p Page) {
		index := slices.IndexFunc(l.Pages, func(q Page) bool { return q.Name == p.Name })
		for _, tag := range tags {
			lang := words.In(tag)
			r := l.Reply(index, lang)
			files, board, err := Draw(draw, *r.Picture, lang, render.NewTexts(lang))
			if err != nil || len(files) != 1 || !strings.HasPrefix(string(files[0].Data), "\x89PNG") || board == "" {
				t.Fatal(err, len(files))
			}
			file := files[0]
			if dir != "" {
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

// The value of the bishop in Next Generation is explained by the squares that it reaches.
func TestValues(t *testing.T) {
	l := lessons["nextgen"]
	for piece, want := range map[string]int{"B": 21, "R": 15} {
		i, _ := l.Find("values")
		f := l.Pages[i].Figure
		f.Pieces = strings.Replace(f.Pieces, "BAe4", piece+"Ae4", 1)
		pos := f.position(l.Variant)
		if n := len(pos.MovesFrom(l.Variant.CellNamed("Ae4"))); n != want {
			t.Errorf("%s reaches %d squares, not %d", piece, n, want)
		}
		for _, tag := range words.Tags() {
			if text := l.Text(l.Pages[i], words.In(tag)); !strings.Contains(text, strconv.Itoa(want)) {
				t.Errorf("%s does not say %d: %s", tag, want, text)
			}
		}
	}
}

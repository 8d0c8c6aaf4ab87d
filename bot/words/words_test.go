package words

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var (
	keyLike = regexp.MustCompile(`^[a-z]+(\.[A-Za-z0-9-]+)+$`)
	gaps    = regexp.MustCompile(`\{[^}]*\}`)
)

func english() map[string]string { return languages()["en"].sentences }

// speakers are the functions whose argument at an index is a key, with gap names and
// values from another index on; 0 if they come otherwise.
var speakers = map[string]struct{ key, args int }{
	"Text": {0, 1}, "refuse": {0, 1}, "and": {0, 1}, "answerText": {0, 1},
}

// source is what the code of the bot does with keys.
type source struct {
	literals map[string]bool     // every string
	prefixes map[string]bool     // strings to which something is added
	keys     map[string]string   // keys given to a speaker, and where
	filled   map[string][]string // gaps that every call with a key fills
}

// readSource reads the packages that speak.
func readSource(t *testing.T) source {
	t.Helper()
	s := source{map[string]bool{}, map[string]bool{}, map[string]string{}, map[string][]string{}}
	files := token.NewFileSet()
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "words" || d.Name() == "testdata" || strings.HasSuffix(d.Name(), "test")):
			return fs.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(files, path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool { s.note(files, n); return true })
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(s.keys) < 100 {
		t.Fatalf("only %d keys found", len(s.keys))
	}
	return s
}

func (s source) note(files *token.FileSet, n ast.Node) {
	if text, ok := literal(n); ok {
		s.literals[text] = true
		if strings.HasSuffix(text, ".") && keyLike.MatchString(text+"x") {
			s.prefixes[text] = true
		}
	}
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return
	}
	name := ""
	switch f := call.Fun.(type) {
	case *ast.Ident:
		name = f.Name
	case *ast.SelectorExpr:
		name = f.Sel.Name
	}
	speaker, ok := speakers[name]
	if !ok || len(call.Args) <= speaker.key {
		return
	}
	key, ok := literal(call.Args[speaker.key])
	if !ok {
		return
	}
	var names []string
	for i := speaker.args; i < len(call.Args); i += 2 {
		name, _ := literal(call.Args[i])
		names = append(names, "{"+name+"}")
	}
	if call.Ellipsis.IsValid() {
		names = gaps.FindAllString(english()[key], -1)
	}
	if known, again := s.filled[key]; again {
		names = slices.DeleteFunc(slices.Clone(known), func(n string) bool { return !slices.Contains(names, n) })
	}
	s.keys[key], s.filled[key] = files.Position(call.Pos()).String(), names
}

func literal(n ast.Node) (string, bool) {
	l, ok := n.(*ast.BasicLit)
	if !ok || l.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(l.Value)
	return text, err == nil
}

// TestKeys holds the code to keys that exist, each call to filling every gap of its
// sentence, and the catalogue to sentences that somebody says.
func TestKeys(t *testing.T) {
	s := readSource(t)
	for key, where := range s.keys {
		sentence, ok := english()[key]
		if !ok {
			t.Errorf("%s: there is no sentence %q", where, key)
			continue
		}
		for _, gap := range gaps.FindAllString(sentence, -1) {
			if !slices.Contains(s.filled[key], gap) {
				t.Errorf("%s: %s of %q is not filled", where, gap, key)
			}
		}
	}
	for prefix := range s.prefixes {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(english())), func(key string) bool { return strings.HasPrefix(key, prefix) }) {
			t.Errorf("no sentence begins with %q", prefix)
		}
	}
	for key := range english() {
		said := s.literals[key]
		for prefix := range s.prefixes {
			said = said || strings.HasPrefix(key, prefix)
		}
		if !said {
			t.Errorf("nobody says %q", key)
		}
	}
}

// TestLanguages holds every language to the sentences and gaps of English.
func TestLanguages(t *testing.T) {
	for tag, language := range languages() {
		for key, sentence := range language.sentences {
			want, ok := english()[key]
			if !ok {
				t.Errorf("%s: %q is not in English", tag, key)
			}
			for _, gap := range gaps.FindAllString(sentence, -1) {
				if !strings.Contains(want, gap) {
					t.Errorf("%s: %q has %s, English has not", tag, key, gap)
				}
			}
			if strings.TrimSpace(sentence) != sentence || sentence == "" {
				t.Errorf("%s: %q is %q", tag, key, sentence)
			}
		}
		for key := range english() {
			if !language.Has(key) {
				t.Errorf("%s: %q is missing", tag, key)
			}
		}
		if language.Tag != tag || In(tag).Tag != tag {
			t.Errorf("%s calls itself %s", tag, language.Tag)
		}
	}
	if In("tlh").Tag != "en" || In("").Tag != "en" {
		t.Error("an unknown language is not English")
	}
}

// TestText fills gaps once: what fills one is not searched for others.
func TestText(t *testing.T) {
	l := Language{Tag: "en", sentences: map[string]string{"a": "{name} and {name} in {game}", "b": "nothing"}}
	for _, tt := range []struct {
		key  string
		args []any
		want string
	}{
		{"a", []any{"name", "{game}", "game", 7}, "{game} and {game} in 7"},
		{"a", nil, "{name} and {name} in {game}"},
		{"a", []any{"name"}, "{name} and {name} in {game}"},
		{"b", []any{"name", "x"}, "nothing"},
		{"missing", []any{"name", "x"}, "missing"},
		{"failure", nil, english()["failure"]},
	} {
		if got := l.Text(tt.key, tt.args...); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.key, got, tt.want)
		}
	}
}

// A number decides the ending of the word behind it; what fills other gaps is left alone.
func TestTextInflects(t *testing.T) {
	for n, want := range map[int]string{1: "1 day for each move", 2: "2 days for each move"} {
		if got := In("en").Text("clock.per-move", "days", n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
	if got := In("en").Text("game.unknown", "game", "3 box(es)"); !strings.Contains(got, "3 box(es)") {
		t.Errorf("a value was changed: %q", got)
	}
}

// A word is understood in every language, whatever its case; an empty one never.
func TestMeans(t *testing.T) {
	for _, tt := range []struct {
		key, word string
		want      bool
	}{
		{"answer.yes", "YES", true}, {"answer.yes", "ja", true}, {"answer.yes", "", false}, {"answer.yes", "no", false},
		{"answer.white", "Weiß", true}, {"answer.white", "schwarz", false},
		{"name.challenge", "play", true}, {"name.challenge", "challenge", true}, {"name.challenge", "herausfordern", true},
		{"name.nothing", "", false},
	} {
		if got := Means(tt.key, tt.word); got != tt.want {
			t.Errorf("%s: %q is understood: %t", tt.key, tt.word, got)
		}
	}
	if got, want := Typed("answer.white"), []string{"white", "w", "weiß", "weiss"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

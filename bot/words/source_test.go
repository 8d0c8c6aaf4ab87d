package words_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// source is what the program does with keys. Places are files and lines.
type source struct {
	files    *token.FileSet
	literals map[string]string   // every string, and where
	keys     map[string]string   // keys given to a speaker, and where
	prefixes map[string]string   // what keys begin with that are put together for a speaker, and where
	filled   map[string][]string // placeholders that every call with a key or a prefix fills
	tables   map[string][]string // the strings in variables that are maps, by name
	spoke    map[string]bool     // speakers that were called with a key
}

// speakers are the functions whose argument at an index is a key, with names and values
// that fill placeholders from another index on; 0 if there are none.
var speakers = map[string]struct{ key, args int }{
	"Text": {0, 1}, "Refuse": {0, 1}, "fail": {0, 1}, "And": {0, 1}, "AnswerText": {0, 1},
	"listed": {0, 0}, "writePage": {3, 0}, "translations": {0, 0}, "Means": {0, 0}, "Key": {0, 0}, "isRefusal": {1, 0},
	"complain": {0, 1},
}

var prefixLike = regexp.MustCompile(`^([a-z-]+\.)+$`)

// readSource reads the whole program but its tests.
func readSource(t *testing.T) source {
	t.Helper()
	s := source{token.NewFileSet(), map[string]string{}, map[string]string{}, map[string]string{}, map[string][]string{}, map[string][]string{}, map[string]bool{}}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || strings.HasSuffix(d.Name(), "test")):
			return fs.SkipDir
		case strings.HasSuffix(path, ".html"):
			return s.template(path)
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(s.files, path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BasicLit:
				if text, ok := literal(n); ok {
					s.literals[text] = s.place(n)
				}
			case *ast.CallExpr:
				s.call(n)
			case *ast.ValueSpec:
				s.table(n)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range speakers {
		if !s.spoke[name] {
			t.Errorf("nobody calls %s with a key", name)
		}
	}
	return s
}

// inTemplate matches a sentence in a template of a page.
var inTemplate = regexp.MustCompile(`\.T "([^"]+)"`)

// template notes the sentences of a page.
func (s source) template(path string) error {
	text, err := os.ReadFile(path)
	for _, m := range inTemplate.FindAllStringSubmatch(string(text), -1) {
		s.literals[m[1]], s.keys[m[1]] = path, path
	}
	return err
}

// call notes the key of a call to a speaker and the placeholders that the call fills.
func (s source) call(call *ast.CallExpr) {
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
	if ok {
		s.keys[key] = s.place(call)
	} else if sum, isSum := call.Args[speaker.key].(*ast.BinaryExpr); isSum {
		if key, ok = literal(sum.X); ok && prefixLike.MatchString(key) {
			s.prefixes[key] = s.place(call)
		}
	}
	s.spoke[name] = s.spoke[name] || ok
	if !ok || speaker.args == 0 || call.Ellipsis.IsValid() {
		return
	}
	var placeholders []string
	for i := speaker.args; i < len(call.Args); i += 2 {
		name, _ := literal(call.Args[i])
		placeholders = append(placeholders, "{"+name+"}")
	}
	if known, again := s.filled[key]; again {
		placeholders = slices.DeleteFunc(slices.Clone(known), func(n string) bool { return !slices.Contains(placeholders, n) })
	}
	s.filled[key] = placeholders
}

// table notes the strings of a variable that is a map.
func (s source) table(v *ast.ValueSpec) {
	for i, value := range v.Values {
		lit, ok := value.(*ast.CompositeLit)
		if !ok {
			continue
		}
		for _, e := range lit.Elts {
			if pair, ok := e.(*ast.KeyValueExpr); ok {
				if text, ok := literal(pair.Value); ok {
					s.tables[v.Names[i].Name] = append(s.tables[v.Names[i].Name], text)
				}
			}
		}
	}
}

func (s source) place(n ast.Node) string { return s.files.Position(n.Pos()).String() }

func literal(n ast.Node) (string, bool) {
	l, ok := n.(*ast.BasicLit)
	if !ok || l.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(l.Value)
	return text, err == nil
}

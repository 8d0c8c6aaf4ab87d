package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// Bounds of what somebody can keep in mind.
const (
	maxMethods    = 40   // of a type
	maxOwnMethods = 12   // of an interface, without what it embeds
	maxDeskLines  = 3500 // of package bot
)

// large are the types that may have more methods: a position, a transaction of the store,
// which has those of every noun, and the Discord of the tests.
var large = map[string]bool{
	"rules.Position": true, "store.tx": true, "discordtest.Server": true,
}

// TestSizes checks the sizes of types, of interfaces and of package bot, without tests.
func TestSizes(t *testing.T) {
	methods, lines, interfaces := map[string]int{}, 0, 0
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && d.Name() != ".."):
			return fs.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		if filepath.Dir(path) == filepath.Join("..", "..", "bot") {
			lines += files.File(file.Pos()).LineCount()
		}
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv != nil {
				methods[file.Name.Name+"."+receiver(f.Recv.List[0].Type)]++
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			s, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			i, ok := s.Type.(*ast.InterfaceType)
			if !ok {
				return true
			}
			interfaces++
			own := 0
			for _, m := range i.Methods.List {
				own += len(m.Names)
			}
			if own > maxOwnMethods {
				t.Errorf("%s.%s has %d methods of its own, more than %d", file.Name.Name, s.Name.Name, own, maxOwnMethods)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, n := range methods {
		if n > maxMethods && !large[name] {
			t.Errorf("%s has %d methods, more than %d", name, n, maxMethods)
		}
	}
	for name := range large {
		if methods[name] <= maxMethods {
			t.Errorf("%s has only %d methods: it needs no exception", name, methods[name])
		}
	}
	if lines == 0 || interfaces == 0 {
		t.Fatalf("%d lines and %d interfaces read", lines, interfaces)
	}
	if lines >= maxDeskLines {
		t.Errorf("package bot has %d lines, not fewer than %d", lines, maxDeskLines)
	}
}

// receiver returns the name of a method's type.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

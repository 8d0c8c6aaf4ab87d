package bot_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// TestButtonCommands checks that no button's command is written by hand:
// command.Invocation writes all of them.
func TestButtonCommands(t *testing.T) {
	t.Parallel()
	found := 0
	for _, room := range []string{".", "account", "request"} {
		files, err := filepath.Glob(filepath.Join(room, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") || name == "complete.go" { // which completes arguments, not commands
				continue
			}
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				pair, ok := n.(*ast.KeyValueExpr)
				if !ok {
					return true
				}
				if key, ok := pair.Key.(*ast.Ident); ok && key.Name == "Command" {
					found++
					if call, ok := pair.Value.(*ast.CallExpr); !ok || !isString(call) {
						t.Errorf("%s: a command is written by hand", set.Position(pair.Pos()))
					}
				}
				return true
			})
		}
	}
	if found < 15 {
		t.Errorf("only %d buttons found", found)
	}
}

// isString reports whether an expression is a call of a method String.
func isString(call *ast.CallExpr) bool {
	method, ok := call.Fun.(*ast.SelectorExpr)
	return ok && method.Sel.Name == "String" && len(call.Args) == 0
}

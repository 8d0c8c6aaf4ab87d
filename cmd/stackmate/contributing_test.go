package main

import (
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
)

var (
	quotedCode   = regexp.MustCompile("`([^`\n]+)`")
	quotedPath   = regexp.MustCompile(`^\.?[\w-][\w.-]*(/[\w.-]+)*(/|\.go)$|^\.?[\w-][\w.-]*(/[\w.-]+)+$`)
	quotedFunc   = regexp.MustCompile(`^(?:\w+\.)?(\w+)\(\)$`)
	contributing = "CONTRIBUTING.md"
)

// TestPathsInDocs expects that files and folders that the documents name exist, and that a
// function is declared in the Go file that is named last before it.
func TestPathsInDocs(t *testing.T) {
	for doc, most := range map[string]struct{ paths, funcs int }{contributing: {60, 40}, "README.md": {10, 0}} {
		paths, funcs := 0, 0
		file, source := "", ""
		for _, match := range quotedCode.FindAllStringSubmatch(readDoc(t, doc), -1) {
			code := match[1]
			name := quotedFunc.FindStringSubmatch(code)
			switch {
			case name != nil:
				funcs++
				if !regexp.MustCompile(`(?m)^func (\([^)]*\) )?` + name[1] + `[\[(]`).MatchString(source) {
					t.Errorf("%s: there is no %s in %s", doc, code, file)
				}
			case quotedPath.MatchString(code):
				paths++
				if _, err := os.Stat(path.Join("../..", code)); err != nil {
					t.Errorf("%s: %v", doc, err)
				} else if strings.HasSuffix(code, ".go") {
					file, source = code, readDoc(t, code)
				}
			}
		}
		if paths < most.paths || funcs < most.funcs {
			t.Errorf("%s: only %d paths and %d functions are found", doc, paths, funcs)
		}
	}
}

// TestFoldersInContributing expects that every package has a place in the list of folders.
func TestFoldersInContributing(t *testing.T) {
	ours, _ := packages(t)
	text := readDoc(t, contributing)
	for at := range ours {
		if !strings.Contains(text, "`"+at+"/`") {
			t.Errorf("%s does not say what is in %s/", contributing, at)
		}
	}
}

// readDoc returns a file of the repository.
func readDoc(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(path.Join("../..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

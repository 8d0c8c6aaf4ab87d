package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"
)

var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// TestBill checks that all modules of a program are in its bill, with their versions and what SPDX wants
// of each package.
func TestBill(t *testing.T) {
	info := &debug.BuildInfo{GoVersion: "go1.26.8", Main: debug.Module{Path: "stackmate", Version: "1.2.0"}, Deps: []*debug.Module{
		{Path: "modernc.org/sqlite", Version: "v1.60.1"},
		{Path: "example.org/a_b~c", Version: "v2.0.0+incompatible"},
		{Path: "example.org/old", Version: "v1.0.0", Replace: &debug.Module{Path: "example.org/new", Version: "v1.0.1"}},
	}}
	doc := bill(info, "stackmate.exe", []byte("program"), noon)
	const hash = "1310ca2c8932dbd118668bd97442558a3e1f546b5e15c69699dfbd6024f548d8"
	if doc.Version != "SPDX-2.3" || doc.License != "CC0-1.0" || doc.ID != "SPDXRef-DOCUMENT" || !strings.HasSuffix(doc.Namespace, hash) ||
		doc.Creation.Created != "2026-11-22T12:00:00Z" || !strings.HasPrefix(doc.Creation.Creators[0], "Tool: ") {
		t.Errorf("%+v", doc)
	}
	main := doc.Packages[0]
	if main.Checksums[0].Value != hash || main.File != "stackmate.exe" || main.Purpose != "APPLICATION" {
		t.Errorf("%+v", main)
	}
	var got []string
	ids := map[string]bool{}
	for i, p := range doc.Packages {
		line := p.Name + " " + p.Version
		for _, r := range p.Refs {
			line += " " + r.Locator
		}
		got = append(got, line)
		if !regexp.MustCompile(`^SPDXRef-[A-Za-z0-9.-]+$`).MatchString(p.ID) || ids[p.ID] || p.Download == "" || p.Concluded == "" || p.Declared == "" || p.Analyzed {
			t.Errorf("%+v", p)
		}
		ids[p.ID] = true
		if r := doc.Relationships[i]; r.Related != p.ID || i > 0 && (r.Element != main.ID || r.Type != "DEPENDS_ON") || i == 0 && r.Type != "DESCRIBES" {
			t.Errorf("%+v", r)
		}
	}
	want := []string{
		"stackmate 1.2.0",
		"stdlib 1.26.8 pkg:golang/stdlib@1.26.8",
		"modernc.org/sqlite v1.60.1 pkg:golang/modernc.org/sqlite@v1.60.1",
		"example.org/a_b~c v2.0.0+incompatible pkg:golang/example.org/a_b~c@v2.0.0%2Bincompatible",
		"example.org/new v1.0.1 pkg:golang/example.org/new@v1.0.1",
	}
	if !slices.Equal(got, want) {
		t.Errorf("packages %q, want %q", got, want)
	}
}

// TestRun writes the bill of the test's own program, twice: the bills are the same.
func TestRun(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "sbom.json")
	var texts []string
	for range 2 {
		if err := run([]string{self}, out, "1.2.0", "2026-11-22T13:00:00+01:00"); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	var doc document
	if err := json.Unmarshal([]byte(texts[0]), &doc); err != nil {
		t.Fatal(err)
	}
	if p := doc.Packages[0]; texts[0] != texts[1] || p.Name != "stackmate" || p.Version != "1.2.0" || doc.Creation.Created != "2026-11-22T12:00:00Z" {
		t.Errorf("%s", texts[0])
	}
}

// TestRefusals names no program, and a file that is none.
func TestRefusals(t *testing.T) {
	out := filepath.Join(t.TempDir(), "sbom.json")
	for name, args := range map[string][]string{"none": nil, "two": {"a", "b"}, "missing": {"nowhere"}, "text": {"main.go"}} {
		if err := run(args, out, "", ""); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if err := run([]string{os.Args[0]}, out, "", "yesterday"); err == nil {
		t.Error("a time that is none: no error")
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a bill was written")
	}
}

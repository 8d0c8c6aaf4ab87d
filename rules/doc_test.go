package rules

import (
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// docExamples returns the blocks of examples in the package comment, line by line.
func docExamples(t *testing.T) (blocks [][]string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "doc.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	_, text, found := strings.Cut(file.Doc.Text(), "# Examples\n")
	if !found {
		t.Fatal("the package comment has no examples")
	}
	for block := range strings.SplitSeq(text, "\n\n") {
		if strings.HasPrefix(block, "\t") {
			blocks = append(blocks, strings.Split(strings.TrimSpace(strings.ReplaceAll(block, "\n\t", "\n")), "\n"))
		}
	}
	return blocks
}

// TestDocExamples reads and writes the examples in the package comment: those of every game
// and the record after them.
func TestDocExamples(t *testing.T) {
	blocks := docExamples(t)
	var keys []string
	for len(blocks) > 0 && VariantByKey(blocks[0][0]) != nil {
		keys = append(keys, blocks[0][0])
		checkExample(t, blocks[0])
		blocks = blocks[1:]
	}
	for _, v := range Variants() {
		if base, _, _ := strings.Cut(v.Key(), ":"); !slices.Contains(keys, base) {
			t.Errorf("no example of %s", base)
		}
	}
	if len(blocks) != 2 {
		t.Fatalf("%d blocks after the games, want the tags and the moves of a record", len(blocks))
	}
	record := strings.Join(blocks[0], "\n") + "\n\n" + strings.Join(blocks[1], "\n") + "\n"
	g, err := ParsePGN(strings.NewReader(record), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := writePGN(t, g); got != record {
		t.Errorf("the record is written as\n%s", got)
	}
}

// checkExample checks a key, a position, moves in LAN and SAN, and the position after them.
func checkExample(t *testing.T, lines []string) {
	t.Helper()
	if len(lines) != 5 {
		t.Fatalf("%d lines in %q", len(lines), lines)
	}
	p, err := VariantByKey(lines[0]).ParseFEN(lines[1])
	if err != nil {
		t.Fatalf("%s: %v", lines[0], err)
	}
	if got := p.FEN(); got != lines[1] {
		t.Errorf("%s is written as %s", lines[1], got)
	}
	sans := strings.Fields(lines[3])
	for i, lan := range strings.Fields(lines[2]) {
		m, err := p.ParseLAN(lan)
		if err != nil {
			t.Fatalf("%s: %v", lines[0], err)
		}
		if san, back := p.SAN(m), p.v.LAN(m); san != sans[i] || back != lan {
			t.Errorf("%s: %s is written as %s and %s, want %s", lines[0], lan, back, san, sans[i])
		}
		if again, err := p.ParseMove(sans[i]); err != nil || again != m {
			t.Errorf("%s: %s is read as %v: %v", lines[0], sans[i], again, err)
		}
		p = p.Play(m)
	}
	if got := p.FEN(); got != lines[4] {
		t.Errorf("%s ends in %s, want %s", lines[0], got, lines[4])
	}
}

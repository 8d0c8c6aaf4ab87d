package rules

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// sortedTexts returns moves in LAN, sorted.
func sortedTexts(v *Variant, moves []Move) []string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = v.LAN(m)
	}
	slices.Sort(texts)
	return texts
}

// TestConformance compares the legal moves and the status of every position of the
// reference collection.
func TestConformance(t *testing.T) {
	file, err := os.Open("testdata/positions.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	seen := map[string]int{}
	for n := 1; lines.Scan(); n++ {
		var want struct {
			Variant, Status string
			Moves, Legal    []string
		}
		if err := json.Unmarshal(lines.Bytes(), &want); err != nil {
			t.Fatalf("line %d: %v", n, err)
		}
		v := VariantByKey(want.Variant)
		if v == nil {
			t.Fatalf("line %d: no variant %q", n, want.Variant)
		}
		seen[v.Key()]++
		g := NewGame(v.Start(), 0)
		if err := g.PlayLAN(want.Moves...); err != nil {
			t.Errorf("line %d (%s): %v", n, v.Key(), err)
			continue
		}
		p := g.Position()
		if diff := cmp.Diff(want.Legal, sortedTexts(v, p.Moves())); diff != "" && len(want.Legal) > 0 {
			t.Errorf("line %d (%s): legal moves (-want +got):\n%s", n, v.Key(), diff)
		}
		if len(p.Moves()) != len(want.Legal) {
			t.Errorf("line %d (%s): %d legal moves, want %d", n, v.Key(), len(p.Moves()), len(want.Legal))
		}
		if got := g.StatusText(); got != want.Status {
			t.Errorf("line %d (%s): status %q, want %q", n, v.Key(), got, want.Status)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	for _, v := range Variants() {
		if seen[v.Key()] < 20 {
			t.Errorf("only %d positions of %s", seen[v.Key()], v.Key())
		}
	}
}

// TestPublishedGames plays games as they were published. SAN must be the published text,
// with + or # for moves that give check; the only one is the mate that ends the last game.
func TestPublishedGames(t *testing.T) {
	games := []struct {
		file, variant string
		plies         int
		final         Status
	}{
		{"millennium-dagostino-trimm-2001.txt", "millennium", 70, Ongoing},
		{"nextgen-shared-published-1.txt", "nextgen:shared", 21, Ongoing},
		{"nextgen-shared-published-2.txt", "nextgen:shared", 11, Checkmate},
	}
	for _, tt := range games {
		t.Run(tt.file, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("testdata/games", tt.file))
			if err != nil {
				t.Fatal(err)
			}
			_, moves, _ := strings.Cut(string(text), "\n")
			g := NewGame(VariantByKey(tt.variant).Start(), 0)
			for _, printed := range strings.Fields(moves) {
				if strings.HasSuffix(printed, ".") {
					continue
				}
				p := g.Position()
				m, err := p.ParseMove(printed)
				if err != nil {
					t.Fatalf("ply %d: %v", g.Len()+1, err)
				}
				written := p.SAN(m)
				g.Play(m)
				if now := g.Position(); now.InCheck() != strings.ContainsAny(written, "+#") {
					t.Errorf("%s: in check is %v", written, now.InCheck())
				}
				if got := strings.TrimSuffix(written, "#"); got != printed {
					t.Errorf("printed %s, we write %s", printed, got)
				}
			}
			now := g.Position()
			if g.Len() != tt.plies || now.Status() != tt.final {
				t.Errorf("%d plies end in %v, want %d and %v", g.Len(), now.Status(), tt.plies, tt.final)
			}
		})
	}
}

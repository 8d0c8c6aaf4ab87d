package game

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"stackmate/rules"
)

// tree writes conditions as their lines.
func tree(list Conditions) string {
	var lines []string
	for _, l := range list.Lines() {
		lines = append(lines, strings.Join(l, " "))
	}
	return strings.Join(lines, "; ")
}

func TestConditions(t *testing.T) {
	var list Conditions
	for _, tt := range []struct{ line, want string }{
		{"a b", "a b"},
		{"c d", "a b; c d"},
		{"a b e f", "a b e f; c d"},
		{"a b g h", "a b e f; a b g h; c d"},
		{"a b", "a b e f; a b g h; c d"}, // what follows stays
		{"c x", "a b e f; a b g h; c x"},
		{"a b e f i j", "a b e f i j; a b g h; c x"},
		{"a b e y", "a b e y; a b g h; c x"}, // another answer, and what followed is gone
		{"a z g h", "a z g h; c x"},
	} {
		before, was := tree(list), list
		added, err := list.Add(strings.Fields(tt.line))
		must(t, err)
		if tree(was) != before {
			t.Errorf("%q changed what was there", tt.line)
		}
		if list = added; tree(list) != tt.want {
			t.Errorf("%q: %q, want %q", tt.line, tree(list), tt.want)
		}
	}
	for _, tt := range []struct{ move, answer, rest string }{{"a", "z", "g h"}, {"c", "x", ""}, {"q", "", ""}, {"z", "", ""}} {
		if answer, rest := list.After(tt.move); answer != tt.answer || tree(rest) != tt.rest {
			t.Errorf("after %s: %s, %s", tt.move, answer, tree(rest))
		}
	}
	for _, tt := range []struct {
		line, want string
		ok         bool
	}{
		{"", "a z g h; c x", false}, {"q", "a z g h; c x", false}, {"a z q r", "a z g h; c x", false},
		{"a z g h", "a z; c x", true}, {"a", "c x", true}, {"c x", "a z g h", true},
	} {
		before := tree(list)
		got, ok := list.Remove(strings.Fields(tt.line))
		if ok != tt.ok || tree(got) != tt.want || tree(list) != before {
			t.Errorf("without %q: %q %v, want %q; there was %q", tt.line, tree(got), ok, tt.want, tree(list))
		}
	}
}

func TestConditionLimits(t *testing.T) {
	long := strings.Fields(strings.Repeat("a b ", maxDepth/2))
	list, err := Conditions(nil).Add(long)
	if err != nil || list.count() != maxDepth/2 {
		t.Fatal(err, list.count())
	}
	if got, err := list.Add(append(long, "c", "d")); !errors.Is(err, ErrConditions) || tree(got) != tree(list) {
		t.Error("too deep", err)
	}
	for i := list.count(); i < maxConditions; i++ {
		list, err = list.Add([]string{fmt.Sprint(i), "x"})
		must(t, err)
	}
	if got, err := list.Add([]string{"one more", "x"}); !errors.Is(err, ErrConditions) || got.count() != maxConditions {
		t.Error("too many", err)
	}
	if _, err := list.Add([]string{"30", "y"}); err != nil {
		t.Error("another answer is no more than before", err)
	}
}

// TestConditionsFollow adds random lines and removes one: the last answer given along
// each line stands, and what is left goes on from there.
func TestConditionsFollow(t *testing.T) {
	word := rapid.SampledFrom([]string{"a", "b", "c"})
	rapid.Check(t, func(t *rapid.T) {
		var list Conditions
		known := map[string]string{} // what was played to the answer
		for range rapid.IntRange(1, 8).Draw(t, "lines") {
			line := rapid.SliceOfN(word, 2, 6).Draw(t, "line")
			line = line[:len(line)/2*2]
			var err error
			if list, err = list.Add(line); err != nil {
				t.Fatal(err)
			}
			for i := 0; i < len(line); i += 2 {
				path := strings.Join(line[:i+1], " ")
				if old, ok := known[path]; ok && old != line[i+1] {
					for p := range known {
						if strings.HasPrefix(p, path+" ") {
							delete(known, p)
						}
					}
				}
				known[path] = line[i+1]
			}
		}
		got := map[string]string{}
		for _, line := range list.Lines() {
			rest := list
			for i := 0; i < len(line); i += 2 {
				var answer string
				if answer, rest = rest.After(line[i]); answer != line[i+1] {
					t.Fatalf("%v answers %s", line[:i+1], answer)
				}
				got[strings.Join(line[:i+1], " ")] = answer
			}
		}
		if diff := cmp.Diff(known, got); diff != "" {
			t.Fatal(diff)
		}
		for path := range known {
			less, ok := list.Remove(strings.Fields(path))
			if !ok || less.count() >= list.count() || list.count() != len(known) {
				t.Fatalf("without %s: %q of %q", path, tree(less), tree(list))
			}
			break
		}
	})
}

func TestReadLine(t *testing.T) {
	v := rules.VariantByKey("orthodox")
	line, _, err := ReadLine(v.Start(), []string{"e4", "e5", "Nf3"})
	if err != nil || !slices.Equal(line, []string{"e2-e4", "e7-e5", "g1-f3"}) {
		t.Error(line, err)
	}
	for i, texts := range [][]string{{"e5", "e5"}, {"e4", "e4"}, {"e4", "e5", "Bg5"}} {
		if line, failed, err := ReadLine(v.Start(), texts); err == nil || failed != i || line != nil {
			t.Errorf("%v: %v, move %d, %v", texts, line, failed, err)
		}
	}
}

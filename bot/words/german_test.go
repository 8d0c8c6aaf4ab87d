package words

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// limits are how many letters Discord shows, by the beginning of the key.
var limits = map[string]int{"command.": 100, "arg.": 100, "choice.": 100, "button.": 80}

// Every language has the gaps of English, no more and no less, and keeps to what
// front ends can show.
func TestSameGaps(t *testing.T) {
	sorted := func(sentence string) []string {
		list := gaps.FindAllString(sentence, -1)
		slices.Sort(list)
		return slices.Compact(list)
	}
	for _, tag := range Tags() {
		for key, sentence := range languages()[tag].sentences {
			if got, want := sorted(sentence), sorted(english()[key]); !slices.Equal(got, want) {
				t.Errorf("%s: %q has %v, English %v", tag, key, got, want)
			}
			for prefix, limit := range limits {
				if n := utf8.RuneCountInString(sentence); strings.HasPrefix(key, prefix) && n > limit {
					t.Errorf("%s: %q has %d letters, %d at most", tag, key, n, limit)
				}
			}
			if strings.ContainsAny(sentence, "\n\t") || strings.Contains(strings.ReplaceAll(sentence, "#{id}  ", ""), "  ") {
				t.Errorf("%s: %q has odd spaces", tag, key)
			}
		}
	}
}

// German quotes „so“, also what somebody has typed.
func TestQuotes(t *testing.T) {
	for key, sentence := range languages()["de"].sentences {
		if strings.Count(sentence, "„") != strings.Count(sentence, "“") || strings.ContainsAny(sentence, "”'\"") {
			t.Errorf("%q quotes wrongly: %s", key, sentence)
		}
	}
	if got := In("de").Text("game.number", "text", "“x”"); !strings.HasPrefix(got, "„x“ ist") {
		t.Error(got)
	}
	if got := In("en").Text("game.number", "text", "“x”"); !strings.HasPrefix(got, "“x” is") {
		t.Error(got)
	}
}

func TestTags(t *testing.T) {
	if tags := Tags(); tags[0] != "en" || !slices.Contains(tags, "de") || !Known("de") || Known("tlh") {
		t.Error(tags)
	}
}

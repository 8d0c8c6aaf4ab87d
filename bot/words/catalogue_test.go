package words

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"
)

// limits are how many characters Discord shows, by the beginning of the key.
var limits = map[string]int{"name.": 32, "option.": 32, "command.": 100, "arg.": 100, "choice.": 100, "button.": 80}

// commandName is what Discord takes for the name of a command or of an option, in small letters.
var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]+$`)

// Every language has the sentences of English, with the same placeholders, and keeps to what
// front ends can show.
func TestLanguages(t *testing.T) {
	english := In("en").sentences
	for _, tag := range Tags() {
		l := In(tag)
		if l.Tag != tag {
			t.Errorf("%s calls itself %s", tag, l.Tag)
		}
		for key := range english {
			if !l.Has(key) && plainKey(key) == key { // where one sentence may do for all
				t.Errorf("%s: %q is missing", tag, key)
			}
		}
		for key, sentence := range l.sentences {
			want, ok := english[plainKey(key)]
			if !ok {
				t.Errorf("%s: %q is not in English", tag, key)
			}
			if got, want := placeholdersOf(sentence), placeholdersOf(want); !slices.Equal(got, want) && plainKey(key) == key {
				t.Errorf("%s: %q has %v, English %v", tag, key, got, want)
			}
			lines := sentence
			if strings.HasPrefix(key, "lesson.") { // pages have paragraphs
				lines = strings.ReplaceAll(sentence, "\n", " ")
			}
			if strings.TrimSpace(sentence) != sentence || sentence == "" || strings.ContainsAny(lines, "\n\t") ||
				strings.Contains(strings.ReplaceAll(sentence, "#{id}  ", ""), "  ") {
				t.Errorf("%s: %q has odd spaces: %q", tag, key, sentence)
			}
			if n := strings.Count(sentence, l.quotes[0]); l.quotes[0] != l.quotes[1] && n != strings.Count(sentence, l.quotes[1]) ||
				strings.Contains(sentence, `"`) {
				t.Errorf("%s: %q quotes wrongly: %s", tag, key, sentence)
			}
			for prefix, limit := range limits {
				if n := utf8.RuneCountInString(sentence); strings.HasPrefix(key, prefix) && n > limit {
					t.Errorf("%s: %q has %d characters, at most %d", tag, key, n, limit)
				}
			}
			if isName := strings.HasPrefix(key, "name.") || strings.HasPrefix(key, "option."); isName &&
				(!commandName.MatchString(sentence) || sentence != strings.ToLower(sentence)) {
				t.Errorf("%s: %q cannot be a name: %s", tag, key, sentence)
			}
		}
		for key, list := range l.typed {
			for _, word := range list {
				most := 1
				if strings.HasPrefix(key, "phrase.") {
					most = 6 // as many as package command looks at
				}
				if n := len(strings.Fields(word)); n == 0 || n > most || word != strings.ToLower(word) {
					t.Errorf("%s: %q is typed as %q, not as %d word(s) in small letters", tag, key, word, most)
				}
			}
		}
	}
	if tags := Tags(); tags[0] != "en" || !slices.Contains(tags, "de") || !Known("de") || Known("tlh") {
		t.Error(tags)
	}
	if In("tlh").Tag != "en" || In("").Tag != "en" {
		t.Error("an unknown language is not English")
	}
}

// placeholdersOf lists the placeholders of a sentence outside commands, each once, in alphabetical order.
func placeholdersOf(sentence string) []string {
	var list []string
	for s := sentence; s != ""; {
		i := strings.IndexByte(s, '{')
		if i < 0 {
			break
		}
		if _, rest, ok := cutCommand(s[i:]); ok {
			s = rest
			continue
		}
		to := i + strings.IndexByte(s[i:]+"}", '}')
		list, s = append(list, s[i:to]), s[to:]
	}
	slices.Sort(list)
	return slices.Compact(list)
}

const head = "name: X\nquotes: [«, »]\n"

func TestLoad(t *testing.T) {
	good := fstest.MapFS{"xx.yaml": {Data: []byte(head + "typed:\n  a.b: [c]\nsentences:\n  a: \"{b} c\"\n")},
		"yy.yaml": {Data: []byte("name: Y\nquotes: [“, ”]\nsentences:\n  a: \"d\"\n")}, "other.txt": {Data: []byte("x")}}
	list, err := load(good)
	if err != nil {
		t.Fatal(err)
	}
	if got := slices.Sorted(maps.Keys(list)); !slices.Equal(got, []string{"xx", "yy"}) {
		t.Error(got)
	}
	if got := list["xx"].Text("a", "b", "“z”"); got != "«z» c" {
		t.Errorf("%q", got)
	}
	if got := list["xx"].Text("choice.yy"); got != "Y" || list["xx"].Name != "X" {
		t.Errorf("a language is called %q", got)
	}
	for name, text := range map[string]string{
		"empty":           "",
		"no yaml":         "\t",
		"no name":         "quotes: [«, »]\nsentences: {a: b}\n",
		"no quotes":       "name: X\nsentences: {a: b}\n",
		"one quote":       "name: X\nquotes: [«]\nsentences: {a: b}\n",
		"no sentences":    head,
		"unknown field":   head + "sentences: {a: b}\nsentence: {c: d}\n",
		"twice":           head + "sentences: {a: b, a: c}\n",
		"not a sentence":  head + "sentences: {a: {b: c}}\n",
		"second document": head + "sentences: {a: b}\n---\nname: Y\n",
	} {
		if _, err := load(fstest.MapFS{"xx.yaml": {Data: []byte(text)}}); err == nil || !strings.Contains(err.Error(), "xx.yaml") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// plainKey returns the key of a sentence without what says where it is read.
func plainKey(key string) string {
	return strings.TrimSuffix(strings.TrimSuffix(key, typedSuffix), pageSuffix)
}

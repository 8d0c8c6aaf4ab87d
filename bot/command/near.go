package command

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"

	"stackmate/bot/chat"
	"stackmate/bot/words"
	"stackmate/rules"
)

// maxNear is how many words are suggested.
const maxNear = 3

// Nearest returns the words in a list that somebody who mistyped one of them may have meant:
// those that differ least, in at most two letters and a third of them. Upper and lower case are
// the same.
func Nearest(word string, list []string) (near []string) {
	word = strings.ToLower(word)
	length := utf8.RuneCountInString(word)
	if length > MaxName {
		return nil
	}
	least := 2
	for _, w := range list {
		lower := strings.ToLower(w)
		d := distance(word, lower)
		if d == 0 || d > least || d > min(length, utf8.RuneCountInString(lower))/3 || slices.Contains(near, w) {
			continue
		}
		if d < least {
			least, near = d, nil
		}
		near = append(near, w)
	}
	return near[:min(len(near), maxNear)]
}

// distance returns in how many letters two words differ. Two neighbours that changed places are one.
func distance(a, b string) int {
	d, letters := levenshtein.ComputeDistance(a, b), []rune(a)
	for i := range len(letters) - 1 {
		swapped := slices.Clone(letters)
		swapped[i], swapped[i+1] = swapped[i+1], swapped[i]
		d = min(d, levenshtein.ComputeDistance(string(swapped), b)+1)
	}
	return d
}

// Near returns the commands that somebody who mistyped a name in any language may have meant,
// as parts of a sentence.
func Near(word string) (marks []string) {
	names := map[string]string{} // the command's own name by what may be typed for it
	var list []string
	for _, c := range tree {
		if c.Hidden {
			continue
		}
		for _, tag := range words.Tags() {
			for _, name := range words.In(tag).Names("name." + c.Name) {
				if names[name] == "" {
					names[name] = c.Name
					list = append(list, name)
				}
			}
		}
	}
	for _, name := range Nearest(strings.TrimPrefix(word, "/"), list) {
		c := Find(tree, names[name])
		path := c.Name
		if c.Sub != nil {
			path += " " + cmp.Or(c.Default, c.Sub[0].Name)
		}
		if mark := chat.Command(path); !slices.Contains(marks, mark) {
			marks = append(marks, mark)
		}
	}
	return marks
}

// nearArguments returns what somebody may have meant who mistyped the value of an argument.
func (c *Command) nearArguments(word string) []string {
	var list []string
	for _, a := range c.Args {
		if a.called(strings.TrimSuffix(word, ":")) { // without a value
			return nil
		}
		list = append(list, a.words()...)
	}
	return Nearest(word, list)
}

// words returns what may be typed for the value of an argument.
func (a Arg) words() []string {
	list := a.Choices()
	if a.Kind == VariantArg {
		for _, v := range rules.Variants() {
			list = append(list, v.Aliases()...)
		}
	}
	return list
}

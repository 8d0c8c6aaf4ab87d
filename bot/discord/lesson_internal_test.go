package discord

import (
	"strings"
	"testing"
	"unicode/utf8"

	"stackmate/bot/lesson"
	"stackmate/bot/words"
	"stackmate/rules"
)

// Every page of every lesson fits into a message, in every language, with its buttons and its menu.
func TestLessonsFit(t *testing.T) {
	ids := &commandIDs{}
	ids.set([]byte(`[{"id": "1234567890123456789", "name": "draw"}]`))
	for _, v := range rules.Variants() {
		for _, tag := range words.Tags() {
			l := lesson.Of(v)
			for i, page := range l.Pages {
				r := l.Reply(i, words.In(tag))
				r.Language = tag
				p, _ := ids.compose(r)
				n, whole := utf8.RuneCountInString(p.Content), lastLine(r.Expand(ids.surfaces(words.In(tag))).Text)
				if n > maxContent || !strings.HasSuffix(p.Content, whole) && page.Name != "ending" || strings.HasSuffix(p.Content, "…") {
					t.Errorf("%s: %s/%s is cut: %d characters of %d", tag, v.Key(), page.Name, n, utf8.RuneCountInString(r.Text))
				}
				options := 0
				for _, m := range menus(r.Menus) {
					options += strings.Count(string(must(m.MarshalJSON())), `"label"`)
				}
				if options != len(l.Pages) || len(rows(r.Buttons)) != 1 {
					t.Errorf("%s: %s/%s has a menu of %d pages", tag, v.Key(), page.Name, options)
				}
			}
		}
	}
}

func lastLine(s string) string { return s[strings.LastIndex(s, "\n")+1:] }

func must(data []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return data
}

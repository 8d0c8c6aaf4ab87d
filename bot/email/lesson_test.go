package email_test

import (
	"strings"
	"testing"

	"stackmate/bot/email/mailtest"
	"stackmate/bot/lesson"
	"stackmate/bot/words"
	"stackmate/rules"
)

// A mail that asks for the rules of a game is answered with all pages and their figures in one
// mail; one that asks for a page is answered with that.
func TestRulesByMail(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.write(names[alice], "", "yes") // confirms the address
	w.last(alice, 1)
	boards := 1 // in a picture of their own each
	for i, text := range []string{"rules tridimensional", "rules tridimensional\nrules chess 2", "rules chess läufer", "rules nextgen bishop"} {
		w.answer(alice, i+1, text)
		m := w.last(alice, i+2)
		if i == 0 && m.Subject() != "Tridimensional Chess" {
			t.Errorf("subject %q", m.Subject())
		}
		var want []string
		for _, p := range lesson.Of(rules.VariantByKey("tridimensional")).Pages {
			want = append(want, "Tridimensional Chess · "+p.Title(words.In("en")))
		}
		if i >= 2 {
			want = []string{"A bishop goes any distance diagonally"}
		}
		if i == 3 {
			boards = 2
		}
		for _, title := range want[1:] {
			if !strings.Contains(m.Text, title) || !strings.Contains(m.HTML, title) {
				t.Errorf("%q: no %q in %s", text, title, m.Text)
			}
		}
		pictures := strings.Count(m.HTML, `<img src="cid:`)
		if pictures != boards*len(want) || strings.Count(m.HTML, `alt="In the figure: `) == 0 || len(m.Picture) == 0 {
			t.Errorf("%q: %d pictures on %d pages", text, pictures, len(want))
		}
	}
}

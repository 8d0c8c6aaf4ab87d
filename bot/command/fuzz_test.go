package command

import (
	"reflect"
	"testing"

	"stackmate/bot/chat"
)

// FuzzParse types anything: what is understood can be written, and is read back the same.
func FuzzParse(f *testing.F) {
	for _, tt := range typed {
		f.Add(tt.text, false)
	}
	for _, tt := range refused {
		f.Add(tt.text, false)
	}
	for _, text := range []string{"12 e4", "2 e4 #5 // note", "move move:12 e4", `challenge "` + "`", "import ` chess #5", "link confirm:yes", "help pick x"} {
		f.Add(text, true)
	}
	f.Fuzz(func(t *testing.T, text string, replies bool) {
		m := chat.Message{Text: text}
		if replies {
			m.Game = 7
		}
		Within(text, 7)
		TakesText(text)
		in, err := Parse(m, nil)
		if err != nil {
			return
		}
		m.Text = in.String()
		if len(m.Text) > MaxText {
			return
		}
		if again, err := Parse(m, nil); err != nil || !reflect.DeepEqual(again, in) {
			t.Errorf("%q is written %q, which is read as %q (%v)", text, m.Text, again, err)
		}
	})
}

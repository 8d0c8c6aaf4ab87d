package web_test

import (
	"net/http"
	"strings"
	"testing"

	"stackmate/bot/chat"
)

// TestMoveNumbers checks that moves of a game that begins in the middle have the numbers that they have everywhere else.
func TestMoveNumbers(t *testing.T) {
	c := found(t, "")
	c.says("Anna", chat.Place{}, "import orthodox 4k3/8/8/8/8/8/8/R3K3 b Q - 3 17")
	c.says("Anna", chat.Place{}, "#1 Kd7")
	c.says("Anna", chat.Place{}, "#1 Rb1")
	b := c.browse().signIn(c.link("Anna", chat.Place{}, "web #1")).sees(http.StatusOK, "18. Rb1")
	for _, row := range []string{`<li value="17">… <a href="/g/1?ply=1" data-ply="1">Kd7</a>`, `<li value="18"><a href="/g/1?ply=2" data-ply="2" aria-current="true">Rb1</a>`} {
		if !strings.Contains(b.page, row) {
			t.Errorf("no %s in %s", row, b.page)
		}
	}
}

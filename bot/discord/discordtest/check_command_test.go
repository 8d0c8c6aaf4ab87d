package discordtest

import (
	"fmt"
	"strings"
	"testing"
)

func TestCommandLimits(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	path := "/applications/" + p.srv.ApplicationID + "/commands"
	cmd := func(name string, options ...object) object {
		return object{"name": name, "description": "d", "options": options}
	}
	str := func(name string, more object) object {
		o := object{"type": 3, "name": name, "description": "d"}
		for k, v := range more {
			o[k] = v
		}
		return o
	}
	choices := func(n int) []object {
		return repeated(n, func(i int) object { return object{"name": fmt.Sprint(i), "value": "v"} })
	}
	many := func(n int) []object { return repeated(n, func(i int) object { return cmd(fmt.Sprint("c", i)) }) }
	options := func(n int) []object { return repeated(n, func(i int) object { return str(fmt.Sprint("o", i), nil) }) }
	for _, c := range []struct {
		good, bad []object
		violation string
	}{
		{[]object{cmd(strings.Repeat("ä", 32))}, []object{cmd(strings.Repeat("a", 33))}, "in lower case"},
		{[]object{cmd("a-b_1")}, []object{cmd("Move")}, "in lower case"},
		{[]object{cmd("ab")}, []object{cmd("a b")}, "in lower case"},
		{[]object{{"name": "a", "description": strings.Repeat("d", 100)}}, []object{{"name": "a", "description": strings.Repeat("d", 101)}}, "101 characters"},
		{[]object{{"name": "User menu", "type": 2}}, []object{{"name": "a"}}, "0 characters"},
		{[]object{cmd("a", options(25)...)}, []object{cmd("a", options(26)...)}, "26 options"},
		{[]object{cmd("a", str("b", object{"choices": choices(25)}))}, []object{cmd("a", str("b", object{"choices": choices(26)}))}, "26 choices"},
		{[]object{cmd("a", str("b", object{"required": true}), str("c", nil))}, []object{cmd("a", str("b", nil), str("c", object{"required": true}))}, "after an optional"},
		{[]object{cmd("a", str("b", object{"autocomplete": true}))}, []object{cmd("a", str("b", object{"autocomplete": true, "choices": choices(1)}))}, "exclude each other"},
		{[]object{cmd("a"), cmd("b")}, []object{cmd("a"), cmd("a")}, "DUPLICATE"},
		{many(100), many(101), "101 chat commands"},
	} {
		if status, answer := raw(t, p.srv, "PUT", path, c.good); status != 200 {
			t.Errorf("%v: %d %v", c.good, status, answer)
		}
		wantViolation(t, p.srv, c.violation, func() (int, map[string]any) { return raw(t, p.srv, "PUT", path, c.bad) })
	}
	before := p.srv.Commands("")
	raw(t, p.srv, "PUT", path, many(100))
	after := p.srv.Commands("")
	if len(after) != 100 || before[7].ID != after[7].ID || before[7].Version != after[7].Version {
		t.Errorf("the same overwrite changed a command: %+v, %+v", before[7], after[7])
	}
}

package main

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"stackmate/rules"
)

// TestMates expects positions with a mate of the length that is written, which is checked
// here in the plainest way.
func TestMates(t *testing.T) {
	var out bytes.Buffer
	args := []string{"mates", "-variant", "orthodox,tridimensional", "-count", "2", "-longest", "2", "-nodes", "200", "-games", "100"}
	if err := run(t.Context(), args, &out); err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for line := range strings.Lines(out.String()) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		n, _ := strconv.Atoi(f[1])
		p, err := rules.VariantByKey(f[0]).ParseFEN(f[2])
		if err != nil {
			t.Fatal(err)
		}
		if !mates(&p, n) || n > 1 && mates(&p, n-1) {
			t.Errorf("there is no mate in %d in %s %s, or a shorter one", n, f[0], f[2])
		}
		count[f[0]+f[1]]++
		if count[line]++; count[line] > 1 {
			t.Errorf("%s twice", line)
		}
	}
	for _, key := range []string{"orthodox1", "orthodox2", "tridimensional1", "tridimensional2"} {
		if count[key] != 2 {
			t.Errorf("%d mates for %s in\n%s", count[key], key, &out)
		}
	}
	if err := run(t.Context(), []string{"mates", "-longest", "4"}, &out); err == nil || !strings.Contains(err.Error(), "from 1 to 3") {
		t.Error(err)
	}
}

// mates reports whether the side to move can mate in n moves or fewer.
func mates(p *rules.Position, n int) bool {
	for _, m := range p.Moves() {
		next := p.Play(m)
		replies := next.Moves()
		forced := len(replies) > 0 && n > 1 || next.InCheck()
		for _, reply := range replies {
			after := next.Play(reply)
			forced = forced && n > 1 && mates(&after, n-1)
		}
		if forced {
			return true
		}
	}
	return false
}

package rules

import (
	"strings"
	"testing"
)

// Keys and aliases are found in any case, and no two games share one.
func TestVariantByName(t *testing.T) {
	for _, v := range Variants() {
		for _, name := range append(v.Aliases(), v.Key()) {
			if got := VariantByName(strings.ToUpper(name)); got != v {
				t.Errorf("%s is %v, want %s", name, got, v.Key())
			}
		}
		for _, name := range v.Aliases() {
			if VariantByKey(name) != nil {
				t.Errorf("%s is the key of a game and an alias of %s", name, v.Key())
			}
		}
	}
	if v := VariantByName(""); v != nil {
		t.Errorf("no name is %s", v.Key())
	}
	if v := VariantByName("Chess"); v != orthodox {
		t.Errorf("Chess is %v", v)
	}
}

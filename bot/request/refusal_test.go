package request

import (
	"testing"

	"stackmate/rules"
)

// faults are all reasons for which a move can be illegal.
func faults() (list []rules.Fault) {
	defer func() { recover() }() // the name of a fault that is none
	for f := rules.Fault(1); f.String() != ""; f++ {
		list = append(list, f)
	}
	return list
}

// TestFaultKeys holds every fault to a name in the catalogue.
func TestFaultKeys(t *testing.T) {
	all := faults()
	if all[len(all)-1] < rules.GameOver || len(all) != int(all[len(all)-1]) {
		t.Errorf("only %d faults", len(all))
	}
	for _, f := range all {
		if faultKey(f) == "" {
			t.Errorf("fault %v has no key", f)
		}
	}
	for f := rules.PGNTooLong; f <= rules.PGNAfterResult; f++ {
		if pgnKeys[f] == "" && f != rules.PGNBadMove && f != rules.PGNBadPosition {
			t.Errorf("fault %v of a record has no key", f)
		}
	}
	for f := rules.FENFault(1); f.String() != ""; f++ {
		if fenKeys[f] == "" {
			t.Errorf("fault %v of a position string has no key", f)
		}
	}
	for f := rules.FieldPins; f <= rules.FieldMove; f++ {
		if fenFieldKeys[f] == "" {
			t.Errorf("field %v of a position string has no key", f)
		}
	}
}

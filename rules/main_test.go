package rules

import (
	"flag"
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("rapid.nofailfile", "true"); err != nil { // a failure prints its seed
		panic(err)
	}
	os.Exit(m.Run())
}

// slowTests reports whether tests that take minutes are wanted: CI sets STACKMATE_SLOW for those that
// have Perft or Slow in their names.
func slowTests() bool { return os.Getenv("STACKMATE_SLOW") != "" }

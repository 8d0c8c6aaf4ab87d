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

// slowness says which tests are wanted that take long: 1 those of a minute, which CI sets for what
// has Perft or Slow in its name, 2 all.
func slowness() int {
	switch os.Getenv("STACKMATE_SLOW") {
	case "":
		return 0
	case "all":
		return 2
	}
	return 1
}

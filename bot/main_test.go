package bot_test

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

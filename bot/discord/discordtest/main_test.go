package discordtest

import (
	"flag"
	"os"
	"testing"
)

// TestMain runs many tests at once: most of their time they wait for discordgo, whose Close sleeps for a second.
func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.parallel", "32"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

package email_test

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestMain fails if a goroutine of a bot still runs after all tests.
func TestMain(m *testing.M) {
	status := m.Run()
	var left string
	for range 50 {
		stacks := make([]byte, 1<<20)
		left = ""
		for _, s := range strings.Split(string(stacks[:runtime.Stack(stacks, true)]), "\n\n") {
			if strings.Contains(s, "stackmate/bot/email.") || strings.Contains(s, "go-imap/v2/imapclient") {
				left += s + "\n\n"
			}
		}
		if left == "" {
			os.Exit(status)
		}
		time.Sleep(100 * time.Millisecond)
	}
	fmt.Println("still running:", left)
	os.Exit(1)
}

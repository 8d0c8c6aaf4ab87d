//go:build !integration

package web_test

import "testing"

// TestBoard says where the tests of the board itself are: they need a browser.
func TestBoard(t *testing.T) {
	t.Skip("the board is tested in Debian's Chromium: bash .ci/run browser, or go test -tags integration ./bot/web where there is a chromium")
}

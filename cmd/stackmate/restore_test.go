package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stackmate/store"
	"stackmate/store/storetest"
)

// TestRestoreInterrupted interrupts a restore, and restores a database that a bot is using: nothing is
// restored, and the program says so.
func TestRestoreInterrupted(t *testing.T) {
	dir := t.TempDir()
	backup, to := filepath.Join(dir, "backup.db"), filepath.Join(dir, "games.db")
	storetest.Empty(t, backup)
	restore := func(ctx context.Context) string {
		var out strings.Builder
		status := run(ctx, []string{"restore", backup, "--to", to}, streams{in: strings.NewReader(""), out: &out, err: &out})
		if _, err := os.Lstat(to); status != exitFailure || err == nil {
			t.Errorf("status %d, %v: %s", status, err, &out)
		}
		return out.String()
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if said := restore(ended); said != "stackmate: interrupted: nothing was restored\n" {
		t.Errorf("interrupted: %s", said)
	}
	owner, err := store.Own(t.Context(), backup, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	defer owner.Release()
	if said := restore(t.Context()); !strings.Contains(said, "a bot is using "+backup+". Copy it with stackmate backup") {
		t.Errorf("in use: %s", said)
	}
}

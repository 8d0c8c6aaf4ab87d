package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"stackmate/store/storetest"
)

// TestServeBacksUp starts a bot on a database of an older version: it keeps a copy, makes a backup at
// once, and none when it is started again soon after. Both are sound, and metrics tell.
func TestServeBacksUp(t *testing.T) {
	t.Parallel()
	srv := newDiscord(t)
	srv.AllowViolations(true) // it is killed
	dir := t.TempDir()
	path, folder, health := filepath.Join(dir, "games.db"), filepath.Join(dir, "backups"), freeAddress(t)
	storetest.Old(t, path, 18)
	config := configFor(srv, path, "backup:\n  folder: "+folder+"\n  keep: 2\nhealth:\n  listen: "+health+"\n")
	bot := spawn(t, config)
	bot.says("backup made")
	samples := scraped(t, health)
	for name, nonzero := range map[string]bool{"stackmate_backup_last_success_timestamp_seconds": true, "stackmate_backup_failures_total": false} {
		i := slices.IndexFunc(samples, func(s sample) bool { return s.name == name })
		if i < 0 || (samples[i].value != "0") != nonzero {
			t.Errorf("%s is not as it should be: %v", name, samples)
		}
	}
	if err := bot.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	bot.status()
	backups, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(backups) != 1 || !strings.HasPrefix(filepath.Base(backups[0]), "games-20") {
		t.Fatalf("the folder has %q: %v", backups, err)
	}
	copies, err := filepath.Glob(path + ".before-schema-*")
	if err != nil || len(copies) != 1 {
		t.Fatalf("the copies are %q: %v", copies, err)
	}
	if info, err := os.Stat(backups[0]); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the backup has mode %v: %v", info.Mode(), err)
	}
	again := spawn(t, config)
	again.says("started")
	srv.WaitReady()
	if strings.Contains(again.String(), "backup made") {
		t.Errorf("another backup was made:\n%s", again)
	}
	if list, err := filepath.Glob(filepath.Join(folder, "*")); err != nil || len(list) != 1 {
		t.Errorf("the folder has %q: %v", list, err)
	}
}

package bot_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"stackmate/store"
	"stackmate/store/verify"
)

// town is a database of which a backup takes seconds.
var town = scale{finished: 300_000, running: 20_000, players: 30_000, crowd: 20_000}

// backupGoal is how much longer the p99 of moves may be while a backup is made.
const backupGoal = 2.0

// TestBackupScale measures moves while backups are made, and in turn without, by a bot and by another
// program. As with TestScale, only STACKMATE_SCALE=1 makes a large database and checks the goal.
func TestBackupScale(t *testing.T) {
	size, rounds := village, 1
	serious := os.Getenv("STACKMATE_SCALE") != ""
	if serious {
		size, rounds = town, 4
	}
	p := populated(t, size)
	folder := t.TempDir()
	for who, backup := range map[string]func(context.Context, string) (int64, error){
		"the bot": p.store.Backup,
		"another program": func(ctx context.Context, to string) (int64, error) {
			return store.BackupFile(ctx, p.path, to)
		},
	} {
		owner, err := store.Own(t.Context(), p.path, noon)
		if err != nil {
			t.Fatal(err)
		}
		var without, with []time.Duration
		var took time.Duration
		backups := 0
		for range rounds {
			to := filepath.Join(folder, fmt.Sprint(who, backups))
			done := make(chan error, 1)
			began := time.Now()
			go func() { _, err := backup(t.Context(), to); done <- err }()
			n := 0
			for running := true; running || n < 10; n++ {
				with = append(with, p.move())
				select {
				case err := <-done:
					if err != nil {
						t.Fatal(err)
					}
					running, took, backups = false, took+time.Since(began), backups+1
				default:
				}
			}
			if err := os.Remove(to); err != nil {
				t.Fatal(err)
			}
			for range n {
				without = append(without, p.move())
			}
		}
		if err := owner.Release(); err != nil {
			t.Fatal(err)
		}
		wal, err := os.Stat(p.path + "-wal")
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(without)
		slices.Sort(with)
		p99 := func(list []time.Duration) time.Duration { return list[len(list)*99/100] }
		took /= time.Duration(backups)
		t.Logf("%d MB, backed up by %s %d times in %v each: %d moves without a backup: median %v, p99 %v, max %v; with: median %v, p99 %v, max %v; -wal %d kB",
			p.megabytes(), who, backups, took.Round(time.Millisecond), len(without), without[len(without)/2], p99(without), without[len(without)-1],
			with[len(with)/2], p99(with), with[len(with)-1], wal.Size()>>10)
		if limit := time.Duration(backupGoal * float64(p99(without))); serious && p99(with) > limit {
			t.Errorf("p99 of moves is %v while %s makes backups, more than %v", p99(with), who, limit)
		}
	}
	began := time.Now()
	report, err := store.Verify(t.Context(), p.path, verify.Options{Workers: 2})
	if err != nil || report.Games != int64(size.finished+size.running) {
		t.Errorf("%d games verified: %v", report.Games, err)
	}
	t.Logf("%d games with %d moves verified in %v", report.Games, report.Moves, time.Since(began).Round(time.Millisecond))
}

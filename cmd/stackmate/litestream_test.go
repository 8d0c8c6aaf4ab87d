package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// litestreamVariable names the program Litestream, if it is not in the PATH.
const litestreamVariable = "STACKMATE_LITESTREAM"

// TestLitestream is the drill with Litestream in place of backups: it replicates the database of a
// busy bot, dies with it, and restores what it has.
func TestLitestream(t *testing.T) {
	program := os.Getenv(litestreamVariable)
	if program == "" {
		var err error
		if program, err = exec.LookPath("litestream"); err != nil {
			t.Skip("there is no litestream")
		}
	}
	drill(t, func(c *campaign, path string) func() string {
		folder := t.TempDir()
		config, replica := filepath.Join(folder, "litestream.yml"), filepath.Join(folder, "replica")
		text := fmt.Sprintf("dbs:\n  - path: %s\n    replica:\n      type: file\n      path: %s\n", path, replica)
		if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		replicate := exec.Command(program, "replicate", "-config", config)
		log, err := os.Create(filepath.Join(folder, "log"))
		if err != nil {
			t.Fatal(err)
		}
		replicate.Stdout, replicate.Stderr = log, log
		if err := replicate.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			_ = replicate.Process.Kill()
			log.Close()
			if said, err := os.ReadFile(log.Name()); err == nil && t.Failed() {
				t.Logf("litestream said:\n%s", said)
			}
		})
		c.eventually("litestream has begun", func() bool { _, err := os.Stat(replica); return err == nil })
		return func() string {
			time.Sleep(2 * time.Second) // it copies what is new once a second
			if err := replicate.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			_ = replicate.Wait()
			restored := filepath.Join(folder, "restored.db")
			if out, err := exec.Command(program, "restore", "-config", config, "-o", restored, path).CombinedOutput(); err != nil {
				t.Fatalf("litestream restore: %v\n%s", err, out)
			}
			return restored
		}
	})
}

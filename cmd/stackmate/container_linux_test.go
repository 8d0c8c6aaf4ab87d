package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestStartsAgainInAContainer kills and restarts the bot where there is only its program
// and the directory of its data, as init writes it, and the image's user. It is healthy.
func TestStartsAgainInAContainer(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can change the root directory")
	}
	t.Parallel()
	root := t.TempDir()
	build := exec.Command("go", "build", "-o", filepath.Join(root, "stackmate"), ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	data := filepath.Join(root, "data")
	srv := newDiscord(t)
	initialise(t, srv, root, "compose")
	setHealthListen(t, filepath.Join(data, "config.yaml"), freeAddress(t))
	for range 3 {
		sessions := srv.Sessions()
		var output bytes.Buffer
		bot := exec.Command("/stackmate", "serve", "--config", "/data/config.yaml")
		bot.Env, bot.Dir = []string{}, "/data"
		bot.Stdout, bot.Stderr = &output, &output
		bot.SysProcAttr = asInImage(root)
		if err := bot.Start(); err != nil {
			t.Fatal(err)
		}
		ended := false
		t.Cleanup(func() {
			if !ended {
				_ = bot.Process.Kill()
				_ = bot.Wait()
			}
			if t.Failed() {
				t.Logf("the bot said:\n%s", &output)
			}
		})
		srv.WaitSessions(sessions + 1)
		srv.WaitReady()
		health := exec.Command("/stackmate", "health", "--ready", "--config", "/data/config.yaml")
		health.Env, health.Dir, health.SysProcAttr = []string{}, "/data", asInImage(root)
		if out, err := health.CombinedOutput(); err != nil {
			t.Fatalf("the container is not healthy: %v\n%s", err, out)
		}
		if err := bot.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = bot.Wait() // it was killed
		ended = true
		if err := waitsInLog(filepath.Join(data, "stackmate.db")); err != nil {
			t.Fatal(err)
		}
	}
	command := func(args ...string) string {
		t.Helper()
		cmd := exec.Command("/stackmate", args...)
		cmd.Env, cmd.Dir, cmd.SysProcAttr = []string{}, "/data", asInImage(root)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", args[0], err, out)
		}
		return string(out)
	}
	command("backup", "--config", "/data/config.yaml", "--to", "/data/backup.db")
	for _, end := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(filepath.Join(data, "stackmate.db"+end)); err != nil {
			t.Fatal(err)
		}
	}
	if said := command("restore", "/data/backup.db", "--config", "/data/config.yaml"); !strings.Contains(said, "stackmate.db is restored from /data/backup.db.") {
		t.Errorf("restore: %s", said)
	}
	if said := command("held", "--config", "/data/config.yaml"); said != "No messages are held.\n" {
		t.Errorf("held: %s", said)
	}
}

// asInImage runs a program as the image does.
func asInImage(root string) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Chroot: root, Credential: &syscall.Credential{Uid: unprivileged, Gid: unprivileged}}
}

// waitsInLog returns an error unless the last changes of a database are only in its
// write-ahead log.
func waitsInLog(db string) error {
	info, err := os.Stat(db + "-wal")
	if err == nil && info.Size() == 0 {
		err = fmt.Errorf("%s is empty", info.Name())
	}
	return err
}

package store

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"stackmate/bot/data"
)

// victim plays moves in one game and prints the number of each once it is stored. It runs in a
// process of its own, which the test kills.
func victim(path string) error {
	ctx := context.Background()
	s, err := Open(ctx, path)
	if err != nil {
		return err
	}
	var id int64
	err = s.Update(ctx, func(tx data.Tx) error {
		g, err := newGame(tx, "orthodox")
		id = g.ID
		return err
	})
	for ply := 1; err == nil; ply++ {
		err = s.Update(ctx, func(tx data.Tx) error {
			g, err := tx.Game(id)
			if err != nil {
				return err
			}
			if err := play(g, noon); err != nil {
				return err
			}
			if err := tx.SaveGame(g); err != nil {
				return err
			}
			_, err = tx.Enqueue(message("the room", id, fmt.Sprint(ply)))
			return err
		})
		if err == nil {
			fmt.Println(ply)
		}
	}
	return err
}

// TestKilled kills a process that writes. The moves that it has printed are stored, and each
// stored move has its message, so that no transaction is stored in part.
func TestKilled(t *testing.T) {
	onFile(t)
	for _, after := range []int{1, 7, 20} {
		t.Run(strconv.Itoa(after), func(t *testing.T) { kill(t, filepath.Join(t.TempDir(), "victim.db"), after) })
	}
}

// kill kills a process that writes to a database after so many moves.
func kill(t *testing.T, path string, after int) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), victimEnv+"="+path)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	printed := 0
	for lines := bufio.NewScanner(out); printed < after && lines.Scan(); {
		if printed, err = strconv.Atoi(lines.Text()); err != nil {
			t.Error(lines.Text())
			break
		}
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	s := opened(t, path)
	view(t, s, func(tx data.Tx) error {
		g, err := tx.Game(1)
		if err != nil {
			return err
		}
		if len(g.Plies) < printed || printed < after {
			t.Errorf("%d plies are stored, %d were printed", len(g.Plies), printed)
		}
		messages, err := tx.Due("test", noon, 1000)
		if len(messages) != 1 || messages[0].Reply.Text != "1" {
			t.Errorf("due: %+v", messages)
		}
		return err
	})
	var messages int
	if err := s.read.QueryRow("SELECT count(*) FROM outbox").Scan(&messages); err != nil {
		t.Fatal(err)
	}
	var plies int
	if err := s.read.QueryRow("SELECT plies FROM games").Scan(&plies); err != nil || plies != messages {
		t.Errorf("%d plies and %d messages (%v)", plies, messages, err)
	}
}

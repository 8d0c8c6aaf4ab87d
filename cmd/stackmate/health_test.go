package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// asked is a bot whose health is checked.
type asked struct {
	t      *testing.T
	addr   string
	config string
}

// get returns the status and the reasons of a report.
func (a asked) get(path string) (status int, reasons []string) {
	a.t.Helper()
	response, err := http.Get("http://" + a.addr + path)
	if err != nil {
		a.t.Fatal(err)
	}
	defer response.Body.Close()
	var answer report
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil || response.Header.Get("Content-Type") != "application/json" {
		a.t.Fatalf("%s: %v", path, err)
	}
	for _, c := range answer.Checks {
		if !c.OK {
			reasons = append(reasons, c.Name+": "+c.Why)
		}
	}
	if answer.OK != (len(reasons) == 0) || answer.OK != (response.StatusCode == http.StatusOK) {
		a.t.Errorf("%s: status %d, ok %t, reasons %q", path, response.StatusCode, answer.OK, reasons)
	}
	return response.StatusCode, reasons
}

// wants asks until a report has a status and, unless it is empty, a reason.
func (a asked) wants(path string, status int, reason string) {
	a.t.Helper()
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		got, reasons := a.get(path)
		if got == status && strings.Contains(strings.Join(reasons, "; "), reason) {
			return
		}
		if time.Now().After(end) {
			a.t.Fatalf("%s: status %d, %q; not %d, %q", path, got, reasons, status, reason)
		}
	}
}

// command runs the health command.
func (a asked) command(arguments ...string) (status int, said string) {
	a.t.Helper()
	var out strings.Builder
	status = run(a.t.Context(), append([]string{"health", "--config", a.config}, arguments...), streams{out: &out, err: &out})
	return status, out.String()
}

// TestHealth checks that the bot is live while its loops run and its database can be
// written, and ready while it can be reached. An outage of Discord is no reason for a
// restart; a locked database is.
func TestHealth(t *testing.T) {
	t.Parallel()
	srv := newDiscord(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	a := asked{t: t, addr: l.Addr().String(), config: filepath.Join(t.TempDir(), "config.yaml")}
	l.Close()
	db := filepath.Join(t.TempDir(), "games.db")
	if err := os.WriteFile(a.config, []byte(configFor(srv, db, "health:\n  listen: "+a.addr+"\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg, err := loadConfig(a.config, func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	if status, said := a.command(); status != exitFailure || !strings.Contains(said, "nothing answers at "+a.addr+" (health.listen): start the bot") {
		t.Errorf("before it runs: status %d, %q", status, said)
	}
	srv.Outage(true)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		done <- serve(ctx, cfg, streams{in: strings.NewReader(""), out: t.Output(), err: t.Output()}, changes{})
	}()
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) { // it has to begin to listen
		if status, _ := a.command(); status == 0 {
			break
		} else if time.Now().After(end) {
			t.Fatal("it does not live")
		}
	}
	a.wants("/ready", http.StatusServiceUnavailable, "discord gateway: not logged in yet")
	a.wants("/live", http.StatusOK, "")
	srv.Outage(false)
	srv.WaitReady()
	a.wants("/ready", http.StatusOK, "")
	if status, said := a.command("--ready"); status != 0 || said != "ok\n" {
		t.Errorf("ready: status %d, %q", status, said)
	}
	srv.Outage(true)
	a.wants("/ready", http.StatusServiceUnavailable, "discord shard 0: ")
	if status, said := a.command("--ready"); status != exitFailure || !strings.Contains(said, "discord shard 0: ") {
		t.Errorf("in an outage: status %d, %q", status, said)
	}
	a.wants("/live", http.StatusOK, "")
	srv.Outage(false)
	a.wants("/ready", http.StatusOK, "")

	other, err := sql.Open("sqlite", "file:"+db+"?_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	locked, err := other.Begin()
	if err != nil {
		t.Fatal(err)
	}
	a.wants("/live", http.StatusServiceUnavailable, "database: ")
	if status, said := a.command(); status != exitFailure || !strings.Contains(said, "database: ") {
		t.Errorf("locked: status %d, %q", status, said)
	}
	if err := locked.Rollback(); err != nil {
		t.Fatal(err)
	}
	a.wants("/live", http.StatusOK, "")
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

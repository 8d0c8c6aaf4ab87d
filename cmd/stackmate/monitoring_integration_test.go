//go:build integration && linux

package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"stackmate/bot/discord/discordtest"
	"stackmate/bot/email/mailtest"
)

// TestPromtool has Debian's promtool check what init writes, and run the unit tests of the alerts.
func TestPromtool(t *testing.T) {
	dir := t.TempDir()
	if status, out := runInit(t, "", dir, "--monitoring"); status != 0 {
		t.Fatal(out)
	}
	for _, args := range [][]string{
		{"check", "config", filepath.Join(dir, "monitoring", "prometheus.yml")},
		{"check", "rules", filepath.Join(dir, "monitoring", "alerts.yml")},
		{"test", "rules", "testdata/monitoring/alerts_test.yml"},
	} {
		if out, err := exec.Command("promtool", args...).CombinedOutput(); err != nil {
			t.Errorf("promtool %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	tests, err := os.ReadFile("testdata/monitoring/alerts_test.yml")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range alertNames(t) {
		if !strings.Contains(string(tests), `{labels: 'ALERTS{alertname="`+name+`"`) {
			t.Errorf("no unit test has %s fire", name)
		}
	}
}

// alertNames returns the names of all alerts.
func alertNames(t *testing.T) (names []string) {
	t.Helper()
	text, err := templates.ReadFile("templates/monitoring/alerts.yml")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`- alert: (\w+)`).FindAllStringSubmatch(string(text), -1) {
		names = append(names, m[1])
	}
	return names
}

// prometheus is a real Prometheus with the delivered rules, for which a minute lasts a second.
type prometheus struct {
	t     *testing.T
	addr  string
	fired map[string]bool // alerts, with and without their bot, such as "StackmateDown 127.0.0.1:8080"
}

var (
	minutes   = regexp.MustCompile(`\b([0-9]+)m\b`)
	perMinute = regexp.MustCompile(`\* 60\b`)
)

// startPrometheus starts a Prometheus that reads the metrics of some bots.
func startPrometheus(t *testing.T, bots ...string) *prometheus {
	t.Helper()
	dir := t.TempDir()
	if status, out := runInit(t, "", dir, "--monitoring"); status != 0 {
		t.Fatal(out)
	}
	for name, change := range map[string]func(string) string{
		"prometheus.yml": func(s string) string {
			s = strings.ReplaceAll(s, "15s", "1s")
			return strings.Replace(s, "127.0.0.1:8080", strings.Join(bots, `", "`), 1)
		},
		"alerts.yml": func(s string) string { return perMinute.ReplaceAllString(minutes.ReplaceAllString(s, "${1}s"), "* 1") },
	} {
		path := filepath.Join(dir, "monitoring", name)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		changed := change(string(text))
		if changed == string(text) {
			t.Fatalf("%s is as it was", name)
		}
		if err := os.WriteFile(path, []byte(changed), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p := &prometheus{t: t, addr: freeAddress(t), fired: map[string]bool{}}
	cmd := exec.Command("prometheus", "--config.file="+filepath.Join(dir, "monitoring", "prometheus.yml"), "--storage.tsdb.path="+filepath.Join(dir, "data"),
		"--web.listen-address="+p.addr, "--query.lookback-delta=5s", "--log.level=warn")
	cmd.Stdout, cmd.Stderr = t.Output(), t.Output()
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	return p
}

// firing returns the alerts that fire now, with their bots.
func (p *prometheus) firing() (list []string) {
	p.t.Helper()
	response, err := http.Get("http://" + p.addr + "/api/v1/alerts")
	if err != nil {
		return nil // it is still starting
	}
	defer response.Body.Close()
	var answer struct {
		Data struct {
			Alerts []struct {
				State       string
				Labels      map[string]string
				Annotations map[string]string
			}
		}
	}
	if response.StatusCode != http.StatusOK {
		return nil
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		p.t.Fatal(err)
	}
	for _, a := range answer.Data.Alerts {
		if strings.Contains(a.Annotations["summary"]+a.Annotations["description"], "<") || a.Annotations["description"] == "" {
			p.t.Errorf("%s says %q", a.Labels["alertname"], a.Annotations)
		}
		if a.State == "firing" {
			name := a.Labels["alertname"]
			alert := name + " " + a.Labels["instance"]
			list, p.fired[name], p.fired[alert] = append(list, alert), true, true
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// wait waits until a condition holds for the alerts that fire.
func (p *prometheus) wait(what string, holds func(firing []string) bool) {
	p.t.Helper()
	began := time.Now()
	for end := began.Add(2 * time.Minute); ; time.Sleep(100 * time.Millisecond) {
		firing := p.firing()
		if holds(firing) {
			p.t.Logf("%s: after %v", what, time.Since(began).Round(100*time.Millisecond))
			return
		}
		if time.Now().After(end) {
			p.t.Fatalf("not in time: %s; these fire: %q", what, firing)
		}
	}
}

// query returns the value of an expression, empty if it has none.
func (p *prometheus) query(expr string) string {
	p.t.Helper()
	request, err := http.NewRequest(http.MethodGet, "http://"+p.addr+"/api/v1/query", nil)
	if err != nil {
		p.t.Fatal(err)
	}
	request.URL.RawQuery = "query=" + strings.NewReplacer(" ", "%20", "{", "%7B", "}", "%7D", `"`, "%22", "=", "%3D").Replace(expr)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return ""
	}
	defer response.Body.Close()
	var answer struct {
		Data struct{ Result []struct{ Value [2]any } }
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil || len(answer.Data.Result) == 0 {
		return ""
	}
	return fmt.Sprint(answer.Data.Result[0].Value[1])
}

// never are the alerts that no cause is made for here: a loop that stands still, and what is wrong for
// hours. Their unit tests are in testdata/monitoring.
var never = []string{"StackmateStuck", "StackmateMessagesHeld", "StackmateNoBackup", "StackmateBackupsFail"}

// TestAlertsFire runs three bots, real processes that a real Prometheus reads, and makes each thing
// happen that an alert is for. The alert fires for that bot; before, none does, and afterwards they end.
func TestAlertsFire(t *testing.T) {
	login := "    tls: none\n    user: " + chess + "\n    password: mail-password\n"
	mailConfig := func(m *mailtest.Server) string {
		return "email:\n  address: " + chess + "\n  plus_addressing: true\n  imap:\n    addr: " + m.IMAPAddr() + "\n" + login + "  smtp:\n    addr: " + m.SMTPAddr() + "\n" + login
	}
	srv := newDiscord(t)
	guild := srv.AddGuild("Club")
	var people []*discordtest.User
	for i := range 12 {
		u := srv.AddUser(fmt.Sprintf("Player%d", i))
		guild.Join(u)
		people = append(people, u)
	}
	mailA := mailtest.Start(t, mailtest.Options{Users: map[string]string{chess: "mail-password"}})
	mailC := mailtest.Start(t, mailtest.Options{Users: map[string]string{chess: "mail-password"}})
	mailB := mailtest.Start(t, mailtest.Options{Users: map[string]string{chess: "mail-password"}})
	disk := t.TempDir()
	mountDisk(t, disk, "4m")
	dbC := filepath.Join(t.TempDir(), "games.db")

	// Bot a is in Discord and reads mail; bot b has a small disk; bot c shares its database with another program.
	a, b, c := freeAddress(t), freeAddress(t), freeAddress(t)
	configA := configFor(srv, filepath.Join(t.TempDir(), "games.db"), "health:\n  listen: "+a+"\n"+mailConfig(mailA))
	p := startPrometheus(t, a, b, c)
	botA := spawn(t, configA)
	spawn(t, "database: "+filepath.Join(disk, "games.db")+"\nhealth:\n  listen: "+b+"\n"+mailConfig(mailB))
	spawn(t, "database: "+dbC+"\nhealth:\n  listen: "+c+"\n"+mailConfig(mailC))
	srv.WaitReady()
	p.wait("the bots are read", func([]string) bool {
		return p.query(`sum(stackmate_check_ok{check="database"})`) == "3" && p.query(`sum(stackmate_mail_connected{connection="imap"})`) == "3"
	})
	quiet := time.Now() // a busy machine may miss a scrape, but not all the time
	p.wait("all is well", func(firing []string) bool {
		if len(firing) > 0 {
			quiet = time.Now()
		}
		return time.Since(quiet) > 4*time.Second
	})
	clear(p.fired)

	// Bot a: answers that cannot be sent, answers that come late, no gateway, no mail server.
	srv.Fault(func(r *http.Request) *discordtest.Fault {
		switch {
		case strings.HasSuffix(r.URL.Path, "/messages"):
			return &discordtest.Fault{Status: http.StatusInternalServerError}
		case strings.HasSuffix(r.URL.Path, "/callback"):
			return &discordtest.Fault{Delay: 3200 * time.Millisecond}
		}
		return nil
	})
	asked := time.Time{}
	ask := func() { // again while it is waited for, since an alert looks at a few seconds only
		if time.Since(asked) < 5*time.Second {
			return
		}
		asked = time.Now()
		for i, u := range people {
			u.Slash(u.DM(), "challenge", discordtest.Opt("opponent", people[(i+1)%len(people)]), discordtest.Opt("variant", "millennium"))
		}
	}
	// Bot b: no room on the disk, when mails come.
	full, room := context.WithCancel(t.Context())
	filled := make(chan struct{})
	go func() {
		defer close(filled)
		for full.Err() == nil {
			fill(t, filepath.Join(disk, "ballast"))
			time.Sleep(50 * time.Millisecond)
		}
	}()
	for i := range 6 {
		who := fmt.Sprintf("player%d@example.org", i)
		mailB.Deliver(chess, mailtest.New(who, chess, "help", fmt.Sprintf("m%d@example.org", i), "help", time.Now()))
	}
	// Bot c: somebody else keeps its database locked most of the time.
	stop := lockOften(t, dbC)
	for _, alert := range []string{"StackmateInteractionsLate " + a, "StackmateDeliveriesFail " + a} {
		p.wait(alert, func([]string) bool { ask(); return p.fired[alert] })
	}
	srv.Outage(true)
	mailA.Down()
	want := []string{"StackmateGatewayDisconnected " + a, "StackmateMessagesOverdue " + a, "StackmateMailDisconnected " + a,
		"StackmateDatabaseNotWritable " + b, "StackmateErrors " + b, "StackmateMailLag " + b, "StackmateWriterBusy " + c}
	for _, alert := range want { // while the others are pending
		p.wait(alert, func([]string) bool { return p.fired[alert] })
	}
	p.wait("only those fire", func(f []string) bool {
		return !slices.ContainsFunc([]string{"StackmateGatewayDisconnected " + b, "StackmateDatabaseNotWritable " + a, "StackmateDown " + a, "StackmateDown " + b},
			func(wrong string) bool { return slices.Contains(f, wrong) })
	})

	// All is repaired.
	stop()
	srv.Fault(nil)
	srv.Outage(false)
	mailA.Up()
	room()
	<-filled
	if err := os.Remove(filepath.Join(disk, "ballast")); err != nil {
		t.Fatal(err)
	}

	// Bot a is killed, and started again when it may begin few sessions.
	if err := botA.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	botA.status()
	p.wait("bot a is down", func(f []string) bool { return slices.Contains(f, "StackmateDown "+a) })
	few := discordtest.Fault{Status: http.StatusOK, Body: `{"url":"ws` + strings.TrimPrefix(srv.URL, "http") +
		`/gateway","shards":1,"session_start_limit":{"total":1000,"remaining":40,"reset_after":14400000,"max_concurrency":1}}`}
	srv.Fault(func(r *http.Request) *discordtest.Fault {
		if strings.HasSuffix(r.URL.Path, "/gateway/bot") {
			return &few
		}
		return nil
	})
	spawn(t, configA)
	p.wait("few sessions are left", func(f []string) bool { return slices.Contains(f, "StackmateIdentifyBudgetLow "+a) })
	p.wait("what is repaired is over", func(f []string) bool {
		return !slices.ContainsFunc(f, func(alert string) bool {
			return strings.HasPrefix(alert, "StackmateDown") || strings.HasPrefix(alert, "StackmateDatabase") || strings.HasPrefix(alert, "StackmateGateway") ||
				strings.HasPrefix(alert, "StackmateMail") || strings.HasPrefix(alert, "StackmateMessages")
		})
	})
	for _, name := range alertNames(t) {
		if !p.fired[name] && !slices.Contains(never, name) {
			t.Errorf("%s has not fired", name)
		}
	}
}

// lockOften locks a database again and again, longer than it leaves it free, until stop is called.
func lockOften(t *testing.T, path string) (stop func()) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?_txlock=immediate&_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		for ctx.Err() == nil {
			if tx, err := db.BeginTx(context.Background(), nil); err == nil {
				time.Sleep(800 * time.Millisecond)
				_ = tx.Rollback()
			}
			time.Sleep(350 * time.Millisecond) // the phase to the scrapes, one a second, changes
		}
	}()
	return func() {
		cancel()
		<-done
		db.Close()
	}
}

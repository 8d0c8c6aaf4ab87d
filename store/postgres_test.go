package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"stackmate/bot/data"
	"stackmate/store/pgtest"
)

// inPostgres opens a new database in PostgreSQL. It skips the test if there is none.
func inPostgres(t *testing.T) (s *Store, address string) {
	t.Helper()
	pgtest.Server(t)
	return fresh(t)
}

// onDisk opens a new file.
func onDisk(t *testing.T) (s *Store, path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "stackmate.db")
	return opened(t, path), path
}

// TestSameSchema compares what the migrations of both make: columns, keys, references and indexes.
func TestSameSchema(t *testing.T) {
	pg, _ := inPostgres(t)
	lite, _ := onDisk(t)
	normal := func(lines []string, pairs ...string) []string {
		for i := 0; i < len(pairs); i += 2 {
			for j := range lines {
				lines[j] = regexp.MustCompile(pairs[i]).ReplaceAllString(lines[j], pairs[i+1])
			}
		}
		slices.Sort(lines)
		return lines
	}
	for _, c := range []struct {
		what, sqlite, postgres string
		toSQLite, toPostgres   []string
	}{
		{"columns", `SELECT m.name || '.' || c.name || ' ' || c.type || iif(c."notnull" OR c.pk, ' NOT NULL', '') || coalesce(' DEFAULT ' || c.dflt_value, '')
			FROM sqlite_schema AS m JOIN pragma_table_info(m.name) AS c WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND m.name NOT LIKE 'goose_%'`,
			`SELECT table_name || '.' || column_name || ' ' || data_type || CASE is_nullable WHEN 'NO' THEN ' NOT NULL' ELSE '' END || coalesce(' DEFAULT ' || column_default, '')
			FROM information_schema.columns WHERE table_schema = 'public' AND table_name NOT LIKE 'goose_%'`,
			[]string{"INTEGER", "bigint", "TEXT", "text", "REAL", "double precision", "BLOB", "bytea"}, []string{"::text", "", "::bigint", ""}},
		{"keys", `SELECT m.name || ' ' || group_concat(c.name, ', ' ORDER BY c.pk) FROM sqlite_schema AS m JOIN pragma_table_info(m.name) AS c
			WHERE m.type = 'table' AND c.pk > 0 AND m.name NOT LIKE 'goose_%' GROUP BY m.name`,
			`SELECT c.conrelid::regclass::text || ' ' || (SELECT string_agg(a.attname, ', ' ORDER BY array_position(c.conkey, a.attnum))
			FROM pg_attribute AS a WHERE a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)) FROM pg_constraint AS c
			WHERE c.connamespace = 'public'::regnamespace AND c.contype = 'p' AND c.conrelid::regclass::text NOT LIKE 'goose_%'`, nil, nil},
		{"references", `SELECT m.name || '.' || f."from" || ' ' || f."table" || '.' || f."to" FROM sqlite_schema AS m JOIN pragma_foreign_key_list(m.name) AS f`,
			`SELECT c.conrelid::regclass::text || '.' || a.attname || ' ' || c.confrelid::regclass::text || '.' || b.attname FROM pg_constraint AS c
			JOIN pg_attribute AS a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1] JOIN pg_attribute AS b ON b.attrelid = c.confrelid AND b.attnum = c.confkey[1]
			WHERE c.connamespace = 'public'::regnamespace AND c.contype = 'f'`, nil, nil},
		{"indexes", "SELECT sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL",
			`SELECT pg_get_indexdef(i.indexrelid) FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid WHERE c.relnamespace = 'public'::regnamespace
			AND NOT EXISTS (SELECT 1 FROM pg_constraint AS k WHERE k.conindid = i.indexrelid)`,
			[]string{`(\w+) COLLATE NOCASE`, "lower$1", `[()]`, "", `\s+`, " "},
			[]string{`ON public\.(\w+) USING btree`, "ON $1", `::text`, "", `= ANY \(+ARRAY\[([^]]*)\]`, "IN $1", ` NULLS LAST`, "", `[()]`, "", `\s+`, " "}},
		{"unique columns", `SELECT DISTINCT m.name || '.' || i.name FROM sqlite_schema AS m JOIN pragma_index_list(m.name) AS l JOIN pragma_index_info(l.name) AS i
			WHERE m.type = 'table' AND l.origin = 'u'`,
			`SELECT c.conrelid::regclass::text || '.' || a.attname FROM pg_constraint AS c JOIN pg_attribute AS a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
			WHERE c.connamespace = 'public'::regnamespace AND c.contype = 'u'`, nil, nil},
		{"triggers", "SELECT name FROM sqlite_schema WHERE type = 'trigger'",
			`SELECT tgname FROM pg_trigger WHERE NOT tgisinternal`, nil, nil},
	} {
		want, got := column(t, lite.read, c.sqlite), column(t, pg.read, c.postgres)
		if len(want) == 0 {
			t.Errorf("%s: there are none", c.what)
		}
		if diff := cmp.Diff(normal(want, c.toSQLite...), normal(got, c.toPostgres...)); diff != "" {
			t.Errorf("%s (-SQLite +PostgreSQL):\n%s", c.what, diff)
		}
	}
	for _, folder := range []string{"migrations", "migrations/postgres"} {
		if _, newest, err := migrationsOf(folder); err != nil || newest != must(newestSchema()) {
			t.Errorf("%s ends with schema %d, %v", folder, newest, err)
		}
	}
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// growing matches a step of a plan that reads all of a table.
var growing = regexp.MustCompile(`Seq Scan on (\w+)`)

// TestPostgresPlans has PostgreSQL plan every statement: it understands them, and for none the only way is to read all of a
// table that grows.
func TestPostgresPlans(t *testing.T) {
	s, _ := inPostgres(t)
	conn, err := s.write.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	err = conn.Raw(func(c any) error {
		pg := c.(*pgConn).inner.Conn()
		if _, err := pg.Exec(t.Context(), "SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan", pgx.QueryExecModeSimpleProtocol); err != nil {
			return err
		}
		for i, query := range statements(t) {
			if strings.Contains(query, "sqlite_s") || strings.Contains(query, "goose_db_version") || excuse(query) != "" || query == "DELETE FROM web_links" || query == "DELETE FROM web_sessions" {
				continue // only for files and after restores
			}
			name, translated := fmt.Sprint("s", i), translate(query)
			if _, err := pg.Exec(t.Context(), "PREPARE "+name+" AS "+translated.text, pgx.QueryExecModeSimpleProtocol); err != nil {
				t.Errorf("%v\nin: %s", err, translated.text)
				continue
			}
			nulls := ""
			if n := len(translated.args); n > 0 {
				nulls = "(" + strings.TrimSuffix(strings.Repeat("NULL, ", n), ", ") + ")"
			}
			rows, err := pg.Query(t.Context(), "EXPLAIN EXECUTE "+name+nulls, pgx.QueryExecModeSimpleProtocol)
			if err != nil {
				t.Errorf("%v\nin: %s", err, translated.text)
				continue
			}
			plan, err := pgx.CollectRows(rows, pgx.RowTo[string])
			if err != nil {
				t.Errorf("%v\nin: %s", err, translated.text)
			}
			for _, step := range plan {
				if m := growing.FindStringSubmatch(step); m != nil && !small[m[1]] {
					t.Errorf("%s\nin: %s", step, translated.text)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestAddressesAreSecret opens addresses that are wrong in several ways. No error repeats the password.
func TestAddressesAreSecret(t *testing.T) {
	for _, address := range []string{
		"postgres://anna:hun#ter2@localhost/x", "postgres://anna:hunter2@local host/x", "postgres://anna:hunter2@localhost:port/x",
		"postgres://anna:hun ter2@localhost/x", "postgres://anna:hunter2%zz@localhost/x", "postgres://anna:hunter2@127.0.0.1:1/x?connect_timeout=1",
		"postgres://127.0.0.1:1/x?user=anna&password=hunter2", "postgresql://anna:hunter2@127.0.0.1:1/x?sslmode=wrong",
		"postgres:/anna:hunter2@localhost/x", "postgres:anna:hunter2@localhost/x", "Postgres://anna:hunter2@127.0.0.1:1/x", "mysql://anna:hunter2@localhost/x",
		"host=127.0.0.1 port=1 user=anna password=hunter2 dbname=x", "postgres://anna:1/hunter2@localhost/x", "postgres://anna:1?hunter2@localhost/x", "postgres://anna:1#hunter2@localhost/x",
	} {
		_, err := Open(t.Context(), address)
		if err == nil {
			t.Errorf("%s: it was opened", address)
			continue
		}
		if strings.Contains(Safe(address), "hunter2") {
			t.Errorf("%s is shown as %s", address, Safe(address))
		}
		for _, secret := range []string{"hunter2", "hun", "ter2"} {
			if strings.Contains(err.Error(), secret) {
				t.Errorf("%s: %v", address, err)
			}
		}
	}
	for address, want := range map[string]string{
		"postgres://anna:secret@db.example:5432/chess?sslmode=require": "postgres://db.example:5432/chess",
		"postgres://anna:se%zzcret@db.example/chess":                   "postgres://…",
		"stackmate.db": "stackmate.db", `C:\chess\stackmate.db`: `C:\chess\stackmate.db`, "C:/chess/stackmate.db": "C:/chess/stackmate.db", "a@b#c?.db": "a@b#c?.db",
		"postgresql://db.example/chess?user=anna@tenant&password=secret": "postgresql://db.example/chess",
	} {
		if got := Safe(address); got != want {
			t.Errorf("Safe(%q) is %q, want %q", address, got, want)
		}
	}
}

// TestUnsuitedPostgres refuses databases of something else, or of a newer version.
func TestUnsuitedPostgres(t *testing.T) {
	foreign := pgtest.Empty(t)
	if err := pgtest.Exec(foreign, "CREATE TABLE customers (id int)"); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), foreign); !errors.Is(err, ErrNotDatabase) {
		t.Errorf("a database of something else: %v", err)
	}
	begun := pgtest.Empty(t) // the first migration was interrupted
	if err := pgtest.Exec(begun, "CREATE TABLE goose_db_version (id int PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY, version_id bigint NOT NULL, is_applied boolean NOT NULL, "+
		"tstamp timestamp NOT NULL DEFAULT now()); INSERT INTO goose_db_version (version_id, is_applied) VALUES (0, true)"); err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), begun)
	if err != nil {
		t.Fatalf("an empty one in which a migration was interrupted: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	_, newer := inPostgres(t)
	if err := pgtest.Exec(newer, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, true)"); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), newer); !errors.Is(err, ErrNewer) {
		t.Errorf("a newer one: %v", err)
	}
}

// TestConflicts has two stores, as two processes would, change the same game in transactions that overlap. Each change is made once,
// and nobody hears of the other.
func TestConflicts(t *testing.T) {
	a, address := inPostgres(t)
	b := opened(t, address)
	var id int64
	update(t, a, func(tx data.Tx) error {
		g, err := newGame(tx, "orthodox")
		id = g.ID
		return err
	})
	const each = 10
	done := make(chan error)
	runs := make(chan int, 100*each)
	for _, s := range []*Store{a, b} {
		go func() {
			var failed error
			for range each {
				failed = errors.Join(failed, s.Update(context.WithoutCancel(t.Context()), func(tx data.Tx) error {
					runs <- 1
					g, err := tx.Game(id)
					if err != nil {
						return err
					}
					time.Sleep(time.Millisecond) // the other one reads it meanwhile
					if err := play(g, noon); err != nil {
						return err
					}
					_, err = tx.Enqueue(message("the room", id, "moved"))
					return errors.Join(err, tx.SaveGame(g))
				}))
			}
			done <- failed
		}()
	}
	for range 2 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if len(runs) == 2*each {
		t.Log("no transactions overlapped")
	}
	view(t, a, func(tx data.Tx) error {
		g, err := tx.Game(id)
		if err != nil {
			return err
		}
		heads, err := tx.Due("test", noon, 100)
		if len(g.Log) != 2*each || len(heads) != 1 {
			t.Errorf("%d moves and %d messages that may be sent", len(g.Log), len(heads))
		}
		return err
	})
}

// TestLostConnection cuts the connections of a store in the middle of a transaction, and when it is stored. The transaction
// is stored once.
func TestLostConnection(t *testing.T) {
	s, address := inPostgres(t)
	cut := func() {
		if err := pgtest.Exec(address, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"); err != nil {
			t.Error(err)
		}
	}
	runs := 0
	update(t, s, func(tx data.Tx) error {
		if _, err := tx.PlayerAt(somebody("Anna"), noon); err != nil {
			return err
		}
		if runs++; runs == 1 {
			cut()
		}
		return nil
	})
	if runs != 2 {
		t.Errorf("the transaction ran %d times", runs)
	}
	cut()
	view(t, s, func(tx data.Tx) error {
		_, err := tx.FindPlayer(somebody("Anna").Address)
		return err
	})
}

// TestHangsInTransaction has a process hang in the middle of a transaction. Another one that needs the same row gets it soon, and
// the first one begins again when it goes on.
func TestHangsInTransaction(t *testing.T) {
	a, address := inPostgres(t)
	if limit := column(t, a.write, "SHOW idle_in_transaction_session_timeout"); !slices.Equal(limit, []string{"5s"}) {
		t.Errorf("the limit is %s", limit)
	}
	b := opened(t, address+"&idle_in_transaction_session_timeout=100")
	var id int64
	update(t, a, func(tx data.Tx) error {
		g, err := newGame(tx, "orthodox")
		id = g.ID
		return err
	})
	move := func(hangs func()) func(data.Tx) error {
		return func(tx data.Tx) error {
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
			hangs()
			return nil
		}
	}
	holds, other := make(chan struct{}), make(chan error, 1)
	go func() {
		<-holds
		other <- a.Update(context.WithoutCancel(t.Context()), move(func() {}))
	}()
	runs := 0
	update(t, b, move(func() {
		if runs++; runs == 1 {
			close(holds)
			if err := <-other; err != nil {
				t.Errorf("the other process: %v", err)
			}
		}
	}))
	view(t, a, func(tx data.Tx) error {
		g, err := tx.Game(id)
		if err == nil && (len(g.Log) != 2 || runs != 2) {
			t.Errorf("%d moves after %d runs", len(g.Log), runs)
		}
		return err
	})
}

// TestUnknownCommit asks whether transactions were stored whose answer was lost.
func TestUnknownCommit(t *testing.T) {
	s, _ := inPostgres(t)
	e := s.engine.(pgEngine)
	for _, stored := range []bool{true, false} {
		a, runs := &attempt{}, 0
		err := e.retry(t.Context(), func(ctx context.Context) error {
			if runs++; runs > 1 {
				return nil
			}
			a = ctx.Value(attemptKey{}).(*attempt)
			tx, err := s.begin(ctx, s.write, false)
			if err != nil {
				return err
			}
			var n int // with which the transaction begins
			if err := tx.QueryRow("SELECT count(*) FROM pulse").Scan(&n); err != nil {
				return err
			}
			if stored {
				err = tx.Commit()
			} else {
				err = tx.Rollback()
			}
			a.unknown = errors.New("the answer was lost")
			return errors.Join(err, a.unknown)
		})
		if want := map[bool]int{true: 1, false: 2}[stored]; err != nil || runs != want || a.xid == "" {
			t.Errorf("stored %v: %d runs of transaction %q, %v", stored, runs, a.xid, err)
		}
	}
	if stored, err := e.stored(t.Context(), "18446744073709551000", time.Now()); stored || !errors.Is(err, ErrUnknown) {
		t.Errorf("a number that was not given: %v, %v", stored, err)
	}
}

// TestPostgresTimeout ends statements at their limit, and answers for a server that is gone.
func TestPostgresTimeout(t *testing.T) {
	_, address := inPostgres(t)
	config, err := pgConfig(address, 50*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(pgConnector{config: config, limit: 50 * time.Millisecond})
	defer db.Close()
	if _, err := db.Exec("SELECT pg_sleep(5)"); !errors.Is(err, errTimeout) {
		t.Errorf("a slow statement: %v", err)
	}
	if _, err := Open(t.Context(), "postgres://stackmate@127.0.0.1:1/x"); causeOf(err) != ErrUnreachable {
		t.Errorf("nobody answers: %v", err)
	}
}

// TestStorable stores texts that PostgreSQL cannot, without what it cannot, and finds them again.
func TestStorable(t *testing.T) {
	s, _ := fresh(t)
	update(t, s, func(tx data.Tx) error {
		for range 2 {
			if _, err := tx.MarkReceived("email", "a\x00b\xff", noon); err != nil {
				return err
			}
		}
		again, err := tx.MarkReceived("email", "a\x00b\xff", noon)
		if again {
			t.Error("it was not recognised")
		}
		return err
	})
}

// TestPostgresOwner has two programs that want to own a database. The second one gets it when the first gives it up. While
// the first has lost its connection it writes nothing; it takes the lock again, or learns that it is another's.
func TestPostgresOwner(t *testing.T) {
	_, address := inPostgres(t)
	first, err := Own(t.Context(), address, noon)
	if err != nil {
		t.Fatal(err)
	}
	owned := (*OwnedError)(nil)
	if _, err := Own(t.Context(), address, noon.Add(time.Second)); !errors.As(err, &owned) || owned.PID != os.Getpid() || !owned.Since.Equal(noon) {
		t.Errorf("the second: %v", err)
	}
	if owner, err := OwnerOf(t.Context(), address); owner == nil || owner.PID != os.Getpid() || err != nil {
		t.Errorf("owner %v, %v", owner, err)
	}
	s, err := Open(t.Context(), address, OwnedBy(first))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	beat := func(tx data.Tx) error { return tx.SetHeartbeat(noon) }
	cut := "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name LIKE 'stackmate owner%'"
	for range 3 {
		if err := pgtest.Exec(address, cut); err != nil {
			t.Fatal(err)
		}
		update(t, s, beat)
	}
	other, err := pgConfig(address, 0)
	if err != nil {
		t.Fatal(err)
	}
	other.RuntimeParams["application_name"] = ownerMark + "77 5 27 elsewhere"
	thief, err := pgx.ConnectConfig(t.Context(), other)
	if err != nil {
		t.Fatal(err)
	}
	defer thief.Close(context.Background())
	locked := make(chan error)
	go func() {
		_, err := thief.Exec(t.Context(), "SELECT pg_advisory_lock("+ownerLock+")")
		locked <- err
	}()
	waiting := "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
	for found := false; !found; {
		rows := column(t, s.read, "SELECT count(*) FROM ("+waiting+") AS w")
		found = rows[0] == "1"
	}
	if err := pgtest.Exec(address, strings.Replace(cut, "LIKE 'stackmate owner%'", fmt.Sprintf("LIKE 'stackmate owner %d %%'", os.Getpid()), 1)); err != nil {
		t.Fatal(err)
	}
	if err := <-locked; err != nil {
		t.Fatal(err)
	}
	if err := first.Lost(t.Context()); !errors.As(err, &owned) || owned.PID != 77 || owned.Host != "elsewhere" {
		t.Errorf("lost: %v", err)
	}
	if err := s.Update(t.Context(), beat); !errors.As(err, &owned) {
		t.Errorf("writing what another owns: %v", err)
	}
	view(t, s, func(tx data.Tx) error { _, err := tx.Heartbeat(); return err })
	if err := first.Release(); err != nil {
		t.Error(err)
	}
	if _, err := thief.Exec(t.Context(), "SELECT pg_advisory_unlock_all()"); err != nil { // its end would take a moment
		t.Error(err)
	}
	again, err := Own(t.Context(), address, noon)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := again.Lost(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("nothing is lost: %v", err)
	}
	if err := again.Release(); err != nil {
		t.Error(err)
	}
}

// TestKilledInPostgres kills a process that writes, as TestKilled does.
func TestKilledInPostgres(t *testing.T) {
	_, address := inPostgres(t)
	kill(t, address, 7)
}

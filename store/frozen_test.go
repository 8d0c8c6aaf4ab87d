package store

import (
	"crypto/sha256"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pressly/goose/v3"
)

// freeze makes TestFrozen add the next schema to those that were released.
var freeze = flag.Bool("freeze", false, "add a copy of the next schema to "+frozenDir)

// frozenDir has a copy of a database of each schema that was released, as SQL. hashFile has the
// hashes of the migrations that lead there, as sha256sum writes them.
const (
	frozenDir = "storetest/frozen"
	hashFile  = frozenDir + "/SHA256SUMS"
)

// frozenFile returns the path of the copy of a schema.
func frozenFile(version int64) string { return fmt.Sprintf("%s/%04d.sql", frozenDir, version) }

// frozen returns the schemas that were released: 1 to the last one.
func frozen(t *testing.T) (versions []int64) {
	t.Helper()
	for v := int64(1); ; v++ {
		if _, err := os.Stat(frozenFile(v)); errors.Is(err, fs.ErrNotExist) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		versions = append(versions, v)
	}
	if files, err := filepath.Glob(frozenDir + "/*.sql"); err != nil || len(files) != len(versions) || len(files) < 18 {
		t.Fatalf("copies of the schemas 1 to %d, and %q (%v)", len(versions), files, err)
	}
	return versions
}

// thawed makes a database with an old schema from its copy.
func thawed(t *testing.T, version int64) string {
	t.Helper()
	statements, err := os.ReadFile(frozenFile(version))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "old.db")
	db := raw(t, path)
	mustExec(t, db, "PRAGMA synchronous = OFF; BEGIN; "+string(statements)+"; COMMIT")
	db.Close()
	return path
}

// migrateTo brings a database to a schema.
func migrateTo(t *testing.T, path string, version int64) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", dsn(path, "rwc"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	db.SetMaxOpenConns(1)
	migrations, err := fs.Sub(migrationFiles, "migrations")
	if err != nil {
		t.Fatal(err)
	}
	p, err := goose.NewProvider(goose.DialectSQLite3, db, migrations)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.UpTo(t.Context(), version); err != nil {
		t.Fatal(err)
	}
	return db
}

// migrationHashes returns a line for each migration up to a schema, as sha256sum writes it.
func migrationHashes(t *testing.T, upTo int64) string {
	t.Helper()
	names, err := fs.Glob(migrationFiles, "migrations/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	var list strings.Builder
	for _, name := range names {
		text, err := fs.ReadFile(migrationFiles, name)
		if err != nil {
			t.Fatal(err)
		}
		if version, err := goose.NumericComponent(name); err != nil {
			t.Fatal(err)
		} else if version <= upTo {
			fmt.Fprintf(&list, "%x  %s\n", sha256.Sum256(text), filepath.Base(name))
		}
	}
	return list.String()
}

// TestFrozen checks the copies of old schemas themselves: each is what the migrations make, the
// last one has something in every table and column, and no migration that leads there was changed. For
// a release (STACKMATE_RELEASE is set) the newest schema must be among them.
func TestFrozen(t *testing.T) {
	onFile(t)
	versions := frozen(t)
	last := versions[len(versions)-1]
	migrations, err := fs.Sub(migrationFiles, "migrations")
	if err != nil {
		t.Fatal(err)
	}
	newest, err := newestVersion(migrations)
	if err != nil {
		t.Fatal(err)
	}
	if *freeze && last < newest {
		path, next := thawed(t, last), last+1
		writeFrozen(t, migrateTo(t, path, next), next)
		if err := os.WriteFile(hashFile, []byte(migrationHashes(t, next)), 0o644); err != nil {
			t.Fatal(err)
		}
		t.Skipf("%s is written; now give what is new in it some content, by hand", frozenFile(next))
	}
	if os.Getenv("STACKMATE_RELEASE") != "" && last < newest {
		t.Errorf("schema %d has no copy: go test ./store -run TestFrozen -freeze", newest)
	}
	hashes, err := os.ReadFile(hashFile)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(hashes), migrationHashes(t, last)); diff != "" {
		t.Errorf("a migration that was released is no longer what it was; write a new one instead (-released +now):\n%s", diff)
	}
	made := filepath.Join(t.TempDir(), "made.db")
	for _, version := range versions {
		want := schema(t, migrateTo(t, made, version))
		db := raw(t, thawed(t, version))
		if diff := cmp.Diff(want, schema(t, db)); diff != "" {
			t.Errorf("schema %d (-migrated +copy):\n%s", version, diff)
		}
		isSound(t, db)
		if version == last {
			isFull(t, db)
		}
	}
}

// writeFrozen writes a copy of a database as SQL. Triggers come last, since they have run already.
func writeFrozen(t *testing.T, db *sql.DB, version int64) {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "-- A database of schema %d, with something in every table. It is never changed.\nPRAGMA application_id = %d;\n", version, applicationID)
	for _, table := range column(t, db, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name") {
		fmt.Fprintln(&b, column(t, db, "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = '"+table+"'")[0]+";")
		b.WriteString(inserts(t, db, table))
	}
	for _, statement := range column(t, db, "SELECT sql FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL ORDER BY type, name") {
		fmt.Fprintln(&b, statement+";")
	}
	b.WriteString("DELETE FROM sqlite_sequence;\n" + inserts(t, db, "sqlite_sequence"))
	if err := os.WriteFile(frozenFile(version), []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// inserts returns the rows of a table as statements.
func inserts(t *testing.T, db *sql.DB, table string) string {
	t.Helper()
	values := strings.Join(columnsOf(t, db, table), ") || ',' || quote(")
	rows := column(t, db, fmt.Sprintf("SELECT 'INSERT INTO %s VALUES(' || quote(%s) || ');' AS row FROM %[1]s ORDER BY row", table, values))
	return strings.Join(append(rows, ""), "\n")
}

// isSound fails the test if SQLite finds a database damaged or a reference that leads nowhere.
func isSound(t *testing.T, db *sql.DB) {
	t.Helper()
	if found := column(t, db, "SELECT * FROM pragma_integrity_check"); len(found) != 1 || found[0] != "ok" {
		t.Errorf("integrity: %q", found)
	}
	if found := column(t, db, `SELECT "table" || ' ' || rowid || ' ' || parent FROM pragma_foreign_key_check`); len(found) > 0 {
		t.Errorf("foreign keys: %q", found)
	}
}

// isFull fails the test if a table has no rows, or a column only its default.
func isFull(t *testing.T, db *sql.DB) {
	t.Helper()
	columns := column(t, db, `SELECT t.name || '.' || c.name || ' ' || coalesce(c.dflt_value, 'NULL')
		FROM pragma_table_list AS t, pragma_table_info(t.name) AS c WHERE t.schema = 'main' AND t.type = 'table'
		AND t.name NOT LIKE 'sqlite_%' AND t.name <> 'goose_db_version'`)
	if len(columns) < 100 {
		t.Errorf("only %d columns", len(columns))
	}
	for _, c := range columns {
		name, value, _ := strings.Cut(c, " ")
		table, name, _ := strings.Cut(name, ".")
		if column(t, db, fmt.Sprintf("SELECT EXISTS (SELECT 1 FROM %s WHERE %s IS NOT %s)", table, name, value))[0] != "1" {
			t.Errorf("the copy has no %s in %s that is not %s: add some", name, table, value)
		}
	}
}

// columnsOf returns the names of a table's columns.
func columnsOf(t *testing.T, db *sql.DB, table string) []string {
	t.Helper()
	return column(t, db, "SELECT name FROM pragma_table_info('"+table+"') ORDER BY cid")
}

// column returns the rows of a query that has one column.
func column(t *testing.T, db *sql.DB, query string) (list []string) {
	t.Helper()
	rows, err := db.Query(query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			t.Fatal(err)
		}
		list = append(list, line)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

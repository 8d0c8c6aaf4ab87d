package store

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// sources parses the package without its tests, what is only for PostgreSQL, and what copies whole tables.
func sources(t *testing.T) (*token.FileSet, []*ast.File) {
	t.Helper()
	set := token.NewFileSet()
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var list []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, "postgres") || strings.HasPrefix(name, "transfer") || name == "dialect.go" {
			continue
		}
		f, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, f)
	}
	return set, list
}

// texts are the constants of the package, by name.
type texts map[string]ast.Expr

// value returns the value of a constant expression of type string.
func (x texts) value(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(e.Value)
		return s, err == nil && e.Kind == token.STRING
	case *ast.ParenExpr:
		return x.value(e.X)
	case *ast.Ident:
		if c, ok := x[e.Name]; ok {
			return x.value(c)
		}
	case *ast.BinaryExpr:
		left, ok := x.value(e.X)
		right, ok2 := x.value(e.Y)
		return left + right, ok && ok2 && e.Op == token.ADD
	}
	return "", false
}

// verb matches the beginning of a statement that reads or writes tables.
var verb = regexp.MustCompile(`^\s*(SELECT|INSERT|UPDATE|DELETE|REPLACE|WITH)\s`)

// statements returns every statement in the source of the package. It fails the test for a
// statement that is not a constant, since that has no plan that could be checked.
func statements(t *testing.T) (all []string) {
	t.Helper()
	set, list := sources(t)
	known := texts{}
	for _, f := range list {
		for _, d := range f.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.CONST {
				for _, s := range g.Specs {
					for i, name := range s.(*ast.ValueSpec).Names {
						if values := s.(*ast.ValueSpec).Values; i < len(values) {
							known[name.Name] = values[i]
						}
					}
				}
			}
		}
	}
	visit := func(n ast.Node) bool {
		if g, ok := n.(*ast.GenDecl); ok && g.Tok == token.CONST {
			return false // may be a part of a statement
		}
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		if s, ok := known.value(e); ok {
			if verb.MatchString(s) {
				all = append(all, s)
			}
			return false
		}
		if b, ok := e.(*ast.BinaryExpr); ok {
			if s, ok := known.value(b.X); ok && verb.MatchString(s) {
				t.Errorf("%s: a statement is not a constant", set.Position(b.Pos()))
			}
		}
		return true
	}
	for _, f := range list {
		ast.Inspect(f, visit)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// small are the tables that do not grow while the bot is used.
var small = map[string]bool{"derived": true, "running": true, "puzzle_ratings": true, "daily_puzzles": true, "mail_boxes": true, "pulse": true, "servers": true, "outages": true, "restores": true, "held": true, "processes": true, "work_parts": true, "queues": true, "sqlite_sequence": true, "goose_db_version": true, "sqlite_schema": true,
	"sqlite_master": true, "pragma_application_id": true, "pragma_page_count": true, "pragma_page_size": true}

// broad are columns with the same value in many rows, so that a search by them alone reads much
// of the table.
var broad = []string{"transport", "home_transport", "variant", "state", "server", "ended", "refused"}

var (
	scans    = regexp.MustCompile(`^SCAN (\w+)`)
	searches = regexp.MustCompile(`^SEARCH (\w+) USING .*\((.*)\)$`)
	columns  = regexp.MustCompile(`(\w+)[=<>]`)
	limits   = regexp.MustCompile(`\bLIMIT\b`)
)

// TestPlans asks SQLite for the plan of every statement. None may read all or much of a table
// that grows.
func TestPlans(t *testing.T) {
	onFile(t)
	s, _ := fresh(t)
	all := statements(t)
	if len(all) < 80 {
		t.Fatalf("only %d statements were found", len(all))
	}
	aliases := regexp.MustCompile(`\b(?:FROM|JOIN|INTO|UPDATE)\s+(\w+)\s+AS\s+(\w+)`)
	derived := regexp.MustCompile(`\)\s+AS\s+(\w+)`) // of rows that were read in another step of the plan
	unused := maps.Clone(excused)
	for _, query := range all {
		if beginning := excuse(query); beginning != "" {
			delete(unused, beginning)
			continue
		}
		names := map[string]string{}
		for _, m := range aliases.FindAllStringSubmatch(query, -1) {
			names[m[2]] = m[1]
		}
		for _, m := range derived.FindAllStringSubmatch(query, -1) {
			if names[m[1]] == "" {
				names[m[1]] = "derived"
			}
		}
		plan := planOf(t, s, query)
		sorted := slices.ContainsFunc(plan, func(step string) bool { return strings.Contains(step, "TEMP B-TREE FOR ORDER BY") })
		for _, step := range plan {
			if m := scans.FindStringSubmatch(step); m != nil && step != "SCAN CONSTANT ROW" {
				if table := names[m[1]]; !small[m[1]] && !small[table] {
					t.Errorf("%s\nin: %s", step, query)
				}
			}
			m := searches.FindStringSubmatch(step)
			if m == nil || small[m[1]] || small[names[m[1]]] {
				continue
			}
			narrow := false
			for _, c := range columns.FindAllStringSubmatch(m[2], -1) {
				narrow = narrow || !slices.Contains(broad, c[1])
			}
			if !narrow && (sorted || !limits.MatchString(query)) {
				t.Errorf("%s: reads too much\nin: %s", step, query)
			}
		}
	}
	for beginning := range unused {
		t.Errorf("no statement begins with %q, which is excused", beginning)
	}
}

// TestComputerTurnsPlan checks that the games in which people are to move against the program are
// not read to find those in which it is: it looks after each message.
func TestComputerTurnsPlan(t *testing.T) {
	onFile(t)
	s, _ := fresh(t)
	all := statements(t)
	i := slices.IndexFunc(all, func(q string) bool { return strings.HasPrefix(q, "SELECT id, level, color, opponent") })
	if i < 0 {
		t.Fatal("there is no such statement")
	}
	read := 0
	for _, step := range planOf(t, s, all[i]) {
		if strings.HasPrefix(step, "SEARCH g ") {
			if read++; !strings.Contains(step, "INDEX games_waiting_") && !strings.Contains(step, "INDEX games_offered ") {
				t.Error(step)
			}
		}
	}
	if read != 4 {
		t.Errorf("games are read %d times", read)
	}
}

// excused are the beginnings of statements that may read much of a table, and why.
var excused = map[string]string{
	"SELECT min(due_since) FROM outbox":                                "only for health reports, and only of messages that are heads",
	"UPDATE outbox SET due_since = ?1, not_before = CAST":              "only after the clock was set back",
	"INSERT INTO held (id, transport":                                  "only at a restore",
	"UPDATE mail_people SET talk_subject = '' WHERE EXISTS":            "only when somebody deletes everything; one row for each mail address",
	"DELETE FROM outbox WHERE settled IS NULL":                         "only at a restore",
	"SELECT (SELECT count(*) FROM challenges WHERE made":               "only at a restore",
	"SELECT (SELECT count(*) FROM games WHERE ended IS NULL":           "only at a restore",
	"SELECT id, transport, recipient, reply FROM outbox WHERE settled": "only when somebody deletes everything, and only of messages that wait",
}

// excuse returns the beginning of a statement that is excused; empty if it is not.
func excuse(query string) string {
	for beginning := range excused {
		if strings.HasPrefix(query, beginning) {
			return beginning
		}
	}
	return ""
}

// planOf returns the steps of SQLite's plan for a statement.
func planOf(t *testing.T, s *Store, query string) (steps []string) {
	t.Helper()
	rows, err := s.write.Query("EXPLAIN QUERY PLAN "+query, make([]any, 30)...)
	if err != nil {
		t.Errorf("%v\nin: %s", err, query)
		return nil
	}
	defer rows.Close()
	for rows.Next() {
		var id, parent, unused int
		var detail string
		if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
			t.Fatal(err)
		}
		steps = append(steps, detail)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return steps
}

// TestForeignKeys checks that every foreign key has an index. Plans do not show that: without
// an index SQLite reads the whole table for each row that is deleted from the other table.
func TestForeignKeys(t *testing.T) {
	onFile(t)
	s, _ := fresh(t)
	keys := column(t, s.read, `SELECT m.name || '.' || f."from" FROM sqlite_schema AS m JOIN pragma_foreign_key_list(m.name) AS f
		WHERE m.type = 'table' ORDER BY 1`)
	if len(keys) < 20 {
		t.Fatalf("only %d foreign keys: %q", len(keys), keys)
	}
	found := column(t, s.read, `SELECT m.name || '.' || i.name FROM sqlite_schema AS m JOIN pragma_index_list(m.name) AS l
			JOIN pragma_index_info(l.name) AS i WHERE m.type = 'table' AND i.seqno = 0 AND l.partial = 0
		UNION SELECT m.name || '.' || c.name FROM sqlite_schema AS m JOIN pragma_table_info(m.name) AS c
			WHERE m.type = 'table' AND c.pk = 1`)
	for _, key := range keys {
		if !slices.Contains(found, key) {
			t.Errorf("no index begins with %s", key)
		}
	}
}

package verify

import (
	"context"
	"database/sql"
	"maps"
	"slices"
	"strings"
)

// Objects returns the statements that make the tables, indexes and triggers of a database, by their
// kind and name.
func Objects(ctx context.Context, q Connection) (map[string]string, error) {
	all := map[string]string{}
	c := &checker{ctx: ctx, q: q}
	err := c.each(func(rows *sql.Rows) error {
		var name, statement string
		err := rows.Scan(&name, &statement)
		all[name] = statement
		return err
	}, `SELECT type || ' ' || name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\_%' ESCAPE '\' AND name <> 'goose_db_version'`)
	return all, err
}

// Schema checks that a database has the tables, indexes and triggers that it should have. Others are
// passed over. It reports whether all tables are there.
func Schema(ctx context.Context, q Connection, wanted map[string]string, r *Report) (complete bool, err error) {
	has, err := Objects(ctx, q)
	if err != nil {
		return false, err
	}
	complete = true
	for _, name := range slices.Sorted(maps.Keys(wanted)) {
		switch statement, ok := has[name]; {
		case !ok:
			r.Add(Problem{Table: "sqlite_schema", Row: name, What: "it is missing", Do: DoRestore})
			complete = complete && !strings.HasPrefix(name, "table ")
		case statement != wanted[name]:
			r.Add(Problem{Table: "sqlite_schema", Row: name, What: "it is not the one that this program makes", Do: DoRestore})
		}
	}
	return complete, nil
}

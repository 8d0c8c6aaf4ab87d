package store

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"stackmate/store/verify"
)

// Errors of Copy.
var (
	// ErrNotEmpty means that the database into which one should be copied has something in it.
	ErrNotEmpty = errors.New("there is something in it already; name an empty database")
	// ErrDiffers means that a copy is not the same as what was copied.
	ErrDiffers = errors.New("the copy differs from the database")
)

// Copied says what Copy has copied.
type Copied struct {
	Tables int
	Rows   int64
	// Report is what is wrong in the copy. It was in the original.
	Report verify.Report
}

// Copy copies all of a database into a file that does not exist, or into an empty database in PostgreSQL, reads it again
// and compares every row. It sees one state of the database, whatever is written meanwhile. Nobody
// can open the copy before it is complete: until then, and if the program is killed, Open returns ErrUnfinished. With
// check.Accept every game is replayed, and an error of it ends the copy. Copy returns ErrOlder if the schema is not the newest,
// ErrNotEmpty, or fs.ErrExist. The caller owns the copy, so that nobody makes another one there.
func Copy(ctx context.Context, from, to string, check Check) (c Copied, err error) {
	target := copyToFile
	if IsPostgres(to) {
		target = copyToPostgres
	}
	err = reading(ctx, from, func(source rowReader) error {
		if err := isFinished(ctx, from, source); err != nil {
			return err
		}
		return target(ctx, to, func(into copyTarget) (err error) {
			c, err = copyAll(ctx, source, into, check)
			return err
		})
	})
	if err != nil {
		return c, fmt.Errorf("copy %s to %s: %w", Safe(from), Safe(to), explain(err))
	}
	return c, nil
}

// rowReader reads one state of a database.
type rowReader = verify.Connection

// storeRows stores the rows of a table. next returns nil at the end.
type storeRows func(table string, columns []string, next func() ([]any, error)) error

// copyTarget is the empty database that a copy is made in.
type copyTarget interface {
	// fill stores everything, in a transaction. It calls copyRows with what stores the rows of a table. Last are the last numbers
	// that tables gave.
	fill(ctx context.Context, copyRows func(storeRows) error, last map[string]int64) error
	// read reads what is stored.
	read(ctx context.Context, fn func(rowReader) error) error
	// verify verifies what is stored.
	verify(ctx context.Context, o verify.Options) (verify.Report, error)
}

// numbered are the tables that give their rows numbers, which are never given twice.
var numbered = []string{"challenges", "outbox", "interventions", "restores"}

// copyAll copies all tables, and compares them.
func copyAll(ctx context.Context, source rowReader, into copyTarget, check Check) (c Copied, err error) {
	tables, err := copiedTables(ctx, source)
	if err != nil {
		return c, err
	}
	last := map[string]int64{}
	for _, table := range numbered {
		query := "SELECT coalesce(max(id), 0) FROM " + table
		if table == "challenges" || table == "outbox" { // the last rows may have been deleted
			query = "SELECT coalesce((SELECT max(seq) FROM sqlite_sequence WHERE name = '" + table + "'), 0)"
		}
		if last[table], err = readNumber(ctx, source, query); err != nil {
			return c, err
		}
	}
	sums := map[string]sum{}
	progress := func(what string) {
		if check.Progress != nil {
			check.Progress(what, 0, 0)
		}
	}
	err = into.fill(ctx, func(store storeRows) error {
		for _, t := range tables {
			progress("copying " + t.name)
			err := readTable(ctx, source, t, func(next func() ([]any, error)) error {
				return store(t.name, t.columns, func() ([]any, error) {
					row, err := next()
					if row != nil {
						sums[t.name] = sums[t.name].add(row)
					}
					return row, err
				})
			})
			if err != nil {
				return fmt.Errorf("%s: %w", t.name, err)
			}
		}
		return nil
	}, last)
	if err != nil {
		return c, err
	}
	err = into.read(ctx, func(copied rowReader) error {
		for _, t := range tables {
			progress("comparing " + t.name)
			var got sum
			err := readTable(ctx, copied, t, func(next func() ([]any, error)) error {
				for {
					row, err := next()
					if row == nil {
						return err
					}
					got = got.add(row)
				}
			})
			if err != nil {
				return fmt.Errorf("%s: %w", t.name, err)
			}
			if got != sums[t.name] {
				return fmt.Errorf("%w: table %s has %d rows, and the copy %d, or they are not the same", ErrDiffers, t.name, sums[t.name].rows, got.rows)
			}
			c.Rows += got.rows
		}
		return nil
	})
	if err != nil {
		return c, err
	}
	if c.Tables = len(tables); check.Accept == nil {
		return c, nil
	}
	if c.Report, err = into.verify(ctx, check.Options); err != nil {
		return c, err
	}
	return c, check.Accept(c.Report)
}

// copiedTable is a table and its columns.
type copiedTable struct {
	name    string
	columns []string
}

// copiedTables returns all tables, in an order in which rows refer only to those before them.
func copiedTables(ctx context.Context, q rowReader) (tables []copiedTable, err error) {
	wanted, err := wantedSchema()
	if err != nil {
		return nil, err
	}
	for name := range wanted {
		if table, ok := strings.CutPrefix(name, "table "); ok {
			rows, err := q.QueryContext(ctx, "SELECT * FROM "+table+" WHERE 1 = 0")
			if err != nil {
				return nil, err
			}
			columns, err := rows.Columns()
			if err := errors.Join(err, rows.Close()); err != nil {
				return nil, err
			}
			tables = append(tables, copiedTable{table, columns})
		}
	}
	first := []string{"games", "challenges", "players"} // the others refer to these
	slices.SortFunc(tables, func(a, b copiedTable) int {
		if i, j := slices.Index(first, a.name), slices.Index(first, b.name); i != j {
			return j - i
		}
		return strings.Compare(a.name, b.name)
	})
	return tables, nil
}

// readTable calls fn with a function that returns the rows of a table, one after the other, and nil at the end.
func readTable(ctx context.Context, q rowReader, t copiedTable, fn func(next func() ([]any, error)) error) error {
	rows, err := q.QueryContext(ctx, "SELECT "+strings.Join(t.columns, ", ")+" FROM "+t.name)
	if err != nil {
		return err
	}
	defer rows.Close()
	return fn(func() ([]any, error) {
		if !rows.Next() {
			return nil, rows.Err()
		}
		row, to := make([]any, len(t.columns)), make([]any, len(t.columns))
		for i := range row {
			to[i] = &row[i]
		}
		if err := rows.Scan(to...); err != nil {
			return nil, err
		}
		for i := range row {
			row[i] = storable(row[i])
		}
		return row, ctx.Err()
	})
}

// readNumber returns the value of a query with one row and one column.
func readNumber(ctx context.Context, q rowReader, query string) (n int64, err error) {
	rows, err := q.QueryContext(ctx, query)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	if rows.Next() {
		err = rows.Scan(&n)
	}
	return n, errors.Join(err, rows.Err())
}

// sum is a sum of the hashes of rows, which does not depend on their order.
type sum struct {
	rows int64
	hash [4]uint64
}

// add returns the sum with one row more.
func (s sum) add(row []any) sum {
	var text []byte
	for _, value := range row {
		switch v := value.(type) {
		case nil:
			text = append(text, 'n')
		case int64:
			text = binary.LittleEndian.AppendUint64(append(text, 'i'), uint64(v))
		case float64:
			text = binary.LittleEndian.AppendUint64(append(text, 'f'), math.Float64bits(v))
		case string:
			text = append(binary.LittleEndian.AppendUint64(append(text, 's'), uint64(len(v))), v...)
		case []byte:
			text = append(binary.LittleEndian.AppendUint64(append(text, 'b'), uint64(len(v))), v...)
		default:
			text = fmt.Appendf(append(text, '?'), "%T %v", v, v)
		}
	}
	hash := sha256.Sum256(text)
	s.rows++
	for i := range s.hash {
		s.hash[i] += binary.LittleEndian.Uint64(hash[8*i:])
	}
	return s
}

// reading calls fn with one state of a database.
func reading(ctx context.Context, name string, fn func(rowReader) error) error {
	newest, err := newestSchema()
	if err != nil {
		return err
	}
	checked := func(q rowReader) error {
		version, err := readNumber(ctx, q, "SELECT coalesce(max(version_id), 0) FROM goose_db_version")
		switch {
		case err != nil:
			return err
		case version < newest:
			return ErrOlder
		case version > newest: // what only the newer program knows would be left out
			return fmt.Errorf("%w: it has schema %d, and this program knows %d", ErrNewer, version, newest)
		}
		return fn(q)
	}
	if IsPostgres(name) {
		return pgSnapshot(ctx, name, func(db *sql.DB) error {
			if n, err := readNumber(ctx, db, "SELECT count(to_regclass('goose_db_version'))"); err != nil || n == 0 {
				return cmp.Or(err, error(fmt.Errorf("%w: it does not have the tables of one", ErrNotDatabase)))
			}
			return checked(db)
		})
	}
	if err := exists(name); err != nil {
		return err
	}
	if !owned(name) {
		if err := preflight(ctx, name, newest); err != nil {
			return err
		}
	}
	return snapshot(ctx, name, func(conn *sql.Conn) error { return checked(conn) })
}

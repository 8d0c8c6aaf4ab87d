package verify

import (
	"database/sql"
	"fmt"
	"strings"
)

// integrity has SQLite check all pages, indexes and constraints.
func (c *checker) integrity() error {
	return c.each(func(rows *sql.Rows) error {
		var text string
		if err := rows.Scan(&text); err != nil || text == "ok" {
			return err
		}
		do := DoRestore
		if strings.Contains(text, " index ") {
			do = doReindex
		}
		c.problem("", "", do, "SQLite finds it damaged: %s", strings.Join(strings.Fields(text), " "))
		return nil
	}, "PRAGMA integrity_check(100)")
}

// references has SQLite look for rows that refer to rows which are not there.
func (c *checker) references() error {
	return c.each(func(rows *sql.Rows) error {
		var table, parent string
		var row sql.NullInt64
		var key int
		if err := rows.Scan(&table, &row, &parent, &key); err != nil {
			return err
		}
		number := "" // of a table without row numbers
		if row.Valid {
			number = fmt.Sprint(row.Int64)
		}
		c.problem(table, number, DoRestore, "it refers to a row of table %s that does not exist", parent)
		return nil
	}, "PRAGMA foreign_key_check")
}

// sequences checks that no number of a game or message will be given a second time, and finds the
// highest that was given.
func (c *checker) sequences() error {
	for _, table := range []string{"outbox", "challenges"} {
		last, err := c.number("SELECT max(seq) FROM sqlite_sequence WHERE name = '" + table + "'")
		if err != nil {
			return err
		}
		highest, err := c.number("SELECT max(id) FROM " + table)
		if err != nil {
			return err
		}
		if highest > last {
			c.problem("sqlite_sequence", table, doSequence, "the next number of table %s would be %d, but %d is in use", table, last+1, highest)
		}
		c.numbers = max(last, highest)
	}
	var err error
	c.beat, err = c.number("SELECT max(at) FROM pulse")
	return err
}

package store

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// differences are the few things that statements say in another way to PostgreSQL than to SQLite. All
// else is SQL that both understand, with two exceptions: placeholders, which PostgreSQL numbers with a $ (see translate),
// and truth in columns, which is 0 or 1 in both.
var differences = []struct {
	sqlite   *regexp.Regexp
	postgres string
}{
	// Which table and index to begin with is for SQLite to be told.
	{regexp.MustCompile(`\bCROSS JOIN\b`), "JOIN"},
	{regexp.MustCompile(`\bINDEXED BY \w+`), ""},
	{regexp.MustCompile(`\+transport\b`), "transport"},
	// Upper and lower case are the same in ASCII only.
	{regexp.MustCompile(`(\S+) = (\?\d*) COLLATE NOCASE`), "lower($1) = lower($2)"},
	{regexp.MustCompile(`\binstr\(`), "strpos("},
	// A field of JSON that is true or missing, as 1 or 0.
	{regexp.MustCompile(`coalesce\(json_extract\(([\w.]+), '\$\.(\w+)'\), 0\)`), "(coalesce($1::json->>'$2', 'false') = 'true')::int"},
	{regexp.MustCompile(`CAST\(unixepoch\('subsec'\) \* 1000 AS INTEGER\)`), "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"},
	// Any number that is always the same for a text. SQLite does not need a good one, since only one process uses a file; PostgreSQL
	// has a hash of the whole text.
	{regexp.MustCompile(`\bunicode\((\w+)\)`), "abs(hashtext($1)::bigint)"},
	{regexp.MustCompile(`\browid\b`), "ctid"},
	{regexp.MustCompile(`\bLIMIT -1 OFFSET\b`), "OFFSET"},
	{regexp.MustCompile(`\bSELECT c.page_count \* s.page_size FROM .*`), "SELECT pg_database_size(current_database())"},
	// The last number that a table gave.
	{regexp.MustCompile(`SELECT max\(seq\) FROM sqlite_sequence WHERE name = '(\w+)'`), "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM ${1}_id_seq"},
}

// translated is a statement for PostgreSQL.
type translated struct {
	text string
	args []int // which argument each placeholder is, from 0 on
}

// translations are the statements that were translated so far, by their text.
var translations sync.Map

// placeholder matches a text, which has none, and a placeholder.
var placeholder = regexp.MustCompile(`'[^']*'|\?\d*`)

// translate returns a statement for PostgreSQL. Each placeholder becomes one of its own: an argument may be
// used in two places with different types, and need not be used at all.
func translate(query string) translated {
	if known, ok := translations.Load(query); ok {
		return known.(translated)
	}
	var t translated
	t.text = query
	for _, d := range differences {
		t.text = d.sqlite.ReplaceAllString(t.text, d.postgres)
	}
	t.text = placeholder.ReplaceAllStringFunc(t.text, func(s string) string {
		number, ok := strings.CutPrefix(s, "?")
		if !ok {
			return s
		}
		n, err := strconv.Atoi(number)
		if err != nil {
			n = len(t.args) + 1
		}
		t.args = append(t.args, n-1)
		return "$" + strconv.Itoa(len(t.args))
	})
	translations.Store(query, t)
	return t
}

package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"time"

	"stackmate/bot/data"
)

// maxInspected is how many of the oldest messages of a transport Overview looks at for failures.
const maxInspected = 500

// maxLate is how late a clock may be looked at.
const maxLate = 2 * time.Minute

// Overview implements data.Overviews.
func (t *tx) Overview(now time.Time, transports []string) (o data.Overview, err error) {
	if o.Newest, err = newestSchema(); err != nil {
		return o, err
	}
	if err := t.row("SELECT coalesce(max(version_id), 0) FROM goose_db_version").Scan(&o.Schema); err != nil {
		return o, err
	}
	if err := t.row("SELECT c.page_count * s.page_size FROM pragma_page_count AS c JOIN pragma_page_size AS s").Scan(&o.Bytes); err != nil {
		return o, err
	}
	if o.Schema != o.Newest {
		return o, nil // an older one may lack the tables that follow
	}
	var restored sql.NullInt64
	err = errors.Join(
		t.row("SELECT coalesce(sum(games), 0) FROM running").Scan(&o.Games),
		t.row("SELECT count(*) FROM (SELECT id FROM ("+computerTurns+") AS turns LIMIT ?) AS counted", data.MaxCounted).Scan(&o.Computer),
		t.row("SELECT count(*) FROM (SELECT id FROM games WHERE alarm <= ? ORDER BY alarm LIMIT ?) AS counted", toMillis(now.Add(-maxLate)), data.MaxCounted).Scan(&o.Alarms),
		t.row("SELECT count(*) FROM (SELECT id FROM held LIMIT ?) AS counted", data.MaxCounted).Scan(&o.Held),
		t.row("SELECT max(at) FROM restores").Scan(&restored))
	if err != nil {
		return o, err
	}
	o.Restored = fromMillisOrNull(restored)
	if o.Heartbeat, err = t.Heartbeat(); err != nil {
		return o, err
	}
	for _, transport := range transports {
		of, err := t.outboxOverview(transport, now)
		if err != nil {
			return o, err
		}
		o.Outbox = append(o.Outbox, of)
	}
	return o, nil
}

// outboxOverview returns the messages that wait for a transport.
func (t *tx) outboxOverview(transport string, now time.Time) (o data.OutboxOverview, err error) {
	o = data.OutboxOverview{Transport: transport, Failures: map[string]int{}}
	if o.Due, o.Oldest, err = t.backlog(transport, now); err != nil {
		return o, err
	}
	type failure struct {
		why      string
		attempts int
	}
	list, err := collect(t, func(s scanner) (f failure, err error) {
		return f, s.Scan(&f.why, &f.attempts)
	}, "SELECT why, attempts FROM outbox WHERE settled IS NULL AND head = 1 AND transport = ? ORDER BY id LIMIT ?", transport, maxInspected)
	for _, f := range list {
		if f.attempts > 0 && f.why != "" { // without it, its answer is not known yet
			o.Failures[f.why]++
		}
	}
	return o, err
}

// Inspect returns the overview of a database file. It changes nothing in the file or its directory,
// whether the bot runs or not; in use is whether it does. It returns ErrNotDatabase, ErrNewer or
// ErrDamaged as Open does, and fs.ErrNotExist if there is no file.
func Inspect(ctx context.Context, path string, inUse bool, now time.Time, transports []string) (o data.Overview, err error) {
	if IsPostgres(path) {
		return overviewPostgres(ctx, path, now, transports)
	}
	if _, err := os.Stat(path); err != nil {
		return o, err
	}
	newest, err := newestSchema()
	if err != nil {
		return o, err
	}
	url := fileURL(path, "ro") + "&_pragma=busy_timeout(2000)"
	if !inUse {
		if err := preflight(ctx, path, newest); err != nil {
			return o, err
		}
		url = noTraceURL(path)
	}
	db, err := sql.Open("sqlite", url)
	if err != nil {
		return o, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1)
	t, err := db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return o, fmt.Errorf("read database %s: %w", path, explain(err))
	}
	defer t.Rollback()
	o, err = (&tx{ctx: ctx, Tx: t}).Overview(now, transports)
	if err != nil {
		return o, fmt.Errorf("read database %s: %w", path, explain(err))
	}
	return o, nil
}

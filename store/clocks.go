package store

import (
	"database/sql"
	"slices"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/game"
)

// Alarms implements data.Clocks.
func (t *tx) Alarms(now time.Time, limit int) ([]int64, error) {
	return collect(t, scanValue[int64], "SELECT id FROM games WHERE alarm <= ? ORDER BY alarm LIMIT ?", toMillis(now), limit)
}

// PostponeAlarm implements data.Clocks.
func (t *tx) PostponeAlarm(id int64, until time.Time) error {
	_, err := t.exec("UPDATE games SET alarm = ? WHERE id = ? AND alarm IS NOT NULL", toMillis(until), id)
	return err
}

// Heartbeat implements data.Clocks.
func (t *tx) Heartbeat() (time.Time, error) {
	var at sql.NullInt64
	err := t.row("SELECT max(at) FROM pulse WHERE id = 1").Scan(&at)
	return fromMillisOrNull(at), err
}

// SetHeartbeat implements data.Clocks.
func (t *tx) SetHeartbeat(now time.Time) error {
	_, err := t.exec("INSERT INTO pulse (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at", toMillis(now))
	return err
}

// AddOutage implements data.Clocks.
func (t *tx) AddOutage(o data.Outage) error {
	_, err := t.exec(`INSERT INTO outages (transport, began, ended) VALUES (?, ?, ?)
		ON CONFLICT (transport, began) DO UPDATE 
		SET ended = CASE WHEN outages.ended > excluded.ended THEN outages.ended ELSE excluded.ended END`, o.Transport, toMillis(o.From), toMillis(o.To))
	return err
}

// ClockSetBack implements data.Clocks.
func (t *tx) ClockSetBack(now time.Time) error {
	return t.execAll([]string{
		"DELETE FROM outages WHERE ended > ?1 AND began >= ?1",
		"UPDATE outages SET ended = ?1 WHERE ended > ?1",
		"UPDATE games SET since = CASE WHEN since < ?1 THEN since ELSE ?1 END, alarm = ?1 WHERE alarm > ?1",
		`UPDATE outbox SET due_since = ?1, not_before = CAST(?1 AS BIGINT) + CASE WHEN leased_by > '' THEN 60000 ELSE 0 END
			WHERE settled IS NULL AND not_before > ?1`,
		"UPDATE daily_puzzles SET due = ?1 WHERE due > CAST(?1 AS BIGINT) + 86400000",
	}, toMillis(now))
}

// outages returns when a player could not reach the bot, in outages that ended after a time.
func (t *tx) outages(player int64, after time.Time) ([]game.Span, error) {
	all, err := collect(t, func(s scanner) (o data.Outage, err error) {
		var from, to int64
		err = s.Scan(&o.Transport, &from, &to)
		o.From, o.To = fromMillis(from), fromMillis(to)
		return o, err
	}, "SELECT transport, began, ended FROM outages WHERE ended > ? ORDER BY began", toMillis(after))
	if err != nil || len(all) == 0 {
		return nil, err
	}
	p, err := t.Player(player)
	var spans []game.Span
	for _, o := range all {
		if o.Transport == "" || slices.ContainsFunc(p.Addresses, func(a chat.Address) bool { return a.Transport == o.Transport }) {
			spans = append(spans, o.Span)
		}
	}
	return spans, err
}

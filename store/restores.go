package store

import (
	"database/sql"
	"time"

	"stackmate/bot/data"
)

// Restores implements data.Restores.
func (t *tx) Restores() (data.RestoreList, error) {
	return collect(t, func(s scanner) (r data.Restore, err error) {
		var at, from int64
		var told sql.NullInt64
		err = s.Scan(&at, &from, &r.LastGame, &r.NextGame, &r.LastMessage, &r.NextMessage, &told)
		r.At, r.From, r.Told = fromMillis(at), fromMillis(from), !told.Valid
		return r, err
	}, "SELECT at, backup, last_game, next_game, last_message, next_message, told FROM restores ORDER BY id")
}

// NextRestored implements data.Restores.
func (t *tx) NextRestored(since time.Time, limit int) ([]int64, error) {
	var told, last sql.NullInt64
	err := t.row("SELECT told, last_game FROM restores ORDER BY id DESC LIMIT 1").Scan(&told, &last)
	if err != nil || !told.Valid {
		return nil, optional(err)
	}
	return collect(t, scanValue[int64], `SELECT id FROM games WHERE ended IS NULL AND white <> black AND id > ?1 AND id <= ?2
		UNION ALL SELECT id FROM challenges WHERE state = 'open' AND id > ?1 AND id <= ?2 AND made > ?3 ORDER BY id LIMIT ?4`,
		told.Int64, last.Int64, toMillis(since), limit)
}

// MarkTold implements data.Restores.
func (t *tx) MarkTold(number int64) error {
	_, err := t.exec("UPDATE restores SET told = nullif(CAST(? AS BIGINT), 0) WHERE id = (SELECT max(id) FROM restores)", number)
	return err
}

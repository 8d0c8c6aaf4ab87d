package store

import (
	"database/sql"

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
func (t *tx) NextRestored(limit int) ([]int64, error) {
	return collect(t, scanValue[int64], `SELECT id FROM games WHERE ended IS NULL AND white <> black
		AND id > (SELECT told FROM restores ORDER BY id DESC LIMIT 1)
		AND id <= (SELECT last_game FROM restores ORDER BY id DESC LIMIT 1) ORDER BY id LIMIT ?`, limit)
}

// MarkTold implements data.Restores.
func (t *tx) MarkTold(game int64) error {
	_, err := t.exec("UPDATE restores SET told = nullif(?, 0) WHERE id = (SELECT max(id) FROM restores)", game)
	return err
}

package store

import "stackmate/bot/game"

// Vacations implements data.Vacations.
func (t *tx) Vacations(player int64) ([]game.Span, error) {
	return collect(t, func(s scanner) (span game.Span, err error) {
		var from, to int64
		err = s.Scan(&from, &to)
		return game.Span{From: fromMillis(from), To: fromMillis(to)}, err
	}, "SELECT began, ended FROM vacations WHERE player = ? ORDER BY began", player)
}

// SetVacation implements data.Vacations.
func (t *tx) SetVacation(player int64, v game.Span) error {
	_, err := t.exec(`INSERT INTO vacations (player, began, ended) VALUES (?, ?, ?)
		ON CONFLICT (player, began) DO UPDATE SET ended = excluded.ended`, player, toMillis(v.From), toMillis(v.To))
	return err
}

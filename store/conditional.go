package store

import (
	"encoding/json"
	"fmt"

	"stackmate/bot/game"
)

// Conditions implements data.ConditionalMoves.
func (t *tx) Conditions(id, player int64) (list game.Conditions, err error) {
	if err := optionalJSON(t, &list, "conditions", [2]int64{id, player}, "SELECT tree FROM conditions WHERE game = ? AND player = ?", id, player); err != nil {
		return nil, fmt.Errorf("conditions of game %d: %w", id, err)
	}
	return list, nil
}

// SetConditions implements data.ConditionalMoves.
func (t *tx) SetConditions(id, player int64, list game.Conditions) error {
	if len(list) == 0 {
		_, err := t.exec("DELETE FROM conditions WHERE game = ? AND player = ?", id, player)
		return err
	}
	tree, err := json.Marshal(list)
	if err != nil {
		return err
	}
	_, err = t.exec(`INSERT INTO conditions (game, player, tree) VALUES (?, ?, ?)
		ON CONFLICT (game, player) DO UPDATE SET tree = excluded.tree`, id, player, string(tree))
	return err
}

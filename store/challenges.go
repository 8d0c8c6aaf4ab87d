package store

import (
	"encoding/json"
	"fmt"

	"stackmate/bot/data"
	"stackmate/bot/game"
)

// AddChallenge implements data.Challenges.
func (t *tx) AddChallenge(c *game.Challenge) error {
	terms, err := json.Marshal(c.Terms)
	if err != nil {
		return err
	}
	var opponent any
	if c.To != 0 {
		opponent = c.To
	}
	return t.row(`INSERT INTO challenges (challenger, opponent, variant, terms, color, home_transport, home_id,
		server, state, made, address) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`, c.From, opponent, c.Variant.Key(), string(terms),
		string(c.Color), c.Home.Transport, c.Home.ID, c.Server, string(c.State), toMillis(c.Made), c.Address).Scan(&c.ID)
}

// challengeColumns begins the queries that scanChallenge reads.
const challengeColumns = `SELECT id, challenger, coalesce(opponent, 0), variant, terms, color, home_transport, home_id, server,
	state, made, address FROM challenges `

// Challenge implements data.Challenges.
func (t *tx) Challenge(id int64) (*game.Challenge, error) {
	c, err := scanChallenge(t.row(challengeColumns+"WHERE id = ?", id))
	return c, orNotFound(err)
}

// OpenChallenges implements data.Challenges.
func (t *tx) OpenChallenges(player int64) ([]*game.Challenge, error) {
	return collect(t, scanChallenge, challengeColumns+`WHERE id IN (
		SELECT id FROM challenges WHERE challenger = ?1 AND state = 'open'
		UNION SELECT id FROM challenges AS c WHERE opponent = ?1 AND state = 'open' AND NOT EXISTS (
			SELECT 1 FROM player_blocks WHERE player = ?1 AND blocked = c.challenger)) ORDER BY id`, player)
}

// AnswerChallenge implements data.Challenges.
func (t *tx) AnswerChallenge(id int64, s game.State) error {
	return t.execOne(data.ErrConflict, "UPDATE challenges SET state = ? WHERE id = ? AND state = 'open'", string(s), id)
}

// scanChallenge reads a row of challengeColumns.
func scanChallenge(s scanner) (*game.Challenge, error) {
	c := &game.Challenge{}
	var key, terms string
	var made int64
	err := s.Scan(&c.ID, &c.From, &c.To, &key, &terms, &c.Color, &c.Home.Transport, &c.Home.ID, &c.Server, &c.State, &made,
		&c.Address)
	if err != nil {
		return nil, err
	}
	c.Made = fromMillis(made)
	if c.Variant, err = variant(key); err != nil {
		return nil, err
	}
	if err := json.Unmarshal([]byte(terms), &c.Terms); err != nil {
		return nil, fmt.Errorf("terms of challenge %d: %w", c.ID, err)
	}
	return c, nil
}

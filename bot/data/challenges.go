package data

import "stackmate/bot/game"

// Challenges keeps challenges.
type Challenges interface {
	// AddChallenge stores a challenge and sets its number.
	AddChallenge(c *game.Challenge) error
	// Challenge returns a challenge, or ErrNotFound.
	Challenge(id int64) (*game.Challenge, error)
	// AnswerChallenge changes an open challenge's state, or returns ErrConflict.
	AnswerChallenge(id int64, s game.State) error
	// OpenChallenges returns the open challenges from or to a player, oldest first.
	OpenChallenges(player int64) ([]*game.Challenge, error)
}

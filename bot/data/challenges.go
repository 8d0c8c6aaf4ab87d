package data

import "stackmate/bot/game"

// Challenges keeps challenges.
type Challenges interface {
	// AddChallenge stores a challenge and sets its ID.
	AddChallenge(c *game.Challenge) error
	// Challenge returns a challenge, or ErrNotFound.
	Challenge(id int64) (*game.Challenge, error)
	// AnswerChallenge changes the state of an open challenge. It returns ErrConflict if there
	// is no open challenge with that id.
	AnswerChallenge(id int64, s game.State) error
	// OpenChallenges returns the open challenges from or to a player, oldest first, except
	// those from players whom the player has blocked.
	OpenChallenges(player int64) ([]*game.Challenge, error)
}

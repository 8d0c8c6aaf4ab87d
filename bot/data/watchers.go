package data

// Watchers keeps who watches a game, and who was invited to see it.
type Watchers interface {
	// Watchers returns the ids of the players who watch a game.
	Watchers(game int64) ([]int64, error)
	// SetWatching starts or stops watching a game. It reports whether that changed anything.
	SetWatching(game, player int64, on bool) (changed bool, err error)
	// Invited reports whether a player was invited to a game or watches it.
	Invited(game, player int64) (bool, error)
	// Invite lets a player see a game. It reports whether that changed anything.
	Invite(game, player int64) (changed bool, err error)
	// CountInvited returns how many players were invited to a game.
	CountInvited(game int64) (int, error)
	// Uninvite takes back an invitation, and stops the player watching the game.
	Uninvite(game, player int64) error
}

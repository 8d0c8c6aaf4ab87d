package data

// Watchers keeps who watches a game, and who was invited to.
type Watchers interface {
	// Watchers returns the players who watch a game.
	Watchers(id int64) ([]int64, error)
	// SetWatching begins or ends watching, and reports whether that changed anything.
	SetWatching(id, player int64, on bool) (changed bool, err error)
	// Invited reports whether a player was invited to a game or watches it.
	Invited(game, player int64) (bool, error)
	// Invite lets a player see a game, and reports whether that changed anything.
	Invite(game, player int64) (changed bool, err error)
	// CountInvited counts who was invited to a game.
	CountInvited(game int64) (int, error)
	// Uninvite ends an invitation to a game, and watching it.
	Uninvite(game, player int64) error
}

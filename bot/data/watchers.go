package data

// Watchers keeps who watches a game, and who was invited to.
type Watchers interface {
	// Watchers returns the players who watch a game.
	Watchers(id int64) ([]int64, error)
	// Watch begins or ends watching, and reports whether that changed anything.
	Watch(id, player int64, on bool) (changed bool, err error)
	// Guest reports whether a player was invited to a game or watches it.
	Guest(game, player int64) (bool, error)
	// Invite lets a player see a game, and reports whether that changed anything.
	Invite(game, player int64) (changed bool, err error)
	// Guests counts who was invited to a game.
	Guests(game int64) (int, error)
	// Uninvite ends an invitation to a game, and watching it.
	Uninvite(game, player int64) error
}

package data

// Blocks keeps which players want to hear nothing from which others.
type Blocks interface {
	// AcceptsFrom reports whether a player takes challenges and invitations from another one: not
	// if the player has blocked that one, or as far as mail counts, one of that one's addresses.
	AcceptsFrom(player, from int64, mail bool) (bool, error)
	// SetBlocked begins or ends a player's block of another, or of a mail address with 0
	// in place of the other, and reports whether that changed anything.
	SetBlocked(player, blocked int64, address string, on bool) (changed bool, err error)
	// CountBlocked counts whom a player has blocked.
	CountBlocked(player int64) (int, error)
}

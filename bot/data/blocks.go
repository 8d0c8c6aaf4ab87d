package data

// Blocks keeps from whom players accept no challenges and invitations. A player can block
// other players, and email addresses of strangers.
type Blocks interface {
	// AcceptsFrom reports whether a player accepts challenges and invitations from another
	// player: not if the player has blocked the other, nor, with mail, if the player has
	// blocked one of the other's email addresses.
	AcceptsFrom(player, other int64, mail bool) (bool, error)
	// SetBlocked adds or removes a block of another player, whose address is then empty, or
	// of an email address; blocked is 0 then. It reports whether that changed anything.
	SetBlocked(player, blocked int64, address string, on bool) (changed bool, err error)
	// CountBlocked returns how many players and addresses a player has blocked.
	CountBlocked(player int64) (int, error)
}

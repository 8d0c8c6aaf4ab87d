package data

import (
	"time"

	"stackmate/bot/chat"
)

// LinkCodes keeps the codes by which people prove that they are two players, who then
// become one: a code is issued to one player, typed by the other, and confirmed by the
// first. Codes are stored as hashes.
type LinkCodes interface {
	// AddLinkCode stores a code that is issued to a player at one of the player's addresses
	// and expires at until. It replaces the player's last code.
	AddLinkCode(code string, player int64, issuedTo chat.Address, until time.Time) error
	// TryLinkCode returns what a code was issued for. If there is no such code, or it has
	// expired by now, it returns ErrNotFound and counts a wrong attempt for each code with
	// the same first four characters; a code with that many attempts is deleted.
	TryLinkCode(code string, attempts int, now time.Time) (LinkCode, error)
	// ClaimLinkCode stores who has typed a code, which then expires at until. It returns
	// ErrNotFound if there is no such code, or if it has been claimed before.
	ClaimLinkCode(code string, by chat.Address, until time.Time) error
	// DropLinkCodes deletes the codes of a player.
	DropLinkCodes(player int64) error
	// CountLinkGuesses returns how many wrong codes a player has typed after since.
	CountLinkGuesses(player int64, since time.Time) (int, error)
	// AddLinkGuess stores that a player has typed a wrong code.
	AddLinkGuess(player int64, at time.Time) error
}

// LinkCode is what a code was issued for.
type LinkCode struct {
	// Player is the player to whom the code was issued.
	Player int64
	// IssuedTo is the address at which Player was told the code.
	IssuedTo chat.Address
	// ClaimedBy is the address of the person who has typed the code; zero before that.
	ClaimedBy chat.Address
}

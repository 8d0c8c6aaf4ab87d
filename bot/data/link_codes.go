package data

import (
	"time"

	"stackmate/bot/chat"
)

// LinkCodes keeps the codes by which two players become one.
type LinkCodes interface {
	// AddLinkCode has a code stand for a player until some time, in place of the last one.
	// It is told at one of the player's addresses.
	AddLinkCode(code string, player int64, told chat.Address, until time.Time) error
	// TryLinkCode returns what a code stands for, or ErrNotFound. So many wrong attempts at
	// what begins like a code end that one.
	TryLinkCode(code string, attempts int, now time.Time) (LinkCode, error)
	// ClaimLinkCode notes who has typed a code that nobody had typed before, else it returns
	// ErrNotFound. The player is to confirm it by some time.
	ClaimLinkCode(code string, by chat.Address, until time.Time) error
	// DropLinkCodes forgets the codes of a player.
	DropLinkCodes(player int64) error
	// CountLinkGuesses counts the wrong codes that a player has typed since some time.
	CountLinkGuesses(player int64, since time.Time) (int, error)
	// AddLinkGuess counts one.
	AddLinkGuess(player int64, at time.Time) error
}

// LinkCode is what a code stands for by which two players become one.
type LinkCode struct {
	Player int64
	// IssuedTo is where the player was told it, ClaimedBy where it was typed; zero before.
	IssuedTo, ClaimedBy chat.Address
}

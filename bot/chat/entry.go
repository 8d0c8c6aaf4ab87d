package chat

import "time"

// GameList is a list of somebody's games and challenges.
type GameList struct {
	// Entries are those that are listed, and More is whether there are others.
	Entries []GameEntry
	More    bool
}

// GameEntry is a game or a challenge in a list of somebody's games.
type GameEntry struct {
	ID   int64
	Kind EntryKind
	// Variant is the full name of the game.
	Variant string
	// Opponent names the opponent; empty in an analysis and in a challenge to everybody.
	Opponent string
	// Color is the color that the reader plays, "white" or "black"; empty for a challenge.
	Color string
	// Move is the number of the next move.
	Move int
	// Deadline is when the time of who is to move ends; zero without a clock.
	Deadline time.Time
	// Result says how a game ended, such as "1-0, checkmate".
	Result string
}

// EntryKind says what an entry is, and what it waits for.
type EntryKind string

// Kinds of entries: challenges to the reader and by the reader, running games by whose turn it is, analyses, and games that are
// over.
const (
	ChallengeReceived EntryKind = "received"
	ChallengeSent     EntryKind = "sent"
	YourTurn          EntryKind = "yours"
	TheirTurn         EntryKind = "theirs"
	AnalysisBoard     EntryKind = "analysis"
	GameOver          EntryKind = "over"
)

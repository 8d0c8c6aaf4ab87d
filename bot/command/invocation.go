package command

import (
	"stackmate/bot/chat"
	"stackmate/bot/game"
	"stackmate/rules"
)

// Invocation is a command with everything that it was told, understood and within bounds. Parse
// reads it from a text, and String writes the text for a button. Only the fields that the command
// takes count. The zero value of a field means that nothing was said.
type Invocation struct {
	Path Path

	// Game is the game that the command is about, Challenge the number of the challenge.
	Game      GameRef
	Challenge int64
	// MayBeLevel is whether Game was typed as a number alone that may be a level instead.
	MayBeLevel bool
	// Person is how somebody was named: by a name, a mention or a mail address. Address is a
	// mail address to challenge or to link with.
	Person, Address string

	// Variant, Color and Clock are the terms of a game. A Clock that points to the zero value
	// asks for a game without a clock; nil asks for nothing.
	Variant *rules.Variant
	Color   game.Preference
	Clock   *game.Clock
	// Limit is the number of moves of the fifty-move rule, 10 to 500. Days is the length of a
	// vacation, 1 to MaxVacation.
	Limit, Days int

	// Puzzle is the puzzle that the command is about.
	Puzzle PuzzleRef

	// Strength is the level of the program, 1 to game.MaxLevel.
	Strength int

	// Move is a move and Square a square, as they were typed: only the board of a game can
	// tell what they mean. For Pick, Move may be the name of a square, and so it may for Solve.
	Move, Square string
	// Level is the names of levels, with commas between them, or AllLevels.
	Level string
	// Line are conditional moves as they were typed, one after the other.
	Line []string
	// Ply is the position of the game that is asked for.
	Ply Ply
	// Skip is how many pieces Pick passes over. Boards asks it for the attack boards.
	Skip   int
	Boards bool

	// Note is a note to a move, or the reason for an adjudication. It is printable, on one
	// line and at most MaxNote characters long.
	Note string
	// Text is a private note of at most MaxGameNote characters, or a name.
	Text string
	// Record is the record of a game or a position string, of at most MaxText bytes.
	Record string
	// Code is a code for linking.
	Code string
	// Page is a page of a lesson, as it was typed.
	Page string
	// Topic is the command that help is asked for. It may have commands under it.
	Topic Path

	// Language to Result are each one of the options of the argument with that name.
	Language, Theme, View, Notices, Games, Channels, Format, Result string
	// DailyPuzzle is one of PuzzleOptions.
	DailyPuzzle string
	// Here, Threads, ByMail, Listed and InWords are On or Off.
	Here, Threads, ByMail, Listed, InWords string

	// Rated to Column are flags. Confirmed is whether the speaker has said yes.
	Rated, WeekendsOff, Open, Everywhere, Daily, Column, WholeMove, Solution, SignOut, Confirmed bool
}

// On and Off are the two positions of a switch.
const (
	On  = "on"
	Off = "off"
)

// Command returns the command with the path; nil if there is none.
func (in Invocation) Command() *Command { return in.Path.Command() }

// Audience returns who is likely to read the answer. A command that asks for a yes first keeps
// its question secret.
func (in Invocation) Audience() chat.Audience {
	c := in.Command()
	if c == nil {
		return chat.Quiet
	}
	if c.Audience == chat.Public && c.asks() && !in.Confirmed {
		return chat.Secret
	}
	return c.Audience
}

// ReadOnly reports whether the command changes nothing when it is told this.
func (in Invocation) ReadOnly() bool {
	c := in.Command()
	return c == nil || c.ReadOnly || c.ReadOnlyBare && in.Bare()
}

// Bare reports whether the command is told nothing, or only a game.
func (in Invocation) Bare() bool {
	return in.String() == Invocation{Path: in.Path, Game: in.Game}.String()
}

// Outcome returns the result that an adjudication asks for, Undecided if there is none.
func (in Invocation) Outcome() rules.Outcome { return results[in.Result] }

var results = map[string]rules.Outcome{"white": rules.WhiteWins, "black": rules.BlackWins, "draw": rules.Draw, "none": rules.Undecided}

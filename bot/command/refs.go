package command

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"stackmate/bot/game"
)

// GameRef names a game, and perhaps the moment for which a button was made. The zero value
// names no game.
type GameRef struct {
	ID  int64
	age int // how many entries the log of the game had, plus 1; 0 if unknown
}

// GameID names a game at any moment.
func GameID(id int64) GameRef { return GameRef{ID: id} }

// GameAt names a game as it is now. A button with this reference is stale once anything has
// happened in the game.
func GameAt(g *game.Game) GameRef { return GameRef{g.ID, len(g.Log) + 1} }

// ParseGameRef reads "12", "#12" or "#12@34": a game, or a game when its log had 34 entries. It
// reports whether the word is one of these.
func ParseGameRef(word string) (GameRef, bool) {
	number, age, at := strings.Cut(strings.TrimPrefix(word, "#"), "@")
	if !isDigits(number) || len(number) > 15 || at && (!isDigits(age) || len(age) > 6) {
		return GameRef{}, false
	}
	var ref GameRef
	ref.ID, _ = strconv.ParseInt(number, 10, 64)
	if at {
		ref.age, _ = strconv.Atoi(age)
		ref.age++
	}
	return ref, ref.ID > 0
}

// IsZero reports whether no game is named.
func (r GameRef) IsZero() bool { return r.ID == 0 }

// Stale reports whether the game has gone on or ended since the moment that the reference
// names.
func (r GameRef) Stale(g *game.Game) bool {
	return r.age > 0 && (g.Over() || r.age != len(g.Log)+1)
}

// Undone reports whether the moment that the reference names is not one of the game any more,
// because the game was restored at a time to how it was earlier: it had fewer entries in its log
// then, or had not begun.
func (r GameRef) Undone(g *game.Game, restored time.Time) bool {
	kept := 0
	for _, p := range g.Log {
		if p.At.Before(restored) {
			kept++
		}
	}
	return !g.Started.Before(restored) || r.age > kept+1
}

// String writes the reference as ParseGameRef reads it; it is empty for the zero value.
func (r GameRef) String() string {
	switch {
	case r.IsZero():
		return ""
	case r.age > 0:
		return "#" + strconv.FormatInt(r.ID, 10) + "@" + strconv.Itoa(r.age-1)
	}
	return "#" + strconv.FormatInt(r.ID, 10)
}

// Ply names a position of a game by the number of plies played. It keeps what was typed, since
// only the game can tell whether it has that position. The zero value is the last position.
type Ply struct{ typed string }

// AtPly names the position after n plies.
func AtPly(n int) Ply { return Ply{strconv.Itoa(n)} }

// In returns how many plies had been played in the position, in a game that is last plies long.
// If the game has no such position, ok is false.
func (p Ply) In(last int) (n int, ok bool) {
	if p.typed == "" {
		return last, true
	}
	n, err := strconv.Atoi(p.typed)
	return n, err == nil && n >= 0 && n <= last
}

// String returns what was typed.
func (p Ply) String() string { return p.typed }

// PuzzleRef names a puzzle, and perhaps the moment for which a button was made. The zero value
// names no puzzle.
type PuzzleRef struct {
	ID  string
	age int // how many moves had been made in it, plus 1; 0 if unknown
}

// PuzzleAt names a puzzle in which some moves have been made.
func PuzzleAt(id string, moves int) PuzzleRef { return PuzzleRef{id, moves + 1} }

// puzzleRef is what PuzzleRef.String writes.
var puzzleRef = regexp.MustCompile(`^([0-9a-z]{1,12})(?:@(\d{1,2}))?$`)

// ParsePuzzleRef reads "mk3x9" or "mk3x9@2": a puzzle, or a puzzle in which two moves had been
// made. It reports whether the word is one of these; it cannot tell whether there is such a
// puzzle.
func ParsePuzzleRef(word string) (ref PuzzleRef, ok bool) {
	found := puzzleRef.FindStringSubmatch(strings.ToLower(word))
	if found == nil {
		return ref, false
	}
	ref.ID = found[1]
	if found[2] != "" {
		ref.age, _ = strconv.Atoi(found[2])
		ref.age++
	}
	return ref, true
}

// Stale reports whether the puzzle is not at the moment that the reference names, because other
// moves have been made in it.
func (r PuzzleRef) Stale(moves int) bool { return r.age > 0 && r.age != moves+1 }

// String writes the reference as ParsePuzzleRef reads it; it is empty for the zero value.
func (r PuzzleRef) String() string {
	if r.age > 0 {
		return r.ID + "@" + strconv.Itoa(r.age-1)
	}
	return r.ID
}

package chat

import (
	"strconv"
	"strings"
)

// Pressers are the people who may press a button: everybody who sees it, the players of a
// game, or one player. The zero value is nobody in particular: such a button only looks.
type Pressers string

// Everybody may press what changes nothing, and what is offered to everybody.
const Everybody Pressers = "*"

// PlayersOf returns the players of a game.
func PlayersOf(game int64) Pressers { return Pressers("#" + strconv.FormatInt(game, 10)) }

// Only returns one player.
func Only(player int64) Pressers { return Pressers(strconv.FormatInt(player, 10)) }

// Game returns the game whose players may press, 0 if it is not the players of a game.
func (p Pressers) Game() int64 {
	number, ok := strings.CutPrefix(string(p), "#")
	if !ok {
		return 0
	}
	return positive(number)
}

// Player returns the one player who may press, 0 if there is none.
func (p Pressers) Player() int64 { return positive(string(p)) }

// positive reads a number as Code writes it, 0 if it is none.
func positive(s string) int64 {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 0 || strconv.FormatInt(n, 10) != s {
		return 0
	}
	return n
}

// Code writes a command together with who may press it, as a transport keeps it with a
// button or option and hands it back in Message.Text when that is pressed.
func (p Pressers) Code(command string) string { return string(p) + "|" + command }

// ReadCode takes apart what Code has written. What has no pressers in front, such as a button of
// an earlier version, is for nobody in particular.
func ReadCode(code string) (p Pressers, command string) {
	who, command, ok := strings.Cut(code, "|")
	p = Pressers(who)
	if ok && (p == "" || p == Everybody || p.Game() > 0 || p.Player() > 0) {
		return p, command
	}
	return "", code
}

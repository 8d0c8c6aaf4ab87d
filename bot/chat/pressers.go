package chat

import (
	"slices"
	"strconv"
	"strings"
)

// Pressers are the people who may press a button: everybody who sees it, the players of a game, or one player. The
// zero value names nobody, like the buttons of earlier versions: their commands are carried out only if they change
// nothing.
type Pressers string

// Everybody is for buttons that change nothing, and for offers to everybody.
const Everybody Pressers = "*"

// PlayersOf returns the players of the game with an id.
func PlayersOf(game int64) Pressers { return Pressers("#" + strconv.FormatInt(game, 10)) }

// Only returns the player with an id.
func Only(player int64) Pressers { return Pressers(strconv.FormatInt(player, 10)) }

// Game returns the id of the game whose players may press the button; 0 for other pressers.
func (p Pressers) Game() int64 {
	number, ok := strings.CutPrefix(string(p), "#")
	if !ok {
		return 0
	}
	return positive(number)
}

// Player returns the id of the only player who may press the button; 0 for other pressers.
func (p Pressers) Player() int64 { return positive(string(p)) }

// positive reads a positive number; it returns 0 for anything that Code doesn't write.
func positive(s string) int64 {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 0 || strconv.FormatInt(n, 10) != s {
		return 0
	}
	return n
}

// stampMark stands before the stamp of a code.
const stampMark = "~"

// Stamp marks all buttons and options of a reply: ReadStamp finds the stamp in the code of one that is pressed. The
// empty stamp marks nothing.
func (r *Reply) Stamp(stamp string) {
	if stamp == "" {
		return
	}
	r.Buttons, r.Menus = slices.Clone(r.Buttons), slices.Clone(r.Menus)
	for i, row := range r.Buttons {
		r.Buttons[i] = slices.Clone(row)
		for j := range row {
			r.Buttons[i][j].For += Pressers(stampMark + stamp)
		}
	}
	for i := range r.Menus {
		r.Menus[i].For += Pressers(stampMark + stamp)
	}
}

// ReadStamp returns the stamp of a code, empty if it has none.
func ReadStamp(code string) string {
	who, _, _ := strings.Cut(code, "|")
	_, stamp, _ := strings.Cut(who, stampMark)
	return stamp
}

// Code returns a string with the pressers and the command of a button or option. The transport stores it with the
// button, and returns it in Message.Text when the button is pressed.
func (p Pressers) Code(command string) string { return string(p) + "|" + command }

// ReadCode returns the pressers and the command of a code. The pressers are the zero value if the code has none, as in
// buttons of earlier versions.
func ReadCode(code string) (p Pressers, command string) {
	who, command, ok := strings.Cut(code, "|")
	who, _, _ = strings.Cut(who, stampMark)
	p = Pressers(who)
	if ok && (p == "" || p == Everybody || p.Game() > 0 || p.Player() > 0) {
		return p, command
	}
	return "", code
}

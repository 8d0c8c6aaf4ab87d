package render

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"stackmate/rules"
)

// Language gives the text with a key, its gaps filled from names and values that follow
// in turn. The languages of package words do.
type Language interface {
	Text(key string, args ...any) string
}

// Texts are the texts of pictures in one language. Cached pictures belong to their Texts,
// so make one for each language and use it for all pictures. All methods are safe for
// concurrent use.
type Texts struct {
	language Language
	colors   [2]string
	toMove   [2]string
	check    string
	ahead    string // before the pieces that a player has more than the other
	pieces   map[rules.Role]pieceNames
}

// pieceNames is what one piece and several pieces of a kind are called.
type pieceNames struct{ one, several string }

// NewTexts returns the texts of pictures in a language.
func NewTexts(l Language) *Texts {
	t := &Texts{language: l, check: l.Text("picture.in-check"), ahead: l.Text("picture.ahead"), pieces: make(map[rules.Role]pieceNames)}
	for i, c := range []rules.Color{rules.White, rules.Black} {
		t.colors[i] = l.Text("color." + c.String())
		t.toMove[i] = l.Text("picture.to-move." + c.String())
	}
	for role := range artworks {
		t.pieces[role] = pieceNames{l.Text("piece." + role.String()), l.Text("pieces." + role.String())}
	}
	return t
}

// Result returns the note of a game that has ended, such as "Resignation · White wins" or
// "Draw · threefold repetition". The reason is a text in the same language and may be empty.
func (t *Texts) Result(o rules.Outcome, reason string) string {
	switch o {
	case rules.WhiteWins:
		return joinParts(capitalized(reason), t.language.Text("picture.white-wins"))
	case rules.BlackWins:
		return joinParts(capitalized(reason), t.language.Text("picture.black-wins"))
	case rules.Draw:
		return joinParts(t.language.Text("picture.draw"), reason)
	}
	return joinParts(t.language.Text("picture.no-result"), reason)
}

// partSeparator is between the parts of a status in one line.
const partSeparator = " · "

// joinParts returns the parts of a status in one line, without those that are empty.
func joinParts(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), partSeparator)
}

// capitalized returns a text with its first letter as a capital.
func capitalized(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + s[size:]
}

// final returns the result of a position that ends the game, "" if the game goes on.
func (t *Texts) final(p *rules.Position) string {
	switch p.Status() {
	case rules.Checkmate:
		return t.Result(rules.WinFor(p.Turn().Other()), t.language.Text("reason.checkmate"))
	case rules.Stalemate:
		return t.Result(rules.Draw, t.language.Text("reason.stalemate"))
	case rules.InsufficientMaterial:
		return t.Result(rules.Draw, t.language.Text("reason.insufficient"))
	}
	return ""
}

// level returns the title of a level, such as "Level 2".
func (t *Texts) level(name string) string { return t.language.Text("picture.level", "name", name) }

// board returns the title of a board.
func (t *Texts) board(b rules.Board) string { return BoardTitle(t.language, b) }

// BoardTitle returns the title of a board in a language. Its variant calls it a level or a
// board, and names it unless it is the only one.
func BoardTitle(l Language, b rules.Board) string {
	kind, name, named := strings.Cut(b.Title, " ")
	switch {
	case kind == "Level":
		return l.Text("picture.level", "name", name)
	case named:
		return l.Text("picture.board", "name", name)
	}
	return l.Text("picture.only-board")
}

package render

import (
	"strings"

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
	pieces   map[rules.Role]pieceNames
}

// pieceNames is what one piece and several pieces of a kind are called.
type pieceNames struct{ one, several string }

// NewTexts returns the texts of pictures in a language.
func NewTexts(l Language) *Texts {
	t := &Texts{language: l, pieces: make(map[rules.Role]pieceNames)}
	for i, c := range []rules.Color{rules.White, rules.Black} {
		t.colors[i] = l.Text("color." + c.String())
		t.toMove[i] = l.Text("picture.to-move." + c.String())
	}
	for role := range artworks {
		t.pieces[role] = pieceNames{l.Text("piece." + role.String()), l.Text("pieces." + role.String())}
	}
	return t
}

// Result returns the note of a game that has ended, such as "White wins, resignation".
// The reason is a text in the same language and may be empty.
func (t *Texts) Result(o rules.Outcome, reason string) string {
	key := "picture.no-result"
	switch o {
	case rules.WhiteWins:
		key = "picture.white-wins"
	case rules.BlackWins:
		key = "picture.black-wins"
	case rules.Draw:
		key = "picture.draw"
	}
	result := t.language.Text(key)
	if reason == "" {
		return result
	}
	return t.language.Text("picture.result", "result", result, "reason", reason)
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

// turn returns whose turn it is in a position, and whether that side is in check.
func (t *Texts) turn(p *rules.Position) string {
	turn := t.toMove[p.Turn()]
	if p.InCheck() {
		return t.language.Text("picture.check", "turn", turn)
	}
	return turn
}

// level returns the title of a level, such as "Level 2".
func (t *Texts) level(name string) string { return t.language.Text("picture.level", "name", name) }

// board returns the title of a board. Its variant calls it a level or a board, and names
// it unless it is the only one.
func (t *Texts) board(b rules.Board) string {
	kind, name, named := strings.Cut(b.Title, " ")
	switch {
	case kind == "Level":
		return t.level(name)
	case named:
		return t.language.Text("picture.board", "name", name)
	}
	return t.language.Text("picture.only-board")
}

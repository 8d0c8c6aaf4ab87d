package request

import (
	"errors"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/game"
	"stackmate/bot/words"
)

// Refusal is an error that a player sees: why a command was not done, and what to
// do instead. A command that refuses changes nothing.
type Refusal struct {
	parts   []part
	cause   error // for logs; nil if there is none
	Buttons [][]chat.Button
	block   string
	game    int64         // which it is about; 0 if none
	picture *chat.Picture // of that game; nil if none is shown

	// What the answer needs to know of the command that was refused.
	audience chat.Audience
	path     command.Path
	Stranger bool // nothing is kept of whom it refuses
}

// part is a sentence of the catalogue with what fills its gaps.
type part struct {
	key  string
	args []any
}

// slashOf is the path of a command that a sentence names as a slash command.
type slashOf command.Path

// In returns the command with its name in the language.
func (s slashOf) In(lang words.Language) string { return SlashCommand(lang, command.Path(s)) }

// Refuse makes a refusal of one sentence; args are names and values in turn.
func Refuse(key string, args ...any) *Refusal { return &Refusal{parts: []part{{key, args}}} }

// And adds a sentence.
func (r *Refusal) And(key string, args ...any) *Refusal {
	r.parts = append(r.parts, part{key, args})
	return r
}

// shows adds the board as it is now.
func (r *Refusal) shows(g *game.Game) *Refusal {
	r.game, r.picture = g.ID, PictureOf(g)
	return r
}

// isRefusal reports whether an error is the refusal of a sentence.
func isRefusal(err error, key string) bool {
	r := (*Refusal)(nil)
	return errors.As(err, &r) && r.parts[0].key == key
}

// Error returns the keys of the sentences and the cause, for logs.
func (r *Refusal) Error() string {
	var keys []string
	for _, p := range r.parts {
		keys = append(keys, p.key)
	}
	text := "refused: " + strings.Join(keys, ", ")
	if r.cause != nil {
		text += ": " + r.cause.Error()
	}
	return text
}

// Unwrap returns the cause, nil if there is none.
func (r *Refusal) Unwrap() error { return r.cause }

// because keeps the error that a refusal is made of.
func (r *Refusal) because(cause error) *Refusal {
	r.cause = cause
	return r
}

// ParseRefusal says why a text is no command.
func ParseRefusal(e *command.ParseError) *Refusal { return Refuse(e.Key, e.Args...).because(e) }

func (r *Refusal) text(say words.Language) string {
	var list []string
	for _, p := range r.parts {
		list = append(list, say.Text(p.key, p.args...))
	}
	return strings.Join(list, " ")
}

// FactRefusal makes a sentence of a fact that refuses an action in a game; other
// errors stay what they are.
func FactRefusal(g *game.Game, err error) error {
	for fact, key := range facts {
		if errors.Is(err, fact) {
			return Refuse(key, "game", g.ID).because(err)
		}
	}
	return err
}

var facts = map[error]string{
	game.ErrOver: "game.over", game.ErrNoOffer: "draw.no-offer", game.ErrOwnOffer: "draw.own-offer",
	game.ErrDrawPending: "draw.already", game.ErrNoOwnOffer: "draw.not-offered",
	game.ErrNoMove: "takeback.no-move", game.ErrTakebackPending: "takeback.already",
	game.ErrTooLate:    "abort.late",
	game.ErrNoTakeback: "takeback.not-asked", game.ErrOwnTakeback: "takeback.own",
}

// append adds the sentences of another refusal.
func (r *Refusal) append(other *Refusal) *Refusal {
	r.parts = append(r.parts, other.parts...)
	return r
}

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
	sentences []sentence
	cause     error // for logs; nil if there is none
	Buttons   [][]chat.Button
	block     string
	game      int64         // which it is about; 0 if none
	picture   *chat.Picture // of that game; nil if none is shown

	// What the answer needs to know of the command that was refused.
	audience      chat.Audience
	path          command.Path
	ForgetSpeaker bool // nothing is kept of whom it refuses
}

// sentence is a sentence of the catalogue with what fills its gaps.
type sentence struct {
	key  string
	args []any
}

// slashName is the path of a command that a sentence names as a slash command.
type slashName command.Path

// In returns the command with its name in the language.
func (s slashName) In(lang words.Language) string { return SlashCommand(lang, command.Path(s)) }

// Refuse makes a refusal of one sentence; args are names and values in turn.
func Refuse(key string, args ...any) *Refusal { return &Refusal{sentences: []sentence{{key, args}}} }

// And adds a sentence.
func (r *Refusal) And(key string, args ...any) *Refusal {
	r.sentences = append(r.sentences, sentence{key, args})
	return r
}

// withBoard adds the board as it is now.
func (r *Refusal) withBoard(g *game.Game) *Refusal {
	r.game, r.picture = g.ID, PictureOf(g)
	return r
}

// isRefusal reports whether an error is the refusal of a sentence.
func isRefusal(err error, key string) bool {
	r := (*Refusal)(nil)
	return errors.As(err, &r) && r.sentences[0].key == key
}

// Error returns the keys of the sentences and the cause, for logs.
func (r *Refusal) Error() string {
	var keys []string
	for _, p := range r.sentences {
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

// withCause keeps the error that a refusal is made of.
func (r *Refusal) withCause(cause error) *Refusal {
	r.cause = cause
	return r
}

// ParseRefusal says why a text is no command.
func ParseRefusal(e *command.ParseError) *Refusal { return Refuse(e.Key, e.Args...).withCause(e) }

func (r *Refusal) text(say words.Language) string {
	var list []string
	for _, p := range r.sentences {
		list = append(list, say.Text(p.key, p.args...))
	}
	return strings.Join(list, " ")
}

// GameRefusal makes a sentence of a fact that refuses an action in a game; other
// errors stay what they are.
func GameRefusal(g *game.Game, err error) error {
	for fact, key := range gameErrorKeys {
		if errors.Is(err, fact) {
			return Refuse(key, "game", g.ID).withCause(err)
		}
	}
	return err
}

var gameErrorKeys = map[error]string{
	game.ErrOver: "game.over", game.ErrNoOffer: "draw.no-offer", game.ErrOwnOffer: "draw.own-offer",
	game.ErrDrawPending: "draw.already", game.ErrNoOwnOffer: "draw.not-offered",
	game.ErrNoMove: "takeback.no-move", game.ErrTakebackPending: "takeback.already",
	game.ErrTooLate:    "abort.late",
	game.ErrNoTakeback: "takeback.not-asked", game.ErrOwnTakeback: "takeback.own",
}

// andAll adds the sentences of another refusal.
func (r *Refusal) andAll(other *Refusal) *Refusal {
	r.sentences = append(r.sentences, other.sentences...)
	return r
}

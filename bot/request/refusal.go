package request

import (
	"errors"
	"slices"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/game"
	"stackmate/bot/words"
)

// Refusal is an error that the speaker reads: why the bot did not do a command, and what
// to do instead. The transaction of a command that returns a Refusal is rolled back.
type Refusal struct {
	sentences []sentence
	cause     error // for the log; nil if there is none
	Buttons   [][]chat.Button
	block     string
	game      int64         // the number of the game that the refusal is about; 0 if none
	picture   *chat.Picture // of that game; nil if none is shown

	audience chat.Audience // who may read the refusal; set by CompleteRefusal
	path     command.Path  // of the refused command; set by CompleteRefusal
	noted    int64         // the game that the refused command is about, for the log; set by CompleteRefusal

	// ForgetSpeaker is whether nothing is stored of the speaker.
	ForgetSpeaker bool
	deleted       bool // whether the speaker's data was just deleted
}

// sentence is a sentence of the catalogue with what fills its gaps.
type sentence struct {
	key  string
	args []any
}

// Refuse returns a refusal with one sentence of the catalogue; args are the names and
// values of its gaps, in turn.
func Refuse(key string, args ...any) *Refusal { return &Refusal{sentences: []sentence{{key, args}}} }

// And adds a sentence to a refusal and returns it.
func (r *Refusal) And(key string, args ...any) *Refusal {
	r.sentences = append(r.sentences, sentence{key, args})
	return r
}

// withBoard adds a picture of a game's current position, as a player sees it, to a refusal and
// returns it.
func (r *Refusal) withBoard(g *game.Game, player int64) *Refusal {
	r.game, r.picture = g.ID, seenFrom(PictureOf(g), g, player)
	return r
}

// isRefusal reports whether an error is a Refusal whose first sentence has this key.
func isRefusal(err error, key string) bool {
	r := (*Refusal)(nil)
	return errors.As(err, &r) && r.sentences[0].key == key
}

// Keys returns the keys of the sentences, with commas between them. They repeat nothing of what the
// speaker wrote.
func (r *Refusal) Keys() string {
	var keys []string
	for _, p := range r.sentences {
		keys = append(keys, p.key)
	}
	return strings.Join(keys, ", ")
}

// Temporary reports whether the same command may be done a little later.
func (r *Refusal) Temporary() bool {
	switch r.sentences[0].key {
	case "advice.busy", "advice.queue", "advice.stopped":
		return true
	}
	return false
}

// Error returns the keys of the sentences and the cause, for the log.
func (r *Refusal) Error() string {
	text := "refused: " + r.Keys()
	if r.cause != nil {
		text += ": " + r.cause.Error()
	}
	return text
}

// Unwrap returns the cause of a refusal, nil if there is none.
func (r *Refusal) Unwrap() error { return r.cause }

// withCause sets the error that led to a refusal and returns the refusal.
func (r *Refusal) withCause(cause error) *Refusal {
	r.cause = cause
	return r
}

// ParseRefusal returns the refusal of a text that could not be parsed as a command. A word that
// means nothing where a level may be named was probably meant as one.
func ParseRefusal(req *Request, e *command.ParseError) *Refusal {
	if e.Key == "parse.extra" && e.Near == nil && takesLevel(req) {
		return Refuse("level.extra."+string(req.Cmd.Path), append(slices.Clone(e.Args), "max", game.MaxLevel)...).withCause(e)
	}
	return Refuse(e.Key, e.Args...).Near(e.Near).withCause(e)
}

// Near adds what the speaker may have meant, if anything, and returns the refusal.
func (r *Refusal) Near(choices []string) *Refusal {
	if len(choices) == 0 {
		return r
	}
	return r.And("near", "choices", words.OneOf(choices))
}

// Text returns the sentences of a refusal in a language.
func (r *Refusal) Text(lang words.Language) string {
	var list []string
	for _, p := range r.sentences {
		list = append(list, lang.Text(p.key, p.args...))
	}
	return strings.Join(list, " ")
}

// GameRefusal returns the refusal for an error of package game, such as game.ErrOver.
// Other errors are returned unchanged.
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

// andAll adds the sentences of another refusal and returns the first.
func (r *Refusal) andAll(other *Refusal) *Refusal {
	r.sentences = append(r.sentences, other.sentences...)
	return r
}

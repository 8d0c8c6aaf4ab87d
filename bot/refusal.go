package bot

import (
	"errors"
	"slices"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/game"
	"stackmate/bot/words"
)

// Refusal is an error that a player sees: why a command was not done, and what to
// do instead. A command that refuses changes nothing.
type Refusal struct {
	parts   []part
	buttons [][]chat.Button
	block   string
	game    int64         // which it is about; 0 if none
	picture *chat.Picture // of that game; nil if none is shown

	// What the answer needs to know of the command that was refused.
	audience chat.Audience
	command  *Command
	path     string
	stranger bool // nothing is kept of whom it refuses
}

// part is a sentence of the catalogue with what fills its gaps.
type part struct {
	key  string
	args []any
}

// slashOf is the path of a command that a sentence names as a slash command.
type slashOf string

// refuse makes a refusal of one sentence; args are names and values in turn.
func refuse(key string, args ...any) *Refusal { return &Refusal{parts: []part{{key, args}}} }

// and adds a sentence.
func (r *Refusal) and(key string, args ...any) *Refusal {
	r.parts = append(r.parts, part{key, args})
	return r
}

// shows adds the board as it is now.
func (r *Refusal) shows(g *game.Game) *Refusal {
	r.game, r.picture = g.ID, picture(g)
	return r
}

// isRefusal reports whether an error is the refusal of a sentence.
func isRefusal(err error, key string) bool {
	r := (*Refusal)(nil)
	return errors.As(err, &r) && r.parts[0].key == key
}

// Error returns the keys of the sentences, for logs.
func (r *Refusal) Error() string {
	var keys []string
	for _, p := range r.parts {
		keys = append(keys, p.key)
	}
	return "refused: " + strings.Join(keys, ", ")
}

func (r *Refusal) text(say words.Language) string {
	var list []string
	for _, p := range r.parts {
		args := slices.Clone(p.args)
		for i, arg := range args {
			if path, ok := arg.(slashOf); ok {
				args[i] = slash(say, string(path))
			}
		}
		list = append(list, say.Text(p.key, args...))
	}
	return strings.Join(list, " ")
}

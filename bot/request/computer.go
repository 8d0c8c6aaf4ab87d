package request

import (
	"context"
	"strings"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/rules"
)

// Computer is how the program plays against people.
type Computer struct {
	// GamesPerPlayer is how many running games a person may have against it.
	GamesPerPlayer int
	// Rating returns the published rating of a level in a game.
	Rating func(v *rules.Variant, level int) int
	// Wake tells it that it may have to move.
	Wake func()
	// Minds reports whether it plays in a game in this process; nil if it does in all.
	Minds func(game int64) bool
	// Advise does the commands that ask it what it thinks of a position or a game.
	Advise func(*Request) error
	// Questions returns how many of these it has not answered yet, by command. It may be nil.
	Questions func() map[string]int
}

// Here reports whether the program plays in a game in this process.
func (c *Computer) Here(game int64) bool { return c.Minds == nil || c.Minds(game) }

// Unanswered returns how many questions of people the program has not answered yet.
func (c *Computer) Unanswered() (n int) {
	if c != nil && c.Questions != nil {
		for _, count := range c.Questions() {
			n += count
		}
	}
	return n
}

// UnansweredError says that a command needs an answer of the program that takes long to find. The
// command must be done again after Wait, outside the transaction; then the answer is known.
type UnansweredError struct {
	// Wait returns when the answer is known. The error is that of the context, or says that there
	// is none.
	Wait func(ctx context.Context) error
}

// Error implements error.
func (e *UnansweredError) Error() string { return "the program has to think first" }

// How long a message about a person's move against the program waits for the program's reply,
// so that one message has both.
const (
	// ReplyWait is for places where people wait for the answer.
	ReplyWait = time.Second
	// mailReplyWait is for mails, which nobody waits for.
	mailReplyWait = time.Minute
)

// ReplyWaitFor returns how long a message on a transport waits for the program's reply.
func ReplyWaitFor(transport string) time.Duration {
	if transport == MailTransport {
		return mailReplyWait
	}
	return ReplyWait
}

// NamesComputer reports whether a word or a mention means the program itself.
func NamesComputer(req *Request, word string) bool {
	if p, ok := req.Msg.Mentioned[word]; ok {
		return p.Address == chat.Itself
	}
	return strings.EqualFold(strings.TrimPrefix(word, "@"), "stackmate")
}

// takesLevel reports whether the command may name a level of the program, and does not yet.
func takesLevel(req *Request) bool {
	switch req.Cmd.Path {
	case command.Challenge:
		return req.Cmd.Strength == 0 && NamesComputer(req, req.Cmd.Person)
	case command.Rematch:
		return req.Cmd.Strength == 0
	}
	return false
}

// ComputerIn returns the program's player in a game; zero if people play it.
func (req *Request) ComputerIn(g *game.Game) (data.Player, error) {
	for _, id := range g.Seats {
		if p, err := req.Person(id); err != nil || p.Level > 0 {
			return p, err
		}
	}
	return data.Player{}, nil
}

// Thinks reports whether it is the program's turn in a game.
func (req *Request) Thinks(g *game.Game) (bool, error) {
	if g.Over() {
		return false, nil
	}
	p, err := req.Person(g.ToMove())
	return p.Level > 0, err
}

// awaitsReply reports whether the program has to move, or to answer a draw offer, in a game.
func (req *Request) awaitsReply(g *game.Game) (bool, error) {
	if g.Over() || g.Analysis() || req.Env.Computer == nil {
		return false, nil
	}
	thinks, err := req.Thinks(g)
	if err != nil || thinks || g.DrawOfferBy == nil {
		return thinks, err
	}
	asked, err := req.Person(g.Seats[g.DrawOfferBy.Other()])
	return asked.Level > 0, err
}

// LevelButtons returns a button for each level of the program, which gives the command at that
// level.
func LevelButtons(req *Request, v *rules.Variant, in command.Invocation) (rows [][]chat.Button) {
	const perRow = 4
	for level := 1; level <= game.MaxLevel; level++ {
		if level%perRow == 1 {
			rows = append(rows, nil)
		}
		in.Strength = level
		last := len(rows) - 1
		rows[last] = append(rows[last], chat.Button{For: chat.Only(req.Player.ID), Command: in.String(),
			Label: req.Lang.Text("button.level", "level", level, "rating", req.Env.Computer.Rating(v, level))})
	}
	return rows
}

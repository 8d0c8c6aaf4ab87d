package email

import (
	"stackmate/bot/chat"
	"stackmate/bot/command"
)

// question is what a message of the bot's asks, and what a plain answer to it means.
type question struct {
	asks    command.Path
	yes, no string // commands
}

// questions are all questions, by the letter under which a Message-ID carries them.
var questions = map[string]question{
	"a": {command.Accept, string(command.Accept), string(command.Decline)},
	"d": {command.DrawAccept, string(command.DrawAccept) + " yes", string(command.DrawDecline)},
	"t": {command.TakebackAccept, string(command.TakebackAccept), string(command.TakebackDecline)},
	"r": {command.Resign, string(command.Resign) + " yes", string(command.Board)},
}

// questionLetter returns the letter of the question that asks for a command; empty if none does.
func questionLetter(asks command.Path) string {
	for letter, q := range questions {
		if q.asks == asks {
			return letter
		}
	}
	return ""
}

// forPuzzle returns the commands of a mail that answers one with a puzzle, if its id is not empty:
// a move that is written alone is a move in the puzzle, and not in a game.
func forPuzzle(id string, commands []string) (list []string) {
	if id == "" {
		return commands
	}
	for _, line := range commands {
		in, err := command.Parse(chat.Message{Text: line}, nil)
		if move, ok := command.BareMove(line); ok {
			in, err = command.Invocation{Path: command.Solve, Move: move}, nil
		}
		if err == nil && (in.Path == command.Solve || in.Path == command.Solution) && in.Puzzle == (command.PuzzleRef{}) {
			in.Puzzle.ID = id
			line = in.String()
		}
		list = append(list, line)
	}
	return list
}

// answer returns the commands of a mail that answers the question: a plain yes or no becomes the
// command that it means. Giving the command itself confirms it too.
func (q question) answer(commands []string) []string {
	if len(commands) == 0 || q.asks == "" {
		return commands
	}
	in, err := command.Parse(chat.Message{Text: commands[0]}, nil)
	repeated := err == nil && in.Path == q.asks && in.Game.IsZero() && in.Challenge == 0
	switch own := ownCommandOf(commands[0]); {
	case own == yesCommand || repeated:
		return append([]string{q.yes}, commands[1:]...)
	case own == noCommand:
		return append([]string{q.no}, commands[1:]...)
	}
	return commands
}

package bot

import (
	"errors"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/request"
)

// openChallenge returns the open challenge that a command means: the one with the number
// that is named, else the one that the message replies to, else the only one of the
// speaker's that fits. The error is a Refusal if there is no such challenge or more than
// one.
func openChallenge(req *request.Request, fits func(*game.Challenge) bool, verb command.Path) (*game.Challenge, error) {
	if id := req.Cmd.Challenge; id != 0 {
		ch, err := visibleChallenge(req, id)
		switch {
		case errors.Is(err, data.ErrNotFound):
			return nil, request.RefuseUnknown(req, id, "challenge.unknown", "id", id)
		case err != nil:
			return nil, err
		case ch.State != game.Open:
			return nil, request.Refuse("challenge.closed."+string(ch.State), "id", ch.ID)
		case !fits(ch):
			return nil, request.Refuse("challenge.not-yours."+string(verb), "id", ch.ID)
		}
		req.GameID = ch.ID
		return ch, nil
	}
	if req.Msg.Game > 0 { // may be an open challenge
		switch ch, err := visibleChallenge(req, req.Msg.Game); {
		case err == nil && ch.State == game.Open && fits(ch):
			req.GameID = ch.ID
			return ch, nil
		case err != nil && !errors.Is(err, data.ErrNotFound):
			return nil, err
		}
	}
	open, err := req.Tx.OpenChallenges(req.Player.ID)
	if err != nil {
		return nil, err
	}
	var fit []*game.Challenge
	var numbers, typed []string
	for _, ch := range open {
		if fits(ch) {
			fit = append(fit, ch)
			again := command.Invocation{Path: verb, Challenge: ch.ID}
			numbers, typed = append(numbers, command.GameID(ch.ID).String()), append(typed, chat.Command(again.String()))
		}
	}
	switch len(fit) {
	case 0:
		return nil, request.Refuse("challenge.none." + string(verb))
	case 1:
		return fit[0], nil
	}
	return nil, request.Refuse("challenge.which", "numbers", strings.Join(numbers, ", "), "command", chat.Command(string(verb)),
		"commands", strings.Join(typed, ", "))
}

// visibleChallenge returns a challenge that the speaker may see, or data.ErrNotFound.
func visibleChallenge(req *request.Request, id int64) (*game.Challenge, error) {
	ch, err := req.Tx.Challenge(id)
	if err != nil {
		return nil, err
	}
	visible, err := req.MaySee(data.GameSummary{ID: ch.ID, Seats: [2]int64{ch.From, ch.To}, Home: ch.Home, Server: ch.Server})
	if err == nil && !visible {
		err = data.ErrNotFound
	}
	return ch, err
}

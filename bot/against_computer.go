package bot

import (
	"cmp"
	"errors"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/request"
	"stackmate/rules"
)

// challengeComputer begins a game against the program, which accepts at once.
func challengeComputer(req *request.Request) error {
	ch, err := newChallenge(req)
	if err != nil {
		return err
	}
	if req.Cmd.Clock == nil { // a server's clock is meant for people
		ch.Terms.Clock = game.Clock{}
	}
	return beginAgainstComputer(req, ch, cmp.Or(req.Cmd.Strength, game.DefaultLevel))
}

// beginAgainstComputer has the program accept a challenge of the speaker's, stored or not, at a
// level. The game is not rated.
func beginAgainstComputer(req *request.Request, ch *game.Challenge, level int) error {
	computer, err := computerFor(req, level)
	if err != nil {
		return err
	}
	if err := errors.Join(checkBans(req, ch.Server, req.Player), checkUnbegun(req, ch, computer)); err != nil {
		return err
	}
	rated := ch.Terms.Rated
	ch.Terms.Rated = false
	if ch.ID == 0 {
		ch.To = computer.ID
		if err := req.Tx.AddChallenge(ch); err != nil {
			return err
		}
	}
	return begin(req, ch, computer, func(req *request.Request) string {
		text := " " + req.Lang.Text("computer.plays", "level", level, "max", game.MaxLevel, "rating", req.Env.Computer.Rating(ch.Variant, level))
		if req.Cmd.Strength == 0 && req.Cmd.Path == command.Challenge {
			text += " " + req.Lang.Text("computer.levels")
		}
		if rated {
			text += " " + req.Lang.Text("computer.unrated")
		}
		return text
	})
}

// checkUnbegun returns a Refusal if a button to begin another game was pressed twice: then that game
// has no move of the speaker's yet.
func checkUnbegun(req *request.Request, ch *game.Challenge, computer data.Player) error {
	if ch.ID != 0 || req.Cmd.Path == command.Challenge {
		return nil
	}
	running, err := req.Tx.FindGames(data.GameFilter{Player: req.Player.ID, Limit: request.MaxListed})
	if err != nil {
		return err
	}
	for _, l := range running.Games {
		if l.Has(computer.ID) && l.Variant == ch.Variant && (l.Plies == 0 || l.Plies == 1 && l.Seats[rules.Black] == req.Player.ID) {
			return request.Refuse("computer.begun", "game", l.ID)
		}
	}
	return nil
}

// computerFor returns the program's player with a level. The error is a Refusal if the speaker
// cannot have another game against it.
func computerFor(req *request.Request, level int) (data.Player, error) {
	c := req.Env.Computer
	if c == nil {
		return data.Player{}, request.Refuse("computer.none")
	}
	n, err := req.Tx.CountComputerGames(req.Player.ID)
	if err != nil {
		return data.Player{}, err
	}
	if n >= c.GamesPerPlayer {
		return data.Player{}, request.Refuse("computer.many", "count", n)
	}
	return req.Tx.Computer(level, req.Now)
}

// handleAdvice asks the program what it thinks.
func handleAdvice(req *request.Request) error {
	if c := req.Env.Computer; c != nil && c.Advise != nil {
		return c.Advise(req)
	}
	return request.Refuse("advice.off")
}

// handleLevel begins a game against the program at a level: in place of the speaker's open
// challenge, or after a finished game against it. Without a level it asks for one.
func handleLevel(req *request.Request) error {
	if req.Env.Computer == nil {
		return request.Refuse("computer.none")
	}
	if err := readNumber(req); err != nil {
		return err
	}
	ch, err := req.Tx.Challenge(req.Cmd.Game.ID)
	if err == nil && ch.State == game.Open && ch.To == 0 && ch.From == req.Player.ID {
		if level := req.Cmd.Strength; level != 0 {
			return beginAgainstComputer(req, ch, level)
		}
		return askLevel(req, ch)
	}
	if err == nil && ch.From == req.Player.ID && ch.State != game.Open && ch.State != game.Accepted {
		return request.Refuse("challenge.closed."+string(ch.State), "id", ch.ID)
	}
	g, _, err := req.OwnGame()
	if err != nil {
		return err
	}
	if req.Cmd.Strength != 0 || !g.Over() {
		return handleRematch(req)
	}
	return askLevel(req, &game.Challenge{ID: g.ID, Variant: g.Variant})
}

// readNumber decides what a number alone after the command means, as in "rematch 5". After a game
// against the program, the one that is talked about or else the speaker's last, it can be a level.
// Without a game that is talked about, it can also be the number of a finished game of the
// speaker's; then the error is a Refusal that says how to write both.
func readNumber(req *request.Request) error {
	if !req.Cmd.MayBeLevel {
		return nil
	}
	said := req.Cmd
	req.Cmd.Game, req.Cmd.MayBeLevel = command.GameRef{}, false
	last, _, err := request.LastGame(req)
	req.Cmd = said
	if refusal := (*request.Refusal)(nil); errors.As(err, &refusal) {
		return nil
	}
	if err != nil {
		return err
	}
	against, err := req.ComputerIn(last)
	if err != nil || against.Level == 0 {
		return err
	}
	if req.Msg.Game == 0 {
		g, err := req.Tx.Game(said.Game.ID)
		if err == nil && g.Over() && len(g.Colors(req.Player.ID)) > 0 {
			return request.Refuse("rematch.which", "number", said.Game.ID)
		}
		if err != nil && !errors.Is(err, data.ErrNotFound) {
			return err
		}
	}
	req.Cmd.Game, req.Cmd.Strength, req.Cmd.MayBeLevel = command.GameID(last.ID), int(said.Game.ID), false
	return nil
}

// askLevel asks at which level the program is to play, for a challenge or the next game.
func askLevel(req *request.Request, ch *game.Challenge) error {
	req.Secret, req.Confirming = true, true // the button can be pressed again
	return req.Answer(chat.Reply{Text: req.Lang.Text("computer.choose", "max", game.MaxLevel),
		Buttons: request.LevelButtons(req, ch.Variant, command.Invocation{Path: command.Level, Game: command.GameID(ch.ID)})})
}

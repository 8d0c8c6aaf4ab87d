package bot

import (
	"context"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/request"
	"stackmate/bot/words"
	"stackmate/render"
)

// Table is what a front end knows of a game whose players sit at it together.
type Table struct {
	Game  int64 // 0 if there is no game
	Plies int
	Over  bool
	// ToMove is the player whose turn it is, Waiting the other one; the same in an analysis.
	ToMove, Waiting chat.Person
	// Level is that of the program if it plays in the game, else 0; Thinks whether it is to move.
	Level  int
	Thinks bool
	// Example is a move that can be made; empty if the game is over.
	Example string
	// Asked is the player who has been offered a draw; zero if nobody has.
	Asked chat.Person
}

// Table returns the game with an id, or with id 0 the running game of a place in which a move
// was made last.
func (d *Desk) Table(ctx context.Context, home chat.Address, id int64) (t Table, err error) {
	err = d.store.View(ctx, func(tx data.Tx) error {
		if id == 0 {
			running, err := tx.FindGames(data.GameFilter{Everyone: true, Home: home, Limit: 1})
			if err != nil || len(running.Games) == 0 {
				return err
			}
			id = running.Games[0].ID
		}
		g, err := tx.Game(id)
		if err != nil {
			return err
		}
		var people [2]chat.Person
		for color, seat := range g.Seats {
			p, err := tx.Player(seat)
			if err != nil {
				return err
			}
			people[color] = p.Person()
			if p.Level > 0 {
				t.Level, t.Thinks = p.Level, g.ToMove() == seat
			}
		}
		turn := g.Turn()
		t = Table{Game: id, Plies: len(g.Plies), Over: g.Over(), Level: t.Level, Thinks: t.Thinks, ToMove: people[turn], Waiting: people[turn.Other()]}
		if !g.Over() {
			t.Example = request.SimpleMove(g.Position())
		}
		if g.DrawOfferBy != nil {
			t.Asked = people[g.DrawOfferBy.Other()]
		}
		return nil
	})
	return t, err
}

// Scene returns what a picture shows and how it is drawn, for a front end that draws its own.
func (d *Desk) Scene(ctx context.Context, want chat.Picture, lang words.Language) (render.Picture, render.Options, error) {
	return d.files.Scene(ctx, want, lang)
}

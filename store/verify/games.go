package verify

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"stackmate/bot/game"
	"stackmate/rules"
)

// storedGame is a game as it is stored.
type storedGame struct {
	game.Game
	variant, terms, offer, asked, outcome, turn string
	plies                                       int
	started, moved, since                       int64
	spent, leftWhite, leftBlack                 int64
	ended, alarm                                sql.NullInt64
	conditions                                  []storedConditions
	gap                                         int // the number of the first missing move; 0 if none is
}

// storedConditions are the conditional moves of a player.
type storedConditions struct {
	game, player int64
	tree         string
}

// batchSize is how many games a worker takes at a time.
const batchSize = 64

// games reads all games with their moves and conditional moves, side by side in the order of their
// numbers, and has workers replay them.
func (c *checker) games() error {
	all, err := c.number("SELECT count(*) FROM games")
	if err != nil {
		return err
	}
	if c.report.Players, err = c.number("SELECT count(*) FROM players"); err != nil {
		return err
	}
	reading, cancel := context.WithCancel(c.ctx)
	defer cancel()
	moves, err := c.open(reading, "SELECT game, ply, move, at FROM moves ORDER BY game, ply")
	if err != nil {
		return err
	}
	defer moves.Close()
	conditions, err := c.open(reading, "SELECT game, player, tree FROM conditions ORDER BY game, player")
	if err != nil {
		return err
	}
	defer conditions.Close()
	group := new(errgroup.Group)
	group.SetLimit(c.Workers)
	var batch []*storedGame
	flush := func() {
		list := batch
		group.Go(func() error {
			for _, g := range list {
				c.game(g)
			}
			return nil
		})
		batch = nil
		c.progress("games", c.report.Games, all)
	}
	err = c.each(func(rows *sql.Rows) error {
		g, err := scanGame(rows)
		if err != nil {
			return err
		}
		if err := c.readMoves(moves, g); err != nil {
			return err
		}
		if err := readConditions(conditions, g); err != nil {
			return err
		}
		if err := c.readPauses(g); err != nil {
			return err
		}
		c.report.Games++
		c.count(g)
		if batch = append(batch, g); len(batch) == batchSize {
			flush()
		}
		return nil
	}, `SELECT id, version, variant, terms, white, black, plies, offer, asked, outcome, reason, started, moved, ended, origin, turn,
		since, spent, left_white, left_black, reminders, alarm FROM games ORDER BY id`)
	flush()
	group.Wait()
	return err
}

// cursor is a query of which one row may be looked at before it is taken.
type cursor struct {
	*sql.Rows
	ahead bool
}

// open begins to read a query.
func (c *checker) open(ctx context.Context, query string) (*cursor, error) {
	rows, err := c.q.QueryContext(ctx, query)
	return &cursor{Rows: rows}, err
}

// next moves to the next row, unless the present one was not taken. It returns false at the end.
func (r *cursor) next() bool {
	if r.ahead {
		r.ahead = false
		return true
	}
	return r.Next()
}

// scanGame reads a row of table games.
func scanGame(rows *sql.Rows) (*storedGame, error) {
	g := &storedGame{}
	return g, rows.Scan(&g.ID, &g.Version, &g.variant, &g.terms, &g.Seats[rules.White], &g.Seats[rules.Black], &g.plies, &g.offer, &g.asked,
		&g.outcome, &g.Reason, &g.started, &g.moved, &g.ended, &g.Origin, &g.turn, &g.since, &g.spent, &g.leftWhite, &g.leftBlack,
		&g.Timing.Reminders, &g.alarm)
}

// readMoves takes the moves of a game. Moves of games that do not exist are passed over: they are
// found with the references.
func (c *checker) readMoves(moves *cursor, g *storedGame) error {
	for moves.next() {
		var id, at int64
		var ply int
		var move string
		if err := moves.Scan(&id, &ply, &move, &at); err != nil {
			return err
		}
		if id > g.ID {
			moves.ahead = true
			return nil
		}
		if id < g.ID {
			continue
		}
		c.report.Moves++
		if g.gap == 0 && ply != len(g.Log)+1 {
			g.gap = len(g.Log) + 1
		}
		g.Log = append(g.Log, game.Ply{Move: move, At: time.UnixMilli(at)})
	}
	return moves.Err()
}

// readConditions takes the conditional moves of a game.
func readConditions(conditions *cursor, g *storedGame) error {
	for conditions.next() {
		var s storedConditions
		if err := conditions.Scan(&s.game, &s.player, &s.tree); err != nil {
			return err
		}
		if s.game > g.ID {
			conditions.ahead = true
			return nil
		}
		if s.game == g.ID {
			g.conditions = append(g.conditions, s)
		}
	}
	return conditions.Err()
}

// readPauses reads when the clocks of a running game stand still.
func (c *checker) readPauses(g *storedGame) error {
	if g.Reason != "" || !g.alarm.Valid {
		return nil
	}
	for color, player := range g.Seats {
		err := c.each(func(rows *sql.Rows) error {
			var from, to int64
			err := rows.Scan(&from, &to)
			g.Vacations[color] = append(g.Vacations[color], game.Span{From: time.UnixMilli(from), To: time.UnixMilli(to)})
			return err
		}, `SELECT began, ended FROM vacations WHERE player = ?1 UNION ALL
			SELECT began, ended FROM outages WHERE ended > ?2 AND (transport = '' OR transport IN (SELECT transport FROM addresses WHERE player = ?1))`,
			player, g.since)
		if err != nil {
			return err
		}
	}
	return nil
}

// decode reads the columns of a game that are texts for something else, and replays its moves.
func (g *storedGame) decode() error {
	if g.Variant = rules.VariantByKey(g.variant); g.Variant == nil {
		return fmt.Errorf("there is no variant %q", g.variant)
	}
	if err := json.Unmarshal([]byte(g.terms), &g.Terms); err != nil {
		return fmt.Errorf("its terms cannot be read: %w", err)
	}
	var known bool
	for o := rules.Undecided; o <= rules.Draw; o++ {
		if o.String() == g.outcome {
			g.Outcome, known = o, true
		}
	}
	if !known {
		return fmt.Errorf("there is no result %q", g.outcome)
	}
	if g.Reason != "" && !slices.Contains(game.Reasons, g.Reason) {
		return fmt.Errorf("a game cannot end by %q", string(g.Reason))
	}
	g.Started = time.UnixMilli(g.started)
	g.Timing.Since, g.Timing.Spent = time.UnixMilli(g.since), time.Duration(g.spent)*time.Millisecond
	g.Timing.Left = [2]time.Duration{time.Duration(g.leftWhite) * time.Millisecond, time.Duration(g.leftBlack) * time.Millisecond}
	return g.Load()
}

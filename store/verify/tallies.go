package verify

import (
	"database/sql"
	"fmt"
	"strings"
)

// tallyKey is a row of table results, without the numbers.
type tallyKey struct {
	player  int64
	variant string
}

// tally is how many games were won, drawn and lost.
type tally [3]int64

// count adds a game to those that are running, or to the results of its players, as the table results
// has them: the decided games against others, by variant without its setup.
func (c *checker) count(g *storedGame) {
	if !g.ended.Valid {
		c.running[g.variant]++
	}
	if !g.ended.Valid || g.outcome == "*" || g.Seats[0] == g.Seats[1] {
		return
	}
	variant, _, _ := strings.Cut(g.variant, ":")
	won := [2]int{1, 1} // of white and black: 0 won, 1 drawn, 2 lost
	switch g.outcome {
	case "1-0":
		won = [2]int{0, 2}
	case "0-1":
		won = [2]int{2, 0}
	}
	for color, player := range g.Seats {
		key := tallyKey{player, variant}
		t := c.results[key]
		t[won[color]]++
		c.results[key] = t
	}
}

// tallies compares the tables results and running, which triggers keep up to date, with the games.
func (c *checker) tallies() error {
	former := map[int64]bool{} // who have deleted their results
	err := c.each(func(rows *sql.Rows) error {
		var player int64
		err := rows.Scan(&player)
		former[player] = true
		return err
	}, "SELECT id FROM players WHERE former = 1")
	if err != nil {
		return err
	}
	err = c.each(func(rows *sql.Rows) error {
		var key tallyKey
		var stored tally
		if err := rows.Scan(&key.player, &key.variant, &stored[0], &stored[1], &stored[2]); err != nil {
			return err
		}
		if counted := c.results[key]; counted != stored && !former[key.player] {
			c.problem("results", key.player, doDerived, "player %d has won, drawn and lost %s games of %s, but the table says %s",
				key.player, counted, key.variant, stored)
		}
		delete(c.results, key)
		return nil
	}, "SELECT player, variant, won, drawn, lost FROM results")
	for key, counted := range c.results {
		if err == nil && !former[key.player] {
			c.problem("results", key.player, doDerived, "player %d has won, drawn and lost %s games of %s, but the table has no row for that",
				key.player, counted, key.variant)
		}
	}
	if err != nil {
		return err
	}
	err = c.each(func(rows *sql.Rows) error {
		var variant string
		var stored int64
		if err := rows.Scan(&variant, &stored); err != nil {
			return err
		}
		if counted := c.running[variant]; counted != stored {
			c.problem("running", variant, doDerived, "%d games of %s are running, but the table says %d", counted, variant, stored)
		}
		delete(c.running, variant)
		return nil
	}, "SELECT variant, games FROM running")
	for variant, counted := range c.running {
		if err == nil {
			c.problem("running", variant, doDerived, "%d games of %s are running, but the table has no row for that", counted, variant)
		}
	}
	return err
}

// String returns the three numbers, such as "3, 1, 4".
func (t tally) String() string { return fmt.Sprintf("%d, %d, %d", t[0], t[1], t[2]) }

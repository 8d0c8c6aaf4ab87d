package verify

import (
	"database/sql"
	"encoding/json"
	"slices"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/rules"
)

// outbox checks every message: that it can be read, that its game exists, and that its state is
// possible.
func (c *checker) outbox() error {
	return c.each(func(rows *sql.Rows) error {
		var id, number, attempts, panics int64
		var transport, recipient, body, lease string
		var settled sql.NullInt64
		var refused, isKnown, isHead, shouldHead bool
		if err := rows.Scan(&id, &transport, &recipient, &number, &body, &attempts, &panics, &lease, &settled, &refused, &isHead, &isKnown, &shouldHead); err != nil {
			return err
		}
		c.report.Messages++
		wrong := func(what string, args ...any) { c.problem("outbox", id, doMessage, what, args...) }
		var reply chat.Reply
		if err := json.Unmarshal([]byte(body), &reply); err != nil {
			wrong("the message cannot be read: %v", err)
		} else if reply.Game != number && !settled.Valid {
			wrong("the message is about game %d, but waits with those about game %d", reply.Game, number)
		}
		if !settled.Valid && !isKnown && !mayNameAnything(reply, number) {
			wrong("the message is about game %d, which does not exist", number)
		}
		c.transport("outbox", id, transport)
		switch {
		case recipient == "" && !settled.Valid:
			wrong("the message has no recipient")
		case attempts < 0 || panics < 0:
			wrong("the message has an impossible number of attempts")
		case settled.Valid && lease != "":
			wrong("the message was delivered, but somebody is still delivering it")
		case !settled.Valid && refused:
			wrong("the message was given up, but still waits")
		case !settled.Valid && isHead != shouldHead && isHead:
			wrong("the message may be sent before an older one about the same game")
		case !settled.Valid && isHead != shouldHead:
			wrong("the message is the next about its game, but will not be sent")
		}
		return nil
	}, `SELECT id, transport, recipient, game, reply, attempts, panics, leased_by, settled, refused, head,
		settled IS NOT NULL OR EXISTS (SELECT 1 FROM challenges WHERE id = o.game),
		settled IS NULL AND (game = 0 OR NOT EXISTS (SELECT 1 FROM outbox AS e WHERE e.settled IS NULL AND e.transport = o.transport
			AND e.recipient = o.recipient AND e.game = o.game AND e.id < o.id))
		FROM outbox AS o ORDER BY id`)
}

// mayNameAnything reports whether a message may have the number of a game that does not exist. An
// answer to somebody who has named such a game goes to the conversation about it, so that it does
// not tell which numbers are known.
func mayNameAnything(r chat.Reply, game int64) bool {
	return game == 0 || game > 0 && r.InReplyTo != "" && r.Picture == nil
}

// held checks the messages that a restore has held.
func (c *checker) held() error {
	return c.each(func(rows *sql.Rows) error {
		var id, number int64
		var transport, body string
		if err := rows.Scan(&id, &transport, &number, &body); err != nil {
			return err
		}
		var reply chat.Reply
		if err := json.Unmarshal([]byte(body), &reply); err != nil {
			c.problem("held", id, doMessage, "the message cannot be read: %v", err)
		}
		if number > c.numbers && !mayNameAnything(reply, number) {
			c.problem("held", id, doMessage, "the message is about game %d, which does not exist", number)
		}
		c.transport("held", id, transport)
		return nil
	}, "SELECT id, transport, game, reply FROM held ORDER BY id")
}

// transport checks that a way to send messages exists.
func (c *checker) transport(table string, row any, name string) {
	if name == "" || c.Transports != nil && !slices.Contains(c.Transports, name) {
		c.problem(table, row, doNothing, "there is no transport %q", name)
	}
}

// challenges checks every challenge.
func (c *checker) challenges() error {
	return c.each(func(rows *sql.Rows) error {
		var id int64
		var key, terms, color, state string
		if err := rows.Scan(&id, &key, &terms, &color, &state); err != nil {
			return err
		}
		wrong := func(what string, args ...any) { c.problem("challenges", id, doGame, what, args...) }
		var t game.Terms
		switch err := json.Unmarshal([]byte(terms), &t); {
		case err != nil:
			wrong("its terms cannot be read: %v", err)
		case rules.VariantByKey(key) == nil:
			wrong("there is no variant %q", key)
		case !slices.Contains([]game.Preference{game.AsWhite, game.AsBlack, game.AsRandom}, game.Preference(color)):
			wrong("there is no color %q", color)
		case !slices.Contains([]game.State{game.Open, game.Accepted, game.Declined, game.Cancelled}, game.State(state)):
			wrong("there is no state %q", state)
		}
		return nil
	}, "SELECT id, variant, terms, color, state FROM challenges ORDER BY id")
}

// settings checks that the settings of players and servers can be read.
func (c *checker) settings() error {
	return c.each(func(rows *sql.Rows) error {
		var table, row, body string
		if err := rows.Scan(&table, &row, &body); err != nil {
			return err
		}
		var settings any = &data.PlayerSettings{}
		if table == "servers" {
			settings = &data.Server{}
		}
		if err := json.Unmarshal([]byte(body), settings); err != nil {
			c.problem(table, row, doNothing, "its settings cannot be read: %v", err)
		}
		return nil
	}, "SELECT 'players', CAST(id AS TEXT), settings FROM players WHERE settings <> '{}' UNION ALL SELECT 'servers', id, settings FROM servers")
}

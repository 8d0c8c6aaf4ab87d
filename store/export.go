package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"stackmate/bot/data"
)

// exported are the sections of PersonalData, with queries for the rows about player ?1 and the names of their columns.
// What follows the name says how a column is written: as a time in RFC 3339, a day, true or false, JSON or a
// field of it. PRIVACY.md lists the sections.
var exported = []struct{ section, fields, query string }{
	{"account", "number name since:time settings:json",
		"SELECT id, name, created, settings FROM players WHERE id = ?1"},
	{"addresses", "transport address name since:time refuses_messages_until:time",
		"SELECT transport, id, name, created, refused_until FROM addresses WHERE player = ?1 ORDER BY created, transport, id"},
	{"server_names", "server name",
		"SELECT server, name FROM names WHERE player = ?1 ORDER BY server"},
	{"ratings", "variant rating deviation volatility games updated:time listed:bool",
		"SELECT variant, rating, deviation, volatility, games, updated, listed FROM ratings WHERE player = ?1 ORDER BY variant"},
	{"server_ratings", "server variant rating",
		"SELECT server, variant, rating FROM server_ratings WHERE player = ?1 ORDER BY server, variant"},
	{"rating_changes", "game before after",
		"SELECT game, before, after FROM rated WHERE player = ?1 ORDER BY game"},
	{"results", "variant won drawn lost",
		"SELECT variant, won, drawn, lost FROM results WHERE player = ?1 ORDER BY variant"},
	{"puzzles", "puzzle variant last_seen:time moves state first_try rating_before rating_after solved:time",
		`SELECT puzzle, variant, shown, line, state, CASE won WHEN 1 THEN 'solved' WHEN 0 THEN 'failed' END, before, after, solved
			FROM puzzle_attempts WHERE player = ?1 ORDER BY shown`},
	{"puzzle_ratings", "variant rating deviation volatility puzzles updated:time",
		"SELECT variant, rating, deviation, volatility, puzzles, updated FROM solver_ratings WHERE player = ?1 ORDER BY variant"},
	{"puzzle_days", "day:day",
		"SELECT day FROM puzzle_days WHERE player = ?1 ORDER BY day"},
	{"challenges", "number made_by_you:bool variant terms:json color place server state email made:time",
		`SELECT id, challenger = ?1, variant, terms, color, home_id, server, state, address, made
			FROM challenges WHERE id IN (SELECT id FROM challenges WHERE challenger = ?1 UNION SELECT id FROM challenges WHERE opponent = ?1) ORDER BY id`},
	{"notes", "game note",
		"SELECT game, note FROM notes WHERE player = ?1 ORDER BY game"},
	{"conditional_moves", "game moves:json",
		"SELECT game, tree FROM conditions WHERE player = ?1 ORDER BY game"},
	{"watching", "game",
		"SELECT game FROM watchers WHERE player = ?1 ORDER BY game"},
	{"invited_to_watch", "game",
		"SELECT game FROM guests WHERE player = ?1 ORDER BY game"},
	{"blocked", "name email",
		"SELECT (SELECT name FROM players WHERE id = blocked), address FROM player_blocks WHERE player = ?1 ORDER BY blocked, address"},
	{"banned_in", "server",
		"SELECT server FROM blocks WHERE player = ?1 ORDER BY server"},
	{"vacations", "began:time ended:time",
		"SELECT began, ended FROM vacations WHERE player = ?1 ORDER BY began"},
	{"cannot_see", "transport place",
		"SELECT transport, place FROM absences WHERE player = ?1 ORDER BY transport, place"},
	{"unreached_in", "game",
		"SELECT game FROM unreached WHERE player = ?1 ORDER BY game"},
	{"admin_actions", "game action reason at:time",
		"SELECT game, what, why, at FROM interventions WHERE player = ?1 ORDER BY id"},
	{"link_codes", "expires:time wrong_attempts shown_at typed_at",
		"SELECT until, attempts, told_id, claim_id FROM link_codes WHERE player = ?1 ORDER BY until"},
	{"link_guesses", "at:time",
		"SELECT at FROM link_guesses WHERE player = ?1 ORDER BY at"},
	{"browser_links", "sent_to game asked_for_in:json.id expires:time",
		`SELECT w.id, w.game, nullif(w.place, ''), w.until
			FROM addresses AS a JOIN web_links AS w ON w.transport = a.transport AND w.id = a.id WHERE a.player = ?1 ORDER BY w.until`},
	{"browser_sessions", "address browser looks_at:json began:time used:time ends:time",
		`SELECT w.id, w.browser, w.views, w.began, w.used, w.until
			FROM addresses AS a JOIN web_sessions AS w ON w.transport = a.transport AND w.id = a.id WHERE a.player = ?1 ORDER BY w.began`},
	{"email_contact", "email confirmed:time wants_no_email:bool bounces_since:time renewals last_email_about_game last_email_at:time",
		`SELECT address, confirmed, muted, dead, renewals, talk_game, nullif(talk_at, 0)
			FROM mail_people WHERE address IN (SELECT id FROM addresses WHERE player = ?1 AND transport = 'email')`},
	{"email_secrets", "game issued:time",
		`SELECT game, issued
			FROM mail_tokens WHERE address IN (SELECT id FROM addresses WHERE player = ?1 AND transport = 'email') ORDER BY game, issued`},
	{"email_threads", "game first last at:time",
		`SELECT game, first, last, at
			FROM mail_threads WHERE address IN (SELECT id FROM addresses WHERE player = ?1 AND transport = 'email') ORDER BY game`},
	{"email_counts", "event at:time",
		"SELECT kind, at FROM mail_tally WHERE address IN (SELECT id FROM addresses WHERE player = ?1 AND transport = 'email') ORDER BY at"},
	{"undelivered_messages", "to title:json.title text:json.text due:time",
		`SELECT a.id, o.reply, o.reply, o.not_before
			FROM addresses AS a JOIN outbox AS o ON o.settled IS NULL AND o.transport = a.transport AND o.recipient = a.id WHERE a.player = ?1 ORDER BY o.id`},
	{"held_messages", "to title:json.title text:json.text due:time",
		`SELECT a.id, h.reply, h.reply, h.due_since
			FROM addresses AS a JOIN held AS h ON h.transport = a.transport AND h.recipient = a.id WHERE a.player = ?1 ORDER BY h.id`},
	{"seems_gone", "transport address since:time",
		"SELECT m.transport, m.id, m.since FROM addresses AS a JOIN missing AS m ON m.transport = a.transport AND m.id = a.id WHERE a.player = ?1"},
	{"exports", "at:time",
		"SELECT at FROM exports WHERE player = ?1"},
}

// written says how a column of exported is written, by what follows its name.
var written = map[string]func(value any) (any, error){
	"":     func(v any) (any, error) { return v, nil },
	"time": func(v any) (any, error) { return time.UnixMilli(v.(int64)).UTC().Format(time.RFC3339), nil },
	"day":  func(v any) (any, error) { return time.Unix(v.(int64)*86400, 0).UTC().Format(time.DateOnly), nil },
	"bool": func(v any) (any, error) { return v == true || v == int64(1), nil },
	"json": func(v any) (any, error) { return json.RawMessage(v.(string)), nil },
}

// writeColumn returns a column as it is in an export: null for NULL.
func writeColumn(kind string, value any) (any, error) {
	if value == nil {
		return nil, nil
	}
	kind, field, ok := strings.Cut(kind, ".")
	if !ok {
		return written[kind](value)
	}
	var object map[string]any
	err := json.Unmarshal([]byte(value.(string)), &object)
	return object[field], err
}

// PersonalData implements data.Exports.
func (t *tx) PersonalData(player int64) (list []data.PersonalSection, err error) {
	for _, e := range exported {
		fields := strings.Fields(e.fields)
		rows, err := collect(t, func(s scanner) (json.RawMessage, error) { return scanObject(s, fields) }, e.query, player)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.section, err)
		}
		list = append(list, data.PersonalSection{Name: e.section, Rows: append([]json.RawMessage{}, rows...)})
	}
	return list, nil
}

// scanObject reads a row as a JSON object with the fields of one of exported.
func scanObject(s scanner, fields []string) (json.RawMessage, error) {
	values, to := make([]any, len(fields)), make([]any, len(fields))
	for i := range values {
		to[i] = &values[i]
	}
	if err := s.Scan(to...); err != nil {
		return nil, err
	}
	object := []byte{'{'}
	for i, f := range fields {
		name, kind, _ := strings.Cut(f, ":")
		value, err := writeColumn(kind, values[i])
		if err != nil {
			return nil, err
		}
		text, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			object = append(object, ',')
		}
		object = append(append(append(object, '"'), name...), '"', ':')
		object = append(object, text...)
	}
	return append(object, '}'), nil
}

// SeatedGames implements data.Exports.
func (t *tx) SeatedGames(player, after int64, limit int) ([]int64, error) {
	return collect(t, scanValue[int64], `SELECT id FROM (SELECT id FROM games WHERE white = ?1 AND id > ?2
		UNION SELECT id FROM games WHERE black = ?1 AND id > ?2) AS seated ORDER BY id LIMIT ?3`, player, after, limit)
}

// CountGames implements data.Exports.
func (t *tx) CountGames(player int64) (n int, err error) {
	err = t.row(`SELECT (SELECT count(*) FROM games WHERE white = ?1) + (SELECT count(*) FROM games WHERE black = ?1)
		- (SELECT count(*) FROM games WHERE white = ?1 AND black = ?1)`, player).Scan(&n)
	return n, err
}

// LastExport implements data.Exports.
func (t *tx) LastExport(player int64) (time.Time, error) {
	var ms int64
	err := t.row("SELECT at FROM exports WHERE player = ?", player).Scan(&ms)
	if errors.Is(err, sql.ErrNoRows) {
		return time.Time{}, nil
	}
	return fromMillis(ms), err
}

// SetLastExport implements data.Exports.
func (t *tx) SetLastExport(player int64, at time.Time) error {
	_, err := t.exec("INSERT INTO exports (player, at) VALUES (?, ?) ON CONFLICT (player) DO UPDATE SET at = excluded.at", player, toMillis(at))
	return err
}

// PersonalSections returns the names of the sections of PersonalData.
func PersonalSections() (names []string) {
	for _, e := range exported {
		names = append(names, e.section)
	}
	return names
}

package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"stackmate/bot/data"
)

// exported are the sections of PersonalData, with queries that return a JSON object for each row
// about player ?1. PRIVACY.md lists the sections; times are in RFC 3339.
var exported = []struct{ section, query string }{
	{"account", `SELECT json_object('number', id, 'name', name, 'since', strftime('%FT%TZ', created / 1000, 'unixepoch'),
		'settings', json(settings)) FROM players WHERE id = ?1`},
	{"addresses", `SELECT json_object('transport', transport, 'address', id, 'name', name,
		'since', strftime('%FT%TZ', created / 1000, 'unixepoch'),
		'refuses_messages_until', strftime('%FT%TZ', refused_until / 1000, 'unixepoch'))
		FROM addresses WHERE player = ?1 ORDER BY created, transport, id`},
	{"server_names", "SELECT json_object('server', server, 'name', name) FROM names WHERE player = ?1 ORDER BY server"},
	{"ratings", `SELECT json_object('variant', variant, 'rating', rating, 'deviation', deviation, 'volatility', volatility,
		'games', games, 'updated', strftime('%FT%TZ', updated / 1000, 'unixepoch'), 'listed', json(iif(listed, 'true', 'false')))
		FROM ratings WHERE player = ?1 ORDER BY variant`},
	{"server_ratings", `SELECT json_object('server', server, 'variant', variant, 'rating', rating)
		FROM server_ratings WHERE player = ?1 ORDER BY server, variant`},
	{"rating_changes", "SELECT json_object('game', game, 'before', before, 'after', after) FROM rated WHERE player = ?1 ORDER BY game"},
	{"results", `SELECT json_object('variant', variant, 'won', won, 'drawn', drawn, 'lost', lost)
		FROM results WHERE player = ?1 ORDER BY variant`},
	{"puzzles", `SELECT json_object('puzzle', puzzle, 'variant', variant, 'last_seen', strftime('%FT%TZ', shown / 1000, 'unixepoch'),
		'moves', line, 'state', state, 'first_try', CASE won WHEN 1 THEN 'solved' WHEN 0 THEN 'failed' END,
		'rating_before', before, 'rating_after', after, 'solved', strftime('%FT%TZ', solved / 1000, 'unixepoch'))
		FROM puzzle_attempts WHERE player = ?1 ORDER BY shown`},
	{"puzzle_ratings", `SELECT json_object('variant', variant, 'rating', rating, 'deviation', deviation, 'volatility', volatility,
		'puzzles', puzzles, 'updated', strftime('%FT%TZ', updated / 1000, 'unixepoch')) FROM solver_ratings WHERE player = ?1 ORDER BY variant`},
	{"puzzle_days", "SELECT json_object('day', strftime('%F', day * 86400, 'unixepoch')) FROM puzzle_days WHERE player = ?1 ORDER BY day"},
	{"challenges", `SELECT json_object('number', id, 'made_by_you', json(iif(challenger = ?1, 'true', 'false')), 'variant', variant,
		'terms', json(terms), 'color', color, 'place', home_id, 'server', server, 'state', state, 'email', address,
		'made', strftime('%FT%TZ', made / 1000, 'unixepoch'))
		FROM challenges WHERE id IN (SELECT id FROM challenges WHERE challenger = ?1 UNION
		SELECT id FROM challenges WHERE opponent = ?1) ORDER BY id`},
	{"notes", "SELECT json_object('game', game, 'note', note) FROM notes WHERE player = ?1 ORDER BY game"},
	{"conditional_moves", "SELECT json_object('game', game, 'moves', json(tree)) FROM conditions WHERE player = ?1 ORDER BY game"},
	{"watching", "SELECT json_object('game', game) FROM watchers WHERE player = ?1 ORDER BY game"},
	{"invited_to_watch", "SELECT json_object('game', game) FROM guests WHERE player = ?1 ORDER BY game"},
	{"blocked", `SELECT json_object('name', (SELECT name FROM players WHERE id = blocked), 'email', address)
		FROM player_blocks WHERE player = ?1 ORDER BY blocked, address`},
	{"banned_in", "SELECT json_object('server', server) FROM blocks WHERE player = ?1 ORDER BY server"},
	{"vacations", `SELECT json_object('began', strftime('%FT%TZ', began / 1000, 'unixepoch'),
		'ended', strftime('%FT%TZ', ended / 1000, 'unixepoch')) FROM vacations WHERE player = ?1 ORDER BY began`},
	{"cannot_see", "SELECT json_object('transport', transport, 'place', place) FROM absences WHERE player = ?1 ORDER BY transport, place"},
	{"unreached_in", "SELECT json_object('game', game) FROM unreached WHERE player = ?1 ORDER BY game"},
	{"admin_actions", `SELECT json_object('game', game, 'action', what, 'reason', why, 'at', strftime('%FT%TZ', at / 1000, 'unixepoch'))
		FROM interventions WHERE player = ?1 ORDER BY id`},
	{"link_codes", `SELECT json_object('expires', strftime('%FT%TZ', until / 1000, 'unixepoch'), 'wrong_attempts', attempts,
		'shown_at', told_id, 'typed_at', claim_id) FROM link_codes WHERE player = ?1 ORDER BY until`},
	{"link_guesses", "SELECT json_object('at', strftime('%FT%TZ', at / 1000, 'unixepoch')) FROM link_guesses WHERE player = ?1 ORDER BY at"},
	{"email_contact", `SELECT json_object('email', address, 'confirmed', strftime('%FT%TZ', confirmed / 1000, 'unixepoch'),
		'wants_no_email', json(iif(muted, 'true', 'false')), 'bounces_since', strftime('%FT%TZ', dead / 1000, 'unixepoch'),
		'renewals', renewals, 'last_email_about_game', talk_game, 'last_email_at', strftime('%FT%TZ', nullif(talk_at, 0) / 1000, 'unixepoch'))
		FROM mail_people WHERE address IN (SELECT id FROM addresses WHERE player = ?1 AND transport = 'email')`},
	{"email_secrets", `SELECT json_object('game', game, 'issued', strftime('%FT%TZ', issued / 1000, 'unixepoch'))
		FROM mail_tokens WHERE address IN (SELECT id FROM addresses WHERE player = ?1 AND transport = 'email') ORDER BY game, issued`},
	{"email_threads", `SELECT json_object('game', game, 'first', first, 'last', last, 'at', strftime('%FT%TZ', at / 1000, 'unixepoch'))
		FROM mail_threads WHERE address IN (SELECT id FROM addresses WHERE player = ?1 AND transport = 'email') ORDER BY game`},
	{"email_counts", `SELECT json_object('event', kind, 'at', strftime('%FT%TZ', at / 1000, 'unixepoch'))
		FROM mail_tally WHERE address IN (SELECT id FROM addresses WHERE player = ?1 AND transport = 'email') ORDER BY at`},
	{"undelivered_messages", `SELECT json_object('to', a.id, 'title', json_extract(o.reply, '$.title'), 'text', json_extract(o.reply, '$.text'),
		'due', strftime('%FT%TZ', o.not_before / 1000, 'unixepoch')) FROM addresses AS a JOIN outbox AS o
		ON o.settled IS NULL AND o.transport = a.transport AND o.recipient = a.id WHERE a.player = ?1 ORDER BY o.id`},
	{"held_messages", `SELECT json_object('to', a.id, 'title', json_extract(h.reply, '$.title'), 'text', json_extract(h.reply, '$.text'),
		'due', strftime('%FT%TZ', h.due_since / 1000, 'unixepoch')) FROM addresses AS a JOIN held AS h
		ON h.transport = a.transport AND h.recipient = a.id WHERE a.player = ?1 ORDER BY h.id`},
	{"seems_gone", `SELECT json_object('transport', m.transport, 'address', m.id, 'since', strftime('%FT%TZ', m.since / 1000, 'unixepoch'))
		FROM addresses AS a JOIN missing AS m ON m.transport = a.transport AND m.id = a.id WHERE a.player = ?1`},
	{"exports", "SELECT json_object('at', strftime('%FT%TZ', at / 1000, 'unixepoch')) FROM exports WHERE player = ?1"},
}

// PersonalData implements data.Exports.
func (t *tx) PersonalData(player int64) (list []data.PersonalSection, err error) {
	for _, e := range exported {
		s := data.PersonalSection{Name: e.section, Rows: []json.RawMessage{}}
		rows, err := collect(t, scanValue[string], e.query, player)
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			s.Rows = append(s.Rows, json.RawMessage(r))
		}
		list = append(list, s)
	}
	return list, nil
}

// SeatedGames implements data.Exports.
func (t *tx) SeatedGames(player, after int64, limit int) ([]int64, error) {
	return collect(t, scanValue[int64], `SELECT id FROM (SELECT id FROM games WHERE white = ?1 AND id > ?2
		UNION SELECT id FROM games WHERE black = ?1 AND id > ?2) ORDER BY id LIMIT ?3`, player, after, limit)
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

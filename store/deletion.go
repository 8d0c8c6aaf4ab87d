package store

import (
	"encoding/json"
	"strings"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
)

// forgetSubjects deletes the subjects of others' last mails, such as "Re: Anna invites you to play",
// if they name player ?1.
const forgetSubjects = `UPDATE mail_people SET talk_subject = '' WHERE EXISTS (SELECT 1 FROM (SELECT name FROM players WHERE id = ?1
	UNION SELECT name FROM addresses WHERE player = ?1) AS names WHERE name <> '' AND instr(talk_subject, name) > 0)`

// identityStatements delete what player ?1 is known by and has chosen.
var identityStatements = []string{
	forgetSubjects,
	"DELETE FROM addresses WHERE player = ?1",
	"DELETE FROM names WHERE player = ?1",
	"DELETE FROM vacations WHERE player = ?1",
	"DELETE FROM conditions WHERE player = ?1",
	"DELETE FROM watchers WHERE player = ?1",
	"DELETE FROM guests WHERE player = ?1",
	"DELETE FROM notes WHERE player = ?1",
	"DELETE FROM player_blocks WHERE player = ?1",
	"DELETE FROM player_blocks WHERE blocked = ?1",
	"DELETE FROM refusals WHERE player = ?1 AND player > 0",
	"DELETE FROM blocks WHERE player = ?1",
	"DELETE FROM link_codes WHERE player = ?1",
	"DELETE FROM link_guesses WHERE player = ?1",
	"DELETE FROM absences WHERE player = ?1",
	"DELETE FROM unreached WHERE player = ?1",
	"DELETE FROM deletions WHERE player = ?1",
	"DELETE FROM exports WHERE player = ?1",
}

// addressStatements delete what is stored about the address ?1 of the transport ?2.
var addressStatements = []string{
	"DELETE FROM missing WHERE id = ?1 AND transport = ?2",
	"DELETE FROM outbox WHERE settled IS NULL AND recipient = ?1 AND transport = ?2",
	"DELETE FROM held WHERE recipient = ?1 AND transport = ?2",
	"DELETE FROM held WHERE instr(reply, '\"' || ?1 || '\"') > 0",
	"DELETE FROM web_links WHERE id = ?1 AND transport = ?2",
	"DELETE FROM web_sessions WHERE id = ?1 AND transport = ?2",
	"DELETE FROM link_codes WHERE claim_id = ?1 AND claim_id <> '' AND claim_transport = ?2",
}

// mailStatements delete what is stored about the mail address ?1, whose mailbox is ?2. The ids of
// mails held the address once.
var mailStatements = []string{
	"DELETE FROM mail_people WHERE address = ?1",
	"DELETE FROM mail_tokens WHERE address = ?1",
	"DELETE FROM mail_threads WHERE address = ?1",
	"DELETE FROM mail_tally WHERE address IN (?1, ?2)",
	"DELETE FROM player_blocks WHERE address = ?1 AND address <> ''",
	"DELETE FROM mail_heard WHERE id >= ?1 || '/' AND id < ?1 || '0'",
	"DELETE FROM mail_failures WHERE id >= ?1 || '/' AND id < ?1 || '0'",
	"DELETE FROM inbound WHERE transport = 'email' AND id >= ?1 || '/' AND id < ?1 || '0'",
	"DELETE FROM inbound WHERE transport = 'email' AND id >= 'ask/' || ?1 || '/' AND id < 'ask/' || ?1 || '0'",
	"DELETE FROM inbound WHERE transport = 'email' AND id >= 'bounce/' || ?1 || '/' AND id < 'bounce/' || ?1 || '0'",
}

// traceStatements delete what is left of a former player besides the games.
var traceStatements = []string{
	"DELETE FROM ratings WHERE player = ?1",
	"DELETE FROM server_ratings WHERE player = ?1",
	"DELETE FROM results WHERE player = ?1",
	"DELETE FROM rated WHERE player = ?1",
	"DELETE FROM puzzle_attempts WHERE player = ?1",
	"DELETE FROM solver_ratings WHERE player = ?1",
	"DELETE FROM puzzle_days WHERE player = ?1",
	"DELETE FROM unreached WHERE player = ?1",
	"UPDATE challenges SET state = 'cancelled' WHERE challenger = ?1 AND state = 'open'",
	"UPDATE challenges SET state = 'cancelled' WHERE opponent = ?1 AND state = 'open'",
	"UPDATE challenges SET address = '' WHERE challenger = ?1 AND address <> ''",
	"UPDATE challenges SET address = '' WHERE opponent = ?1 AND address <> ''",
}

// RemoveIdentity implements data.Deletions.
func (t *tx) RemoveIdentity(player int64, fresh []byte) error {
	p, err := t.Player(player)
	if err != nil {
		return err
	}
	if _, err := t.exec("INSERT INTO refusal_key (id, key) VALUES (1, ?) ON CONFLICT DO NOTHING", fresh); err != nil {
		return err
	}
	for _, a := range p.Addresses {
		if err := t.keepRefusals(player, a); err != nil {
			return err
		}
		if err := t.removeAddress(a); err != nil {
			return err
		}
	}
	if err := t.execAll(identityStatements, player); err != nil {
		return err
	}
	return t.execOne(data.ErrNotFound, "UPDATE players SET name = '', created = 0, settings = '{}', former = 1 WHERE id = ? AND former = 0", player)
}

// removeAddress deletes what is stored about an address, but not that it is a player's.
func (t *tx) removeAddress(a chat.Address) error {
	if err := t.execAll(addressStatements, a.ID, a.Transport); err != nil || a.Transport != mailTransport {
		return err
	}
	user, domain, _ := strings.Cut(a.ID, "@")
	user, _, _ = strings.Cut(user, "+")
	return t.execAll(mailStatements, a.ID, user+"@"+domain)
}

// RemoveAddress implements data.Deletions.
func (t *tx) RemoveAddress(a chat.Address) error {
	p, err := t.FindPlayer(a)
	if err != nil {
		return err
	}
	if err := t.removeAddress(a); err != nil {
		return err
	}
	if _, err := t.exec(forgetSubjects, p.ID); err != nil {
		return err
	}
	return t.execAll([]string{
		"DELETE FROM addresses WHERE transport = ?1 AND id = ?2 AND player = ?3",
		"DELETE FROM names WHERE player = ?3",
		"DELETE FROM absences WHERE player = ?3 AND transport = ?1",
		`UPDATE players SET name = (SELECT name FROM addresses WHERE player = ?3 ORDER BY created, transport, id LIMIT 1)
			WHERE id = ?3`,
	}, a.Transport, a.ID, p.ID)
}

// RemoveTraces implements data.Deletions.
func (t *tx) RemoveTraces(player int64) error { return t.execAll(traceStatements, player) }

// RemoveMoveNotes implements data.Deletions.
func (t *tx) RemoveMoveNotes(game int64, entries []int) error {
	for _, i := range entries {
		if _, err := t.exec("UPDATE moves SET note = '' WHERE game = ? AND ply = ?", game, i+1); err != nil {
			return err
		}
	}
	return nil
}

// RemoveAllMoveNotes implements data.Deletions.
func (t *tx) RemoveAllMoveNotes(game int64) error {
	_, err := t.exec("UPDATE moves SET note = '' WHERE game = ? AND note <> ''", game)
	return err
}

// GamesWithMoveNotes implements data.Deletions.
func (t *tx) GamesWithMoveNotes(player int64) ([]int64, error) {
	return collect(t, scanValue[int64], `SELECT id FROM games AS g WHERE white = ?1 AND EXISTS (SELECT 1 FROM moves WHERE game = g.id AND note <> '')
		UNION SELECT id FROM games AS g WHERE black = ?1 AND EXISTS (SELECT 1 FROM moves WHERE game = g.id AND note <> '')`, player)
}

// DeletionStep implements data.Deletions.
func (t *tx) DeletionStep(player int64) (s data.DeletionStep, err error) {
	var ms int64
	err = t.row("SELECT code, step, until FROM deletions WHERE player = ?", player).Scan(&s.Code, &s.Step, &ms)
	s.Until = fromMillis(ms)
	return s, orNotFound(err)
}

// SetDeletionStep implements data.Deletions.
func (t *tx) SetDeletionStep(player int64, s data.DeletionStep) error {
	_, err := t.exec(`INSERT INTO deletions (player, code, step, until) VALUES (?, ?, ?, ?)
		ON CONFLICT (player) DO UPDATE SET code = excluded.code, step = excluded.step, until = excluded.until`,
		player, s.Code, s.Step, toMillis(s.Until))
	return err
}

// NamesOf implements data.Deletions.
func (t *tx) NamesOf(player int64) ([]string, error) {
	return collect(t, scanValue[string], `SELECT name FROM players WHERE id = ?1 AND name <> ''
		UNION SELECT name FROM addresses WHERE player = ?1 AND name <> ''
		UNION SELECT name FROM names WHERE player = ?1 AND name <> ''`, player)
}

// Undelivered implements data.Deletions.
func (t *tx) Undelivered(containing []string) (list []data.OutboxMessage, err error) {
	written := make([]string, len(containing))
	for i, text := range containing { // as they are in JSON
		quoted, err := json.Marshal(text)
		if err != nil {
			return nil, err
		}
		written[i] = strings.Trim(string(quoted), `"`)
	}
	all, err := collect(t, func(s scanner) (m data.OutboxMessage, err error) {
		var body string
		if err := s.Scan(&m.ID, &m.To.Transport, &m.To.ID, &body); err != nil {
			return m, err
		}
		for _, text := range written {
			if strings.Contains(body, text) {
				return m, json.Unmarshal([]byte(body), &m.Reply)
			}
		}
		m.ID = 0
		return m, nil
	}, `SELECT id, transport, recipient, reply FROM outbox WHERE settled IS NULL
		UNION ALL SELECT id, transport, recipient, reply FROM held ORDER BY id`)
	for _, m := range all {
		if m.ID != 0 {
			list = append(list, m)
		}
	}
	return list, err
}

// Rewrite implements data.Deletions.
func (t *tx) Rewrite(id int64, r chat.Reply) error {
	body, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if _, err = t.exec("UPDATE outbox SET reply = ? WHERE id = ? AND settled IS NULL", string(body), id); err != nil {
		return err
	}
	_, err = t.exec("UPDATE held SET reply = ? WHERE id = ?", string(body), id) // ids are never given again
	return err
}

// MarkMissing implements data.MissingPeople.
func (t *tx) MarkMissing(a chat.Address, at time.Time) error {
	_, err := t.exec(`INSERT INTO missing (transport, id, since)
		SELECT transport, id, ? FROM addresses WHERE transport = ? AND id = ? ON CONFLICT DO NOTHING`, toMillis(at), a.Transport, a.ID)
	return err
}

// Missing implements data.MissingPeople.
func (t *tx) Missing(transport string, until time.Time, limit int) ([]chat.Address, error) {
	return collect(t, func(s scanner) (a chat.Address, err error) {
		err = s.Scan(&a.Transport, &a.ID)
		return a, err
	}, "SELECT transport, id FROM missing WHERE since <= ? AND +transport = ? ORDER BY since, id LIMIT ?", toMillis(until), transport, limit)
}

// MarkFound implements data.MissingPeople.
func (t *tx) MarkFound(a chat.Address) error {
	_, err := t.exec("DELETE FROM missing WHERE transport = ? AND id = ?", a.Transport, a.ID)
	return err
}

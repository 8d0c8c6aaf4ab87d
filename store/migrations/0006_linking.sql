-- +goose Up
-- A code is found by its first letters, so that wrong ones are counted against it. Whom
-- it was told to is asked before anybody who has typed it becomes the same player.
DELETE FROM link_codes;
ALTER TABLE link_codes ADD COLUMN handle TEXT NOT NULL DEFAULT '';
ALTER TABLE link_codes ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
ALTER TABLE link_codes ADD COLUMN told_transport TEXT NOT NULL DEFAULT '';
ALTER TABLE link_codes ADD COLUMN told_id TEXT NOT NULL DEFAULT '';
ALTER TABLE link_codes ADD COLUMN claim_transport TEXT NOT NULL DEFAULT ''; -- who typed it; empty before
ALTER TABLE link_codes ADD COLUMN claim_id TEXT NOT NULL DEFAULT '';
CREATE UNIQUE INDEX link_codes_by_handle ON link_codes (handle);

-- When players typed wrong codes lately.
CREATE TABLE link_guesses (
    player INTEGER NOT NULL REFERENCES players (id),
    at     INTEGER NOT NULL
) STRICT;
CREATE INDEX link_guesses_by_player ON link_guesses (player, at);
CREATE INDEX link_guesses_by_time ON link_guesses (at);

-- The part of an address before the @ is not a public name, and the name in a mail is
-- not one in Discord.
UPDATE players SET name = (SELECT name FROM addresses WHERE player = players.id AND transport <> 'email' ORDER BY created, id LIMIT 1)
WHERE EXISTS (SELECT 1 FROM addresses WHERE player = players.id AND transport = 'email')
    AND EXISTS (SELECT 1 FROM addresses WHERE player = players.id AND transport <> 'email');
UPDATE addresses SET name = 'Player ' || player
WHERE transport = 'email' AND lower(name) IN (lower(substr(id, 1, instr(id, '@') - 1)), lower(substr(id, 1, instr(id || '+', '+') - 1)));
UPDATE players SET name = 'Player ' || id
WHERE EXISTS (SELECT 1 FROM addresses WHERE player = players.id AND transport = 'email' AND name = 'Player ' || players.id)
    AND NOT EXISTS (SELECT 1 FROM addresses WHERE player = players.id AND transport <> 'email');

-- +goose Up
-- Every question has an index that answers it, whatever the tables grow to.
CREATE INDEX addresses_by_name ON addresses (name COLLATE NOCASE, transport);
CREATE INDEX addresses_refusing ON addresses (refused_until) WHERE refused_until IS NOT NULL;

DROP INDEX challenges_open;
CREATE INDEX challenges_by_challenger ON challenges (challenger, state);
CREATE INDEX challenges_by_opponent ON challenges (opponent, state);
CREATE INDEX challenges_closed ON challenges (made) WHERE state IN ('declined', 'cancelled');

CREATE INDEX conditions_by_player ON conditions (player);
CREATE INDEX watchers_by_player ON watchers (player);
CREATE INDEX notes_by_player ON notes (player);
CREATE INDEX interventions_by_player ON interventions (player);
CREATE INDEX blocks_by_player ON blocks (player);

CREATE INDEX inbound_by_time ON inbound (at);
CREATE INDEX outbox_settled ON outbox (settled) WHERE settled IS NOT NULL;
CREATE INDEX mail_heard_by_time ON mail_heard (at);
CREATE INDEX mail_tally_by_time ON mail_tally (at);
CREATE INDEX mail_tokens_by_game ON mail_tokens (game);
CREATE INDEX link_codes_by_player ON link_codes (player);
CREATE INDEX link_codes_by_end ON link_codes (until);

-- When a thread was last written to. What was there before is taken to be recent.
ALTER TABLE mail_threads ADD COLUMN at INTEGER NOT NULL DEFAULT 0;
UPDATE mail_threads SET at = (SELECT coalesce(max(at), 0) FROM pulse);
CREATE INDEX mail_threads_by_time ON mail_threads (at);

-- How the decided games of a player against others ended, by game without its setup.
CREATE TABLE results (
    player  INTEGER NOT NULL REFERENCES players (id),
    variant TEXT NOT NULL,
    won     INTEGER NOT NULL,
    drawn   INTEGER NOT NULL,
    lost    INTEGER NOT NULL,
    PRIMARY KEY (player, variant)
) STRICT, WITHOUT ROWID;
-- Row by row: a million games are not sorted in memory.
INSERT INTO results (player, variant, won, drawn, lost)
SELECT white, substr(variant, 1, instr(variant || ':', ':') - 1), outcome = '1-0', outcome = '1/2-1/2', outcome = '0-1'
FROM games WHERE white <> black AND ended IS NOT NULL AND outcome <> '*'
ON CONFLICT (player, variant) DO UPDATE SET won = won + excluded.won, drawn = drawn + excluded.drawn, lost = lost + excluded.lost;
INSERT INTO results (player, variant, won, drawn, lost)
SELECT black, substr(variant, 1, instr(variant || ':', ':') - 1), outcome = '0-1', outcome = '1/2-1/2', outcome = '1-0'
FROM games WHERE white <> black AND ended IS NOT NULL AND outcome <> '*'
ON CONFLICT (player, variant) DO UPDATE SET won = won + excluded.won, drawn = drawn + excluded.drawn, lost = lost + excluded.lost;
-- +goose StatementBegin
CREATE TRIGGER games_decided AFTER UPDATE OF ended ON games
WHEN OLD.ended IS NULL AND NEW.ended IS NOT NULL AND NEW.outcome <> '*' AND NEW.white <> NEW.black
BEGIN
    INSERT INTO results (player, variant, won, drawn, lost)
    VALUES (NEW.white, substr(NEW.variant, 1, instr(NEW.variant || ':', ':') - 1),
            NEW.outcome = '1-0', NEW.outcome = '1/2-1/2', NEW.outcome = '0-1'),
        (NEW.black, substr(NEW.variant, 1, instr(NEW.variant || ':', ':') - 1),
            NEW.outcome = '0-1', NEW.outcome = '1/2-1/2', NEW.outcome = '1-0')
    ON CONFLICT (player, variant) DO UPDATE SET won = won + excluded.won,
        drawn = drawn + excluded.drawn, lost = lost + excluded.lost;
END;
-- +goose StatementEnd

-- The ratings of those who have played a rated game in a server, best first.
CREATE TABLE server_ratings (
    server  TEXT NOT NULL,
    variant TEXT NOT NULL,
    player  INTEGER NOT NULL REFERENCES players (id),
    rating  REAL NOT NULL, -- as in ratings
    PRIMARY KEY (server, variant, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX server_ratings_best ON server_ratings (server, variant, rating DESC, player);
CREATE INDEX server_ratings_by_player ON server_ratings (player, variant);
INSERT OR IGNORE INTO server_ratings (server, variant, player, rating)
SELECT g.server, r.variant, r.player, r.rating
FROM rated JOIN games AS g ON g.id = rated.game
    JOIN ratings AS r ON r.player = rated.player AND r.variant = substr(g.variant, 1, instr(g.variant || ':', ':') - 1)
WHERE g.server <> '';
-- +goose StatementBegin
CREATE TRIGGER rated_in_server AFTER INSERT ON rated
BEGIN
    INSERT OR IGNORE INTO server_ratings (server, variant, player, rating)
    SELECT server, substr(variant, 1, instr(variant || ':', ':') - 1), NEW.player, NEW.after
    FROM games WHERE id = NEW.game AND server <> '';
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER ratings_in_servers AFTER UPDATE OF rating ON ratings
BEGIN
    UPDATE server_ratings SET rating = NEW.rating WHERE player = NEW.player AND variant = NEW.variant;
END;
-- +goose StatementEnd

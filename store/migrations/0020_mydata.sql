-- +goose Up
-- Who has deleted their data stays in the seats of their games, as a player without a name.
ALTER TABLE players ADD COLUMN former INTEGER NOT NULL DEFAULT 0 CHECK (former IN (0, 1));

-- The question that a player was last asked before everything is deleted.
CREATE TABLE deletions (
    player INTEGER PRIMARY KEY REFERENCES players (id),
    code   TEXT NOT NULL,
    step   INTEGER NOT NULL CHECK (step IN (1, 2)),
    until  INTEGER NOT NULL
) STRICT;

-- When a player last got a copy of everything.
CREATE TABLE exports (
    player INTEGER PRIMARY KEY REFERENCES players (id),
    at     INTEGER NOT NULL
) STRICT;

-- What others have decided about an address whose owner has deleted everything: a server's
-- ban, a player's block, or the owner that it gets no mail (with neither). The address is
-- known by a keyed hash only.
CREATE TABLE refusals (
    hash   TEXT NOT NULL,
    server TEXT NOT NULL,    -- '' if it is no server's
    player INTEGER NOT NULL, -- 0 if it is no player's
    PRIMARY KEY (hash, server, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX refusals_by_player ON refusals (player) WHERE player > 0;
CREATE TABLE refusal_key (
    id  INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    key BLOB NOT NULL
) STRICT;

CREATE INDEX link_codes_by_claim ON link_codes (claim_id) WHERE claim_id <> '';
CREATE INDEX player_blocks_by_address ON player_blocks (address) WHERE address <> '';

-- Addresses of which a transport has said that nobody is there any more, and when first.
CREATE TABLE missing (
    transport TEXT NOT NULL,
    id        TEXT NOT NULL,
    since     INTEGER NOT NULL,
    PRIMARY KEY (transport, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX missing_by_time ON missing (since);

-- A note to a move belongs to its author, who may delete it. Nothing else of a move changes.
DROP TRIGGER moves_stay;
-- +goose StatementBegin
CREATE TRIGGER moves_stay BEFORE UPDATE ON moves
WHEN NEW.game <> OLD.game OR NEW.ply <> OLD.ply OR NEW.move <> OLD.move OR NEW.at <> OLD.at OR NEW.note <> ''
BEGIN
    SELECT RAISE(ABORT, 'moves are never changed');
END;
-- +goose StatementEnd

-- A message that is settled is emptied, and nobody's any more.
DROP TRIGGER outbox_next;
-- +goose StatementBegin
CREATE TRIGGER outbox_next AFTER UPDATE OF settled ON outbox
WHEN OLD.settled IS NULL AND NEW.settled IS NOT NULL AND NEW.game <> 0
BEGIN
    UPDATE outbox SET head = 1 WHERE id = (SELECT min(id) FROM outbox WHERE settled IS NULL
        AND transport = OLD.transport AND recipient = OLD.recipient AND game = OLD.game);
END;
-- +goose StatementEnd
UPDATE outbox SET recipient = '', reply = '{}', why = '' WHERE settled IS NOT NULL;

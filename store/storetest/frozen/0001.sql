-- A database of schema 1, as the program of that time made it, with something in
-- every table. It is never changed.
PRAGMA application_id = 1400138605;
CREATE TABLE goose_db_version (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    version_id INTEGER NOT NULL,
    is_applied INTEGER NOT NULL,
    tstamp TIMESTAMP DEFAULT (datetime('now'))
);
INSERT INTO goose_db_version (version_id, is_applied) VALUES (0, 1), (1, 1);

CREATE TABLE players (
    id      INTEGER PRIMARY KEY,
    name    TEXT NOT NULL,
    created INTEGER NOT NULL
) STRICT;

CREATE TABLE addresses (
    transport TEXT NOT NULL,
    id        TEXT NOT NULL,
    player    INTEGER NOT NULL REFERENCES players (id),
    name      TEXT NOT NULL,
    created   INTEGER NOT NULL,
    PRIMARY KEY (transport, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX addresses_by_player ON addresses (player);

CREATE TABLE challenges (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    challenger     INTEGER NOT NULL REFERENCES players (id),
    opponent       INTEGER REFERENCES players (id), -- NULL: anybody may accept
    variant        TEXT NOT NULL,
    terms          TEXT NOT NULL,
    color          TEXT NOT NULL,
    home_transport TEXT NOT NULL,
    home_id        TEXT NOT NULL,
    server         TEXT NOT NULL,
    state          TEXT NOT NULL,
    made           INTEGER NOT NULL
) STRICT;
CREATE INDEX challenges_open ON challenges (challenger, opponent) WHERE state = 'open';

CREATE TABLE games (
    id             INTEGER PRIMARY KEY REFERENCES challenges (id),
    version        INTEGER NOT NULL,
    variant        TEXT NOT NULL,
    terms          TEXT NOT NULL,
    white          INTEGER NOT NULL REFERENCES players (id),
    black          INTEGER NOT NULL REFERENCES players (id),
    home_transport TEXT NOT NULL,
    home_id        TEXT NOT NULL,
    server         TEXT NOT NULL,
    plies          INTEGER NOT NULL,
    offer          TEXT NOT NULL CHECK (offer IN ('', 'white', 'black')),
    outcome        TEXT NOT NULL CHECK (outcome IN ('*', '1-0', '0-1', '1/2-1/2')),
    reason         TEXT NOT NULL,
    started        INTEGER NOT NULL,
    moved          INTEGER NOT NULL,
    ended          INTEGER
) STRICT;
CREATE INDEX games_by_white ON games (white, outcome, moved);
CREATE INDEX games_by_black ON games (black, outcome, moved);
CREATE INDEX games_by_home ON games (home_transport, home_id, outcome, moved);

CREATE TABLE moves (
    game INTEGER NOT NULL REFERENCES games (id),
    ply  INTEGER NOT NULL CHECK (ply > 0),
    move TEXT NOT NULL,
    at   INTEGER NOT NULL,
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;

-- REPLACE deletes without the trigger on deletion, but not without this one.
CREATE TRIGGER moves_append BEFORE INSERT ON moves
WHEN NEW.ply <> 1 + (SELECT coalesce(max(ply), 0) FROM moves WHERE game = NEW.game)
BEGIN
    SELECT RAISE(ABORT, 'moves are only appended');
END;
CREATE TRIGGER moves_stay BEFORE UPDATE ON moves
BEGIN
    SELECT RAISE(ABORT, 'moves are never changed');
END;
CREATE TRIGGER moves_remain BEFORE DELETE ON moves
BEGIN
    SELECT RAISE(ABORT, 'moves are never deleted');
END;

CREATE TABLE inbound (
    transport TEXT NOT NULL,
    id        TEXT NOT NULL,
    at        INTEGER NOT NULL,
    PRIMARY KEY (transport, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE outbox (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    transport  TEXT NOT NULL,
    recipient  TEXT NOT NULL,
    game       INTEGER NOT NULL,
    reply      TEXT NOT NULL,
    not_before INTEGER NOT NULL,
    attempts   INTEGER NOT NULL DEFAULT 0,
    why        TEXT NOT NULL DEFAULT '',
    settled    INTEGER,
    refused    INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX outbox_waiting ON outbox (transport, recipient, game, id) WHERE settled IS NULL;

INSERT INTO players VALUES (1, 'Anna', 1000), (2, 'Ben', 1000);
INSERT INTO addresses VALUES ('test', 'Anna', 1, 'Anna', 1000), ('test', 'Ben', 2, 'Ben', 1000);
INSERT INTO challenges VALUES
    (1, 1, 2, 'millennium', '{}', 'white', 'test', 'the room', 'the house', 'accepted', 1000),
    (2, 2, 1, 'orthodox', '{"move_limit":30}', 'random', '', '', '', 'accepted', 1000),
    (3, 1, 2, '3d8l', '{}', 'black', 'test', 'the room', 'the house', 'open', 1000);
INSERT INTO games VALUES
    (1, 5, 'millennium', '{}', 1, 2, 'test', 'the room', 'the house', 3, 'white', '*', '', 1000, 4000, NULL),
    (2, 2, 'orthodox', '{"move_limit":30}', 2, 1, '', '', '', 1, '', '1-0', 'resignation', 1000, 2000, 3000);
INSERT INTO moves VALUES (1, 1, '1c1-2b2', 2000);
INSERT INTO moves VALUES (1, 2, '3d8-2e7', 3000);
INSERT INTO moves VALUES (1, 3, '1a1-2a1', 4000);
INSERT INTO moves VALUES (2, 1, 'e2-e4', 2000);
INSERT INTO inbound VALUES ('test', 'm1', 1000);
INSERT INTO outbox VALUES (1, 'test', 'the room', 1, '{"text":"delivered"}', 1000, 1, '', 1000, 0),
    (2, 'test', 'the room', 1, '{"text":"waiting","game":1}', 1000, 2, 'busy', NULL, 0);

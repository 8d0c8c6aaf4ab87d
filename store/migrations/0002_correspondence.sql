-- +goose Up
ALTER TABLE players ADD COLUMN settings TEXT NOT NULL DEFAULT '{}';
ALTER TABLE addresses ADD COLUMN refused_until INTEGER; -- private messages are refused until then

ALTER TABLE games ADD COLUMN origin TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN turn TEXT NOT NULL DEFAULT 'white' CHECK (turn IN ('white', 'black'));
ALTER TABLE games ADD COLUMN asked TEXT NOT NULL DEFAULT '' CHECK (asked IN ('', 'white', 'black'));
ALTER TABLE games ADD COLUMN since INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN left_white INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN left_black INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN reminders INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN alarm INTEGER; -- when the clock must be looked at; NULL without one
ALTER TABLE moves ADD COLUMN note TEXT NOT NULL DEFAULT '';

UPDATE games SET turn = CASE plies % 2 WHEN 0 THEN 'white' ELSE 'black' END, since = moved;

DROP INDEX games_by_white;
DROP INDEX games_by_black;
DROP INDEX games_by_home;
CREATE INDEX games_by_white ON games (white, ended, moved);
CREATE INDEX games_by_black ON games (black, ended, moved);
CREATE INDEX games_by_home ON games (home_transport, home_id, ended, moved);
CREATE INDEX games_by_alarm ON games (alarm) WHERE alarm IS NOT NULL;
CREATE INDEX games_by_server ON games (server);
CREATE INDEX challenges_by_server ON challenges (server) WHERE state = 'open';

CREATE TABLE vacations (
    player  INTEGER NOT NULL REFERENCES players (id),
    began   INTEGER NOT NULL,
    ended   INTEGER NOT NULL,
    PRIMARY KEY (player, began)
) STRICT, WITHOUT ROWID;

CREATE TABLE conditions (
    game   INTEGER NOT NULL REFERENCES games (id),
    player INTEGER NOT NULL REFERENCES players (id),
    tree   TEXT NOT NULL,
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;

CREATE TABLE watchers (
    game   INTEGER NOT NULL REFERENCES games (id),
    player INTEGER NOT NULL REFERENCES players (id),
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;

CREATE TABLE notes (
    game   INTEGER NOT NULL REFERENCES games (id),
    player INTEGER NOT NULL REFERENCES players (id),
    note   TEXT NOT NULL,
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;

-- What was done to a game by somebody who does not play it.
CREATE TABLE interventions (
    id     INTEGER PRIMARY KEY,
    game   INTEGER NOT NULL REFERENCES games (id),
    player INTEGER NOT NULL REFERENCES players (id),
    what   TEXT NOT NULL,
    why    TEXT NOT NULL,
    at     INTEGER NOT NULL
) STRICT;
CREATE INDEX interventions_by_game ON interventions (game);

CREATE TABLE servers (
    id       TEXT PRIMARY KEY,
    settings TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE blocks (
    server TEXT NOT NULL,
    player INTEGER NOT NULL REFERENCES players (id),
    PRIMARY KEY (server, player)
) STRICT, WITHOUT ROWID;

CREATE TABLE ratings (
    player     INTEGER NOT NULL REFERENCES players (id),
    variant    TEXT NOT NULL,
    rating     REAL NOT NULL,
    deviation  REAL NOT NULL,
    volatility REAL NOT NULL,
    games      INTEGER NOT NULL,
    updated    INTEGER NOT NULL,
    PRIMARY KEY (player, variant)
) STRICT, WITHOUT ROWID;
CREATE INDEX ratings_by_variant ON ratings (variant, rating DESC);

-- When the bot last ran; one row.
CREATE TABLE pulse (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
) STRICT;

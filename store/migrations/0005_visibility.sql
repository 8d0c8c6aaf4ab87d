-- +goose Up
-- Who can see the places where games are at home, as their transport said.
CREATE TABLE rooms (
    transport TEXT NOT NULL,
    id        TEXT NOT NULL,
    above     TEXT NOT NULL, -- the channel of a thread that everybody there can see; else empty
    closed    INTEGER NOT NULL CHECK (closed IN (0, 1)),
    checked   INTEGER NOT NULL,
    PRIMARY KEY (transport, id)
) STRICT, WITHOUT ROWID;

-- Whom players have invited to see a game that is at home in no server.
CREATE TABLE guests (
    game   INTEGER NOT NULL REFERENCES games (id),
    player INTEGER NOT NULL REFERENCES players (id),
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX guests_by_player ON guests (player);

-- Until now anybody could watch any game. Nobody knows who may, so all begin anew.
DELETE FROM watchers;

-- The mail address to which a challenge was made; empty if it names a player.
ALTER TABLE challenges ADD COLUMN address TEXT NOT NULL DEFAULT '';

-- Whether the player agrees to be on the leaderboard of all servers.
ALTER TABLE ratings ADD COLUMN listed INTEGER NOT NULL DEFAULT 0 CHECK (listed IN (0, 1));
CREATE INDEX ratings_listed ON ratings (variant, rating DESC, player) WHERE listed = 1;

-- From whom a player wants to hear nothing: another player, or a mail address.
CREATE TABLE player_blocks (
    player  INTEGER NOT NULL REFERENCES players (id),
    blocked INTEGER NOT NULL, -- 0 for an address
    address TEXT NOT NULL,    -- empty for a player
    PRIMARY KEY (player, blocked, address)
) STRICT, WITHOUT ROWID;
CREATE INDEX player_blocks_by_blocked ON player_blocks (blocked);

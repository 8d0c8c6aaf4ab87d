-- +goose Up
-- What players are called in a server, where that differs from their names elsewhere.
CREATE TABLE names (
    server TEXT NOT NULL,
    player INTEGER NOT NULL REFERENCES players (id),
    name   TEXT NOT NULL,
    PRIMARY KEY (server, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX names_by_name ON names (name COLLATE NOCASE, server);
CREATE INDEX names_by_player ON names (player);

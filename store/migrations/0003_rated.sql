-- +goose Up
-- What a game did to its players' ratings.
CREATE TABLE rated (
    game   INTEGER NOT NULL REFERENCES games (id),
    player INTEGER NOT NULL REFERENCES players (id),
    before REAL NOT NULL,
    after  REAL NOT NULL,
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX rated_by_player ON rated (player);

-- +goose Up
-- In which games the opponent has heard that a player takes no messages. A challenge has
-- the number of its game.
CREATE TABLE unreached (
    game   INTEGER NOT NULL,
    player INTEGER NOT NULL REFERENCES players (id),
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX unreached_by_player ON unreached (player);
-- +goose StatementBegin
CREATE TRIGGER challenges_forgotten AFTER DELETE ON challenges
BEGIN
    DELETE FROM unreached WHERE game = OLD.id;
END;
-- +goose StatementEnd

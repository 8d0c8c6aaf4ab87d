-- +goose Up
-- Players that are the program itself, one for each level; NULL for people.
ALTER TABLE players ADD COLUMN level INTEGER CHECK (level BETWEEN 1 AND 8);
CREATE UNIQUE INDEX players_by_level ON players (level) WHERE level IS NOT NULL;
-- Draw offers in running games, which the program answers although it is not its turn.
CREATE INDEX games_offered ON games (offer) WHERE ended IS NULL AND offer <> '';

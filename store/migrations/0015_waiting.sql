-- +goose Up
-- The games that wait for a player's move, the longest first.
CREATE INDEX games_waiting_white ON games (white, moved, id) WHERE ended IS NULL AND turn = 'white' AND white <> black;
CREATE INDEX games_waiting_black ON games (black, moved, id) WHERE ended IS NULL AND turn = 'black' AND white <> black;

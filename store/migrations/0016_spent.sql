-- +goose Up
ALTER TABLE games ADD COLUMN spent INTEGER NOT NULL DEFAULT 0; -- for how long the clock had run in this turn before since

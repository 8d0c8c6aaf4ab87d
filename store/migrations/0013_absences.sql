-- +goose Up
-- Who cannot see a place where others are, as became clear when something was said there.
CREATE TABLE absences (
    transport TEXT NOT NULL,
    place     TEXT NOT NULL,
    player    INTEGER NOT NULL REFERENCES players (id),
    PRIMARY KEY (transport, place, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX absences_by_player ON absences (player);

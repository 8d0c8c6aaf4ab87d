-- +goose Up
-- When the database was restored from a backup. What happened between the backup and the restore
-- is lost. The numbers that were given then are never given again: those after the last ones in the
-- backup, and before the next ones.
CREATE TABLE restores (
    id           INTEGER PRIMARY KEY,
    at           INTEGER NOT NULL,
    backup       INTEGER NOT NULL, -- when the backup was made
    last_game    INTEGER NOT NULL, -- games and challenges share their numbers
    next_game    INTEGER NOT NULL,
    next_player  INTEGER NOT NULL,
    last_message INTEGER NOT NULL, -- of the outbox
    next_message INTEGER NOT NULL,
    told         INTEGER DEFAULT 0 -- the last game whose players have heard of it; NULL when all have
) STRICT;

-- The messages that waited in the outbox of a backup when it was restored. They may have been sent
-- before that, so they wait until the owner sends or drops them.
CREATE TABLE held (
    id        INTEGER PRIMARY KEY, -- as in the outbox
    transport TEXT NOT NULL,
    recipient TEXT NOT NULL,
    game      INTEGER NOT NULL,
    reply     TEXT NOT NULL,
    due_since INTEGER NOT NULL
) STRICT;
CREATE INDEX held_by_transport ON held (transport, due_since); -- counted without reading the messages

CREATE INDEX challenges_open ON challenges (id) WHERE state = 'open';
CREATE INDEX games_running ON games (id) WHERE ended IS NULL AND white <> black;

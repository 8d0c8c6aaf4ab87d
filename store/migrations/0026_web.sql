-- +goose Up
-- Links that sign in browsers, each once, and the sessions that they begin. Secrets are stored as hashes. Both belong to
-- the address that asked for the link.
CREATE TABLE web_links (
    hash TEXT PRIMARY KEY,
    transport TEXT NOT NULL,
    id TEXT NOT NULL,
    game INTEGER NOT NULL, -- what the link shows; 0 for none
    place TEXT NOT NULL, -- where somebody asked for it who may look at the game only there, as JSON; empty for others
    until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX web_links_by_address ON web_links (transport, id, until);
CREATE INDEX web_links_by_end ON web_links (until);

CREATE TABLE web_sessions (
    hash TEXT PRIMARY KEY,
    transport TEXT NOT NULL,
    id TEXT NOT NULL,
    browser TEXT NOT NULL, -- such as "Firefox"
    views TEXT NOT NULL, -- games that may be looked at as from a place, as JSON
    began INTEGER NOT NULL,
    used INTEGER NOT NULL, -- to the hour
    until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX web_sessions_by_address ON web_sessions (transport, id, until);
CREATE INDEX web_sessions_by_end ON web_sessions (until);

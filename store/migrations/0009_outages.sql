-- +goose Up
-- When people could not reach the bot: those of a transport, or all of them if it is ''.
-- A clock stands still while its player could not move. They are few, and kept.
CREATE TABLE outages (
    transport TEXT NOT NULL,
    began     INTEGER NOT NULL,
    ended     INTEGER NOT NULL,
    PRIMARY KEY (transport, began)
) STRICT, WITHOUT ROWID;
CREATE INDEX outages_by_end ON outages (ended);

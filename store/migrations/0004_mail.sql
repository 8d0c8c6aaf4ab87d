-- +goose Up
-- Whom the bot writes to by mail.
CREATE TABLE mail_people (
    address      TEXT NOT NULL PRIMARY KEY,
    confirmed    INTEGER, -- when the address first answered a mail; NULL before
    muted        INTEGER NOT NULL DEFAULT 0 CHECK (muted IN (0, 1)),
    farewell     INTEGER NOT NULL DEFAULT 0, -- the last letter that a muted address still gets
    talk_game    INTEGER NOT NULL DEFAULT 0, -- what the last mail from there was about
    talk_id      TEXT NOT NULL DEFAULT '',
    talk_subject TEXT NOT NULL DEFAULT '',
    talk_at      INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

-- Secrets that let an address act in a game, or anywhere if the game is 0. Only hashes are kept.
CREATE TABLE mail_tokens (
    hash    TEXT NOT NULL PRIMARY KEY,
    stop    TEXT NOT NULL UNIQUE, -- hash of the secret that only ends all mail
    address TEXT NOT NULL,
    game    INTEGER NOT NULL,
    issued  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX mail_tokens_by_seat ON mail_tokens (address, game, issued);

-- How much was said to an address lately, by kind.
CREATE TABLE mail_tally (
    address TEXT NOT NULL,
    kind    TEXT NOT NULL,
    at      INTEGER NOT NULL
) STRICT;
CREATE INDEX mail_tally_by_address ON mail_tally (address, kind, at);

-- The thread of a game in a mailbox.
CREATE TABLE mail_threads (
    address TEXT NOT NULL,
    game    INTEGER NOT NULL,
    first   TEXT NOT NULL, -- key of the letter that began it
    last    TEXT NOT NULL, -- id of the latest mail in it
    PRIMARY KEY (address, game)
) STRICT, WITHOUT ROWID;

-- Mails that were let in, and how many of their commands have been done.
CREATE TABLE mail_heard (
    id    TEXT NOT NULL PRIMARY KEY,
    done  INTEGER NOT NULL,
    ended INTEGER NOT NULL CHECK (ended IN (0, 1)),
    at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Codes by which a player at one address becomes the player at another. Only hashes are kept.
CREATE TABLE link_codes (
    hash   TEXT NOT NULL PRIMARY KEY,
    player INTEGER NOT NULL REFERENCES players (id),
    until  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

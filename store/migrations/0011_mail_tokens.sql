-- +goose Up
-- What the reply tokens are made of, together with the passwords of the bot's mailbox.
CREATE TABLE mail_key (
    id  INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    key BLOB NOT NULL
) STRICT;

-- How often an address has renewed its tokens, and since when mail to it comes back.
ALTER TABLE mail_people ADD COLUMN renewals INTEGER NOT NULL DEFAULT 0;
ALTER TABLE mail_people ADD COLUMN dead INTEGER;

-- The subject of a game's thread. From now on first is the id of the mail that began it.
ALTER TABLE mail_threads ADD COLUMN subject TEXT NOT NULL DEFAULT '';

-- From which mail on the mailboxes are the bot's; what lies before was there earlier.
CREATE TABLE mail_boxes (
    name     TEXT NOT NULL PRIMARY KEY,
    validity INTEGER NOT NULL, -- which numbering of mails first belongs to
    first    INTEGER NOT NULL,
    began    INTEGER NOT NULL  -- when the bot first looked into it
) STRICT, WITHOUT ROWID;

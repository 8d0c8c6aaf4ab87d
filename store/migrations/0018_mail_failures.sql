-- +goose Up
-- Mails that could not be handled, and how often that was tried.
CREATE TABLE mail_failures (
    id    TEXT    NOT NULL PRIMARY KEY,
    times INTEGER NOT NULL,
    at    INTEGER NOT NULL -- when that was last counted
) STRICT, WITHOUT ROWID;
CREATE INDEX mail_failures_by_time ON mail_failures (at);

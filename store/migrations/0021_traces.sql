-- +goose Up
ALTER TABLE outbox ADD COLUMN trace TEXT NOT NULL DEFAULT ''; -- by which the log tells what caused the message; '' before this

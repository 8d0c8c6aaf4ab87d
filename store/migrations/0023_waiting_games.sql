-- +goose Up
-- Which challenges and games the messages that wait are about.
CREATE INDEX outbox_waiting_games ON outbox (game) WHERE settled IS NULL;

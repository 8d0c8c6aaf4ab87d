-- +goose Up
ALTER TABLE outbox ADD COLUMN leased_by TEXT NOT NULL DEFAULT ''; -- the run of the bot that delivers it just now
ALTER TABLE outbox ADD COLUMN due_since INTEGER NOT NULL DEFAULT 0; -- when it was first to be sent
ALTER TABLE outbox ADD COLUMN panics INTEGER NOT NULL DEFAULT 0; -- how often delivering it failed by a panic
UPDATE outbox SET due_since = not_before WHERE settled IS NULL;
CREATE INDEX outbox_leased ON outbox (leased_by) WHERE leased_by > '';

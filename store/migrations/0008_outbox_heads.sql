-- +goose Up
-- Of the letters about one game to one address only the oldest may be sent: it is marked, so
-- that what waits behind it is not read again and again while nothing can be delivered.
ALTER TABLE outbox ADD COLUMN head INTEGER NOT NULL DEFAULT 0 CHECK (head IN (0, 1));
UPDATE outbox SET head = 1 WHERE settled IS NULL AND (game = 0 OR NOT EXISTS (
    SELECT 1 FROM outbox AS e WHERE e.settled IS NULL AND e.transport = outbox.transport
    AND e.recipient = outbox.recipient AND e.game = outbox.game AND e.id < outbox.id));
CREATE INDEX outbox_heads ON outbox (transport, id, not_before, recipient) WHERE settled IS NULL AND head = 1;
-- +goose StatementBegin
CREATE TRIGGER outbox_next AFTER UPDATE OF settled ON outbox
WHEN OLD.settled IS NULL AND NEW.settled IS NOT NULL AND NEW.game <> 0
BEGIN
    UPDATE outbox SET head = 1 WHERE id = (SELECT min(id) FROM outbox WHERE settled IS NULL
        AND transport = NEW.transport AND recipient = NEW.recipient AND game = NEW.game);
END;
-- +goose StatementEnd

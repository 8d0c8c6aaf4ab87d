-- +goose Up
-- How many games of each variant are running, kept by triggers so that nobody has to count them.
CREATE TABLE running (variant TEXT PRIMARY KEY, games INTEGER NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO running (variant, games) SELECT variant, count(*) FROM games WHERE ended IS NULL GROUP BY variant;
-- +goose StatementBegin
CREATE TRIGGER games_begun AFTER INSERT ON games WHEN NEW.ended IS NULL
BEGIN
    INSERT INTO running (variant, games) VALUES (NEW.variant, 1) ON CONFLICT (variant) DO UPDATE SET games = games + 1;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER games_ended AFTER UPDATE OF ended ON games WHEN OLD.ended IS NULL AND NEW.ended IS NOT NULL
BEGIN
    UPDATE running SET games = games - 1 WHERE variant = NEW.variant;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER games_resumed AFTER UPDATE OF ended ON games WHEN OLD.ended IS NOT NULL AND NEW.ended IS NULL
BEGIN
    INSERT INTO running (variant, games) VALUES (NEW.variant, 1) ON CONFLICT (variant) DO UPDATE SET games = games + 1;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER games_deleted AFTER DELETE ON games WHEN OLD.ended IS NULL
BEGIN
    UPDATE running SET games = games - 1 WHERE variant = OLD.variant;
END;
-- +goose StatementEnd

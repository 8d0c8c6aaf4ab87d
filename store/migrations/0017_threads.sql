-- +goose Up
ALTER TABLE rooms ADD COLUMN channel TEXT NOT NULL DEFAULT ''; -- of any thread; else empty

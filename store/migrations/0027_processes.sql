-- +goose Up
-- Processes that run the bot on one database, which only PostgreSQL allows, and what each of them does.
CREATE TABLE processes (
    id TEXT PRIMARY KEY,
    beats INTEGER NOT NULL, -- a number that grows while the process lives
    works TEXT NOT NULL -- the works that it takes parts of, as JSON
) STRICT, WITHOUT ROWID;

-- Parts of works that only one process may do, such as one connection to Discord.
CREATE TABLE work_parts (
    work TEXT NOT NULL,
    part INTEGER NOT NULL,
    process TEXT NOT NULL,
    PRIMARY KEY (work, part)
) STRICT, WITHOUT ROWID;

-- Queues in which all processes wait together, such as for the next connection to Discord.
CREATE TABLE queues (
    name TEXT PRIMARY KEY,
    next INTEGER NOT NULL -- when it is the next one's turn, by the clock of the database
) STRICT, WITHOUT ROWID;

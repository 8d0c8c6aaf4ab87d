-- +goose Up
-- Processes that run the bot on one database, and what each of them does.
CREATE TABLE processes (
    id TEXT COLLATE "C" PRIMARY KEY,
    beats BIGINT NOT NULL,
    works TEXT COLLATE "C" NOT NULL
);

CREATE TABLE work_parts (
    work TEXT COLLATE "C" NOT NULL,
    part BIGINT NOT NULL,
    process TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (work, part)
);

CREATE TABLE queues (
    name TEXT COLLATE "C" PRIMARY KEY,
    next BIGINT NOT NULL
);

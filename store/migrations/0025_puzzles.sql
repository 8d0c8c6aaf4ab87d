-- +goose Up
-- What players have done with puzzles. The puzzles are part of the program: an id may be that of
-- one which this version no longer has. Variants are without their setup.
CREATE TABLE puzzle_attempts (
    player INTEGER NOT NULL REFERENCES players (id),
    puzzle TEXT NOT NULL,
    variant TEXT NOT NULL,
    shown INTEGER NOT NULL, -- when it was last given or answered
    line TEXT NOT NULL DEFAULT '', -- the moves since it was last given, in LAN
    state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'solved', 'given up')),
    won INTEGER CHECK (won IN (0, 1)), -- the first try, which is rated; NULL until it is over
    before REAL NOT NULL DEFAULT 0, -- the player's rating before and after it
    after REAL NOT NULL DEFAULT 0,
    solved INTEGER, -- when it was last solved; NULL for never
    PRIMARY KEY (player, puzzle)
) STRICT, WITHOUT ROWID;
CREATE INDEX puzzle_attempts_shown ON puzzle_attempts (player, shown);
CREATE INDEX puzzle_attempts_solved ON puzzle_attempts (puzzle, solved) WHERE solved IS NOT NULL;

-- How well players solve puzzles, apart from how well they play.
CREATE TABLE solver_ratings (
    player INTEGER NOT NULL REFERENCES players (id),
    variant TEXT NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    puzzles INTEGER NOT NULL, -- rated ones
    updated INTEGER NOT NULL,
    PRIMARY KEY (player, variant)
) STRICT, WITHOUT ROWID;

-- How hard puzzles are, of those that somebody has tried.
CREATE TABLE puzzle_ratings (
    puzzle TEXT PRIMARY KEY,
    variant TEXT NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    tries INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Days on which players have solved a puzzle, counted from 1970 in UTC.
CREATE TABLE puzzle_days (
    player INTEGER NOT NULL REFERENCES players (id),
    day INTEGER NOT NULL,
    PRIMARY KEY (player, day)
) STRICT, WITHOUT ROWID;

-- Places where a puzzle is posted every day.
CREATE TABLE daily_puzzles (
    transport TEXT NOT NULL,
    place TEXT NOT NULL,
    server TEXT NOT NULL,
    variant TEXT NOT NULL,
    due INTEGER NOT NULL, -- when the next one is posted
    posted INTEGER NOT NULL DEFAULT 0, -- when the last one was
    puzzle TEXT NOT NULL DEFAULT '', -- the last one
    PRIMARY KEY (transport, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX daily_puzzles_due ON daily_puzzles (due);

-- A database of schema 4, as the program of that time made it, with something in
-- every table. It is never changed.
PRAGMA application_id = 1400138605;
CREATE TABLE addresses (
    transport TEXT NOT NULL,
    id        TEXT NOT NULL,
    player    INTEGER NOT NULL REFERENCES players (id),
    name      TEXT NOT NULL,
    created   INTEGER NOT NULL, refused_until INTEGER,
    PRIMARY KEY (transport, id)
) STRICT, WITHOUT ROWID;
INSERT INTO "addresses" VALUES('test','Anna',1,'Anna',1000,NULL);
INSERT INTO "addresses" VALUES('test','Ben',2,'Ben',1000,NULL);
CREATE TABLE blocks (
    server TEXT NOT NULL,
    player INTEGER NOT NULL REFERENCES players (id),
    PRIMARY KEY (server, player)
) STRICT, WITHOUT ROWID;
INSERT INTO "blocks" VALUES('the house',2);
CREATE TABLE challenges (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    challenger     INTEGER NOT NULL REFERENCES players (id),
    opponent       INTEGER REFERENCES players (id), -- NULL: anybody may accept
    variant        TEXT NOT NULL,
    terms          TEXT NOT NULL,
    color          TEXT NOT NULL,
    home_transport TEXT NOT NULL,
    home_id        TEXT NOT NULL,
    server         TEXT NOT NULL,
    state          TEXT NOT NULL,
    made           INTEGER NOT NULL
) STRICT;
INSERT INTO "challenges" VALUES(1,1,2,'millennium','{}','white','test','the room','the house','accepted',1000);
INSERT INTO "challenges" VALUES(2,2,1,'orthodox','{"move_limit":30}','random','','','','accepted',1000);
INSERT INTO "challenges" VALUES(3,1,2,'3d8l','{}','black','test','the room','the house','open',1000);
CREATE TABLE conditions (
    game   INTEGER NOT NULL REFERENCES games (id),
    player INTEGER NOT NULL REFERENCES players (id),
    tree   TEXT NOT NULL,
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;
INSERT INTO "conditions" VALUES(1,2,'[{"if":"1e2-1e3","then":"3e7-3e6"}]');
CREATE TABLE games (
    id             INTEGER PRIMARY KEY REFERENCES challenges (id),
    version        INTEGER NOT NULL,
    variant        TEXT NOT NULL,
    terms          TEXT NOT NULL,
    white          INTEGER NOT NULL REFERENCES players (id),
    black          INTEGER NOT NULL REFERENCES players (id),
    home_transport TEXT NOT NULL,
    home_id        TEXT NOT NULL,
    server         TEXT NOT NULL,
    plies          INTEGER NOT NULL,
    offer          TEXT NOT NULL CHECK (offer IN ('', 'white', 'black')),
    outcome        TEXT NOT NULL CHECK (outcome IN ('*', '1-0', '0-1', '1/2-1/2')),
    reason         TEXT NOT NULL,
    started        INTEGER NOT NULL,
    moved          INTEGER NOT NULL,
    ended          INTEGER
, origin TEXT NOT NULL DEFAULT '', turn TEXT NOT NULL DEFAULT 'white' CHECK (turn IN ('white', 'black')), asked TEXT NOT NULL DEFAULT '' CHECK (asked IN ('', 'white', 'black')), since INTEGER NOT NULL DEFAULT 0, left_white INTEGER NOT NULL DEFAULT 0, left_black INTEGER NOT NULL DEFAULT 0, reminders INTEGER NOT NULL DEFAULT 0, alarm INTEGER) STRICT;
INSERT INTO "games" VALUES(1,5,'millennium','{}',1,2,'test','the room','the house',3,'white','*','',1000,4000,NULL,'','black','',4000,0,0,0,NULL);
INSERT INTO "games" VALUES(2,2,'orthodox','{"move_limit":30}',2,1,'','','',1,'','1-0','resignation',1000,2000,3000,'','black','',2000,0,0,0,NULL);
CREATE TABLE goose_db_version (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    version_id INTEGER NOT NULL,
    is_applied INTEGER NOT NULL,
    tstamp TIMESTAMP DEFAULT (datetime('now'))
);
INSERT INTO "goose_db_version" VALUES(1,0,1,'2026-11-21 08:25:19');
INSERT INTO "goose_db_version" VALUES(2,1,1,'2026-11-21 08:25:19');
INSERT INTO "goose_db_version" VALUES(3,2,1,'2026-11-20 12:00:00');
INSERT INTO "goose_db_version" VALUES(4,3,1,'2026-11-20 13:00:00');
INSERT INTO "goose_db_version" VALUES(5,4,1,'2026-11-20 14:00:00');
CREATE TABLE inbound (
    transport TEXT NOT NULL,
    id        TEXT NOT NULL,
    at        INTEGER NOT NULL,
    PRIMARY KEY (transport, id)
) STRICT, WITHOUT ROWID;
INSERT INTO "inbound" VALUES('test','m1',1000);
CREATE TABLE interventions (
    id     INTEGER PRIMARY KEY,
    game   INTEGER NOT NULL REFERENCES games (id),
    player INTEGER NOT NULL REFERENCES players (id),
    what   TEXT NOT NULL,
    why    TEXT NOT NULL,
    at     INTEGER NOT NULL
) STRICT;
INSERT INTO "interventions" VALUES(1,2,1,'adjudicated 1-0','stuck',1795000000000);
CREATE TABLE moves (
    game INTEGER NOT NULL REFERENCES games (id),
    ply  INTEGER NOT NULL CHECK (ply > 0),
    move TEXT NOT NULL,
    at   INTEGER NOT NULL, note TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;
INSERT INTO "moves" VALUES(1,1,'1c1-2b2',2000,'');
INSERT INTO "moves" VALUES(1,2,'3d8-2e7',3000,'');
INSERT INTO "moves" VALUES(1,3,'1a1-2a1',4000,'');
INSERT INTO "moves" VALUES(2,1,'e2-e4',2000,'');
CREATE TABLE notes (
    game   INTEGER NOT NULL REFERENCES games (id),
    player INTEGER NOT NULL REFERENCES players (id),
    note   TEXT NOT NULL,
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;
INSERT INTO "notes" VALUES(1,1,'mind the knight');
CREATE TABLE outbox (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    transport  TEXT NOT NULL,
    recipient  TEXT NOT NULL,
    game       INTEGER NOT NULL,
    reply      TEXT NOT NULL,
    not_before INTEGER NOT NULL,
    attempts   INTEGER NOT NULL DEFAULT 0,
    why        TEXT NOT NULL DEFAULT '',
    settled    INTEGER,
    refused    INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO "outbox" VALUES(1,'test','the room',1,'{"text":"delivered"}',1000,1,'',1000,0);
INSERT INTO "outbox" VALUES(2,'test','the room',1,'{"text":"waiting","game":1}',1000,2,'busy',NULL,0);
CREATE TABLE players (
    id      INTEGER PRIMARY KEY,
    name    TEXT NOT NULL,
    created INTEGER NOT NULL
, settings TEXT NOT NULL DEFAULT '{}') STRICT;
INSERT INTO "players" VALUES(1,'Anna',1000,'{"language":"de"}');
INSERT INTO "players" VALUES(2,'Ben',1000,'{}');
CREATE TABLE pulse (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
) STRICT;
INSERT INTO "pulse" VALUES(1,1795000000000);
CREATE TABLE ratings (
    player     INTEGER NOT NULL REFERENCES players (id),
    variant    TEXT NOT NULL,
    rating     REAL NOT NULL,
    deviation  REAL NOT NULL,
    volatility REAL NOT NULL,
    games      INTEGER NOT NULL,
    updated    INTEGER NOT NULL,
    PRIMARY KEY (player, variant)
) STRICT, WITHOUT ROWID;
INSERT INTO "ratings" VALUES(1,'millennium',1512.5,290.0,0.06,1,1795000000000);
CREATE TABLE servers (
    id       TEXT PRIMARY KEY,
    settings TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "servers" VALUES('the house','{"variant":"nextgen"}');
CREATE TABLE vacations (
    player  INTEGER NOT NULL REFERENCES players (id),
    began   INTEGER NOT NULL,
    ended   INTEGER NOT NULL,
    PRIMARY KEY (player, began)
) STRICT, WITHOUT ROWID;
INSERT INTO "vacations" VALUES(1,1795000000000,1795600000000);
CREATE TABLE watchers (
    game   INTEGER NOT NULL REFERENCES games (id),
    player INTEGER NOT NULL REFERENCES players (id),
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;
INSERT INTO "watchers" VALUES(2,1);
CREATE TABLE rated (
    game   INTEGER NOT NULL REFERENCES games (id),
    player INTEGER NOT NULL REFERENCES players (id),
    before REAL NOT NULL,
    after  REAL NOT NULL,
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;
INSERT INTO "rated" VALUES(2,1,1500.0,1512.5);
CREATE INDEX addresses_by_player ON addresses (player);
CREATE INDEX challenges_open ON challenges (challenger, opponent) WHERE state = 'open';
CREATE TRIGGER moves_append BEFORE INSERT ON moves
WHEN NEW.ply <> 1 + (SELECT coalesce(max(ply), 0) FROM moves WHERE game = NEW.game)
BEGIN
    SELECT RAISE(ABORT, 'moves are only appended');
END;
CREATE TRIGGER moves_stay BEFORE UPDATE ON moves
BEGIN
    SELECT RAISE(ABORT, 'moves are never changed');
END;
CREATE TRIGGER moves_remain BEFORE DELETE ON moves
BEGIN
    SELECT RAISE(ABORT, 'moves are never deleted');
END;
CREATE INDEX outbox_waiting ON outbox (transport, recipient, game, id) WHERE settled IS NULL;
CREATE INDEX games_by_white ON games (white, ended, moved);
CREATE INDEX games_by_black ON games (black, ended, moved);
CREATE INDEX games_by_home ON games (home_transport, home_id, ended, moved);
CREATE INDEX games_by_alarm ON games (alarm) WHERE alarm IS NOT NULL;
CREATE INDEX games_by_server ON games (server);
CREATE INDEX challenges_by_server ON challenges (server) WHERE state = 'open';
CREATE INDEX interventions_by_game ON interventions (game);
CREATE INDEX ratings_by_variant ON ratings (variant, rating DESC);
CREATE INDEX rated_by_player ON rated (player);
CREATE TABLE mail_people (
    address      TEXT NOT NULL PRIMARY KEY,
    confirmed    INTEGER, -- when the address first answered a mail; NULL before
    muted        INTEGER NOT NULL DEFAULT 0 CHECK (muted IN (0, 1)),
    farewell     INTEGER NOT NULL DEFAULT 0, -- the last letter that a muted address still gets
    talk_game    INTEGER NOT NULL DEFAULT 0, -- what the last mail from there was about
    talk_id      TEXT NOT NULL DEFAULT '',
    talk_subject TEXT NOT NULL DEFAULT '',
    talk_at      INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
INSERT INTO "mail_people" VALUES('anna@example.org',1000,0,0,1,'m1@example.org','Game 1',1000);
CREATE TABLE mail_tokens (
    hash    TEXT NOT NULL PRIMARY KEY,
    stop    TEXT NOT NULL UNIQUE, -- hash of the secret that only ends all mail
    address TEXT NOT NULL,
    game    INTEGER NOT NULL,
    issued  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "mail_tokens" VALUES('6861736831','73746f7031','anna@example.org',1,1000);
CREATE INDEX mail_tokens_by_seat ON mail_tokens (address, game, issued);
CREATE TABLE mail_tally (
    address TEXT NOT NULL,
    kind    TEXT NOT NULL,
    at      INTEGER NOT NULL
) STRICT;
INSERT INTO "mail_tally" VALUES('anna@example.org','answer',1000);
CREATE INDEX mail_tally_by_address ON mail_tally (address, kind, at);
CREATE TABLE mail_threads (
    address TEXT NOT NULL,
    game    INTEGER NOT NULL,
    first   TEXT NOT NULL, -- key of the letter that began it
    last    TEXT NOT NULL, -- id of the latest mail in it
    PRIMARY KEY (address, game)
) STRICT, WITHOUT ROWID;
INSERT INTO "mail_threads" VALUES('anna@example.org',1,'1','letter-1@example.test');
CREATE TABLE mail_heard (
    id    TEXT NOT NULL PRIMARY KEY,
    done  INTEGER NOT NULL,
    ended INTEGER NOT NULL CHECK (ended IN (0, 1)),
    at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "mail_heard" VALUES('m1@example.org',1,1,1000);
CREATE TABLE link_codes (
    hash   TEXT NOT NULL PRIMARY KEY,
    player INTEGER NOT NULL REFERENCES players (id),
    until  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "link_codes" VALUES('636f646531',1,1000);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('goose_db_version',5);
INSERT INTO "sqlite_sequence" VALUES('challenges',3);
INSERT INTO "sqlite_sequence" VALUES('outbox',2);

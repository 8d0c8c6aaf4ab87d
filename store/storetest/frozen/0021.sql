-- A database of schema 21, with something in every table. It is never changed.
PRAGMA application_id = 1400138605;
CREATE TABLE absences (
    transport TEXT NOT NULL,
    place     TEXT NOT NULL,
    player    INTEGER NOT NULL REFERENCES players (id),
    PRIMARY KEY (transport, place, player)
) STRICT, WITHOUT ROWID;
INSERT INTO absences VALUES('test','the room',4);
CREATE TABLE addresses (
    transport TEXT NOT NULL,
    id        TEXT NOT NULL,
    player    INTEGER NOT NULL REFERENCES players (id),
    name      TEXT NOT NULL,
    created   INTEGER NOT NULL, refused_until INTEGER,
    PRIMARY KEY (transport, id)
) STRICT, WITHOUT ROWID;
INSERT INTO addresses VALUES('discord','400',4,'Dora',5000,1795300000000);
INSERT INTO addresses VALUES('email','cleo@example.org',3,'Player 3',5000,NULL);
INSERT INTO addresses VALUES('email','dora@example.org',4,'Player 4',6000,NULL);
INSERT INTO addresses VALUES('test','Anna',1,'Anna',1000,NULL);
INSERT INTO addresses VALUES('test','Ben',2,'Ben',1000,NULL);
CREATE TABLE blocks (
    server TEXT NOT NULL,
    player INTEGER NOT NULL REFERENCES players (id),
    PRIMARY KEY (server, player)
) STRICT, WITHOUT ROWID;
INSERT INTO blocks VALUES('the house',2);
INSERT INTO blocks VALUES('the house',3);
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
, address TEXT NOT NULL DEFAULT '') STRICT;
INSERT INTO challenges VALUES(1,1,2,'millennium','{}','white','test','the room','the house','accepted',1000,'');
INSERT INTO challenges VALUES(10,1,2,'orthodox','{"rated":true}','white','test','the room','the house','accepted',1795176000000,'');
INSERT INTO challenges VALUES(11,4,3,'millennium','{"clock":{"per_move":86400000000000}}','white','','','','accepted',1795176000000,'');
INSERT INTO challenges VALUES(12,1,NULL,'orthodox','{}','random','','','','open',1795176000000,'eve@example.org');
INSERT INTO challenges VALUES(13,2,1,'orthodox','{}','white','test','the room','the house','declined',1795176000000,'');
INSERT INTO challenges VALUES(14,3,NULL,'nextgen','{"move_limit":60}','black','test','the room','the house','open',1795176000000,'');
INSERT INTO challenges VALUES(17,5,1,'orthodox','{}','white','test','the room','the house','accepted',1795197100000,'');
INSERT INTO challenges VALUES(2,2,1,'orthodox','{"move_limit":30}','random','','','','accepted',1000,'');
INSERT INTO challenges VALUES(3,1,2,'3d8l','{}','black','test','the room','the house','open',1000,'');
INSERT INTO challenges VALUES(4,1,2,'nextgen:shared','{"clock":{"per_move":259200000000000},"weekends_off":true,"rated":true}','white','test','the room','the house','accepted',1795176000000,'');
INSERT INTO challenges VALUES(5,2,1,'tridimensional','{"clock":{"per_move":604800000000000}}','white','test','the room','the house','accepted',1795176000000,'');
INSERT INTO challenges VALUES(6,2,1,'3d8l','{"rated":true}','white','test','the room','the house','accepted',1795176000000,'');
INSERT INTO challenges VALUES(7,1,1,'orthodox','{}','white','','','','accepted',1795176000000,'');
INSERT INTO challenges VALUES(8,3,2,'orthodox','{"move_limit":40,"clock":{"bank":864000000000000,"increment":3600000000000}}','white','','','','accepted',1795176000000,'');
INSERT INTO challenges VALUES(9,2,4,'millennium','{}','white','test','the room','the house','accepted',1795176000000,'');
CREATE TABLE conditions (
    game   INTEGER NOT NULL REFERENCES games (id),
    player INTEGER NOT NULL REFERENCES players (id),
    tree   TEXT NOT NULL,
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;
INSERT INTO conditions VALUES(1,2,'[{"if":"1e2-1e3","then":"3e7-3e6"}]');
INSERT INTO conditions VALUES(8,3,'[{"if":"d7-d6","then":"d2-d4"}]');
CREATE TABLE deletions (
    player INTEGER PRIMARY KEY REFERENCES players (id),
    code   TEXT NOT NULL,
    step   INTEGER NOT NULL CHECK (step IN (1, 2)),
    until  INTEGER NOT NULL
) STRICT;
INSERT INTO deletions VALUES(4,'QRST',1,1795200000000);
CREATE TABLE exports (
    player INTEGER PRIMARY KEY REFERENCES players (id),
    at     INTEGER NOT NULL
) STRICT;
INSERT INTO exports VALUES(1,1795190000000);
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
, origin TEXT NOT NULL DEFAULT '', turn TEXT NOT NULL DEFAULT 'white' CHECK (turn IN ('white', 'black')), asked TEXT NOT NULL DEFAULT '' CHECK (asked IN ('', 'white', 'black')), since INTEGER NOT NULL DEFAULT 0, left_white INTEGER NOT NULL DEFAULT 0, left_black INTEGER NOT NULL DEFAULT 0, reminders INTEGER NOT NULL DEFAULT 0, alarm INTEGER, spent INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO games VALUES(1,5,'millennium','{}',1,2,'test','the room','the house',3,'white','*','',1000,4000,NULL,'','black','',4000,0,0,0,NULL,0);
INSERT INTO games VALUES(10,2,'orthodox','{"rated":true}',1,2,'test','the room','the house',4,'','0-1','checkmate',1795176000000,1795190400000,1795190400000,'','white','',1795190400000,0,0,0,NULL,0);
INSERT INTO games VALUES(11,2,'millennium','{"clock":{"per_move":86400000000000}}',4,3,'','','',2,'','0-1','time',1795176000000,1795183200000,1797778800000,'','white','',1795183200000,0,0,0,NULL,0);
INSERT INTO games VALUES(17,2,'orthodox','{}',5,1,'test','the room','the house',1,'','0-1','resignation',1795197100000,1795197200000,1795197300000,'','black','',1795197200000,0,0,0,NULL,0);
INSERT INTO games VALUES(2,2,'orthodox','{"move_limit":30}',2,1,'','','',1,'','1-0','resignation',1000,2000,3000,'','black','',2000,0,0,0,NULL,0);
INSERT INTO games VALUES(4,2,'nextgen:shared','{"clock":{"per_move":259200000000000},"weekends_off":true,"rated":true}',1,2,'test','the room','the house',4,'','*','',1795176000000,1795190400000,NULL,'','white','',1795190400000,0,0,0,1795492800000,0);
INSERT INTO games VALUES(5,2,'tridimensional','{"clock":{"per_move":604800000000000}}',2,1,'test','the room','the house',5,'','*','',1795176000000,1795201200000,NULL,'','black','white',1795201200000,0,0,0,1795503600000,0);
INSERT INTO games VALUES(6,2,'3d8l','{"rated":true}',2,1,'test','the room','the house',3,'','1/2-1/2','agreement',1795176000000,1795186800000,1795190400000,'','black','',1795186800000,0,0,0,NULL,0);
INSERT INTO games VALUES(7,2,'orthodox','{}',1,1,'','','',2,'','*','',1795176000000,1795183200000,NULL,'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1','white','',1795183200000,0,0,0,NULL,0);
INSERT INTO games VALUES(8,2,'orthodox','{"move_limit":40,"clock":{"bank":864000000000000,"increment":3600000000000}}',3,2,'','','',3,'','*','',1795176000000,1795186800000,NULL,'','black','',1795186800000,864000000,864000000,1,1795618800000,3600000);
INSERT INTO games VALUES(9,2,'millennium','{}',2,4,'test','the room','the house',0,'','*','aborted',1795176000000,1795176000000,1795179600000,'','white','',1795176000000,0,0,0,NULL,0);
CREATE TABLE goose_db_version (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    version_id INTEGER NOT NULL,
    is_applied INTEGER NOT NULL,
    tstamp TIMESTAMP DEFAULT (datetime('now'))
);
INSERT INTO goose_db_version VALUES(1,0,1,'2026-11-21 08:25:19');
INSERT INTO goose_db_version VALUES(10,9,1,'2026-11-22 00:00:00');
INSERT INTO goose_db_version VALUES(11,10,1,'2026-11-22 00:00:00');
INSERT INTO goose_db_version VALUES(12,11,1,'2026-11-22 00:00:00');
INSERT INTO goose_db_version VALUES(13,12,1,'2026-11-22 00:00:00');
INSERT INTO goose_db_version VALUES(14,13,1,'2026-11-22 00:00:00');
INSERT INTO goose_db_version VALUES(15,14,1,'2026-11-22 00:00:00');
INSERT INTO goose_db_version VALUES(16,15,1,'2026-11-22 00:00:00');
INSERT INTO goose_db_version VALUES(17,16,1,'2026-11-22 00:00:00');
INSERT INTO goose_db_version VALUES(18,17,1,'2026-11-22 00:00:00');
INSERT INTO goose_db_version VALUES(19,18,1,'2026-11-22 00:00:00');
INSERT INTO goose_db_version VALUES(2,1,1,'2026-11-21 08:25:19');
INSERT INTO goose_db_version VALUES(20,19,1,'2026-11-22 00:00:00');
INSERT INTO goose_db_version VALUES(21,20,1,'2026-11-22 00:00:00');
INSERT INTO goose_db_version VALUES(22,21,1,'2026-11-22 00:00:00');
INSERT INTO goose_db_version VALUES(3,2,1,'2026-11-20 12:00:00');
INSERT INTO goose_db_version VALUES(4,3,1,'2026-11-20 13:00:00');
INSERT INTO goose_db_version VALUES(5,4,1,'2026-11-20 14:00:00');
INSERT INTO goose_db_version VALUES(6,5,1,'2026-11-22 00:00:00');
INSERT INTO goose_db_version VALUES(7,6,1,'2026-11-22 00:00:00');
INSERT INTO goose_db_version VALUES(8,7,1,'2026-11-22 00:00:00');
INSERT INTO goose_db_version VALUES(9,8,1,'2026-11-22 00:00:00');
CREATE TABLE guests (
    game   INTEGER NOT NULL REFERENCES games (id),
    player INTEGER NOT NULL REFERENCES players (id),
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;
INSERT INTO guests VALUES(7,2);
INSERT INTO guests VALUES(8,1);
CREATE TABLE held (
    id        INTEGER PRIMARY KEY, -- as in the outbox
    transport TEXT NOT NULL,
    recipient TEXT NOT NULL,
    game      INTEGER NOT NULL,
    reply     TEXT NOT NULL,
    due_since INTEGER NOT NULL
) STRICT;
INSERT INTO held VALUES(8,'email','dora@example.org',11,'{"text":"held","game":11}',1795190000000);
INSERT INTO held VALUES(9,'test','Ben',0,'{"text":"about no game, held"}',1795192000000);
CREATE TABLE inbound (
    transport TEXT NOT NULL,
    id        TEXT NOT NULL,
    at        INTEGER NOT NULL,
    PRIMARY KEY (transport, id)
) STRICT, WITHOUT ROWID;
INSERT INTO inbound VALUES('email','m7@example.org',1795190000000);
INSERT INTO inbound VALUES('test','m1',1000);
CREATE TABLE interventions (
    id     INTEGER PRIMARY KEY,
    game   INTEGER NOT NULL REFERENCES games (id),
    player INTEGER NOT NULL REFERENCES players (id),
    what   TEXT NOT NULL,
    why    TEXT NOT NULL,
    at     INTEGER NOT NULL
) STRICT;
INSERT INTO interventions VALUES(1,2,1,'adjudicated 1-0','stuck',1795000000000);
INSERT INTO interventions VALUES(2,9,4,'adjudicated *','asked by both',1795180000000);
CREATE TABLE link_codes (
    hash   TEXT NOT NULL PRIMARY KEY,
    player INTEGER NOT NULL REFERENCES players (id),
    until  INTEGER NOT NULL
, handle TEXT NOT NULL DEFAULT '', attempts INTEGER NOT NULL DEFAULT 0, told_transport TEXT NOT NULL DEFAULT '', told_id TEXT NOT NULL DEFAULT '', claim_transport TEXT NOT NULL DEFAULT '', claim_id TEXT NOT NULL DEFAULT '') STRICT, WITHOUT ROWID;
INSERT INTO link_codes VALUES('636f646532',4,1795200000000,'ABCD',2,'discord','400','email','dora@example.org');
CREATE TABLE link_guesses (
    player INTEGER NOT NULL REFERENCES players (id),
    at     INTEGER NOT NULL
) STRICT;
INSERT INTO link_guesses VALUES(4,1795190000000);
CREATE TABLE mail_boxes (
    name     TEXT NOT NULL PRIMARY KEY,
    validity INTEGER NOT NULL, -- which numbering of mails first belongs to
    first    INTEGER NOT NULL,
    began    INTEGER NOT NULL  -- when the bot first looked into it
) STRICT, WITHOUT ROWID;
INSERT INTO mail_boxes VALUES('INBOX',1,42,1795190000000);
CREATE TABLE mail_failures (
    id    TEXT    NOT NULL PRIMARY KEY,
    times INTEGER NOT NULL,
    at    INTEGER NOT NULL -- when that was last counted
) STRICT, WITHOUT ROWID;
INSERT INTO mail_failures VALUES('m9@example.org',2,1795190000000);
CREATE TABLE mail_heard (
    id    TEXT NOT NULL PRIMARY KEY,
    done  INTEGER NOT NULL,
    ended INTEGER NOT NULL CHECK (ended IN (0, 1)),
    at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO mail_heard VALUES('m1@example.org',1,1,1000);
INSERT INTO mail_heard VALUES('m7@example.org',2,0,1795190000000);
CREATE TABLE mail_key (
    id  INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    key BLOB NOT NULL
) STRICT;
INSERT INTO mail_key VALUES(1,X'000102030405060708090A0B0C0D0E0F');
CREATE TABLE mail_people (
    address      TEXT NOT NULL PRIMARY KEY,
    confirmed    INTEGER, -- when the address first answered a mail; NULL before
    muted        INTEGER NOT NULL DEFAULT 0 CHECK (muted IN (0, 1)),
    farewell     INTEGER NOT NULL DEFAULT 0, -- the last letter that a muted address still gets
    talk_game    INTEGER NOT NULL DEFAULT 0, -- what the last mail from there was about
    talk_id      TEXT NOT NULL DEFAULT '',
    talk_subject TEXT NOT NULL DEFAULT '',
    talk_at      INTEGER NOT NULL DEFAULT 0
, renewals INTEGER NOT NULL DEFAULT 0, dead INTEGER) STRICT, WITHOUT ROWID;
INSERT INTO mail_people VALUES('anna@example.org',1000,0,0,1,'m1@example.org','Game 1',1000,0,NULL);
INSERT INTO mail_people VALUES('cleo@example.org',1795190000000,0,0,8,'m7@example.org','Re: Game 8',1795190000000,0,NULL);
INSERT INTO mail_people VALUES('eve@example.org',NULL,1,4,0,'','',0,1,1795190000000);
CREATE TABLE mail_tally (
    address TEXT NOT NULL,
    kind    TEXT NOT NULL,
    at      INTEGER NOT NULL
) STRICT;
INSERT INTO mail_tally VALUES('anna@example.org','answer',1000);
INSERT INTO mail_tally VALUES('eve@example.org','invitation',1795190000000);
CREATE TABLE mail_threads (
    address TEXT NOT NULL,
    game    INTEGER NOT NULL,
    first   TEXT NOT NULL, -- key of the letter that began it
    last    TEXT NOT NULL, at INTEGER NOT NULL DEFAULT 0, subject TEXT NOT NULL DEFAULT '', -- id of the latest mail in it
    PRIMARY KEY (address, game)
) STRICT, WITHOUT ROWID;
INSERT INTO mail_threads VALUES('anna@example.org',1,'1','letter-1@example.test',1795000000000,'');
INSERT INTO mail_threads VALUES('cleo@example.org',8,'letter-5@example.test','letter-5@example.test',1795190000000,'Game 8');
CREATE TABLE mail_tokens (
    hash    TEXT NOT NULL PRIMARY KEY,
    stop    TEXT NOT NULL UNIQUE, -- hash of the secret that only ends all mail
    address TEXT NOT NULL,
    game    INTEGER NOT NULL,
    issued  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO mail_tokens VALUES('0a','0b','cleo@example.org',8,1795190000000);
INSERT INTO mail_tokens VALUES('0c','0d','cleo@example.org',0,1795190000000);
INSERT INTO mail_tokens VALUES('6861736831','73746f7031','anna@example.org',1,1000);
CREATE TABLE missing (
    transport TEXT NOT NULL,
    id        TEXT NOT NULL,
    since     INTEGER NOT NULL,
    PRIMARY KEY (transport, id)
) STRICT, WITHOUT ROWID;
INSERT INTO missing VALUES('discord','400',1795195000000);
CREATE TABLE moves (
    game INTEGER NOT NULL REFERENCES games (id),
    ply  INTEGER NOT NULL CHECK (ply > 0),
    move TEXT NOT NULL,
    at   INTEGER NOT NULL, note TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;
INSERT INTO moves VALUES(1,1,'1c1-2b2',2000,'');
INSERT INTO moves VALUES(1,2,'3d8-2e7',3000,'');
INSERT INTO moves VALUES(1,3,'1a1-2a1',4000,'');
INSERT INTO moves VALUES(10,1,'f2-f3',1795179600000,'');
INSERT INTO moves VALUES(10,2,'e7-e5',1795183200000,'');
INSERT INTO moves VALUES(10,3,'g2-g4',1795186800000,'');
INSERT INTO moves VALUES(10,4,'d8-h4',1795190400000,'');
INSERT INTO moves VALUES(11,1,'1a1-2a1',1795179600000,'');
INSERT INTO moves VALUES(11,2,'3a7-3a6',1795183200000,'');
INSERT INTO moves VALUES(17,1,'d2-d4',1795197200000,'');
INSERT INTO moves VALUES(2,1,'e2-e4',2000,'');
INSERT INTO moves VALUES(4,1,'Aa1-Ba1',1795179600000,'');
INSERT INTO moves VALUES(4,2,'Aa7-Aa6',1795183200000,'let''s go');
INSERT INTO moves VALUES(4,3,'Ba1-Bb1',1795186800000,'');
INSERT INTO moves VALUES(4,4,'Aa6-Aa5',1795190400000,'hm');
INSERT INTO moves VALUES(5,1,'b2B-c4B',1795179600000,'');
INSERT INTO moves VALUES(5,2,'b8F-b7F',1795183200000,'');
INSERT INTO moves VALUES(5,3,'c2B-e4D',1795186800000,'');
INSERT INTO moves VALUES(5,4,'takeback',1795190400000,'');
INSERT INTO moves VALUES(5,5,'c2B-e4D',1795194000000,'');
INSERT INTO moves VALUES(5,6,'b7F-b6F',1795197600000,'');
INSERT INTO moves VALUES(5,7,'d2B-b4D',1795201200000,'');
INSERT INTO moves VALUES(6,1,'1b1-3c3',1795179600000,'');
INSERT INTO moves VALUES(6,2,'1a7-1a6',1795183200000,'');
INSERT INTO moves VALUES(6,3,'1a1-1b1',1795186800000,'');
INSERT INTO moves VALUES(7,1,'a1-b1',1795179600000,'');
INSERT INTO moves VALUES(7,2,'a8-b8',1795183200000,'');
INSERT INTO moves VALUES(8,1,'e2-e3',1795179600000,'');
INSERT INTO moves VALUES(8,2,'e7-e6',1795183200000,'');
INSERT INTO moves VALUES(8,3,'g1-h3',1795186800000,'by mail');
CREATE TABLE names (
    server TEXT NOT NULL,
    player INTEGER NOT NULL REFERENCES players (id),
    name   TEXT NOT NULL,
    PRIMARY KEY (server, player)
) STRICT, WITHOUT ROWID;
INSERT INTO names VALUES('the house',1,'Änne');
CREATE TABLE notes (
    game   INTEGER NOT NULL REFERENCES games (id),
    player INTEGER NOT NULL REFERENCES players (id),
    note   TEXT NOT NULL,
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;
INSERT INTO notes VALUES(1,1,'mind the knight');
INSERT INTO notes VALUES(8,2,'wait');
INSERT INTO notes VALUES(8,3,'it''s a long way – 長い');
CREATE TABLE outages (
    transport TEXT NOT NULL,
    began     INTEGER NOT NULL,
    ended     INTEGER NOT NULL,
    PRIMARY KEY (transport, began)
) STRICT, WITHOUT ROWID;
INSERT INTO outages VALUES('',1795100000000,1795103600000);
INSERT INTO outages VALUES('discord',1795190000000,1795190900000);
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
, head INTEGER NOT NULL DEFAULT 0 CHECK (head IN (0, 1)), leased_by TEXT NOT NULL DEFAULT '', due_since INTEGER NOT NULL DEFAULT 0, panics INTEGER NOT NULL DEFAULT 0, trace TEXT NOT NULL DEFAULT '') STRICT;
INSERT INTO outbox VALUES(1,'test','',1,'{}',1000,1,'',1000,0,0,'',0,0,'');
INSERT INTO outbox VALUES(2,'test','the room',1,'{"text":"waiting","game":1}',1000,2,'busy',NULL,0,1,'',1000,0,'');
INSERT INTO outbox VALUES(3,'email','cleo@example.org',8,'{"text":"first of two","game":8}',1795190000000,3,'mailbox full',NULL,0,1,'',1795190000000,0,'');
INSERT INTO outbox VALUES(4,'email','cleo@example.org',8,'{"text":"second of two","game":8}',1795190000000,0,'',NULL,0,0,'',1795190000000,0,'');
INSERT INTO outbox VALUES(5,'test','Anna',0,'{"text":"about no game"}',1795300000000,0,'',NULL,0,1,'',1795300000000,0,'7d3a90c14e52b8f6');
INSERT INTO outbox VALUES(6,'test','',4,'{}',1000,9,'',2000,1,0,'',0,0,'');
INSERT INTO outbox VALUES(7,'discord','400',9,'{"text":"about to be sent","game":9}',1795190060000,0,'',NULL,0,1,'run 7',1795190000000,1,'');
CREATE TABLE player_blocks (
    player  INTEGER NOT NULL REFERENCES players (id),
    blocked INTEGER NOT NULL, -- 0 for an address
    address TEXT NOT NULL,    -- empty for a player
    PRIMARY KEY (player, blocked, address)
) STRICT, WITHOUT ROWID;
INSERT INTO player_blocks VALUES(1,4,'');
INSERT INTO player_blocks VALUES(2,0,'spam@example.org');
CREATE TABLE players (
    id      INTEGER PRIMARY KEY,
    name    TEXT NOT NULL,
    created INTEGER NOT NULL
, settings TEXT NOT NULL DEFAULT '{}', former INTEGER NOT NULL DEFAULT 0 CHECK (former IN (0, 1))) STRICT;
INSERT INTO players VALUES(1,'Anna',1000,'{"language":"de"}',0);
INSERT INTO players VALUES(2,'Ben',1000,'{}',0);
INSERT INTO players VALUES(3,'Player 3',5000,'{"notices":"email"}',0);
INSERT INTO players VALUES(4,'Dora',5000,'{"theme":"wood","view":"stack","in_words":true,"open_to_mail":true,"listed":true}',0);
INSERT INTO players VALUES(5,'',0,'{}',1);
CREATE TABLE pulse (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
) STRICT;
INSERT INTO pulse VALUES(1,1795000000000);
CREATE TABLE rated (
    game   INTEGER NOT NULL REFERENCES games (id),
    player INTEGER NOT NULL REFERENCES players (id),
    before REAL NOT NULL,
    after  REAL NOT NULL,
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;
INSERT INTO rated VALUES(10,1,1500.0,1338.0);
INSERT INTO rated VALUES(10,2,1500.0,1662.0);
INSERT INTO rated VALUES(2,1,1500.0,1512.5);
INSERT INTO rated VALUES(6,1,1500.0,1499.0);
INSERT INTO rated VALUES(6,2,1500.0,1501.0);
CREATE TABLE ratings (
    player     INTEGER NOT NULL REFERENCES players (id),
    variant    TEXT NOT NULL,
    rating     REAL NOT NULL,
    deviation  REAL NOT NULL,
    volatility REAL NOT NULL,
    games      INTEGER NOT NULL,
    updated    INTEGER NOT NULL, listed INTEGER NOT NULL DEFAULT 0 CHECK (listed IN (0, 1)),
    PRIMARY KEY (player, variant)
) STRICT, WITHOUT ROWID;
INSERT INTO ratings VALUES(1,'3d8l',1499.0,290.0,0.06,1,1795190000000,0);
INSERT INTO ratings VALUES(1,'millennium',1512.5,290.0,0.06,1,1795000000000,0);
INSERT INTO ratings VALUES(1,'orthodox',1338.0,290.0,0.06,1,1795190000000,0);
INSERT INTO ratings VALUES(2,'3d8l',1501.0,290.0,0.06,1,1795190000000,1);
INSERT INTO ratings VALUES(2,'orthodox',1662.0,290.0,0.06,1,1795190000000,1);
CREATE TABLE refusal_key (
    id  INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    key BLOB NOT NULL
) STRICT;
INSERT INTO refusal_key VALUES(1,X'0F0E0D0C0B0A09080706050403020100');
CREATE TABLE refusals (
    hash   TEXT NOT NULL,
    server TEXT NOT NULL,    -- '' if it is no server's
    player INTEGER NOT NULL, -- 0 if it is no player's
    PRIMARY KEY (hash, server, player)
) STRICT, WITHOUT ROWID;
INSERT INTO refusals VALUES('0123456789abcdef','',2);
INSERT INTO refusals VALUES('0123456789abcdef','the house',0);
INSERT INTO refusals VALUES('fedcba9876543210','',0);
CREATE TABLE restores (
    id           INTEGER PRIMARY KEY,
    at           INTEGER NOT NULL,
    backup       INTEGER NOT NULL, -- when the backup was made
    last_game    INTEGER NOT NULL, -- games and challenges share their numbers
    next_game    INTEGER NOT NULL,
    next_player  INTEGER NOT NULL,
    last_message INTEGER NOT NULL, -- of the outbox
    next_message INTEGER NOT NULL,
    told         INTEGER DEFAULT 0 -- the last game whose players have heard of it; NULL when all have
) STRICT;
INSERT INTO restores VALUES(1,1795120000000,1795110000000,3,4,3,1,2,NULL);
INSERT INTO restores VALUES(2,1795197000000,1795193000000,14,17,7,9,12,5);
CREATE TABLE results (
    player  INTEGER NOT NULL REFERENCES players (id),
    variant TEXT NOT NULL,
    won     INTEGER NOT NULL,
    drawn   INTEGER NOT NULL,
    lost    INTEGER NOT NULL,
    PRIMARY KEY (player, variant)
) STRICT, WITHOUT ROWID;
INSERT INTO results VALUES(1,'3d8l',0,1,0);
INSERT INTO results VALUES(1,'orthodox',1,0,2);
INSERT INTO results VALUES(2,'3d8l',0,1,0);
INSERT INTO results VALUES(2,'orthodox',2,0,0);
INSERT INTO results VALUES(3,'millennium',1,0,0);
INSERT INTO results VALUES(4,'millennium',0,0,1);
CREATE TABLE rooms (
    transport TEXT NOT NULL,
    id        TEXT NOT NULL,
    above     TEXT NOT NULL, -- the channel of a thread that everybody there can see; else empty
    closed    INTEGER NOT NULL CHECK (closed IN (0, 1)),
    checked   INTEGER NOT NULL, channel TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (transport, id)
) STRICT, WITHOUT ROWID;
INSERT INTO rooms VALUES('test','a thread','the room',1,1795180000000,'the room');
INSERT INTO rooms VALUES('test','the room','',0,1795180000000,'');
CREATE TABLE server_ratings (
    server  TEXT NOT NULL,
    variant TEXT NOT NULL,
    player  INTEGER NOT NULL REFERENCES players (id),
    rating  REAL NOT NULL, -- as in ratings
    PRIMARY KEY (server, variant, player)
) STRICT, WITHOUT ROWID;
INSERT INTO server_ratings VALUES('the house','3d8l',1,1499.0);
INSERT INTO server_ratings VALUES('the house','3d8l',2,1501.0);
INSERT INTO server_ratings VALUES('the house','orthodox',1,1338.0);
INSERT INTO server_ratings VALUES('the house','orthodox',2,1662.0);
CREATE TABLE servers (
    id       TEXT PRIMARY KEY,
    settings TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO servers VALUES('another house','{"language":"de","no_threads":true}');
INSERT INTO servers VALUES('the house','{"variant":"nextgen"}');
CREATE TABLE unreached (
    game   INTEGER NOT NULL,
    player INTEGER NOT NULL REFERENCES players (id),
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;
INSERT INTO unreached VALUES(12,1);
INSERT INTO unreached VALUES(8,3);
CREATE TABLE vacations (
    player  INTEGER NOT NULL REFERENCES players (id),
    began   INTEGER NOT NULL,
    ended   INTEGER NOT NULL,
    PRIMARY KEY (player, began)
) STRICT, WITHOUT ROWID;
INSERT INTO vacations VALUES(1,1795000000000,1795600000000);
INSERT INTO vacations VALUES(3,1795200000000,1795400000000);
CREATE TABLE watchers (
    game   INTEGER NOT NULL REFERENCES games (id),
    player INTEGER NOT NULL REFERENCES players (id),
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;
INSERT INTO watchers VALUES(10,3);
INSERT INTO watchers VALUES(4,4);
CREATE INDEX absences_by_player ON absences (player);
CREATE INDEX addresses_by_name ON addresses (name COLLATE NOCASE, transport);
CREATE INDEX addresses_by_player ON addresses (player);
CREATE INDEX addresses_refusing ON addresses (refused_until) WHERE refused_until IS NOT NULL;
CREATE INDEX blocks_by_player ON blocks (player);
CREATE INDEX challenges_by_challenger ON challenges (challenger, state);
CREATE INDEX challenges_by_opponent ON challenges (opponent, state);
CREATE INDEX challenges_by_server ON challenges (server) WHERE state = 'open';
CREATE INDEX challenges_closed ON challenges (made) WHERE state IN ('declined', 'cancelled');
CREATE INDEX challenges_open ON challenges (id) WHERE state = 'open';
CREATE INDEX conditions_by_player ON conditions (player);
CREATE INDEX games_by_alarm ON games (alarm) WHERE alarm IS NOT NULL;
CREATE INDEX games_by_black ON games (black, ended, moved);
CREATE INDEX games_by_home ON games (home_transport, home_id, ended, moved);
CREATE INDEX games_by_server ON games (server);
CREATE INDEX games_by_white ON games (white, ended, moved);
CREATE INDEX games_running ON games (id) WHERE ended IS NULL AND white <> black;
CREATE INDEX games_waiting_black ON games (black, moved, id) WHERE ended IS NULL AND turn = 'black' AND white <> black;
CREATE INDEX games_waiting_white ON games (white, moved, id) WHERE ended IS NULL AND turn = 'white' AND white <> black;
CREATE INDEX guests_by_player ON guests (player);
CREATE INDEX held_by_transport ON held (transport, due_since);
CREATE INDEX inbound_by_time ON inbound (at);
CREATE INDEX interventions_by_game ON interventions (game);
CREATE INDEX interventions_by_player ON interventions (player);
CREATE INDEX link_codes_by_claim ON link_codes (claim_id) WHERE claim_id <> '';
CREATE INDEX link_codes_by_end ON link_codes (until);
CREATE UNIQUE INDEX link_codes_by_handle ON link_codes (handle);
CREATE INDEX link_codes_by_player ON link_codes (player);
CREATE INDEX link_guesses_by_player ON link_guesses (player, at);
CREATE INDEX link_guesses_by_time ON link_guesses (at);
CREATE INDEX mail_failures_by_time ON mail_failures (at);
CREATE INDEX mail_heard_by_time ON mail_heard (at);
CREATE INDEX mail_tally_by_address ON mail_tally (address, kind, at);
CREATE INDEX mail_tally_by_time ON mail_tally (at);
CREATE INDEX mail_threads_by_time ON mail_threads (at);
CREATE INDEX mail_tokens_by_game ON mail_tokens (game);
CREATE INDEX mail_tokens_by_seat ON mail_tokens (address, game, issued);
CREATE INDEX missing_by_time ON missing (since);
CREATE INDEX names_by_name ON names (name COLLATE NOCASE, server);
CREATE INDEX names_by_player ON names (player);
CREATE INDEX notes_by_player ON notes (player);
CREATE INDEX outages_by_end ON outages (ended);
CREATE INDEX outbox_heads ON outbox (transport, id, not_before, recipient) WHERE settled IS NULL AND head = 1;
CREATE INDEX outbox_leased ON outbox (leased_by) WHERE leased_by > '';
CREATE INDEX outbox_settled ON outbox (settled) WHERE settled IS NOT NULL;
CREATE INDEX outbox_waiting ON outbox (transport, recipient, game, id) WHERE settled IS NULL;
CREATE INDEX player_blocks_by_address ON player_blocks (address) WHERE address <> '';
CREATE INDEX player_blocks_by_blocked ON player_blocks (blocked);
CREATE INDEX rated_by_player ON rated (player);
CREATE INDEX ratings_by_variant ON ratings (variant, rating DESC);
CREATE INDEX ratings_listed ON ratings (variant, rating DESC, player) WHERE listed = 1;
CREATE INDEX refusals_by_player ON refusals (player) WHERE player > 0;
CREATE INDEX server_ratings_best ON server_ratings (server, variant, rating DESC, player);
CREATE INDEX server_ratings_by_player ON server_ratings (player, variant);
CREATE INDEX unreached_by_player ON unreached (player);
CREATE INDEX watchers_by_player ON watchers (player);
CREATE TRIGGER challenges_forgotten AFTER DELETE ON challenges
BEGIN
    DELETE FROM unreached WHERE game = OLD.id;
END;
CREATE TRIGGER games_decided AFTER UPDATE OF ended ON games
WHEN OLD.ended IS NULL AND NEW.ended IS NOT NULL AND NEW.outcome <> '*' AND NEW.white <> NEW.black
BEGIN
    INSERT INTO results (player, variant, won, drawn, lost)
    VALUES (NEW.white, substr(NEW.variant, 1, instr(NEW.variant || ':', ':') - 1),
            NEW.outcome = '1-0', NEW.outcome = '1/2-1/2', NEW.outcome = '0-1'),
        (NEW.black, substr(NEW.variant, 1, instr(NEW.variant || ':', ':') - 1),
            NEW.outcome = '0-1', NEW.outcome = '1/2-1/2', NEW.outcome = '1-0')
    ON CONFLICT (player, variant) DO UPDATE SET won = won + excluded.won,
        drawn = drawn + excluded.drawn, lost = lost + excluded.lost;
END;
CREATE TRIGGER moves_append BEFORE INSERT ON moves
WHEN NEW.ply <> 1 + (SELECT coalesce(max(ply), 0) FROM moves WHERE game = NEW.game)
BEGIN
    SELECT RAISE(ABORT, 'moves are only appended');
END;
CREATE TRIGGER moves_remain BEFORE DELETE ON moves
BEGIN
    SELECT RAISE(ABORT, 'moves are never deleted');
END;
CREATE TRIGGER moves_stay BEFORE UPDATE ON moves
WHEN NEW.game <> OLD.game OR NEW.ply <> OLD.ply OR NEW.move <> OLD.move OR NEW.at <> OLD.at OR NEW.note <> ''
BEGIN
    SELECT RAISE(ABORT, 'moves are never changed');
END;
CREATE TRIGGER outbox_next AFTER UPDATE OF settled ON outbox
WHEN OLD.settled IS NULL AND NEW.settled IS NOT NULL AND NEW.game <> 0
BEGIN
    UPDATE outbox SET head = 1 WHERE id = (SELECT min(id) FROM outbox WHERE settled IS NULL
        AND transport = OLD.transport AND recipient = OLD.recipient AND game = OLD.game);
END;
CREATE TRIGGER rated_in_server AFTER INSERT ON rated
BEGIN
    INSERT OR IGNORE INTO server_ratings (server, variant, player, rating)
    SELECT server, substr(variant, 1, instr(variant || ':', ':') - 1), NEW.player, NEW.after
    FROM games WHERE id = NEW.game AND server <> '';
END;
CREATE TRIGGER ratings_in_servers AFTER UPDATE OF rating ON ratings
BEGIN
    UPDATE server_ratings SET rating = NEW.rating WHERE player = NEW.player AND variant = NEW.variant;
END;
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('challenges',17);
INSERT INTO sqlite_sequence VALUES('goose_db_version',22);
INSERT INTO sqlite_sequence VALUES('outbox',11);

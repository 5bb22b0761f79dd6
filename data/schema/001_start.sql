-- Rooms, who sits at them, what was played, and what is still to be shown. All times are unix seconds.

CREATE TABLE people (
    id INTEGER PRIMARY KEY,             -- account number on Discord
    name TEXT NOT NULL                  -- as last seen
) STRICT;

CREATE TABLE rooms (
    id INTEGER PRIMARY KEY AUTOINCREMENT,  -- never given twice: old buttons carry it
    game TEXT NOT NULL,
    edition INTEGER NOT NULL,           -- of the rules program that started it
    options TEXT NOT NULL,              -- a JSON object
    phase TEXT NOT NULL CHECK (phase IN ('lobby', 'playing', 'over', 'ended', 'cancelled', 'expired')),
    host INTEGER NOT NULL REFERENCES people (id),
    host_seen REAL NOT NULL,            -- when the host last used the lobby
    invited INTEGER REFERENCES people (id),
    guild INTEGER,                      -- NULL: a direct message
    channel INTEGER NOT NULL,
    opened REAL NOT NULL,
    moved REAL NOT NULL,                -- last change of lobby or table
    seed TEXT,                          -- of the draws and of the lot for seats; NULL in a lobby
    state TEXT,                         -- the position as JSON; NULL until the start
    length INTEGER NOT NULL,            -- of the log, at `state`
    change INTEGER NOT NULL,            -- counts every change; a save names the one it started from
    message INTEGER,                    -- the newest message that shows this room
    posted REAL NOT NULL DEFAULT 0,
    shown INTEGER NOT NULL DEFAULT -1,  -- length of the log which that message shows
    ended_by TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE INDEX rooms_open_by_channel ON rooms (channel) WHERE phase IN ('lobby', 'playing');
CREATE INDEX rooms_lobbies ON rooms (opened) WHERE phase = 'lobby';

CREATE TABLE seats (
    room INTEGER NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL CHECK (seat >= 0),
    person INTEGER REFERENCES people (id),
    level TEXT,                         -- of a robot
    name TEXT,                          -- of a robot
    joined INTEGER NOT NULL,            -- place in the lobby; the lot that gave the seats can be checked with it
    stamp INTEGER NOT NULL,             -- only ever rises
    acts INTEGER NOT NULL CHECK (acts IN (0, 1)),  -- owes a move
    PRIMARY KEY (room, seat),
    CHECK ((person IS NULL) = (level IS NOT NULL) AND (level IS NULL) = (name IS NULL))
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX seats_person ON seats (person, room) WHERE person IS NOT NULL;
CREATE INDEX seats_robots_to_act ON seats (room) WHERE person IS NULL AND acts = 1;

CREATE TABLE removed (                  -- whom the host sent away from a lobby
    room INTEGER NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
    person INTEGER NOT NULL,
    PRIMARY KEY (room, person)
) STRICT, WITHOUT ROWID;

CREATE TABLE log (
    room INTEGER NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
    n INTEGER NOT NULL CHECK (n >= 0),
    seat INTEGER NOT NULL,              -- -1: chance
    move TEXT NOT NULL,
    stamp INTEGER,                      -- of the seat before this move; NULL for chance
    at REAL NOT NULL,
    PRIMARY KEY (room, n)
) STRICT, WITHOUT ROWID;

CREATE TABLE presses (                  -- interactions that changed something, each at most once
    press INTEGER PRIMARY KEY,
    room INTEGER NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
    at REAL NOT NULL
) STRICT;

CREATE INDEX presses_at ON presses (at);
CREATE INDEX presses_room ON presses (room);

CREATE TABLE outbox (                   -- rooms whose newest message is behind
    room INTEGER PRIMARY KEY REFERENCES rooms (id) ON DELETE CASCADE,
    length INTEGER NOT NULL,            -- of the log to show
    change INTEGER NOT NULL,            -- of the room to show
    since REAL NOT NULL
) STRICT;

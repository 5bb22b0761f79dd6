-- The life of a table beside its moves: seats that were left, moves taken back, rematches, films, tables that sleep.

ALTER TABLE seats ADD COLUMN mark TEXT NOT NULL DEFAULT '';  -- why a robot plays for somebody: 'resigned' or 'gone'
ALTER TABLE seats ADD COLUMN former INTEGER;                 -- who sat here before that

ALTER TABLE log ADD COLUMN how TEXT NOT NULL DEFAULT '';     -- 'only': played by itself, there was no other move

CREATE TABLE asides (                    -- what happened besides the moves, oldest first
    room INTEGER NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
    n INTEGER NOT NULL CHECK (n >= 0),
    place INTEGER NOT NULL,             -- length of the log at that moment
    kind TEXT NOT NULL,
    facts TEXT NOT NULL,                -- a JSON object
    at REAL NOT NULL,
    PRIMARY KEY (room, n)
) STRICT, WITHOUT ROWID;

CREATE TABLE asks (                     -- a wish to take back moves, to which the others must agree
    room INTEGER PRIMARY KEY REFERENCES rooms (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    length INTEGER NOT NULL,            -- of the log when asked; any move ends the wish
    target INTEGER NOT NULL,            -- length to go back to
    agreed TEXT NOT NULL,               -- a JSON list of seats
    at REAL NOT NULL
) STRICT;

CREATE TABLE rematches (
    room INTEGER PRIMARY KEY REFERENCES rooms (id) ON DELETE CASCADE,
    earlier INTEGER NOT NULL UNIQUE REFERENCES rooms (id) ON DELETE CASCADE
) STRICT;

CREATE TABLE films (                    -- where the film of a finished table was posted
    room INTEGER PRIMARY KEY REFERENCES rooms (id) ON DELETE CASCADE,
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL
) STRICT;

CREATE TABLE asleep (                   -- tables that cannot be shown where they live
    room INTEGER PRIMARY KEY REFERENCES rooms (id) ON DELETE CASCADE,
    reason TEXT NOT NULL,
    since REAL NOT NULL,                -- the first attempt that failed
    tried REAL NOT NULL,                -- the last attempt
    trying INTEGER NOT NULL DEFAULT 0 CHECK (trying IN (0, 1))  -- it is shown again, if Discord lets it
) STRICT;

CREATE INDEX seats_former ON seats (former) WHERE former IS NOT NULL;

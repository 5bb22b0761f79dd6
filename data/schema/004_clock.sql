-- Time: until when a seat must move, what people said about their days and wishes, when the program was last alive.

ALTER TABLE seats ADD COLUMN asked REAL;                     -- when the seat's clock was started; NULL: none runs
ALTER TABLE seats ADD COLUMN due REAL;                       -- the deadline
ALTER TABLE seats ADD COLUMN nudge REAL;                     -- when to remind the person; NULL: not any more
ALTER TABLE seats ADD COLUMN shifted REAL NOT NULL DEFAULT 0;  -- when the deadline was moved within the turn
ALTER TABLE seats ADD COLUMN late INTEGER NOT NULL DEFAULT 0;  -- deadlines missed in a row
ALTER TABLE seats ADD COLUMN spare INTEGER NOT NULL DEFAULT 1 CHECK (spare IN (0, 1));  -- may still ask for more time

CREATE INDEX seats_due ON seats (due) WHERE due IS NOT NULL;
CREATE INDEX seats_nudge ON seats (nudge) WHERE nudge IS NOT NULL;

CREATE TABLE wishes (                   -- what people chose for themselves, see bot/mine.py
    person INTEGER NOT NULL REFERENCES people (id),
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (person, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE pulse (                    -- one row: the last moment at which people could play
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at REAL NOT NULL
) STRICT;

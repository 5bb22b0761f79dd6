-- Clocks that stand still, a bank of time, what everybody must agree to, seats that change hands.

ALTER TABLE rooms ADD COLUMN paused REAL;                    -- since when the clock stands still; NULL: it runs
ALTER TABLE asks ADD COLUMN kind TEXT NOT NULL DEFAULT 'take_back';  -- or 'pause', 'finish'
ALTER TABLE seats ADD COLUMN bank REAL;                      -- seconds in the seat's bank of time; NULL: it is full
ALTER TABLE seats ADD COLUMN note REAL;                      -- when to tell the person that a robot moved for them

CREATE INDEX rooms_paused ON rooms (paused) WHERE paused IS NOT NULL;
CREATE INDEX seats_note ON seats (note) WHERE note IS NOT NULL;
CREATE INDEX asks_at ON asks (at);

CREATE TABLE offers (                   -- a seat offered to a person who does not sit at the table yet
    room INTEGER NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    person INTEGER NOT NULL REFERENCES people (id),
    giver INTEGER NOT NULL REFERENCES people (id),
    at REAL NOT NULL,
    PRIMARY KEY (room, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX offers_at ON offers (at);

CREATE TABLE handovers (                -- how each seat changed hands, oldest first
    room INTEGER NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
    n INTEGER NOT NULL CHECK (n >= 0),
    seat INTEGER NOT NULL,
    person INTEGER NOT NULL,            -- who left the seat, or for 'back' who came back to it
    place INTEGER NOT NULL,             -- length of the log at that moment
    kind TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (room, n)
) STRICT, WITHOUT ROWID;

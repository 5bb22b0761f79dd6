-- Several people may be invited to a lobby, each of whom is called once.

CREATE TABLE guests (                   -- for whom a seat is kept in a lobby
    room INTEGER NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
    n INTEGER NOT NULL CHECK (n >= 0),  -- their order
    person INTEGER NOT NULL REFERENCES people (id),
    since INTEGER NOT NULL,             -- the change of the room with which they were invited
    called INTEGER NOT NULL DEFAULT 0 CHECK (called IN (0, 1)),  -- by a message
    PRIMARY KEY (room, person)
) STRICT, WITHOUT ROWID;

-- rooms.invited is read here for the last time; it keeps what it holds.
INSERT INTO guests (room, n, person, since, called)
    SELECT id, 0, invited, change, 1 FROM rooms WHERE invited IS NOT NULL AND phase = 'lobby';

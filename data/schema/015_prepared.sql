-- Turns that people have prepared while somebody else is to move. Nobody else may learn of them.

CREATE TABLE prepared (
    room INTEGER NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL CHECK (seat >= 0),
    n INTEGER NOT NULL CHECK (n >= 0),  -- in which order they are tried
    moves TEXT NOT NULL,                -- a JSON array; of each move its notation and what it meant
    whole INTEGER NOT NULL CHECK (whole IN (0, 1)),     -- the moves make a turn
    lapsed INTEGER NOT NULL CHECK (lapsed IN (0, 1)),   -- the turn came and this was not possible any more
    PRIMARY KEY (room, seat, n)
) STRICT, WITHOUT ROWID;

-- Messages that a newer one has followed and that could not be changed to say so yet; each is tried twice more.

CREATE TABLE strips (
    message INTEGER PRIMARY KEY,
    room INTEGER NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
    channel INTEGER NOT NULL,
    length INTEGER NOT NULL,            -- of the log that the message shows, -1 for a lobby
    at REAL NOT NULL,                   -- when to try next
    tries INTEGER NOT NULL DEFAULT 0    -- again, so far
) STRICT;

CREATE INDEX strips_at ON strips (at);
CREATE INDEX strips_room ON strips (room);

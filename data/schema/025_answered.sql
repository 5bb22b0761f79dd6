-- Interactions that changed something else than a room, which `presses` has: each counts once, however often it comes.

CREATE TABLE answered (
    press INTEGER PRIMARY KEY,
    at REAL NOT NULL                    -- unix seconds
) STRICT;

CREATE INDEX answered_at ON answered (at);

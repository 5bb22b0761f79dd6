-- Messages that are being posted: written down before Discord is asked, so that one which stands there is found again
-- though the program ended before it heard so.

CREATE TABLE posts (
    room INTEGER PRIMARY KEY REFERENCES rooms (id) ON DELETE CASCADE,
    channel INTEGER NOT NULL,
    nonce TEXT NOT NULL,                -- by which Discord knows it for some minutes
    picture TEXT NOT NULL,              -- the name of its picture, '' for a lobby
    change INTEGER NOT NULL,            -- of the room that it shows
    length INTEGER NOT NULL,            -- of the log that it shows, -1 for a lobby
    moved REAL NOT NULL,                -- when that had last changed
    at REAL NOT NULL                    -- when Discord was asked
) STRICT;

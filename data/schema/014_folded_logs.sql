-- The log of a table that has long been over lies in one compressed row; its lines in `log` are gone then.

CREATE TABLE folded_logs (
    room INTEGER PRIMARY KEY REFERENCES rooms (id) ON DELETE CASCADE,
    form INTEGER NOT NULL,              -- how `lines` are written, see bot/store/folding.py
    moves INTEGER NOT NULL,             -- how many of the lines a seat has made
    lines BLOB NOT NULL                 -- all columns of `log`, compressed
) STRICT;

ALTER TABLE rooms ADD COLUMN folded INTEGER NOT NULL DEFAULT 0 CHECK (folded IN (0, 1));  -- nothing is left in `log`

CREATE INDEX rooms_unfolded ON rooms (moved) WHERE phase IN ('over', 'ended') AND folded = 0;

-- Several processes may share one database: whoever is about to send something says so first, and others leave it.

ALTER TABLE outbox ADD COLUMN worker TEXT NOT NULL DEFAULT '';  -- the process that shows the table now; '': none does
ALTER TABLE outbox ADD COLUMN until REAL NOT NULL DEFAULT 0;    -- then another one may, whatever became of that one
ALTER TABLE outbox ADD COLUMN brought INTEGER NOT NULL DEFAULT 0 CHECK (brought IN (0, 1));  -- to be posted anew
ALTER TABLE tidings ADD COLUMN until REAL NOT NULL DEFAULT 0;   -- somebody is sending it; then another one may
ALTER TABLE follows ADD COLUMN until REAL NOT NULL DEFAULT 0;
ALTER TABLE declined ADD COLUMN until REAL NOT NULL DEFAULT 0;

CREATE TABLE deletions (                -- of people and servers; who computes ratings must not know them from before
    one INTEGER PRIMARY KEY CHECK (one = 1),
    count INTEGER NOT NULL
) STRICT;

-- What was deleted can be read between the rows of the file until the file is written anew, once a day.

ALTER TABLE deletions ADD COLUMN since REAL;                     -- the first of which there may be traces; NULL: none
ALTER TABLE deletions ADD COLUMN until REAL NOT NULL DEFAULT 0;  -- a process is removing them; then another one may
ALTER TABLE deletions ADD COLUMN due REAL;   -- when they are to be removed; NULL: not planned yet
ALTER TABLE deletions ADD COLUMN last REAL;  -- when they were to be removed last

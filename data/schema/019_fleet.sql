-- Several processes on one database: when people could last play on the servers of which shards, and who is at work.

CREATE TABLE pulses (                   -- the last moment at which people on the servers of these shards could play
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    count INTEGER NOT NULL,             -- how many shards there were in all; 1: every server
    at REAL NOT NULL,
    PRIMARY KEY (count, first, last)
) STRICT, WITHOUT ROWID;
INSERT INTO pulses (first, last, count, at) SELECT 0, 0, 1, at FROM pulse;
DROP TABLE pulse;
ALTER TABLE pulses RENAME TO pulse;

CREATE TABLE processes (
    name TEXT PRIMARY KEY,              -- made up at the start of the process
    first INTEGER NOT NULL,             -- its shards, of so many
    last INTEGER NOT NULL,
    count INTEGER NOT NULL,
    since REAL NOT NULL,
    seen REAL NOT NULL                  -- when it last said that it is at work
) STRICT, WITHOUT ROWID;

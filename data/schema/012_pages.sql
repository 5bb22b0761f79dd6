-- Pages of private messages that were shown to a whole channel, each at most once.

CREATE TABLE pages (
    message INTEGER NOT NULL,           -- the private one; it names nobody
    page TEXT NOT NULL,                 -- of a leaderboard, or the game of a profile
    at REAL NOT NULL,
    PRIMARY KEY (message, page)
) STRICT, WITHOUT ROWID;

CREATE INDEX pages_at ON pages (at);

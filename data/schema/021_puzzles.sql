-- The puzzles of each day, what people answered, and on which days they solved one.

CREATE TABLE puzzles (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    day TEXT NOT NULL,                  -- a date in UTC, '2026-11-23'
    game TEXT NOT NULL,
    guild INTEGER NOT NULL,             -- the server from whose games it comes, 0: from robots' games, the same everywhere
    record TEXT NOT NULL,               -- the game up to its position, as the bot writes one, without names
    judged TEXT NOT NULL,               -- the decision there; see bot/store/reviews.py
    UNIQUE (day, game, guild)
) STRICT;
CREATE INDEX puzzles_guild ON puzzles (guild) WHERE guild <> 0;

CREATE TABLE tries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,  -- never given twice: old buttons carry it
    puzzle INTEGER NOT NULL REFERENCES puzzles (id) ON DELETE CASCADE,
    person INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    moves TEXT NOT NULL DEFAULT '[]',   -- a JSON list of notations
    change INTEGER NOT NULL DEFAULT 1,  -- counts every change
    at REAL,                            -- when the answer was complete
    answer TEXT,                        -- how it was judged
    solved INTEGER NOT NULL DEFAULT 0 CHECK (solved IN (0, 1)),
    UNIQUE (puzzle, person)
) STRICT;
CREATE INDEX tries_person ON tries (person);

CREATE TABLE solved_days (              -- on which a person solved at least one puzzle of the day
    person INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    day TEXT NOT NULL,
    PRIMARY KEY (person, day)
) STRICT, WITHOUT ROWID;

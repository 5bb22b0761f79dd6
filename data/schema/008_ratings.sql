-- Results of rated games, which are the truth, and the ratings reckoned from them, which can be reckoned anew.

CREATE TABLE results (                   -- one row a seat of a rated game that is over
    room INTEGER NOT NULL,              -- no reference: a result outlives its room
    seat INTEGER NOT NULL CHECK (seat >= 0),
    game TEXT NOT NULL,
    edition INTEGER NOT NULL,
    guild INTEGER,                      -- NULL: that server is forgotten
    finished REAL NOT NULL,             -- no two games share a moment: this is the order of reckoning
    person INTEGER,                     -- who counts for the seat; negative: somebody whose number is deleted
    level TEXT,                         -- of a robot
    rank INTEGER NOT NULL CHECK (rank >= 1),
    points INTEGER NOT NULL,            -- of the seat; negative where few points are good
    mark TEXT NOT NULL DEFAULT '',      -- 'left': the person did not play to the end
    think REAL NOT NULL DEFAULT 0,      -- seconds over all turns of the person, sleep left out
    turns INTEGER NOT NULL DEFAULT 0,
    longest REAL NOT NULL DEFAULT 0,    -- seconds of the longest turn
    PRIMARY KEY (room, seat),
    CHECK ((person IS NULL) = (level IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX results_finished ON results (finished);
CREATE INDEX results_person ON results (person, finished) WHERE person IS NOT NULL;
CREATE INDEX results_game ON results (game, finished);
CREATE INDEX results_guild ON results (guild, finished);

CREATE TABLE ratings (
    game TEXT NOT NULL,
    guild INTEGER NOT NULL,             -- 0: everywhere
    season INTEGER NOT NULL,            -- 4 * year + quarter from 0; 0: of all time
    edition INTEGER NOT NULL,
    person INTEGER NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    games INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    streak INTEGER NOT NULL,            -- wins in a row up to now
    best INTEGER,                       -- points of the best game that was played to the end
    think REAL NOT NULL,
    turns INTEGER NOT NULL,
    week INTEGER NOT NULL,              -- of the last game, counted from that of 1970-01-01, Mondays first
    earlier REAL NOT NULL,              -- mu at the beginning of that week
    earlier_games INTEGER NOT NULL,
    settled INTEGER NOT NULL CHECK (settled IN (0, 1)),
    PRIMARY KEY (game, guild, season, edition, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_order ON ratings (game, guild, season, edition, settled DESC, mu DESC, person, week);
CREATE INDEX ratings_week ON ratings (game, guild, season, edition, week, earlier, earlier_games, mu, settled, person);
CREATE INDEX ratings_person ON ratings (person);

CREATE TABLE gains (                    -- what a game did to a person's ratings of all time
    room INTEGER NOT NULL,
    person INTEGER NOT NULL,
    here_before REAL NOT NULL,          -- on its server
    here REAL NOT NULL,
    everywhere_before REAL NOT NULL,
    everywhere REAL NOT NULL,
    settled INTEGER NOT NULL CHECK (settled IN (0, 1)),  -- on its server, after the game
    PRIMARY KEY (room, person)
) STRICT, WITHOUT ROWID;

CREATE TABLE reckoned (                 -- one row: the rules by which the ratings were reckoned, see bot/ratings.py
    one INTEGER PRIMARY KEY CHECK (one = 1),
    rules INTEGER NOT NULL
) STRICT;

CREATE INDEX wishes_unlisted ON wishes (person) WHERE key = 'listed' AND value = 'no';

CREATE VIEW listed AS                    -- the ratings that people may look at
    SELECT * FROM ratings
    WHERE +person > 0                   -- plus: no index is chosen for this
        AND (guild <> 0 OR person NOT IN (SELECT person FROM wishes WHERE key = 'listed' AND value = 'no'));

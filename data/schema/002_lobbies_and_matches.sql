-- What the lobby agrees on beside the game's own options, matches, and what a person chose last.

ALTER TABLE rooms ADD COLUMN terms TEXT NOT NULL DEFAULT '{}';    -- a JSON object: match, who, where
ALTER TABLE rooms ADD COLUMN note TEXT;                           -- a JSON list: the lobby's latest remark
ALTER TABLE rooms ADD COLUMN ripe INTEGER NOT NULL DEFAULT 0 CHECK (ripe IN (0, 1));  -- open long enough to start
ALTER TABLE rooms ADD COLUMN home INTEGER;                        -- where the lobby stood, if the table moved away
ALTER TABLE rooms ADD COLUMN first INTEGER NOT NULL DEFAULT 0;    -- the seat that begins where the rules leave it open
ALTER TABLE rooms ADD COLUMN match INTEGER REFERENCES rooms (id); -- the match's first game, also in that game itself

CREATE UNIQUE INDEX rooms_match ON rooms (match, first) WHERE match IS NOT NULL;  -- each game of a match once
CREATE INDEX rooms_open_by_home ON rooms (home) WHERE phase IN ('lobby', 'playing') AND home IS NOT NULL;

CREATE TABLE habits (                   -- the options of the lobby in which a person last chose any
    person INTEGER NOT NULL REFERENCES people (id),
    game TEXT NOT NULL,
    options TEXT NOT NULL,              -- a JSON object
    terms TEXT NOT NULL,                -- a JSON object
    PRIMARY KEY (person, game)
) STRICT, WITHOUT ROWID;

-- Records of games that people brought, and the other moves that they tried from one of its positions.

CREATE TABLE imports (
    id INTEGER PRIMARY KEY AUTOINCREMENT,  -- never given twice: old buttons carry it
    person INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    text TEXT NOT NULL,                 -- the record, as the bot writes one
    whole INTEGER NOT NULL CHECK (whole IN (0, 1)),  -- 0: the rules were corrected since, the text ends where they differ
    at REAL NOT NULL,
    place INTEGER NOT NULL DEFAULT 0,   -- length of the record's log from which other moves are tried
    tried TEXT NOT NULL DEFAULT '[]',   -- a JSON list of these moves and draws: [seat, notation], -1 for chance
    change INTEGER NOT NULL DEFAULT 1   -- counts every change of `place` and `tried`
) STRICT;

CREATE INDEX imports_person ON imports (person);

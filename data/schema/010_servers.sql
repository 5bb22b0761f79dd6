-- Servers: what is chosen there, since when the bot is away, which results are still to be told; names people had.

CREATE TABLE choices (                  -- what who manages a server chose for it, see bot/server.py
    guild INTEGER NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (guild, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE departures (               -- servers that removed the bot
    guild INTEGER PRIMARY KEY,
    at REAL NOT NULL                    -- when that was noticed
) STRICT;

CREATE TABLE tidings (                  -- tables that are over and whose result is still to be told in that channel
    room INTEGER PRIMARY KEY REFERENCES rooms (id) ON DELETE CASCADE,
    channel INTEGER NOT NULL
) STRICT;

CREATE TABLE names (                    -- every name that a person had, so that all of them can be taken out
    person INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    PRIMARY KEY (person, name)
) STRICT, WITHOUT ROWID;

INSERT INTO names (person, name) SELECT id, name FROM people;

CREATE TRIGGER people_met AFTER INSERT ON people BEGIN
    INSERT INTO names (person, name) SELECT new.id, new.name
    WHERE NOT EXISTS (SELECT 1 FROM names WHERE person = new.id AND name = new.name);
END;

CREATE TRIGGER people_renamed AFTER UPDATE OF name ON people BEGIN
    INSERT INTO names (person, name) SELECT new.id, new.name
    WHERE NOT EXISTS (SELECT 1 FROM names WHERE person = new.id AND name = new.name);
END;

CREATE INDEX rooms_open_by_guild ON rooms (guild) WHERE phase IN ('lobby', 'playing') AND guild IS NOT NULL;

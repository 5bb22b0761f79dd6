-- Links for watching that were taken back. What such a link is made of besides stands in no database.

CREATE TABLE watch_links (
    room INTEGER PRIMARY KEY REFERENCES rooms (id) ON DELETE CASCADE,
    renewed INTEGER NOT NULL,                                    -- how often the link was taken back
    closed INTEGER NOT NULL CHECK (closed IN (0, 1))             -- whether there is none now
) STRICT;

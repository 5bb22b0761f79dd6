-- Browsers in which people play on the pages of their tables, and personal links that have not been opened yet.

CREATE TABLE page_sessions (
    digest TEXT PRIMARY KEY,                                     -- of what the browser shows; the secret itself is nowhere
    person INTEGER NOT NULL REFERENCES people (id),
    is_link INTEGER NOT NULL CHECK (is_link IN (0, 1)),          -- whether it is a link that waits to be opened
    since REAL NOT NULL,                                         -- unix seconds
    until REAL NOT NULL                                          -- unix seconds
) STRICT;

CREATE INDEX page_sessions_of_person ON page_sessions (person, is_link, since);
CREATE INDEX page_sessions_until ON page_sessions (until);

-- People who asked for a private note when a game ends.

CREATE TABLE follows (                  -- gone once the note is sent, or can never be
    room INTEGER NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
    person INTEGER NOT NULL,            -- an account number; who only watches need not be among the people
    PRIMARY KEY (room, person)
) STRICT, WITHOUT ROWID;

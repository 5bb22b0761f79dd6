-- Who has declined an invitation or a seat that was offered, until whoever asked them has been told.

CREATE TABLE declined (
    room INTEGER NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
    person INTEGER NOT NULL REFERENCES people (id),     -- who declined
    inviter INTEGER NOT NULL,           -- account number of who is to be told
    seat INTEGER,                       -- that was offered; NULL: an invitation to a lobby
    since INTEGER NOT NULL,             -- the change of the room with which they declined
    PRIMARY KEY (room, person, inviter)
) STRICT, WITHOUT ROWID;

CREATE INDEX declined_person ON declined (person);
CREATE INDEX declined_inviter ON declined (inviter);

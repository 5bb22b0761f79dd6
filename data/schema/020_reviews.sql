-- What a coach has judged so far of tables that are over; nobody is named in it.

CREATE TABLE reviews (
    room INTEGER PRIMARY KEY REFERENCES rooms (id) ON DELETE CASCADE,
    length INTEGER NOT NULL,            -- of the log that is judged
    decisions INTEGER NOT NULL,         -- how many there are in it
    complete INTEGER NOT NULL CHECK (complete IN (0, 1)),  -- nothing is left to judge
    judged TEXT NOT NULL                -- what was judged, each with the pass that it comes from; see bot/store/reviews.py
) STRICT;

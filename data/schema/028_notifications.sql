-- All that is told once besides the messages of tables, in one place: to a person or in a channel, each with its kind.

CREATE TABLE notifications (
    id INTEGER PRIMARY KEY AUTOINCREMENT,  -- in the order in which they came up
    room INTEGER NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    person INTEGER,                     -- account number of who is told; NULL: a channel is
    channel INTEGER,
    about INTEGER REFERENCES people (id),  -- whom the text names besides
    facts TEXT NOT NULL DEFAULT '{}',   -- a JSON object of whole numbers: what else this kind must know
    since INTEGER NOT NULL,             -- the change of the room with which it came up
    due REAL NOT NULL,                  -- when it is to be sent
    until REAL NOT NULL DEFAULT 0,      -- a process is sending it; then another one may
    CHECK ((person IS NULL) <> (channel IS NULL))
) STRICT;

CREATE INDEX notifications_room ON notifications (room);
CREATE INDEX notifications_person ON notifications (person) WHERE person IS NOT NULL;
CREATE INDEX notifications_about ON notifications (about) WHERE about IS NOT NULL;
CREATE INDEX notifications_due ON notifications (due);

INSERT INTO notifications (room, kind, channel, since, due, until)
    SELECT tidings.room, 'result', tidings.channel, rooms.change, rooms.moved, tidings.until
    FROM tidings JOIN rooms ON rooms.id = tidings.room ORDER BY tidings.room;
INSERT INTO notifications (room, kind, person, since, due, until)
    SELECT follows.room, 'ended', follows.person, rooms.change, rooms.moved, follows.until
    FROM follows JOIN rooms ON rooms.id = follows.room WHERE follows.ended = 1 ORDER BY follows.room, follows.person;
INSERT INTO notifications (room, kind, person, about, facts, since, due, until)
    SELECT declined.room, 'declined', declined.inviter, declined.person,
        CASE WHEN declined.seat IS NULL THEN '{}' ELSE '{"seat": ' || declined.seat || '}' END,
        declined.since, rooms.moved, declined.until
    FROM declined JOIN rooms ON rooms.id = declined.room ORDER BY declined.room, declined.since;
INSERT INTO notifications (room, kind, person, facts, since, due)
    SELECT seats.room, 'timed_out', coalesce(seats.person, seats.former), '{"seat": ' || seats.seat || '}',
        rooms.change, seats.note
    FROM seats JOIN rooms ON rooms.id = seats.room
    WHERE seats.note IS NOT NULL AND coalesce(seats.person, seats.former) IS NOT NULL ORDER BY seats.note;

DROP TABLE tidings;
DROP TABLE declined;
DELETE FROM follows WHERE ended = 1;
DROP INDEX follows_ended;
ALTER TABLE follows DROP COLUMN ended;
ALTER TABLE follows DROP COLUMN until;
DROP INDEX seats_note;
ALTER TABLE seats DROP COLUMN note;

-- Tables, columns and indexes get names that say what they hold. No row changes.

-- A trigger is made again for its table: on PostgreSQL its statements are a text, which no renaming reaches.
DROP TRIGGER people_met;
DROP TRIGGER people_renamed;

ALTER TABLE wishes RENAME TO preferences;
ALTER TABLE choices RENAME TO server_settings;
ALTER TABLE habits RENAME TO lobby_habits;
ALTER TABLE names RENAME TO known_names;                        -- every name that a person has had, and the present one
ALTER TABLE asides RENAME TO room_events;
ALTER TABLE asks RENAME TO proposals;
ALTER TABLE removed RENAME TO lobby_removals;
ALTER TABLE prepared RENAME TO prepared_turns;
ALTER TABLE follows RENAME TO followers;
ALTER TABLE asleep RENAME TO unreachable_rooms;
ALTER TABLE strips RENAME TO stale_messages;
ALTER TABLE posts RENAME TO pending_posts;
ALTER TABLE pages RENAME TO shared_pages;
ALTER TABLE answered RENAME TO roomless_presses;
ALTER TABLE pulse RENAME TO heartbeats;
ALTER TABLE tries RENAME TO puzzle_attempts;
ALTER TABLE gains RENAME TO rating_changes;
ALTER TABLE reckoned RENAME TO rating_rules;

ALTER TABLE rooms RENAME COLUMN moved TO changed_at;            -- last change of lobby or table
ALTER TABLE rooms RENAME COLUMN shown TO shown_length;          -- length of the log that the newest message shows
ALTER TABLE rooms RENAME COLUMN home TO lobby_channel;          -- NULL: the table is still in its lobby's channel
ALTER TABLE rooms RENAME COLUMN first TO first_seat;            -- the seat that begins where the rules leave it open
ALTER TABLE seats RENAME COLUMN joined TO lobby_place;
ALTER TABLE seats RENAME COLUMN acts TO owes_move;
ALTER TABLE seats RENAME COLUMN former TO former_person;
ALTER TABLE seats RENAME COLUMN asked TO clock_started;         -- NULL: no clock runs
ALTER TABLE seats RENAME COLUMN nudge TO remind_at;             -- NULL: no reminder is due
ALTER TABLE seats RENAME COLUMN shifted TO deadline_moved;      -- when the deadline was moved within the turn
ALTER TABLE seats RENAME COLUMN late TO missed_deadlines;       -- in a row
ALTER TABLE seats RENAME COLUMN spare TO may_extend;            -- the person may still ask for more time
ALTER TABLE seats RENAME COLUMN stopped TO is_paused;           -- as its table, so that its deadline is not looked at
ALTER TABLE room_events RENAME COLUMN place TO log_length;      -- at that moment
ALTER TABLE handovers RENAME COLUMN place TO log_length;        -- at that moment
ALTER TABLE imports RENAME COLUMN place TO log_length;          -- from which other moves are tried
ALTER TABLE imports RENAME COLUMN tried TO tried_moves;
ALTER TABLE guests RENAME COLUMN called TO is_notified;
ALTER TABLE unreachable_rooms RENAME COLUMN since TO first_attempt;
ALTER TABLE unreachable_rooms RENAME COLUMN tried TO last_attempt;
ALTER TABLE unreachable_rooms RENAME COLUMN trying TO is_retrying;
ALTER TABLE stale_messages RENAME COLUMN tries TO retries;
ALTER TABLE pending_posts RENAME COLUMN moved TO changed_at;
ALTER TABLE outbox RENAME COLUMN brought TO needs_repost;
ALTER TABLE watch_links RENAME COLUMN renewed TO revocations;
ALTER TABLE rating_rules RENAME COLUMN rules TO version;        -- of the rules by which the ratings were calculated
ALTER TABLE deletions RENAME COLUMN due TO scrub_due;           -- when traces are to be removed; NULL: not planned yet
ALTER TABLE deletions RENAME COLUMN last TO last_scrub;

DROP INDEX wishes_unlisted;
CREATE INDEX preferences_unlisted ON preferences (person) WHERE key = 'listed' AND value = 'no';
DROP INDEX names_name;
CREATE INDEX known_names_name ON known_names (name);
DROP INDEX asides_name;
CREATE INDEX room_events_name ON room_events (substr(facts, instr(facts, '"name": "')))
    WHERE instr(facts, '"name": "') > 0;
DROP INDEX asides_old;
CREATE INDEX room_events_old ON room_events (substr(facts, instr(facts, '"old": "'))) WHERE instr(facts, '"old": "') > 0;
DROP INDEX asks_at;
CREATE INDEX proposals_at ON proposals (at);
DROP INDEX removed_person;
CREATE INDEX lobby_removals_person ON lobby_removals (person);
DROP INDEX follows_person;
CREATE INDEX followers_person ON followers (person);
DROP INDEX strips_at;
CREATE INDEX stale_messages_at ON stale_messages (at);
DROP INDEX strips_room;
CREATE INDEX stale_messages_room ON stale_messages (room);
DROP INDEX pages_at;
CREATE INDEX shared_pages_at ON shared_pages (at);
DROP INDEX answered_at;
CREATE INDEX roomless_presses_at ON roomless_presses (at);
DROP INDEX tries_person;
CREATE INDEX puzzle_attempts_person ON puzzle_attempts (person);
DROP INDEX gains_person;
CREATE INDEX rating_changes_person ON rating_changes (person);
DROP INDEX rooms_open_by_home;
CREATE INDEX rooms_open_by_lobby_channel ON rooms (lobby_channel)
    WHERE phase IN ('lobby', 'playing') AND lobby_channel IS NOT NULL;
DROP INDEX seats_former;
CREATE INDEX seats_former_person ON seats (former_person) WHERE former_person IS NOT NULL;
DROP INDEX seats_nudge;
CREATE INDEX seats_remind_at ON seats (remind_at) WHERE remind_at IS NOT NULL AND is_paused = 0;

CREATE TRIGGER people_met AFTER INSERT ON people BEGIN
    INSERT INTO known_names (person, name) SELECT new.id, new.name
    WHERE NOT EXISTS (SELECT 1 FROM known_names WHERE person = new.id AND name = new.name);
END;

CREATE TRIGGER people_renamed AFTER UPDATE OF name ON people BEGIN
    INSERT INTO known_names (person, name) SELECT new.id, new.name
    WHERE NOT EXISTS (SELECT 1 FROM known_names WHERE person = new.id AND name = new.name);
END;

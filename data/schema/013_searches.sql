-- Whatever is asked again and again is found by an index: no look of the clock, no press and no deletion of a person
-- goes through all tables. A new kind of question wants its index here; a test names the scans that are allowed.

-- Tables by state, place and host.
CREATE INDEX rooms_finished ON rooms (channel, moved DESC, id DESC) WHERE phase IN ('over', 'ended');
CREATE INDEX rooms_running ON rooms (opened, id, channel) WHERE phase = 'playing' AND paused IS NULL;
CREATE INDEX rooms_unripe ON rooms (opened) WHERE phase = 'lobby' AND ripe = 0;
CREATE INDEX rooms_guild ON rooms (guild) WHERE guild IS NOT NULL;
CREATE INDEX rooms_host ON rooms (host);
CREATE INDEX rooms_invited ON rooms (invited) WHERE invited IS NOT NULL;

-- Names that stand where no account number does.
CREATE INDEX names_name ON names (name);
CREATE INDEX rooms_ended_by ON rooms (ended_by) WHERE ended_by <> '';
-- In JSON: the rest of the text from where the name is announced. json_extract is not for a schema that is not trusted.
CREATE INDEX asides_name ON asides (substr(facts, instr(facts, '"name": "'))) WHERE instr(facts, '"name": "') > 0;
CREATE INDEX asides_old ON asides (substr(facts, instr(facts, '"old": "'))) WHERE instr(facts, '"old": "') > 0;
CREATE INDEX rooms_noted ON rooms (substr(note, instr(note, '", "'))) WHERE instr(note, '", "') > 0;
CREATE INDEX rooms_noted_about ON rooms (substr(note, instr(note, ', ["'))) WHERE instr(note, ', ["') > 0;

-- What is kept of a person beside seats and results.
CREATE INDEX removed_person ON removed (person);
CREATE INDEX guests_person ON guests (person);
CREATE INDEX offers_person ON offers (person);
CREATE INDEX offers_giver ON offers (giver);
CREATE INDEX handovers_person ON handovers (person);
CREATE INDEX follows_person ON follows (person);
CREATE INDEX gains_person ON gains (person);
CREATE INDEX ratings_guild ON ratings (guild) WHERE guild <> 0;

-- Who follows a table that has ended is told; who follows one under way is not looked at.
ALTER TABLE follows ADD COLUMN ended INTEGER NOT NULL DEFAULT 0 CHECK (ended IN (0, 1));
UPDATE follows SET ended = 1 WHERE room IN (SELECT id FROM rooms WHERE phase IN ('over', 'ended'));
CREATE INDEX follows_ended ON follows (room, person) WHERE ended = 1;

-- Whose clock stands still is in nobody's way: no deadline of a table that is paused is looked at.
ALTER TABLE seats ADD COLUMN stopped INTEGER NOT NULL DEFAULT 0 CHECK (stopped IN (0, 1));
UPDATE seats SET stopped = 1 WHERE room IN (SELECT id FROM rooms WHERE paused IS NOT NULL);
DROP INDEX seats_due;
DROP INDEX seats_nudge;
CREATE INDEX seats_due ON seats (due) WHERE due IS NOT NULL AND stopped = 0;
CREATE INDEX seats_nudge ON seats (nudge) WHERE nudge IS NOT NULL AND stopped = 0;

-- An offer ends with its table.
DELETE FROM offers WHERE room IN (SELECT id FROM rooms WHERE phase <> 'playing');

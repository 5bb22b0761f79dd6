-- How long a lobby has been open says nothing any more: Start is blue as soon as the game can start.

DROP INDEX rooms_unripe;
ALTER TABLE rooms DROP COLUMN ripe;

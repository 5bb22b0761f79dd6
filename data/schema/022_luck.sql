-- How much the draws of a game favored each seat, kept with its review. Of reviews from before this step it is unknown,
-- and found out when somebody asks for them again.

ALTER TABLE reviews ADD COLUMN draws INTEGER;                      -- how many there are in the log; NULL while unknown
ALTER TABLE reviews ADD COLUMN luck TEXT NOT NULL DEFAULT '[]';    -- of the first of them; see bot/store/reviews.py

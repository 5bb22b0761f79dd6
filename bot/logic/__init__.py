"""Pure steps: each takes a Record and returns a changed Record or raises a Refusal. Also the results of finished games.

This package knows nothing about storage, Discord or texts. It reads no clock: `now` and `seed` are parameters.

**Prepared moves** are in the Record but never in a Room (`Record.public`), so no other player's screen can show them.
After each step, the prepared moves of the seats to move are played if they still mean the same, and expired ones are
deleted. Preparing a move writes nothing to the log.

**Ratings** use the full Bradley-Terry model of openskill: each player is compared with every other player at the table,
and a shared rank is a draw. Plackett-Luce, used until November 2026, rewards players who share first place less than
the player behind them. The rating that people see is the mean of the model's estimate. Each edition of a game's rules
has ladders for each server and for all servers together, all-time and per quarter. The ratings of robots were measured
once and are read from `data/anchors.json`. Ratings are derived from results: when `RATING_RULES` or that file changes,
the next start recalculates all ratings.

**Robots.** `automatic_moves` prepares what a robot needs to choose its move: level, view and seed. It never searches.
"""

"""Pure steps: each takes a Record and returns the next one or raises a Refusal. Also the results of finished games.

This room knows no storage, no Discord and no words. It reads no clock: `now` and `seed` are parameters.

**Prepared moves** are in the Record but never in a Room (`Record.public`), so no other player's screen can show them.
After each step, moves that still mean the same are played and expired ones are deleted. Preparing a move writes nothing
to the log.

**Ratings** use the full Bradley-Terry model of openskill: each player is compared with every other player at the table,
and a shared rank is a draw. Plackett-Luce, used until November 2026, rewards players who share first place less than
the player behind them. People see the mean. Each game and edition of its rules has ladders for each server and for all
servers together, all-time and per quarter. Robots' ratings are measured and fixed, in `data/anchors.json`. Ratings are
derived from results: when `RATING_RULES` or that file changes, the next start recalculates all of them.

**Robots.** `automatic_moves` prepares what a robot needs to choose its move: level, view and seed. It never searches.
"""

"""Pure steps: each takes a Record and returns the next one or raises a Refusal. Also the results of finished games.

This room knows no storage, no Discord and no words. It reads no clock: `now` and `seed` are parameters.

**Prepared moves** are in the Record and in no Room (`Record.public`), so no other player's screen can show them. After
each step those that still mean the same are played, and those that are over are deleted. Preparing one writes no line
of the log.

**Ratings** are the full Bradley-Terry model of openskill: everybody is compared with everybody else at the table, and a
shared place is a draw. Plackett-Luce, used until November 2026, gives those who share the first place less than the one
behind them. People see the mean. There is a ladder for each game and edition of its rules, for each server and for
everybody, of all time and of each quarter. Robots' ratings are measured and fixed, in `data/anchors.json`. Results are
the truth and ratings follow from them: when `RULES` or that file changes, the next start calculates all of them again.

**Robots.** `automatic_moves` poses the question to a robot that must move: level, view and seed. It never searches.
"""

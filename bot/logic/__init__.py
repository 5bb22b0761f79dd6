"""Pure steps: each takes a Record and returns the next one or raises a Refusal. Also the results of finished games.

This room knows no storage, no Discord and no words. It reads no clock: `now` and `seed` are parameters.
"""

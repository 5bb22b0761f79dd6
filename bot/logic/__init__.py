"""Pure steps from Record to Record, or a refusal, and what follows from a game that has ended.

It knows no storage, no Discord and no words, and has no clock of its own: `now` and `seed` are given.
"""

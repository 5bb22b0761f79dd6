"""Would the tests notice? Faults are planted in a copy of the project, one after the other.

`python -m tests.sabotage [name...]` plants those that are held by hand in `faults.toml`, or those named;
`python -m tests.sabotage.mutants` has a mutation tool make others in one room.

`catch_rate.jsonl` has 120 faults, 60 that were held by hand and 60 by cosmic-ray from all rooms, chosen by a seed, and
of each a test that noticed it before and after much of the code and of the tests was deleted: 108 and 108, and the same
12 were noticed by none. Each was planted alone and met the tests that it was held with, those at its path, and up to
ten files that import the module. What survived met `tests/bot/flows` and a few chosen files before, and every test
afterwards, all of them planted together.
"""

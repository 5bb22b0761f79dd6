"""Would the tests notice? Faults are planted in a copy of the project, one after the other.

`python -m tests.sabotage [name...]` plants those that are held by hand in `faults.toml`, or those named;
`python -m tests.sabotage.mutants` has a mutation tool make others in one room.

`catch_rate.jsonl` has 120 faults, 60 that were held by hand and 60 by cosmic-ray from all rooms, chosen by a seed, and
of each the first test that noticed it before much of the code and of the tests was deleted. Each was planted alone and
met the tests that it was held with, those at its path, and up to ten files that import the module; what survived was
planted together with the others that did, for all tests.
"""

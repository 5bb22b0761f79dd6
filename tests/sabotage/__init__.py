"""Would the tests notice? Faults are planted in a copy of the project, one after the other.

`python -m tests.sabotage [name...]` plants those that are held by hand in `faults.toml`, or those named;
`python -m tests.sabotage.mutants` has a mutation tool make others in one room. `catch_rate.jsonl` keeps which of 120
faults were noticed before and after a great deletion of code and tests.
"""

"""Trials: long campaigns against the real client on the local Discord; `python -m tests.trials faults` runs one.

Each module has `async def figures(size)`: what was measured, with the borders that must hold. `SIZE` is that of the
long campaign; `test_short.py` runs all of them small. They know no rules: legal moves come from the engine.
"""

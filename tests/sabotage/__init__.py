"""Planted faults: would the tests notice? `python -m tests.sabotage [name...]` tries all of them, or those named.

Each is a small change of one file that a tired programmer could make, with the tests that must fail then. It runs as a
campaign; `test_planted.py` only looks whether every change still fits its file. Knows no room from inside.
"""

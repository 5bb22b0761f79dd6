"""Sample pictures: games between robots, and leaderboards, profiles and chances of invented people.

Knows no rules; only `python -m render` may import it.
"""

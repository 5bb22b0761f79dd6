"""Sample pictures: games between robots, and leaderboards, profiles and chances of invented people.

Knows nothing about rules. Only `python -m render` may import it.
"""

"""Sample pictures to look at: games that robots play, leaderboards, profiles and chances of nobody.

Knows no rules; nothing but `python -m render` may import it.
"""

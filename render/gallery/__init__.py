"""Sample pictures to look at: games that robots play, leaderboards and profiles of nobody.

Knows no rules; nothing but `python -m render` may import it.
"""

"""Research on robots and reviews: how strong levels are, what values stand for, whether reviews are right.

Each campaign keeps what it has played or judged in a file and goes on where it was; `docs/robots.md` has what came of
all. Tests run the ladder, the curves and the truth, very small.
"""

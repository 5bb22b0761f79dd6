"""A bag that anybody can check: the lock of a seed is shown first, the seed last, and every draw follows from it.

Knows no people and no words.
"""

from hashlib import sha256

from engine.core import CHANCE
from engine.table import Table


def lock(seed: str) -> str:
    """What may be shown while the seed is secret: its SHA-256 as 64 hexadecimal digits."""
    return sha256(seed.encode()).hexdigest()


def differs(table: Table, seed: str) -> int:
    """Deals the game again from the seed: the number of the first draw that came out otherwise, 0 if none did.

    Raises IllegalMove where the log does not follow the rules as they are now.
    """
    known = [each for each in table.log if each.seat == CHANCE]
    again = Table.new(table.game, table.seats, table.options, seed, table.first)
    for entry in table.log:
        if entry.seat != CHANCE:
            again = again.play(entry.seat, entry.text)
            continue
        drawn = [each for each in again.log if each.seat == CHANCE]
        for number, (one, other) in enumerate(zip(drawn, known, strict=False), 1):
            if one != other:
                return number
    return 0

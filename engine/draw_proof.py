"""Draws that anyone can verify.

Every draw follows from the seed. The hash of the seed is published before the game, the seed itself at the end.
Knows nothing about people and texts.
"""

from hashlib import sha256

from engine.core import CHANCE
from engine.table import Table


def seed_lock(seed: str) -> str:
    """Return the public hash of a secret seed: its SHA-256 as 64 hexadecimal digits."""
    return sha256(seed.encode()).hexdigest()


def first_difference(table: Table, seed: str) -> int:
    """Repeat the draws from the seed; return the number of the first draw that differs, from 1, or 0 if none does.

    Raises IllegalMove if the log breaks the current rules.
    """
    recorded_draws = [entry for entry in table.log if entry.seat == CHANCE]
    again = Table.new(table.game, table.seats, table.options, seed, table.first)
    for entry in table.log:
        if entry.seat != CHANCE:
            again = again.play(entry.seat, entry.text)
            continue
        repeated_draws = [entry for entry in again.log if entry.seat == CHANCE]
        for number, (repeated, recorded) in enumerate(zip(repeated_draws, recorded_draws, strict=False), 1):
            if repeated != recorded:
                return number
    return 0

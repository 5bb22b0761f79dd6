"""Proof that the bag was fair: its lock is published at the start, its key after the last draw.

The lock is a hash of the key, so nobody can change the key once the lock is published.

A match has one bag: the seeds of its games are derived from one key. Knows nothing about storage, texts or Discord.
"""

from collections.abc import Sequence
from random import Random

from bot.model.record import OPEN_PHASES, Record
from bot.model.room import Room
from engine.core import CHANCE
from engine.draw_proof import seed_lock

PUBLISHED_DIGITS = 32  # hexadecimal digits of the lock: 128 bits, so that no second key with this lock can be found


def seat_lot(key: str, count: int) -> list[int]:
    """Draw the seats by lot: for each seat in order, the 0-based index of its player in the order of joining.

    >>> sorted(seat_lot("5f1c", 4))
    [0, 1, 2, 3]
    """
    lot = list(range(count))
    Random(f"{key}/seats").shuffle(lot)  # noqa: S311 - repeatable on purpose
    return lot


def seats_fit(room: Room) -> bool | None:
    """Whether the seats match the lot; None if there was no lot (a rematch) or the key is still secret."""
    if room.record.rematch_of is not None or room.table is None or not room.table.seed or room.record.first_seat:
        return None
    joined = [chair.lobby_place for chair in room.chairs]
    ranks = sorted(joined)
    return [ranks.index(place) for place in joined] == seat_lot(bag_key(room.table.seed, room.record.match), len(ranks))


def bag_key(seed: str, match: int | None) -> str:
    """The key of the bag from which a game with that seed draws.

    >>> bag_key("5f1c", None), bag_key("5f1c/2", 7)
    ('5f1c', '5f1c')
    """
    return seed if match is None else seed.rpartition("/")[0]


def publish_lock(record: Record, now: float) -> Record:
    """Publish the lock of a table that was just dealt. A record without draws is unchanged."""
    if record.seed is None or all(line.seat != CHANCE for line in record.log):
        return record
    return record.with_room_event(
        "lock", {"lock": seed_lock(bag_key(record.seed, record.match))[:PUBLISHED_DIGITS]}, now
    )


def published_lock(rooms: Sequence[Room]) -> str:
    """The lock published when the first of these games started, "" if there is none."""
    events = (event for room in rooms for event in room.record.room_events if event.kind == "lock")
    return next((str(event.facts.get("lock", "")) for event in events), "")


def revealed_key(room: Room, match: Sequence[Room]) -> str:
    """The key of the table's bag, "" while anything may still be drawn from it.

    `match`: all games of the room's match so far. The next game is created when the previous one ends, so the match is
    over when all games created so far are over.
    """
    if any(game_room.phase in OPEN_PHASES for game_room in (room, *match)) or room.table is None or not room.table.seed:
        return ""
    return bag_key(room.table.seed, room.record.match)

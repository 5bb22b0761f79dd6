"""Texts about the bag of a table: its lock, its key, and whether its draws can be repeated. Knows no rules."""

from collections.abc import Sequence

from bot.logic.bag_proof import SHOWN, key, lock_of, seats_fit
from bot.model.room import PlayedRoom, Room
from bot.screens.screen import Screen, texts
from bot.text.words import Words
from engine import IllegalMove
from engine.fair import differs, lock

ENDS = 4, 2  # letters of a key at its beginning and end that stand for it


def herald_line(room: Room, words: Words) -> str:
    """The lock, for the message about the start; "" for a game without draws."""
    published = lock_of([room])
    return words("bag.lock", lock=published) if published else ""


def end_line(room: Room, match: Sequence[Room], words: Words) -> str:
    """The key, shortened; "" while it is secret and for a game without draws."""
    found = key(room, match)
    if not found or room.table is None or not room.table.draws:
        return ""
    first, last = ENDS
    short = found if len(found) <= first + last else f"{found[:first]}…{found[-last:]}"
    return words("bag.key", key=short)


def verified(room: PlayedRoom, match: Sequence[Room], words: Words) -> Screen:
    """The whole game dealt again: whether the key fits the lock, which draw first differs, whether the seats fit."""
    table = room.table
    published = lock_of(match or [room])
    if not table.draws:
        return Screen((texts([words("bag.no_draws", tag=room.tag, game=room.game.title)]),))
    found = key(room, match)
    if not found:
        return Screen((texts([words("bag.locked", tag=room.tag, match=room.match), _lock(published, words)]),))
    checks = (_fits(room, published, found, words), _same(room, words), _seats(room, words))
    title = words("bag.title", tag=room.tag)  # the person may not have named the table
    return Screen((texts([title, *checks, _lock(published, words), words("bag.whole_key", key=found)]),))


def _lock(published: str, words: Words) -> str:
    return words("bag.lock", lock=published) if published else ""


def _fits(room: Room, published: str, found: str, words: Words) -> str:
    if not published:
        return words("bag.no_lock")
    return words("bag.fits") if lock(found)[:SHOWN] == published else words("bag.misfit", code=f"{room.id}-0")


def _seats(room: Room, words: Words) -> str:
    """Whether the seats match the lot; "" if they were not drawn."""
    fit = seats_fit(room)
    if fit is None:
        return ""
    return words("bag.seats") if fit else words("bag.seats_differ", code=f"{room.id}-s")


def _same(room: PlayedRoom, words: Words) -> str:
    """Whether dealing the game again gives the same draws; a code names table and draw to the operator."""
    table = room.table
    try:
        number = differs(table, table.seed or "")
    except IllegalMove:
        return words("bag.corrected", n=table.draws)
    if number:
        return words("bag.differs", n=number, code=f"{room.id}-{number}")
    return words("bag.same", n=table.draws)

"""Texts about the bag of a table: its lock, its key, and whether its draws can be repeated. Knows no rules."""

from collections.abc import Sequence

from bot.logic.bag_proof import SHOWN, key, lock_of, seats_fit
from bot.model.room import PlayedRoom, Room
from bot.screens.screen import Screen, texts
from bot.text.words import Words
from engine import IllegalMove
from engine.fair import differs, lock

ENDS = 4, 2  # letters of a key at its beginning and end that stand for it


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
    lock_line = words("bag.lock", lock=published) if published else ""
    if not found:
        return Screen((texts([words("bag.locked", tag=room.tag, match=room.match), lock_line]),))
    fits = words("bag.fits") if lock(found)[:SHOWN] == published else words("bag.misfit", code=f"{room.id}-0")
    checks = [fits if published else words("bag.no_lock"), _same(room, words)]
    drawn_by_lot = seats_fit(room)  # None if the seats were not drawn
    if drawn_by_lot is not None:
        checks.append(words("bag.seats") if drawn_by_lot else words("bag.seats_differ", code=f"{room.id}-s"))
    title = words("bag.title", tag=room.tag)  # the person may not have named the table
    return Screen((texts([title, *checks, lock_line, words("bag.whole_key", key=found)]),))


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

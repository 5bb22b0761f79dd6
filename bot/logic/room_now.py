"""A room as it stands at a moment: who is on vacation, time banks, which offers stand. Knows no Discord."""

import logging
from collections.abc import Iterable, Mapping
from copy import copy
from datetime import datetime

from bot.logic.deadlines import banked
from bot.logic.seats import stands
from bot.model.hours import Hours
from bot.model.people import Person
from bot.model.record import Record, room_of
from bot.model.room import Room
from engine.codec import Misfit
from engine.core import Game

log = logging.getLogger(__name__)


def room_at(record: Record, games: Mapping[str, Game], now: float) -> Room:
    """The room of the record as it stands at that moment. Raises Misfit if its position does not fit the game."""
    if record.offers or any(chair.away for chair in record.chairs):
        return _room_at(record, games, now)
    made = record.rooms_made.get(record.game)
    if made is None or made.game is not games[record.game]:
        made = record.rooms_made[record.game] = _room_at(record, games, now)
    room = copy(made)  # a press asks for the room of one record several times
    object.__setattr__(room, "now", now)
    return room


def _room_at(record: Record, games: Mapping[str, Game], now: float) -> Room:
    seated = [isinstance(chair.occupant, Person) for chair in record.chairs]
    banks = [banked(record, chair) if sits else None for chair, sits in zip(record.chairs, seated, strict=True)]
    away = []
    for chair in record.chairs:  # until the midnight in their zone that begins the day on which they are back
        here = datetime.fromtimestamp(now, Hours(zone=chair.zone).here)
        away.append(chair.away if chair.away > f"{here:%Y-%m-%d}" else "")
    return room_of(
        record,
        games,
        now=now,
        away=tuple(away),
        banks=tuple(None if bank is None else max(bank, 0.0) for bank in banks),
        offers=tuple(one for one in record.offers if record.phase == "playing" and stands(one, now)),
    )


def readable(records: Iterable[Record], games: Mapping[str, Game], now: float) -> list[Room]:
    """The rooms of these records, for a list, without those whose position does not fit their game.

    Each of those is logged; whoever opens that table meets the fault.
    """
    found = []
    for record in records:
        try:
            found.append(room_at(record, games, now))
        except (Misfit, KeyError):  # the program no longer knows these rules or this game
            log.exception("cannot be listed", extra={"room": record.id})
    return found

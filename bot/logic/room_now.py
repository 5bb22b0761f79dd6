"""A room as it stands at a moment: who is away, what a bank of time holds, which offers stand. Knows no Discord."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from bot.logic.deadlines import banked
from bot.logic.seat_offers import stands
from bot.model.hours import Hours
from bot.model.people import Person
from bot.model.record import Chair, Record, room_of
from bot.model.room import Room
from engine.codec import Misfit
from engine.core import Game

log = logging.getLogger(__name__)


def room_at(record: Record, games: Mapping[str, Game], now: float) -> Room:
    """The room that the record keeps, as it is at that moment. Raises Misfit if its position does not fit the game."""
    room = room_of(record, games)
    seated = [isinstance(chair.occupant, Person) for chair in record.chairs]
    banks = [banked(record, chair) if sits else None for chair, sits in zip(record.chairs, seated, strict=True)]
    return replace(
        room,
        now=now,
        away=tuple(_away(chair, now) for chair in record.chairs),
        banks=tuple(None if bank is None else max(bank, 0.0) for bank in banks),
        offers=tuple(offer for offer in room.offers if stands(offer, now)),
    )


def readable(records: Iterable[Record], games: Mapping[str, Game], now: float) -> list[Room]:
    """The rooms that these records keep, for a list: one whose position does not fit its game must not hide the others.

    The log tells of it; whoever asks for that very table meets the fault.
    """
    found = []
    for record in records:
        try:
            found.append(room_at(record, games, now))
        except (Misfit, KeyError):  # of rules, or a game, that this program does not know any more
            log.exception("cannot be listed", extra={"room": record.id})
    return found


def _away(chair: Chair, now: float) -> str:
    """The first day on which the chair's person plays again, "" from that day's midnight where the person is."""
    here = Hours(zone=chair.zone).here
    return chair.away if chair.away > f"{datetime.fromtimestamp(now, here):%Y-%m-%d}" else ""

"""The tables of the file beside rooms, seats and log: asides, asks, offers, handovers, rematches, films, sleep.

The store builds on it. Knows no connection and no transaction: both are the store's.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import astuple
from typing import Any

from bot.model.people import Person
from bot.model.record import Handover, Record
from bot.model.room import Aside, Offer, Proposal
from bot.store.ways import Ways

BARE_LIFE: dict[str, Any] = {"asides": (), "offers": (), "handovers": (), "guests": (), "earlier": None}

_GUEST = "INSERT INTO guests (room, n, person, since) VALUES (?, ?, ?, ?) ON CONFLICT (room, person) DO NOTHING"
_NO_GUEST = "DELETE FROM guests WHERE room = ? AND person = ?"
_CALLED = "UPDATE guests SET called = 1 WHERE room = ? AND since <= ?"
_SHORTEN = "DELETE FROM log WHERE room = ? AND n >= ?"
_ASIDE = "INSERT INTO asides (room, n, place, kind, facts, at) VALUES (?, ?, ?, ?, ?, ?)"
_CLAMP_ASIDES = "UPDATE asides SET place = ? WHERE room = ? AND place > ?"
_ASK_NO_MORE = "DELETE FROM asks WHERE room = ?"
_ASKED = "INSERT INTO asks (room, seat, length, target, agreed, at, kind) VALUES (?, ?, ?, ?, ?, ?, ?)"
_NO_OFFERS = "DELETE FROM offers WHERE room = ?"
_OFFERED = "INSERT INTO offers (room, seat, person, giver, at) VALUES (?, ?, ?, ?, ?)"
_HANDED = "INSERT INTO handovers (room, n, seat, person, place, kind, at) VALUES (?, ?, ?, ?, ?, ?, ?)"
_CLAMP_HANDOVERS = "UPDATE handovers SET place = ? WHERE room = ? AND place > ?"
_REMATCH = "SELECT room FROM rematches WHERE earlier = ?"
_REMATCHES = "INSERT INTO rematches (room, earlier) VALUES (?, ?)"
_NO_REMATCH = "DELETE FROM rematches WHERE room = ?"
_FILM = "SELECT channel, message FROM films WHERE room = ?"
_FILMED = "INSERT INTO films (room, channel, message) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_NO_MESSAGE = "UPDATE rooms SET message = NULL WHERE id = ?"
_SLEEPS = """
    INSERT INTO asleep (room, reason, since, tried) VALUES (?, ?, ?, ?)
    ON CONFLICT (room) DO UPDATE SET reason = excluded.reason, tried = excluded.tried, trying = 0"""
_TRIES = "UPDATE asleep SET trying = 1 WHERE room = ?"
_WAKES = "DELETE FROM asleep WHERE room = ?"
_ASLEEP = "SELECT reason, trying FROM asleep WHERE room = ?"
SHORTEST_SLEEP, LONGEST_SLEEP = 20.0, 3600.0  # seconds before a table that sleeps is tried again
_SLEEPING = """
    SELECT asleep.room FROM asleep JOIN rooms ON rooms.id = asleep.room
    WHERE (:due IS NULL OR asleep.tried + min(:longest, max(:shortest, (asleep.tried - asleep.since) / 10)) <= :due)
        AND NOT asleep.trying AND (:guild IS NULL OR rooms.guild = :guild)"""
_FINISHED_OF = """
    SELECT DISTINCT rooms.id, rooms.moved FROM seats JOIN rooms ON rooms.id = seats.room
    WHERE (seats.person = :person OR seats.former = :person) AND rooms.phase IN ('over', 'ended')
    ORDER BY rooms.moved DESC, rooms.id DESC LIMIT :most"""
_FINISHED_IN = """
    SELECT id, moved FROM rooms WHERE channel = ? AND phase IN ('over', 'ended') ORDER BY moved DESC, id DESC LIMIT ?"""


class TableLifeStore(Ways):
    """What is kept of a table's life beside its moves. Each public call is one transaction."""

    # tables that are over

    async def finished_of(self, person_id: int, most: int) -> list[Record]:
        """Tables that are over and at which this person sat, the latest first."""
        rows = await self._read(_FINISHED_OF, person=person_id, most=most)
        return [await self._loaded(room_id) for room_id, _ in rows]

    async def finished_in(self, channel_id: int, most: int) -> list[Record]:
        """Tables of the channel that are over, the latest first."""
        rows = await self._read(_FINISHED_IN, channel_id, most)
        return [await self._loaded(room_id) for room_id, _ in rows]

    async def rematch_of(self, room_id: int) -> int | None:
        """The room that is the rematch of this one, None before there is one."""
        rows = await self._read(_REMATCH, room_id)
        return int(rows[0][0]) if rows else None

    async def forget_rematch(self, room_id: int) -> None:
        """This room, which came to nothing, is nobody's rematch any more."""
        await self._alone(_NO_REMATCH, room_id)

    async def film(self, room_id: int) -> tuple[int, int] | None:
        """Channel and message of the table's film, None before it was posted."""
        rows = await self._read(_FILM, room_id)
        return (int(rows[0][0]), int(rows[0][1])) if rows else None

    async def filmed(self, room_id: int, channel: int, message: int) -> None:
        """The film of the table is this message; the first one that was told stays it."""
        await self._alone(_FILMED, room_id, channel, message)

    # sleep

    async def put_to_sleep(self, room_id: int, reason: str, now: float) -> bool:
        """The room is not shown until somebody tries again; whether that is news since it was shown last."""

        async def work() -> bool:
            before = await self._rows(_ASLEEP, (room_id,))
            await self._rows(_SLEEPS, (room_id, reason, now, now))
            return not before

        return await self._transact(work)

    async def forget_message(self, room_id: int) -> None:
        """No message shows the room any more: its channel is gone."""
        await self._alone(_NO_MESSAGE, room_id)

    async def rouse(self, room_id: int) -> None:
        """The room is owed again, if it slept: Discord may let it be shown now."""
        await self._alone(_TRIES, room_id)

    async def wake(self, room_id: int) -> None:
        """The room was shown, so it sleeps no more."""
        if await self._read(_ASLEEP, room_id):
            await self._alone(_WAKES, room_id)

    async def asleep(self, room_id: int) -> str:
        """Why the room cannot be shown, "" for one that is awake or may be."""
        rows = await self._read(_ASLEEP, room_id)
        return str(rows[0][0]) if rows and not rows[0][1] else ""

    async def sleeping(self, due: float | None = None, guild: int | None = None) -> list[int]:
        """Rooms asleep, of that server (None: of all): every one, or those that are to be tried again at that moment.

        The pause before the next try is a tenth of the time that the table has slept, from 20 seconds to an hour.
        """
        limits = {"shortest": SHORTEST_SLEEP, "longest": LONGEST_SLEEP}
        rows = await self._read(_SLEEPING, due=due, guild=guild, **limits)
        return [int(room_id) for (room_id,) in rows]

    # steps inside the store's transactions

    async def _shorten(self, old: Record, new: Record) -> int:
        """Log lines of `old` that `new` does not have are gone; the number of those that both have."""
        pairs = enumerate(zip(old.log, new.log, strict=False))
        kept = next((n for n, (a, b) in pairs if a != b), min(len(old.log), len(new.log)))
        if kept < len(old.log):
            await self._rows(_SHORTEN, (old.id, kept))
            length = len(new.log)
            await self._rows(_CLAMP_ASIDES, (length, old.id, length))
            await self._rows(_CLAMP_HANDOVERS, (length, old.id, length))
        return kept

    async def _keep_life(self, old: Record, new: Record) -> None:
        asides = enumerate(new.asides[len(old.asides) :], start=len(old.asides))
        rows = [(old.id, n, aside.place, aside.kind, json.dumps(dict(aside.facts)), aside.at) for n, aside in asides]
        await self._many(_ASIDE, rows)
        await self._keep_wishes(old, new)
        await self._keep_guests(old, new)
        handovers = enumerate(new.handovers[len(old.handovers) :], start=len(old.handovers))
        await self._many(_HANDED, [(old.id, n, *astuple(handover)) for n, handover in handovers])
        if new.earlier is not None and old.earlier is None:
            await self._rows(_REMATCHES, (old.id, new.earlier))

    async def _keep_wishes(self, old: Record, new: Record) -> None:
        if new.ask != old.ask:
            await self._rows(_ASK_NO_MORE, (old.id,))
            if (ask := new.ask) is not None:
                facts = (old.id, ask.seat, ask.length, ask.target, json.dumps(ask.agreed), ask.at, ask.kind)
                await self._rows(_ASKED, facts)
        if new.offers != old.offers:
            await self._rows(_NO_OFFERS, (old.id,))
            await self._many(_OFFERED, [(old.id, one.seat, one.to.id, one.giver.id, one.at) for one in new.offers])

    async def _keep_guests(self, old: Record, new: Record) -> None:
        gone = {one.id for one in old.guests} - {one.id for one in new.guests}
        await self._many(_NO_GUEST, [(old.id, person) for person in gone])
        await self._many(_GUEST, [(old.id, n, one.id, old.change + 1) for n, one in enumerate(new.guests)])

    async def _called(self, room_id: int, change: int) -> None:
        """A message that shows the room after that change has called whoever was invited until then."""
        await self._rows(_CALLED, (room_id, change))

    async def _loaded(self, room_id: int) -> Record:
        record = await self.load(room_id)
        assert record is not None
        return record

    # what the store itself has

    @abstractmethod
    async def load(self, room_id: int) -> Record | None:
        """The room of that number, None if there never was one."""


def life_of(parts: Mapping[str, list[Any]]) -> dict[str, Any]:
    """What tables beside those of seats and log keep of a record, by field: `parts` are their rows, of all kinds."""
    who = {number: Person(number, name) for number, name in parts["named"]}
    asks = (
        Proposal(seat, n, to, tuple(json.loads(agreed)), at, kind) for seat, n, to, agreed, at, kind in parts["ask"]
    )
    return {
        "asides": tuple(Aside(at, kind, json.loads(facts), when) for at, kind, facts, when in parts["aside"]),
        "ask": next(asks, None),
        "offers": tuple(Offer(seat, who[to], who[giver], at) for seat, to, giver, at in parts["offer"]),
        "guests": tuple(Person(number, name) for number, name, _ in parts["guest"]),
        "uncalled": frozenset(number for number, _, called in parts["guest"] if not called),
        "handovers": tuple(Handover(*facts) for facts in parts["handover"]),
        "earlier": next((int(earlier) for (earlier,) in parts["earlier"]), None),
    }

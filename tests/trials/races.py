"""Three presses at the same moment: exactly one of them moves. Knows no rules.

Through the real client for every game that Discord plays; at the one door of `Rooms` for the stand-in games.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bot.app.wiring import make_services
from bot.model.errors import Refusal
from bot.model.people import Location
from bot.model.people import Person as Seated
from bot.model.room import Room
from bot.services.rooms import Rooms
from bot.store.store import Store
from engine import IllegalMove, Seat, Table
from tests.bench import Figure
from tests.bot.support.local_discord import Reply
from tests.engine.stand_ins import STAND_INS
from tests.trials.faults import confirming
from tests.trials.ground import Ground, amiss, drawn, ground

SIZE = 1_000  # turns in Discord, and as many at the door
AT_ONCE = 3
SAME, REPEATED, DIFFERENT = WAYS = "the same button", "the same interaction", "different moves"


async def figures(size: int) -> list[Figure]:
    """So many turns with three presses each."""
    turns, wrong, unanswered, heard = await _in_discord(size)
    backend, broken = await _at_the_door(size)
    return [
        Figure("turns with three presses at once", turns, "turns", least=size),
        Figure("turns that did not move exactly once", wrong, "turns", most=0),
        Figure("presses not answered exactly once", unanswered, "presses", most=0),
        amiss("errors in the log", heard),
        Figure("turns of stand-in games", backend, "turns", least=size),
        Figure("of these not moved exactly once", broken, "turns", most=0),
    ]


async def _in_discord(size: int) -> tuple[int, int, int, list[str]]:
    lot, turns, wrong, unanswered = Random(1), 0, 0, 0
    async with ground() as here:
        while turns < size:
            for key in drawn():
                people = [here.newcomer(f"R{turns} {n}") for n in range(2)]
                room = await here.table(key, people, here.channel(f"races {turns}"))
                while room.phase == "playing" and turns < size:
                    turns += 1
                    moved, answered = await _turn(here, room, lot)
                    wrong, unanswered = wrong + (not moved), unanswered + AT_ONCE - answered
                    room = await here.running.rooms.room(room.id)
        return turns, wrong, unanswered, here.heard


async def _turn(here: Ground, room: Room, lot: Random) -> tuple[bool, int]:
    """Whether three presses made one of the moves, once; and how many were answered exactly once."""
    seat, way = lot.choice(room.to_act), lot.choice(WAYS)
    person, channel, moves = here.person(room, seat), room.place.channel, room.table.view(seat).moves
    chosen = [str(move) for move in lot.choices(moves, k=AT_ONCE if way == DIFFERENT else 1)]
    menus = [await person.command("move", channel=channel, move=text, table=room.tag) for text in chosen]
    pairs = [(menu, confirming(menu) or "") for menu in menus] * (1 if way == REPEATED else AT_ONCE // len(menus))
    presses = [asyncio.create_task(person.raw_press(channel, menu.message["id"], confirm)) for menu, confirm in pairs]
    if way == REPEATED:
        await asyncio.sleep(0)  # the press is on its way now
        for _ in range(AT_ONCE - 1):
            here.local.server.simulation.deliver_interaction(here.local.asked[-1])
    replies = await asyncio.gather(*presses)
    if way == REPEATED:
        await here.local.until(lambda: replies[0].answers == AT_ONCE)
    later = (await here.running.rooms.room(room.id)).table
    return moved_once(room.table, later, seat, chosen), _answered(replies, way)


def moved_once(before: Table, after: Table, seat: Seat, chosen: Sequence[str]) -> bool:
    """Whether the later table is the earlier one after exactly one of the chosen moves, and moves without a choice."""
    return any(_leads(before.play(seat, text), after) for text in chosen)


def _leads(one: Table, after: Table) -> bool:
    """Whether the one table becomes the other by moves that were the only ones, which are made by themselves."""
    while len(one.log) < len(after.log):
        acting = one.state.to_act()
        moves = [move for seat in acting for move in one.state.moves(seat)]
        if len(moves) != 1:
            return False
        one = one.play(acting[0], str(moves[0]))
    return one.log == after.log and one.state == after.state


def _answered(replies: Sequence[Reply], way: str) -> int:
    """A repeated interaction is the same one for Discord, which refuses all answers but the first."""
    once = sum(reply.answers == 1 and reply.state == "done" for reply in replies)
    return AT_ONCE * (replies[0].state == "done") if way == REPEATED else once


async def _at_the_door(size: int) -> tuple[int, int]:
    lot, turns, wrong, presses = Random(2), 0, 0, itertools.count(1)
    people = Seated(1, "Ana"), Seated(2, "Ben"), Seated(3, "Cy")
    with TemporaryDirectory() as folder:
        store = await Store.open(Path(folder) / "backend.sqlite3")
        rooms = make_services(store, time.time, lambda: str(turns), STAND_INS).rooms
        for key in itertools.cycle(STAND_INS):
            room = await rooms.open(key, people[0], Location(1, turns), next(presses))
            for person in people[1:]:
                await rooms.join(room.id, person, next(presses))
            room = await rooms.start(room.id, people[0].id, next(presses))
            while room.phase == "playing" and turns < size:
                turns += 1
                wrong += not await _door(rooms, room, lot, presses)
                room = await rooms.room(room.id)
            if turns >= size:
                break
        await store.close()
    return turns, wrong


async def _door(rooms: Rooms, room: Room, lot: Random, presses: itertools.count[int]) -> bool:
    seat = lot.choice(room.to_act)
    moves = room.table.view(seat).moves
    chosen = [str(move) for move in lot.choices(moves, k=AT_ONCE)]
    numbers = [next(presses)] * AT_ONCE if lot.random() < 0.3 else [next(presses) for _ in chosen]
    stamp = room.chairs[seat].stamp
    tried = (rooms.play(room.id, seat, stamp, text, press) for text, press in zip(chosen, numbers, strict=True))
    ends = await asyncio.gather(*tried, return_exceptions=True)
    refused = [end for end in ends if isinstance(end, Refusal | IllegalMove)]
    later = (await rooms.room(room.id)).table
    return len(refused) == AT_ONCE - 1 and moved_once(room.table, later, seat, chosen)

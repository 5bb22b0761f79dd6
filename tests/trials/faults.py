"""A fifth of all requests fail while people play: no move may be lost or doubled, every table is shown in the end.

Knows no rules; what a person does after a failed press is press again.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from itertools import count
from random import Random
from typing import Any

from bot.model.people import Person as Seated
from bot.model.room import Room
from bot.playground.faults import VIA_HEADER, FaultRule, Faults
from bot.playground.protocol import RestAnswer, WireObject, controls_by_id, error_answer
from bot.playground.rest import LoggedRequest
from tests.bench import Figure
from tests.bot.support.local_discord import Person, Reply
from tests.trials.ground import Ground, drawn, ground

SIZE = 2_000  # moves
TABLES = 24
SHARE = 0.2
SWEEP = 5  # seconds of the trial's clock between looks at the outbox
MINUTE = 60
TRIES = 40  # presses for one move, before a person gives up
UNLUCKY = 6  # presses for one move; more of them fail because the machine is slow
CUTS = ("drop", "ask_to_reconnect", "invalidate", "time_out")  # how the connection to the gateway breaks
EACH = 50  # moves between two such cuts
SUGGESTED, SUGGESTIONS = 8, "suggestions"  # Discord's kind of an answer
LONGEST = 30.0  # seconds for which Discord then waits for an answer

_LIMITED = {"message": "You are being rate limited.", "retry_after": 0.05, "global": False}
_ANYWHERE: tuple[dict[str, Any], ...] = (
    {"answer": RestAnswer(502)},
    {"answer": RestAnswer(502), "after": True},
    {"answer": RestAnswer(503)},
    {"answer": RestAnswer(429, _LIMITED, VIA_HEADER | {"Retry-After": "0.05"})},
    {"kind": "reset"},
    {"kind": "reset", "after": True},
)
_HANG: dict[str, Any] = {"kind": "hang"}
_KINDS: dict[tuple[str, str], tuple[dict[str, Any], ...]] = {
    ("POST", "/interactions/*/callback"): (
        *_ANYWHERE, _HANG,
        {"answer": error_answer(404, 10062, "Unknown interaction")},
        {"answer": error_answer(400, 40060, "Interaction has already been acknowledged.")},
    ),
    ("*", "/webhooks/*"): (
        *_ANYWHERE,
        {"answer": error_answer(404, 10015, "Unknown Webhook")},
        {"answer": error_answer(404, 10008, "Unknown Message")},
    ),
    ("POST", "/channels/*/messages"): (
        *_ANYWHERE, _HANG,
        {"answer": error_answer(403, 50001, "Missing Access")},
        {"answer": error_answer(403, 50013, "Missing Permissions")},
        {"answer": error_answer(404, 10003, "Unknown Channel")},
        {"answer": error_answer(400, 50083, "Thread is archived")},
    ),
    ("PATCH", "/channels/*/messages/*"): (
        *_ANYWHERE, _HANG,
        {"answer": error_answer(404, 10008, "Unknown Message")},
        {"answer": error_answer(429, 30046, "Maximum number of edits to messages older than 1 hour reached.")},
        {"answer": error_answer(400, 50083, "Thread is archived")},
        {"answer": error_answer(403, 50001, "Missing Access")},
    ),
    ("DELETE", "/channels/*/messages/*"): (
        *_ANYWHERE,
        {"answer": error_answer(404, 10008, "Unknown Message")},
        {"answer": error_answer(403, 50013, "Missing Permissions")},
    ),
    ("POST", "/channels/*/threads"): (
        *_ANYWHERE,
        {"answer": error_answer(403, 50013, "Missing Permissions")},
        {"answer": error_answer(400, 160006, "Maximum number of active threads reached")},
    ),
    ("POST", "/users/@me/channels"): (
        *_ANYWHERE,
        {"answer": error_answer(403, 50007, "Cannot send messages to this user")},
    ),
    ("GET", "/guilds/*/members/*"): _ANYWHERE,  # "Unknown Member" would be no failure: who has left gets no seat
}  # fmt: skip


@dataclass
class Book:
    """What people did: moves that are still to be made, moves they know to be played, presses that failed."""

    left: int
    played: dict[int, list[tuple[int, str]]] = field(default_factory=dict)
    failed: int = 0
    presses: int = 0
    struck: Counter[str] = field(default_factory=Counter)
    requests: int = 0
    cuts: int = 0

    def count(self, request: LoggedRequest) -> None:
        """One more request is over."""
        if request.is_answered:
            self.requests += 1
            if request.struck:
                self.struck[_kind(request)] += 1


def _kind(request: LoggedRequest) -> str:
    """Which rule of the rain struck the request; "suggestions" for answers with these."""
    call = request.call
    if isinstance(call.body, dict) and call.body.get("type") == SUGGESTED:
        return SUGGESTIONS
    kinds = (one for one in _KINDS if one[0] in {"*", call.method} and fnmatchcase(call.path, one[1]))
    return " ".join(next(kinds))


async def figures(size: int, tables: int = TABLES, seconds: float = 3.0) -> list[Figure]:
    """So many moves at so many tables under the rain, then a dry minute."""
    kinds = [*map(" ".join, _KINDS), SUGGESTIONS]
    async with ground(seconds=seconds) as here:
        here.running.client.before_identify_hook = _at_once
        book = Book(size)
        here.local.server.rest.watchers.append(book.count)
        rain(here.local.faults)
        async with asyncio.TaskGroup() as group:
            for number in range(tables):
                group.create_task(drive(here, book, number))
            group.create_task(_cut(here, book, size))
        here.local.faults.release()
        took = await caught_up(here, book)
        return [
            Figure("moves made", sum(map(len, book.played.values())), "moves", least=size),
            Figure("presses and commands that failed", book.failed / book.presses * 100, "percent"),
            Figure("requests that failed", book.struck.total() / book.requests * 100, "percent", least=10),
            *(Figure(f"  {kind}", book.struck[kind], "requests", least=1 if size == SIZE else None) for kind in kinds),
            Figure("connections to the gateway that broke", book.cuts, "times", least=len(CUTS)),
            Figure("moves lost, doubled or changed", len(wrong(here, book)), "tables", most=0),
            Figure("tables whose last message is behind", len(await behind(here)), "tables", most=0),
            Figure("positions posted twice", doubles(here), "messages", most=0),
            Figure("until all was shown, after the faults", took, "s", most=MINUTE),
            here.beyond,
            here.errors,
        ]


def rain(faults: Faults, share: float = SHARE) -> None:
    """So large a share of the requests fails, each kind of failure as often as the others."""
    for (method, path), kinds in _KINDS.items():
        each = share / len(kinds)
        for number, kind in enumerate(kinds):
            chance = each / (1 - number * each)
            faults.rules.append(FaultRule(method, path, times=-1, chance=chance, **kind))


async def _at_once(*_: Any, **__: Any) -> None:
    """The library waits five seconds before it identifies anew; nobody here is in need of that."""


async def _cut(here: Ground, book: Book, size: int) -> None:
    """The connection to the gateway breaks in each way in turn, so often that all come several times in a campaign."""
    gateway, each = here.local.server.gateway, max(min(size // (len(CUTS) + 1), EACH), 1)
    for number in count(1):
        await here.local.until(lambda due=size - number * each: book.left <= max(due, 0))
        if book.left <= 0 and book.cuts >= len(CUTS):
            return
        await here.local.until(lambda: here.local.online)
        await getattr(gateway, CUTS[book.cuts % len(CUTS)])()
        book.cuts += 1


async def drive(here: Ground, book: Book, number: int) -> None:
    """One table after the other in a channel of their own, every second in a thread, until the book is full."""
    lot, channel, games = Random(number), here.channel(f"faults {number}"), drawn()
    for round_ in count():
        if book.left <= 0:
            return
        people = [here.newcomer(f"P{number} {round_} {seat}") for seat in range(2)]
        room = await _table(here, book, games[(number + round_) % len(games)], (people[0], people[1], channel))
        book.played[room.id] = []
        while room.phase == "playing" and book.left > 0:
            book.left -= 1
            await move(here, book, room, lot)
            room = await here.running.rooms.room(room.id)


async def _table(here: Ground, book: Book, game: str, who: tuple[Person, Person, int]) -> Room:
    """A host invites a guest, who is called directly, and presses Start until the table is under way."""
    host, guest, channel = who
    lobby = await here.lobby(game, (host,), channel)
    await here.running.services.preferences.choose(Seated(guest.id, "Guest"), "pings", "direct")
    if lobby.id % 2:
        async with here.running.changing() as database:
            database.execute("UPDATE rooms SET terms = json_set(terms, '$.where', 'thread') WHERE id = ?", (lobby.id,))
    here.running.client.messages.wake(lobby.id)
    menu = await _insist(here, book, lambda: host.command("help", channel=channel))
    page = menu.message
    await _insist(here, book, lambda: host.raw_press(channel, page["id"], f"bring:{lobby.code}", [str(guest.id)]))
    await here.running.rooms.join(lobby.id, Seated(guest.id, here.name_of(guest)), next(here.presses))
    for _ in range(TRIES):
        book.presses += 1
        await host.short_press(channel, page["id"], f"start:{lobby.code}")
        room = await here.running.rooms.room(lobby.id)
        if room.phase == "playing":
            return room
        book.failed += 1
    raise AssertionError("the table does not start")


async def move(here: Ground, book: Book, room: Room, lot: Random) -> None:
    """A person types a move and confirms it, as often as it takes to be told that it is played."""
    seat = lot.choice(room.to_act)
    person, text = here.person(room, seat), str(lot.choice(room.table.view(seat).moves))
    await person.complete("move", channel=room.place.channel, focused="move", table=room.tag)
    menu = await _insist(
        here, book, lambda: person.command("move", channel=room.place.channel, move=text, table=room.tag)
    )
    confirm = confirming(menu)
    assert confirm is not None, menu.text
    shown = menu.message
    await _insist(here, book, lambda: person.raw_press(room.place.channel, shown["id"], confirm))
    book.played[room.id].append((seat, text))


def confirming(reply: Reply) -> str | None:
    """The custom_id of the button that plays the move."""
    found = (one for one in controls_by_id((reply.message or {}).get("components")) if one.startswith("do:"))
    return next(found, None)


async def _insist(here: Ground, book: Book, deed: Callable[[], Awaitable[Reply]]) -> Reply:
    """The answer to a deed, which is repeated; where nothing is answered in time, Discord becomes more patient."""
    for tries in range(TRIES):
        if tries > UNLUCKY:
            here.local.server.simulation.seconds = min(2 * here.local.server.simulation.seconds, LONGEST)
        book.presses += 1
        try:
            reply = await deed()
        except TimeoutError:  # "Tessera is thinking", for ever
            book.failed += 1
            continue
        if reply.state == "done" and reply.text:
            return reply
        book.failed += 1
    raise AssertionError(f"no answer to {TRIES} presses")


async def caught_up(here: Ground, book: Book) -> float:
    """How long, on the trial's clock, it took until no message was owed and no table slept; else more than a minute."""
    for waited in range(0, MINUTE + 2 * SWEEP, SWEEP):
        await here.posted()
        if not await here.running.rooms.list_due_rooms() and not _asleep(here):
            return waited
        here.clock.ahead += SWEEP
        await here.running.client.messages.sweep()
    return MINUTE + SWEEP


def _asleep(here: Ground) -> int:
    with closing(sqlite3.connect(here.running.path)) as database:
        return int(database.execute("SELECT count(*) FROM unreachable_rooms").fetchone()[0])


def wrong(here: Ground, book: Book) -> list[int]:
    """The tables whose log is not exactly what people were told, in that order."""
    with closing(sqlite3.connect(here.running.path)) as database:
        # A move that is the only one is made by itself and told to nobody before.
        select = "SELECT seat, move FROM log WHERE room = ? AND seat >= 0 AND how = '' ORDER BY n"
        return [room for room, told in book.played.items() if database.execute(select, (room,)).fetchall() != told]


async def behind(here: Ground) -> list[str]:
    """The tables whose newest public message does not show their last position, as far as others may know it."""
    with closing(sqlite3.connect(here.running.path)) as database:
        rows = database.execute("SELECT id FROM rooms WHERE phase IN ('playing', 'over')").fetchall()
    rooms = [await here.running.rooms.room(room) for (room,) in rows]
    return [room.tag for room in rooms if not _shows(here.newest.get(room.code), room)]


def _shows(message: WireObject | None, room: Room) -> bool:
    """Whether its picture is of the last position, or of one since which nobody else could see a difference."""
    files, table = message["attachments"] if message else (), room.table
    same = len(table.log)
    while same and table.back_to(same - 1).state.view(None) == table.state.view(None):
        same -= 1
    lengths = range(same, len(table.log) + 1)
    return any(file["filename"].endswith(tuple(f"-{n}.png" for n in lengths)) for file in files)


def doubles(here: Ground) -> int:
    """Public messages which show a position that another one shows too."""
    names = list(_pictures(here))
    return len(names) - len(set(names))


def _pictures(here: Ground) -> Iterator[str]:
    watcher: Person = next(iter(here.people.values()))
    simulation = here.local.server.simulation
    for channel in simulation.channels(here.local.guild, watcher.id):
        for number in simulation.history(channel, watcher.id):
            message: WireObject = simulation.message(channel, number) or {}
            yield from (file["filename"] for file in message.get("attachments", ()))

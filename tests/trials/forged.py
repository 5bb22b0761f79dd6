"""Forged requests to the pages of tables while people press in Discord: nothing changed, nothing shown, nothing broken.

The database is compared before and after, every answer with what its asker may know, the log with what it may hold.
Knows no route: those are in `forged_requests.py`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import quantiles
from time import perf_counter
from urllib.parse import urlsplit

from bot.model.people import Person as Seated
from bot.model.room import PlayedRoom, Room
from bot.playground.protocol import WireObject
from tests.bench import Figure
from tests.bot.support.activity import entered, opened, set_up
from tests.bot.support.local_discord import Person
from tests.bot.support.site import Site, site_of
from tests.trials import crowd
from tests.trials.forged_requests import Forged, Known, forged
from tests.trials.ground import Ground, amiss, ground
from tests.trials.strangers import hide

SIZE = 5_000  # requests
AT_ONCE = 16  # of them
PRESSES = 150  # timed before, and at least as many as that beside
SLOWER = 5  # times, at p95
SOON = 3.0  # seconds in which Discord wants an answer
PAUSE = 0.03  # seconds between presses, so that nobody hurries
WAIT, MOMENT = 0.5, 0.02  # seconds for an answer that may never end, between the pieces of a slow request
PIECES = 6
FAULT, AWAY = 500, 503  # the least status of answers that only a fault of ours has; one that no fault has
LEFT_OUT = {"presses", "stale_messages"}  # what pressing leaves, and messages from before that the bot still tidies up
HOSTS = ("Quentin Vole", "Ursula Vole"), ("Ignatius Stoat", "Theodora Stoat"), ("Zenobia Hare", "Xerxes Hare")

_STATUS = re.compile(rb"HTTP/1\.[01] (\d{3})")
_ADDRESS = re.compile(r"127\.0\.0\.1|198\.51\.\d")


@dataclass
class Siege:
    """What is asked for, and what came of it.

    `hidden`: what would tell of tables that no asker may know; `own`: of the one at which the cookie's person sits;
    `watched`: of the one whose link is known. `wrong`: what an answer must not be. `sent`: how many requests there
    were. `statuses`: of all answers, 0 for none.
    """

    here: Ground
    site: Site
    known: Known
    hidden: tuple[str, ...]
    own: tuple[str, ...]
    watched: tuple[str, ...]
    wrong: list[str] = field(default_factory=list)
    sent: int = 0
    statuses: Counter[int] = field(default_factory=Counter)

    def judge(self, request: Forged, answer: bytes) -> None:
        """Note what is wrong with this answer."""
        found = list(map(int, _STATUS.findall(answer)))
        self.statuses.update(found or [0])
        asked = request.text[:80]
        self.wrong += [f"{status} to {asked!r}" for status in found if status >= FAULT and status != AWAY]
        known = (self.own if request.has_cookie else ()) + (self.watched if request.has_link else ())
        text = answer.decode("utf-8", "replace")
        known += tuple(one for one in self.watched if one in str(request.text))  # what they said may come back to them
        traces = [one for one in (*self.hidden, *self.own, *self.watched) if one not in known and one in text]
        self.wrong += [f"{trace!r} in the answer to {asked!r}" for trace in traces]
        if "Traceback" in text or "Set-Cookie: tessera=" in text.replace('tessera="";', ""):
            self.wrong.append(f"{text[:200]!r} to {asked!r}")


class Notes(logging.Handler):
    """Whatever the program writes down."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.startswith("bot") and not record.name.startswith("bot.playground"):
            self.lines.append(logging.Formatter("%(name)s: %(message)s").format(record))


async def figures(
    size: int, presses: int = PRESSES, rounds: int = crowd.SIZE, attacks: Mapping[str, int] = crowd.ATTACKS
) -> list[Figure]:
    """So many requests, then a crowd; `presses`: how many are timed before. `rounds` and `attacks`: of the crowd."""
    return [*await _of_forgers(size, presses), *await crowd.figures(rounds, attacks)]


async def _of_forgers(size: int, presses: int) -> list[Figure]:
    async with ground() as here, site_of(here.running.services) as site:
        set_up(here.running, site)
        siege = await _laid(here, site)
        people = [here.newcomer(f"Other {n}") for n in range(10)]
        board = next(one for code, one in here.newest.items() if code == siege.known.links[0].partition("-")[0])
        calm = [await _press(people[n % len(people)], board) for n in range(presses)]
        before = await _rows(here)
        with _noted() as notes:
            under_fire = await _besieged(siege, size, people, board)
        changed = before ^ await _rows(here)
        known = siege.known
        secrets = (known.cookie, known.token, known.fresh, *known.spent, *known.links, *known.dead)
        return [
            *_told(siege, size), *_compared(calm, under_fire),
            amiss("rows that are not as they were", sorted(map(str, changed))),
            amiss("answers that are not as they must be", siege.wrong),
            amiss("lines of the log with an address", [one for one in notes if _ADDRESS.search(one)]),
            amiss("lines of the log with a secret", [one for one in notes if any(map(one.count, secrets))]),
            amiss("faults in the log", [one for one in notes if "fault" in one or "Traceback" in one]),
            here.errors,
        ]  # fmt: skip


def _told(siege: Siege, size: int) -> list[Figure]:
    each = [
        Figure(f"  answered {status or 'not at all'}", n, "answers") for status, n in sorted(siege.statuses.items())
    ]
    return [Figure("forged requests", siege.sent, "requests", least=size), *each]


def _compared(calm: Sequence[float], under_fire: Sequence[float]) -> list[Figure]:
    quiet, then = quantiles(calm, n=20), quantiles(under_fire, n=20)
    return [
        Figure("presses beside them", len(under_fire), "presses"),
        Figure("a press beside them: p50 against before", then[9] / quiet[9], "times"),
        Figure("a press beside them: p95 against before", then[18] / quiet[18], "times", most=SLOWER),
    ]


async def _laid(here: Ground, site: Site) -> Siege:
    """Tables of which an asker may know one, another one, or none."""
    rooms = [
        await here.table("azul", [here.newcomer(name) for name in names], here.channel(f"siege {n}"))
        for n, names in enumerate(HOSTS)
    ]
    guild = here.local.server.simulation.add_guild("Elm Inn", here.local.person("Ana").id, (), ("view_channel",))
    far = await hide(here, "azul", here.local.server.simulation.add_channel(guild, "elsewhere", ""))
    await here.posted()
    watched, own, closed = [_played(await here.running.rooms.room(room.id)) for room in rooms]
    link, dead = await site.watching.link(watched), await site.watching.link(closed)
    await site.watching.close(closed)
    await here.posted()
    seat = 1 - own.to_act[0]
    sits, sessions = Seated(own.occupants[seat].id, own.occupants[seat].name), here.running.services.page_sessions
    spent = await sessions.create_link(sits)
    hidden = [*(one.room for one in far.hidden), closed]
    code, instance = opened(here.local, here.newcomer("Wanda Finch"), rooms[0].place.channel)
    _, given = await entered(site, code, instance)
    known = Known(
        origin=site.address,
        token=given["token"],
        instance=instance,
        links=(_end(link),),
        dead=(_end(dead),),
        codes=tuple(room.code for room in (watched, own, *hidden)),
        cookie=await sessions.open(spent),
        own=own.code,
        stamp=own.chairs[seat].stamp,
        spent=(spent,),
        fresh=await sessions.create_link(sits),
        moves=tuple(map(str, own.table.view(own.to_act[0]).moves[:20])),
    )
    return Siege(
        here, site, known, tuple(trace for room in hidden for trace in _traces(room)), _traces(own), _traces(watched)
    )


def _played(room: Room) -> PlayedRoom:
    assert isinstance(room, PlayedRoom)
    return room


def _end(link: str) -> str:
    """What follows the path in the address of a page, which there must be."""
    assert link
    return link.rpartition("/")[2]


def _traces(room: Room) -> tuple[str, ...]:
    """What would tell of the table: its people and their accounts, its channel, the title of its page."""
    people = [text for one in room.people for text in (one.name, str(one.id))]
    return (*people, str(room.place.channel), f"{room.tag} ·")


async def _rows(here: Ground) -> set[tuple[str, ...]]:
    """Every row of the database with the name of its table, but what goes on without anybody's request."""
    async with here.running.changing() as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            (name, *map(repr, row))
            for name in tables
            if name not in LEFT_OUT
            for row in database.execute(f"SELECT * FROM {name}")
        }


@contextlib.contextmanager
def _noted() -> Iterator[list[str]]:
    """Within, what the program writes down is added to the list."""
    notes, root = Notes(), logging.getLogger()
    level = root.level
    root.addHandler(notes)
    root.setLevel(logging.DEBUG)
    try:
        yield notes.lines
    finally:
        root.removeHandler(notes)
        root.setLevel(level)


async def _besieged(siege: Siege, size: int, people: Sequence[Person], board: WireObject) -> list[float]:
    """The seconds of the presses that others made while so many forged requests came."""
    lot, times = Random(22), list[float]()
    requests = iter([forged(lot, siege.known) for _ in range(size)])
    forgers = [asyncio.create_task(_forge(siege, requests)) for _ in range(AT_ONCE)]
    while not all(one.done() for one in forgers) or len(times) < len(people):
        times.append(await _press(people[len(times) % len(people)], board))
    await asyncio.gather(*forgers)
    return times


async def _press(person: Person, board: WireObject) -> float:
    began = perf_counter()
    reply = await person.press(board, label="Board")
    took = perf_counter() - began if reply.private and "Azul" in reply.text else SOON
    await asyncio.sleep(PAUSE)
    return took


async def _forge(siege: Siege, requests: Iterator[Forged]) -> None:
    for request in requests:
        siege.judge(request, await _answer(siege.site.address, request))
        siege.sent += 1


async def _answer(address: str, request: Forged) -> bytes:
    """All that came back until the server closed, or until enough was waited for."""
    where = urlsplit(address)
    reader, writer = await asyncio.open_connection(where.hostname, where.port)
    answer = b""
    with contextlib.suppress(ConnectionError, TimeoutError):
        for piece in _pieces(request):
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(MOMENT if request.ending == "slow" else 0)
        if request.ending == "half body":
            writer.write_eof()
        async with asyncio.timeout(WAIT):
            while piece := await reader.read(1 << 16):
                answer += piece
    writer.transport.abort()
    return answer


def _pieces(request: Forged) -> list[bytes]:
    """The bytes that are sent, one after the other."""
    text, head = request.text, request.text.find(b"\r\n\r\n") + len(b"\r\n\r\n")
    match request.ending:
        case "slow":
            step = len(text) // PIECES + 1
            return [text[at : at + step] for at in range(0, len(text), step)]
        case "half head":
            return [text[: head // 2]]
        case "half body" | "stays":
            return [text[: head + (len(text) - head) // 2]]
        case "twice":
            return [text + text]
        case _:
            return [text]

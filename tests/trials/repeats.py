"""Every press of every kind comes again at every later phase of its table: never a fault, never a second effect.

In one process, and in two that share a database and both hear each press. Knows no rules.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter, defaultdict, deque
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bot import metrics
from bot.metrics import Metrics, TimedMetric
from bot.model.room import Room
from bot.playground.protocol import COMPLETE, SELECTS, News, WireObject, controls_by_id
from bot.screens.verbs import VERBS_BY_NAME
from bot.services.reviews import NodeLimits
from bot.store.shard_range import ShardRange
from bot.text.words import words_for
from tests.bench import Figure
from tests.bot.support.local_discord import LocalDiscord, Person, Reply
from tests.bot.support.postgres import Server, empty, one_or
from tests.bot.support.tessera import Running, tessera
from tests.trials.ground import Ear, amiss, drawn

SIZE = 4  # lives of a table in one process, and as many in two
FEW = NodeLimits(5, 10, 2)
COMMANDS = (
    "turns", "games", "board", "history", "replay", "rules", "help", "me", "export", "verify", "leaderboard",
    "profile", "settings", "privacy", "review", "puzzle",
)  # fmt: skip
STEPS = frozenset((  # what leads to another phase, or needs somebody else: pressed by the story only
    "start", "cancel", "leave", "getup", "end", "resigned", "again", "erase", "forgotten", "agree", "no",
    "choose pause", "choose finish", "choose ask", "choose resign", "choose end",
))  # fmt: skip
UNDER_WAY = (  # what no screen of these stories offers: pressed as by a client that kept it, `{}` is the table
    "hand:{}", "ask:{}", "kick:{}", "kicked:{}:0", "replace:{}", "return:{}", "seat:{}:0", "time:{}", "wait:{}",
    "tick:{}:1:", "unprepare:{}", "unstep:{}:1", "boardsight:{}:own", "preparedsight:{}:own", "movehere:{}", "page:{}",
    "activity:{}", "signout", "decision:{}:0", "draw:{}:1", "roll:{}:1", "drawn:{}:1", "aslast:{}", "sit:{}",
    "look:azul:tile", "rulesight:{}:",
)  # fmt: skip
VOLATILE = frozenset(("heartbeats", "processes", "schema_version"))  # tables that go on by themselves
_TABLES = """
    SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"""
_TABLES_ON_SERVER = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"


class Ended(Metrics):
    """Counts the presses that were dealt with, whether or not they were answered."""

    def __init__(self) -> None:
        self._count, self._more = 0, asyncio.Event()

    @contextlib.contextmanager
    def time(self, what: TimedMetric, *_: str) -> Iterator[None]:
        if what != "presses":
            yield
            return
        try:
            yield
        finally:
            self._count += 1
            self._more.set()

    async def until(self, count: int) -> None:
        """So many have ended."""
        while self._count < count:
            self._more.clear()
            await self._more.wait()


@dataclass
class Story:
    """The lives of tables, and every press in them.

    `processes`: those that hear each press. `kinds`: how often each verb was pressed. `effects`: what came of a repeat.
    `effective`: presses that have changed something; one that was refused may do so later, where it is allowed then.
    `messages`: how many were written, changed or deleted. `begun`: how many presses came before this table's.
    `phase`: how many phases are over. `every`: in each of them every so-maniest press comes again, each time others. If
    that is not every one, each kind of control is pressed by one person in one phase only.
    """

    local: LocalDiscord
    processes: list[Running]
    ended: Ended
    kinds: Counter[str] = field(default_factory=Counter)
    done: defaultdict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    effects: list[str] = field(default_factory=list)
    effective: set[int] = field(default_factory=set)
    repeated: int = 0
    begun: int = 0
    phase: int = 0
    every: int = 1
    messages: int = 0

    def hear(self, news: News) -> None:
        self.messages += news.kind in ("message", "gone")

    # deeds

    async def settled(self) -> None:
        """Everything that was pressed is dealt with, and what follows from it."""
        told = [one for one in self.local.asked if self.local.server.simulation.payloads[one]["type"] != COMPLETE]
        await self.ended.until((len(told) + self.repeated) * len(self.processes))
        for one in self.processes:
            services, messages = one.services, one.client.messages
            following = one.client.review_updates._tasks.values()
            work = *services.reviews._tasks.values(), *services.puzzles._tasks.values(), *following
            await asyncio.gather(*work, return_exceptions=True)
            for room_id in tuple(messages._tasks._delayed):  # what waits for a moment without another choice
                messages.wake(room_id)
            await messages.wait_until_idle(3_600.0)

    async def press(
        self, person: Person, message: WireObject, custom_id: str, values: list[str] | None = None
    ) -> Reply:
        """The person presses that, also what no client offers any more."""
        self.kinds[custom_id.partition(":")[0]] += 1
        reply = await person.raw_press(int(message["channel_id"]), message["id"], custom_id, values)
        return await reply.until(lambda now: now.state != "thinking")

    async def explore(self, person: Person, *messages: WireObject | None) -> None:
        """Press one control of each kind that is there, and of whatever is answered; once, or once in each phase."""
        waiting, done = deque(messages), self.done[person.id if self.every == 1 else 0]
        while waiting:
            message = waiting.popleft()
            for custom_id, control in controls_by_id((message or {}).get("components")).items():
                verb = custom_id.partition(":")[0]
                for kind, values in _kinds(verb, custom_id, control, person):
                    if message is not None and not {kind, verb} & (done | STEPS) and not control.get("disabled"):
                        done.add(kind)
                        waiting.append(await self._answer(person, message, custom_id, values))

    async def _answer(
        self, person: Person, message: WireObject, custom_id: str, values: list[str] | None
    ) -> WireObject | None:
        """What the press is answered with; a form is filled in."""
        reply = await self.press(person, message, custom_id, values)
        if reply.modal is None:
            return reply.message
        self.kinds[reply.modal["custom_id"].partition(":")[0]] += 1
        return (await person.submit(reply, **dict.fromkeys(controls_by_id(reply.modal["components"]), "1"))).message

    async def look(self, person: Person, channel: int) -> None:
        """The person sends the commands that need nothing else, and presses what they show."""
        for name in COMMANDS:
            if person.simulation.may_run(self.local.command(name), person.id, channel):
                await self.explore(person, (await person.command(name, channel=channel)).message)

    # repeats

    async def state(self) -> dict[str, list[str]]:
        """All that is kept, by table of the database, and how many messages were written, changed or deleted."""
        await self.settled()
        database, is_file = self.processes[0].store.database, self.processes[0].shards is None
        kept = {"messages": [str(self.messages)]}
        for (name,) in await database.fetch(_TABLES if is_file else _TABLES_ON_SERVER):
            if name not in VOLATILE:
                kept[name] = sorted(repr(tuple(row)) for row in await database.fetch(f"SELECT * FROM {name}"))
        return kept

    async def _version(self) -> tuple[object, int]:
        """Another value once anything may have changed: a quick look before all of the state is compared."""
        is_file = self.processes[0].shards is None
        sql = "SELECT total_changes()" if is_file else "SELECT pg_current_snapshot()::text"
        ((version,),) = await self.processes[0].store.database.fetch(sql)
        return version, self.messages

    async def counted(self) -> set[int]:
        """The presses that are known to have changed something."""
        database = self.processes[0].store.database
        return {
            press
            for (press,) in await database.fetch("SELECT press FROM presses UNION SELECT press FROM roomless_presses")
        }

    async def again(self, phase: str) -> None:
        """Every press of this story so far comes once more; what comes of it is noted."""
        pressed, before = self.local.asked[self.begun :][self.phase % self.every :: self.every], await self.state()
        self.phase += 1
        self.effective |= await self.counted()
        version = await self._version()
        for number in pressed:
            self.local.server.simulation.deliver_interaction(number)
            self.repeated += 1
            await self.settled()
            if await self._version() == version:
                continue
            after, version = await self.state(), await self._version()
            is_first = after != before and number in await self.counted() - self.effective  # it was refused before
            self.effective |= {number} if is_first else set()
            if after != before and not is_first:
                tables = [name for name in after if after[name] != before.get(name)]
                self.effects.append(f"{_named(self.local.server.simulation.payloads[number])} in {phase}: {tables}")
            before = after
        if self.every == 1:
            self.done.clear()


def _kinds(verb: str, custom_id: str, control: WireObject, person: Person) -> Iterator[tuple[str, list[str] | None]]:
    """The kinds of press that a control allows, each with the values that are chosen."""
    values = [one["value"] for one in control.get("options") or ()]
    if verb == "choose":
        yield from ((f"{verb} {value}", [value]) for value in values)
    elif control["type"] in SELECTS:
        yield verb, values[-1:] or [str(person.id)]
    else:
        yield f"{verb} {custom_id.count(':')}", None


def _named(told: WireObject) -> str:
    """The command or the custom_id of an interaction."""
    return f"{told['data'].get('custom_id') or told['data'].get('name')} {told['data'].get('values', '')}"


async def life(story: Story, key: str) -> None:
    """A table from its lobby to the end of all that is kept of it; after each phase every press comes again."""
    local, rooms, story.begun = story.local, story.processes[0].rooms, len(story.local.asked)
    games = local.channel("games")
    ana, ben, cy = (local.person(name) for name in ("Ana", "Ben", "Cy"))
    lobby = await ana.command("play", channel=games, game=key)
    assert lobby.message is not None
    code = _code(lobby.message, "join")
    number = int(code, 36)
    await story.explore(ana, lobby.message)
    for verb in ("invite:azul:{}", "with:{}", "prof:{}", "profshow:{}"):
        await story.press(ana, lobby.message, verb.format(ben.id))
    await story.press(cy, lobby.message, f"sit:{code}")
    await story.press(cy, lobby.message, f"leave:{code}")
    for person in (ben, ben, cy):
        await story.explore(person, (await story.press(person, lobby.message, f"join:{code}")).message)
    await story.press(cy, lobby.message, f"leave:{code}")
    await story.press(ben, lobby.message, f"getup:{code}")
    await story.press(ben, lobby.message, f"join:{code}")
    await ana.command("puzzle", channel=games, game=key)
    await story.settled()  # it is made now
    await story.explore(ana, (await ana.command("puzzle", channel=games, game=key)).message)
    await story.look(ana, games)
    await story.again("the lobby")

    await story.press(ana, lobby.message, f"start:{code}")
    await story.settled()
    room = await rooms.room(number)
    for person in (ana, ben, cy):
        await story.explore(person, _shown(local, room))
    for verb in UNDER_WAY:
        await story.press(ben, _shown(local, room), verb.format(code))
    await story.press(ana, _shown(local, room), "which:board", [code])
    await _hand_over(story, room)
    await _move(story, await rooms.room(number))
    await story.look(ben, room.place.channel)
    await story.again("the running game")

    table = _shown(local, await rooms.room(number))
    for wish, answer in (("finish", "no"), ("pause", "agree")):
        await story.press(ana, table, f"choose:{code}", [wish])
        for person in (ben, cy):  # who may have been brought to the table
            await story.press(person, table, f"{answer}:{code}")
    await story.explore(ben, _shown(local, await rooms.room(number)))
    await story.again("the pause")

    table = _shown(local, await rooms.room(number))
    await story.press(ana, table, f"goon:{code}")
    for person in (ana, ben):  # a robot may play on with one of them
        sure = await story.press(person, table, f"choose:{code}", ["resign"])
        await story.press(person, sure.message or table, f"resigned:{code}")
    await story.settled()
    await story.explore(ben, _shown(local, await rooms.room(number)))
    await story.look(ana, room.place.channel)
    await story.again("the end")

    over = _shown(local, await rooms.room(number))
    await story.press(ben, over, f"again:{code}")
    await story.press(ana, over, f"again:{code}")
    await story.settled()
    rematch = await rooms.room(number + 1)
    await story.explore(ben, _shown(local, rematch))
    await story.again("the rematch")
    await story.press(ben, _shown(local, await rooms.room(rematch.id)), f"cancel:{rematch.code}")
    await story.again("the cancelled lobby")


async def _hand_over(story: Story, room: Room) -> None:
    """Somebody offers a seat to Dee, who declines, and then takes it."""
    cy, dee, message = story.local.person("Cy"), story.local.person("Dee"), _shown(story.local, room)
    for verb in ("nottake", "take"):
        await story.press(cy, message, f"offer:{room.code}:{room.seat_of(cy.id) or 0}", [str(dee.id)])
        await story.press(dee, message, f"{verb}:{room.code}")


async def _move(story: Story, room: Room) -> None:
    """Whoever is to move does so, and takes it back."""
    seat = room.to_act[0]
    person = next(one for one in story.local.people.values() if one.id == room.occupants[seat].id)
    text = str(room.table.view(seat).moves[0])
    menu = await person.command("move", channel=room.place.channel, move=text, table=room.tag)
    for verb in ("do", "undo"):
        found = [one for one in controls_by_id((menu.message or {}).get("components")) if one.startswith(f"{verb}:")]
        if menu.message is not None and found:
            menu = await story.press(person, menu.message, found[0])


async def ending(story: Story, key: str) -> None:
    """A table that is ended early; then somebody is forgotten, and then the server."""
    local, rooms, story.begun = story.local, story.processes[0].rooms, 0
    games = local.channel("games")
    ana, ben = local.person("Ana"), local.person("Ben")
    lobby = await ana.command("play", channel=games, game=key)
    assert lobby.message is not None
    code = _code(lobby.message, "join")
    await story.press(ben, lobby.message, f"join:{code}")
    await story.press(ana, lobby.message, f"start:{code}")
    await story.settled()
    room = await rooms.room(int(code, 36))
    table = _shown(local, room)
    sure = await story.press(ana, table, f"choose:{code}", ["end"])
    await story.press(ana, sure.message or table, f"end:{code}")
    await story.again("the early end")

    me = await ben.command("me", channel=ben.dm)
    assert me.message is not None
    form = await story.press(ben, me.message, "own:word")
    story.kinds["erase"] += 1
    await ben.submit(
        form, **dict.fromkeys(controls_by_id((form.modal or {})["components"]), words_for("en")("privacy.word"))
    )
    await story.again("a time without that person")

    settings = await ana.command("settings", channel=games)
    assert settings.message is not None
    await story.press(ana, settings.message, "forgotten")
    await story.again("a time without that server's tables")


def _code(message: WireObject, verb: str) -> str:
    """The table's code in the control of that verb."""
    return next(one.split(":")[1] for one in controls_by_id(message["components"]) if one.startswith(f"{verb}:"))


def _shown(local: LocalDiscord, room: Room) -> WireObject:
    """The newest message of the table."""
    assert room.newest_message.id is not None
    return local.remembered(room.place.channel, room.newest_message.id)


@contextlib.asynccontextmanager
async def one(folder: Path, _: Server | None = None) -> AsyncIterator[tuple[LocalDiscord, list[Running]]]:
    async with LocalDiscord() as local, tessera(local, folder / "tessera.sqlite3") as running:
        yield local, [running]


@contextlib.asynccontextmanager
async def two(_: Path, given: Server | None = None) -> AsyncIterator[tuple[LocalDiscord, list[Running]]]:
    every = ShardRange(0, 0, 1)
    with one_or(given) as database:
        address = await empty(database)
        async with (
            LocalDiscord() as local,
            tessera(local, address, shards=every) as first,
            tessera(local, address, shards=every) as second,
        ):
            yield local, [first, second]


async def figures(
    size: int, places: tuple[Any, ...] = (one, two), every: int = 1, given: Server | None = None
) -> list[Figure]:
    """So many lives in one process, and so many in two, on that server of PostgreSQL or on one of their own."""
    return [figure for place in places for figure in await _found(size, place, every, given)]


async def _found(size: int, place: Any, every: int, given: Server | None) -> list[Figure]:
    ear, ended, name = Ear(), Ended(), f"{place.__name__}: "
    logging.getLogger().addHandler(ear)
    try:
        with TemporaryDirectory(ignore_cleanup_errors=True) as folder, metrics.activate(ended):
            async with place(Path(folder), given) as (local, processes):
                story = Story(local, processes, ended, every=every)
                local.server.simulation.listeners.append(story.hear)
                for one in processes:
                    one.services.reviews.nodes = one.services.puzzles.nodes = FEW
                for key in (drawn() * size)[:size]:
                    await life(story, key)
                await ending(story, drawn()[0])
    finally:
        logging.getLogger().removeHandler(ear)
    missed = sorted(VERBS_BY_NAME.keys() - story.kinds.keys())
    return [
        Figure(f"{name}presses that came again", story.repeated, "presses", least=1),
        amiss(f"{name}second effects", story.effects),
        amiss(f"{name}verbs that nobody pressed", missed),
        amiss(f"{name}errors in the log", ear.heard),
    ]

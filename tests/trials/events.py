"""A week of odd events: each field of each gateway event is missing, null or of another kind once; nobody notices.

The odd events are those of a server of their own. On another one people play on, and a person is answered after each.
Knows no rules.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import count
from random import Random
from statistics import quantiles
from time import perf_counter
from typing import Any

from bot import metrics
from bot.discord_api.gateway_barrier import HIDDEN_CHANNEL
from bot.logs import LineFormatter
from bot.metrics import CountedMetric, Metrics
from bot.playground.gateway import DISPATCH, HEARTBEAT_MILLISECONDS, HELLO
from bot.playground.protocol import WireObject, json_copy
from tests.bench import Figure
from tests.bot.support.local_discord import PATIENCE, Person
from tests.trials import faults
from tests.trials.ground import Ground, amiss, drawn, ground

SIZE = 1_000_000  # odd events at most: all there are
WEEK = 7 * 86_400.0  # seconds of the trial's clock
EACH = 40  # events between two moves of those who play elsewhere, after which the odd server is told whole again
MOST_ITEMS = 2  # of a list, that are made odd one after the other
SOON = 3.0  # seconds in which Discord wants an answer
KINDS = {"text": 0, "voice": 2, "category": 4, "news": 5, "stage": 13, "forum": 15}
OTHERS: tuple[Any, ...] = ("odd", -1, [None], {"odd": {}}, True, 10**30, 0.5)  # what a field may be instead
CONNECTING = ("HELLO", "READY", "RESUMED")  # what a connection begins with; each odd one needs a connection of its own
NAMES = ("Zebulon Quince", "Thistle Hall", "quagmire")  # of a person, a server, channels: not in the log
GENERAL: WireObject = {  # for events that the bot does not ask for, and which Discord could send all the same
    "user_id": "1", "member": {"user": {"id": "1", "username": "x"}, "roles": []}, "user": {"id": "1", "username": "x"},
    "emoji": {"id": None, "name": "x"}, "message_id": "1", "ids": ["1"], "author": {"id": "1", "username": "x"},
    "code": "x", "type": 0, "timestamp": 1, "channel_type": 0, "sku_id": "1", "entitlement_ids": ["1"], "status": 0,
    "sound_id": "1", "soundboard_sounds": [{"sound_id": "1"}], "emojis": [], "stickers": [], "members": [],
    "answer_id": 1,
}  # fmt: skip


@dataclass(frozen=True)
class Case:
    """One odd frame. `event`: its name, `path`: where it is odd, `made`: makes it from what Discord would send."""

    event: str
    path: str
    made: Callable[[WireObject], WireObject]


@dataclass
class Watch(Metrics):
    """What is noticed. `unread`: events by name. `lines`: of the log, as an operator reads them. `times`: seconds."""

    unread: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    moves: int = 0
    unanswered: list[str] = field(default_factory=list)

    def count(self, what: CountedMetric, *labels: str) -> None:
        if what == "unread":
            self.unread.extend(labels)


class Pen(logging.Handler):
    """Writes down what the log says at any level, as the program does."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__(logging.INFO)
        self._lines, self._form = lines, LineFormatter("text")

    def emit(self, record: logging.LogRecord) -> None:
        self._lines.append(self._form.format(record))


async def figures(size: int) -> list[Figure]:
    """At most so many odd events, spread over a week."""
    watch = Watch()
    pen = Pen(watch.lines)
    logging.getLogger().addHandler(pen)
    try:
        async with ground() as here:
            with metrics.activate(watch):
                cases = await _live(here, watch, size)
            lives = not here.running._task.done() and not here.running.client.is_closed()
    finally:
        logging.getLogger().removeHandler(pen)
    said = [line for line in watch.lines if "at=bot.discord_api.gateway_barrier" in line]
    others = [line for line in here.heard if "cannot be read" not in line and "Attempting a reconnect" not in line]
    return [
        Figure("odd events", len(cases), "events", least=min(size, 3_000)),
        Figure("kinds of events", len({case.event for case in cases}), "events", least=3),
        Figure("that could not be read", len(watch.unread), "events", least=1),
        Figure("  without a line of the log each", len(watch.unread) - len(said), "events", 0, 0),
        Figure("process ended", not lives, "times", most=0),
        amiss("people elsewhere who were not answered", watch.unanswered),
        Figure("people elsewhere who were answered", len(watch.times), "times", least=len(cases)),
        Figure("  99 of 100 within", quantiles(watch.times, n=100)[98], "s", most=SOON if size >= SIZE else None),
        Figure("  the slowest", max(watch.times), "s"),
        Figure("moves that were played elsewhere", watch.moves, "moves", least=1),
        amiss("names and numbers in the log", [one for one in watch.lines if any(name in one for name in NAMES)]),
        amiss("other errors in the log", others),
        here.beyond,
    ]


async def _live(here: Ground, watch: Watch, size: int) -> list[Case]:
    """What happens in that week; the odd events of it."""
    client, lot = here.running.client, Random(34)
    client.before_identify_hook = faults._at_once
    client.get_shard(0)._parent._backoff.delay = lambda: 0.0  # the library waits ever longer; nobody here needs that
    samples = await _collected(here)
    cases = [case for name in samples for case in odd(name, samples[name], lot)]
    cases = lot.sample(cases, size) if size < len(cases) else cases
    play = _play(here, watch)
    for number, case in enumerate(cases):
        here.clock.ahead += WEEK / len(cases)
        if case.event in CONNECTING:
            await _connect(here, case)
        else:
            here.local.server.gateway.send_control_frame(case.made(deepcopy(samples[case.event])))
        await _ask(here, watch, here.local.person("Ana"), case)
        if case.event in CONNECTING:
            await _connect(here)
        if number % EACH == 0:
            here.local.server.gateway.send_control_frame(samples["GUILD_CREATE"])
            await anext(play)
    await play.aclose()
    return cases


async def _ask(here: Ground, watch: Watch, person: Person, case: Case) -> None:
    """A person on the other server is answered."""
    began = perf_counter()
    reply = await person.command("help", channel=here.local.channel("games"))
    if reply.state == "done" and reply.text:
        watch.times.append(perf_counter() - began)
    else:
        watch.unanswered.append(f"{case.event} {case.path}")


async def _play(here: Ground, watch: Watch):
    """Two people play one game after the other, a move each time."""
    lot, book, games = Random(7), faults.Book(0), drawn()
    people = [here.newcomer(f"Player {n}") for n in range(2)]
    for round_ in count():
        room = await here.table(games[round_ % len(games)], people, here.channel(f"play {round_}"))
        book.played[room.id] = []
        while room.phase == "playing":
            await faults.move(here, book, room, lot)
            watch.moves += 1
            yield
            room = await here.running.rooms.room(room.id)


async def _connect(here: Ground, case: Case | None = None) -> None:
    """The bot connects anew, and what it is told first is odd once, if there is a case."""
    gateway, client, due = here.local.server.gateway, here.running.client, [case] if case else []

    def alter(frame: Any) -> Any:
        return due.pop().made(json_copy(frame)) if due and _name(frame) == due[0].event else frame

    gateway.alter = alter
    waiting = [asyncio.create_task(client.wait_for(one)) for one in ("shard_connect", "shard_resumed")]
    await asyncio.sleep(0)
    await (gateway.drop() if case and case.event == "RESUMED" else gateway.forget())
    async with asyncio.timeout(PATIENCE):
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()
    assert due == []


# what Discord would send, and how it can be odd


async def _collected(here: Ground) -> dict[str, WireObject]:
    """A frame of each kind of event, as the bot gets it of a server of its own where everything happens once."""
    simulation, session = here.local.server.simulation, here.local.server.gateway.sessions[-1]
    await _happen(here)
    frames = [
        {"op": HELLO, "s": None, "t": None, "d": {"heartbeat_interval": HEARTBEAT_MILLISECONDS}},
        {"op": DISPATCH, "s": 1, "t": "RESUMED", "d": {}},
        *({**json_copy(one), "s": None} for one in session.events if one is not None),
    ]
    found = {_name(frame): frame for frame in frames}
    guild = simulation.guilds()[-1]
    where = {
        "guild_id": str(guild),
        "id": str(guild),
        "channel_id": str(simulation.channels(guild, simulation.bot_id)[0]),
    }
    rare = set(here.running.client._connection.parsers) - {frame["t"] for frame in frames}
    return found | {name: {"op": DISPATCH, "t": name, "s": None, "d": {**GENERAL, **where}} for name in sorted(rare)}


def _name(frame: WireObject) -> str:
    """What tells events apart: the name, and the kind of channel or of interaction."""
    told = frame["d"] if isinstance(frame["d"], dict) else {}
    if frame["op"] != DISPATCH:
        return "HELLO" if frame["op"] == HELLO else "other"
    if not frame["t"].startswith(("CHANNEL_", "INTERACTION_")):
        return frame["t"]
    return f"{frame['t']} {told.get('type', '')} {'hidden' if told.get('flags') == HIDDEN_CHANNEL else ''}".strip()


async def _happen(here: Ground) -> None:
    """On a server of its own everything happens once of which the bot is told."""
    simulation = here.local.server.simulation
    world, person = simulation._world, simulation.add_person(NAMES[0])
    guild = simulation.add_guild(NAMES[1], person, (), ("view_channel", "send_messages", "attach_files"))
    channels = {name: simulation.add_channel(guild, f"{NAMES[2]} {name}", "x", kind) for name, kind in KINDS.items()}
    role = simulation.add_role(guild, NAMES[2])
    thread = world.create_thread(channels["text"], NAMES[2], person).id
    stage = channels["stage"]
    world.create_stage_instance(stage, NAMES[2])
    simulation.dismiss(guild)
    simulation.invite(guild)
    for channel in channels.values():
        simulation.forbid(channel, simulation.bot_id, ["view_channel"])
        simulation.forbid(channel, simulation.bot_id, [])
    world.edit_role(guild, role, {"name": f"{NAMES[2]} again"})
    simulation.appoint(guild, simulation.bot_id, role)
    simulation.change_thread(thread, archived=True)
    simulation.change_thread(thread, archived=False)
    world.edit_guild(guild, {"description": NAMES[2]})
    here.people[person] = somebody = Person(here.local, person)
    await _press(somebody, channels["text"], simulation)
    world.delete_stage_instance(stage)
    for one in (thread, *channels.values()):
        if one != channels["text"]:
            simulation.close_channel(one)
    world.delete_role(guild, role)


async def _press(person: Person, channel: int, simulation: Any) -> None:
    """A command, a button, suggestions and a form, on a server and in a direct message."""
    reply = await person.command("help", channel=channel)
    await person.press(reply.message, label=next(iter(reply.buttons)))
    await person.complete("move", channel=channel, focused="move")
    text = {"type": 18, "id": 1, "component": {"type": 4, "id": 2, "custom_id": "x", "value": "x"}}
    simulation.start_interaction(5, person.id, channel, {"custom_id": "x", "components": [text]})
    await person.local.quiet()


def odd(name: str, sample: WireObject, lot: Random) -> Iterator[Case]:
    """Every way in which the frame can be odd: each field dropped once, null once, and of two other kinds.

    What a connection begins with keeps its name: under another one it would be another event.
    """
    for path in _paths(sample, ()):
        if name in CONNECTING and path in (("op",), ("t",)):
            continue
        where = ".".join(map(str, path))
        yield Case(name, f"{where} dropped", lambda frame, path=path: _changed(frame, path))
        for value in (None, *lot.sample(OTHERS, 2)):
            text = json.dumps(value)
            yield Case(name, f"{where} {text}", lambda frame, path=path, value=value: _changed(frame, path, value))


def _paths(value: Any, path: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:
    items = enumerate(value[:MOST_ITEMS]) if isinstance(value, list) else ()
    for key, one in value.items() if isinstance(value, dict) else items:
        yield (*path, key)
        yield from _paths(one, (*path, key))


def _changed(frame: WireObject, path: tuple[str | int, ...], *value: Any) -> WireObject:
    """The frame without what stands there, or with the value in its place."""
    *outer, last = path
    inner: Any = frame
    for one in outer:
        inner = inner[one]
    if value:
        inner[last] = value[0]
    else:
        del inner[last]
    return frame

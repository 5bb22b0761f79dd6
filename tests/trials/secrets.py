"""Two worlds that differ in hidden tiles only, one action: every byte for anybody but the actor must be the same.

Of some pairs the worlds differ in what somebody has prepared: every byte for anybody else must be the same.

Knows no game: which tiles are hidden is what `State.view` hides, so a game's own view is proven by its own tests.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from random import Random

from bot.model.room import PlayedRoom, Room
from bot.playground.protocol import WireObject, controls_by_id
from bot.playground.rest import LoggedRequest
from bot.playground.rules import CALLBACK_PATH, WEBHOOK_PATH
from bot.screens.verbs import VERBS_BY_NAME
from engine import GAMES, dump
from tests.bench import Figure
from tests.bot.support.local_discord import Person
from tests.engine.stand_ins import STAND_INS
from tests.trials import looks, secrets_pages
from tests.trials.faults import confirming
from tests.trials.ground import Ground, amiss, ground
from tests.trials.looks import Look, Looker, Tally
from tests.trials.placed import STAMP, place
from tests.trials.worlds import Pair, World, endless, pairs, prepared_pairs

SIZE = 2_000  # pairs in Discord, and as many of stand-in games in their views
HIDING = (("azul", 3, {"wall": "gray"}), ("match_five", 2, {}), ("azul", 4, {"wall": "gray"}), ("match_five", 4, {}))
TRIES = 3  # a slow machine may answer in another manner; only what differs each time differs
TYPED_COMMAND = 1  # Discord's kind of a command that is typed
OTHER = "pillars"  # what is played beside
ENOUGH = 200  # pairs in which every look is shown to somebody
PREPARED = 4  # of so many pairs one differs in what somebody has prepared, not in hidden tiles
EACH = 8  # looks that everybody takes before the move, and again after it


@dataclass
class Stage:
    """A table whose position is replaced again and again; the `strangers` have no seat there.

    The second may manage the server and hosts a lobby, whose message is `lobby`.
    """

    here: Ground
    room: Room
    message: WireObject
    lobby: WireObject
    strangers: tuple[Person, Person]
    tally: Tally
    each: int = EACH

    async def put(self, world: World, change: int) -> None:
        """The room stands at the table of that world, as if it had never been anywhere else."""
        shown = {"change": change, "message": int(self.message["id"]), "posted": self.here.clock()}
        async with self.here.running.changing() as database:
            place(database, self.room.id, world, shown)


async def figures(size: int) -> list[Figure]:
    """So many pairs through the real messages, as many on the pages, and as many views of stand-in games."""
    tally = Tally()
    async with ground() as here:
        here.clock.stop()
        kinds, leaks, requests = await _in_discord(here, tally, size)
        errors, unnamed = here.errors, looks.unnamed(offered(here))
    watched, seen = _in_views(size)
    told = [Figure(f"  {kind}", n, "pairs") for kind, n in sorted(kinds.items())]
    return [
        Figure("pairs of worlds", kinds.total(), "pairs", least=size), *told,
        Figure("requests compared", requests, "requests", least=size),
        amiss("pairs that others can tell apart", leaks),
        Figure("looks", tally.tried.total(), "looks", least=size),
        amiss("looks refused or unknown", tally.wrong),
        amiss("kinds of looks that nobody was shown", tally.missed if size >= ENOUGH else ()),
        amiss("buttons, entries and commands that no list of looks names", unnamed),
        errors,
        Figure("pairs of stand-in games", watched, "pairs", least=size),
        amiss("of these told apart in views", seen),
        *await secrets_pages.figures(size),
    ]  # fmt: skip


def offered(here: Ground) -> list[str]:
    """The names of all verbs, of all entries of More, and of all commands."""
    client = here.running.client
    entries = [f"more {one}" for one in client.handlers.more._entries]
    commands = [f"/{one['name']}" for one in here.local.server.simulation.commands() if one["type"] == TYPED_COMMAND]
    return [*client._router.handlers, *client._router.sandbox_handlers, *VERBS_BY_NAME, *entries, *commands]


async def _in_discord(here: Ground, tally: Tally, size: int) -> tuple[Counter[str], list[str], int]:
    lot, kinds, leaks, requests = Random(4), Counter[str](), [], 0
    stages: dict[int, Stage] = {}
    sources = [endless(GAMES[key], *more, Random(n)) for n, (key, *more) in enumerate(HIDING)]
    prepared = [endless(GAMES[key], *more, Random(n), prepared_pairs) for n, (key, *more) in enumerate(HIDING)]
    for number in range(size):
        at = lot.randrange(len(HIDING))
        if at not in stages:
            stages[at] = await stage(here, tally, at, *HIDING[at])
        pair = next((prepared if number % PREPARED == 0 else sources)[at])
        seen, other = await compared(stages[at], pair, number)
        kinds[f"{HIDING[at][0]}, {HIDING[at][1]} seats, {_case(pair)}"] += 1
        requests += len(seen) + len(other)
        if seen != other:
            leaks.append(f"{HIDING[at]} {pair.worlds[0].text}: {_difference(seen, other)}")
    return kinds, leaks, requests


def _case(pair: Pair) -> str:
    if pair.silent:
        return "with and without prepared moves"
    if pair.watcher is None:
        return "watched from outside"
    return "own move" if pair.watcher == pair.actor else "another's move"


async def stage(here: Ground, tally: Tally, number: int, key: str, seats: int, options: dict[str, str]) -> Stage:
    """The table, another one and a lobby in the same channel, so that people are asked which one they mean."""
    channel = here.channel(f"secrets {number}")
    people = [here.newcomer(f"S{number} {seat}") for seat in range(seats)]
    stranger, manager = here.newcomer("Stranger"), here.local.person("Ana")
    room = await here.table(key, people, channel, **options)
    await here.table(OTHER, (people[0], here.newcomer(f"O{number}")), channel)
    lobby = await here.lobby(OTHER, (manager,), channel)
    here.running.client.messages.wake(lobby.id)
    await here.posted()
    start = next(one for one in stranger.sees(channel) if f"start:{lobby.code}" in controls_by_id(one["components"]))
    return Stage(here, room, here.newest[room.code], start, (stranger, manager), tally)


async def compared(stage: Stage, pair: Pair, number: int) -> tuple[list[str], list[str]]:
    """What was said to others in both worlds, files by their bytes; tried again while it differs."""
    for turn in count():
        script: list[list[Look]] = []
        said = [await _told(stage, pair, world, 1000 * (TRIES * number + turn + 1), script) for world in pair.worlds]
        if said[0] == said[1] or turn == TRIES - 1:
            return said[0], said[1]
    raise AssertionError


async def _told(stage: Stage, pair: Pair, world: World, change: int, script: list[list[Look]]) -> list[str]:
    """Every byte that others than the actor got while the actor looked, erred and moved, and others looked on.

    After them what the actor got, where that must be the same too.

    The first world writes the `script` of their looks, the second follows it.
    """
    here, room = stage.here, stage.room
    await stage.put(world, change)
    actor = here.person(room, pair.actor)
    others = [one for one in (stage.strangers[change // 1000 % 2], *_watching(stage, pair)) if one.id != actor.id]
    entries: list[LoggedRequest] = []
    here.local.server.rest.watchers.append(entries.append)
    before, after = (script[: len(others)], script[len(others) :]) if script else ([], [])
    looked = await _look(stage, others, before)
    mine = await _moved(stage, actor, world)
    await here.posted()
    looked += await _look(stage, others, after)
    here.local.server.rest.watchers.remove(entries.append)
    script[:] = looked
    done = [(_receiver(stage, entry) in mine, entry) for entry in entries if entry.is_answered]
    theirs = [entry for own, entry in done if own and pair.silent]  # what others get need not wait for these
    return [_bytes(stage, entry) for entry in (*(entry for own, entry in done if not own), *theirs)]


async def _moved(stage: Stage, actor: Person, world: World) -> set[int]:
    """The actor looks, errs and moves; the interactions that were only theirs."""
    room, channel = stage.room, stage.room.place.channel
    menu = await actor.raw_press(channel, stage.message["id"], f"play:{room.code}")
    wrong = await actor.command("move", channel=channel, move="nonsense", table=room.tag)
    preview = await actor.command("move", channel=channel, move=world.text, table=room.tag)
    confirm = confirming(preview) or f"do:{room.code}:{STAMP}:{world.text}"
    played = await actor.raw_press(channel, preview.message["id"], confirm)
    return {one.interaction for one in (menu, wrong, preview, played)}


def _watching(stage: Stage, pair: Pair) -> list[Person]:
    return [] if pair.watcher is None else [stage.here.person(stage.room, pair.watcher)]


async def _look(stage: Stage, others: Sequence[Person], script: Sequence[list[Look]]) -> list[list[Look]]:
    """They look at what the bot offers them; or, in the second world, at what they looked at in the first."""
    room = await stage.here.running.rooms.room(stage.room.id)
    assert isinstance(room, PlayedRoom)
    done = []
    for number, person in enumerate(others):
        lot = Random(stage.tally.tried.total())
        looker = Looker(person, room, (stage.message, stage.lobby), stage.tally, lot)
        if script:
            for look in script[number]:
                await looker.repeat(look)
        done.append(script[number] if script else await looker.look(stage.each))
    return done


def _receiver(stage: Stage, entry: LoggedRequest) -> int | None:
    """The interaction that a request answers, None for one to a channel."""
    if match := CALLBACK_PATH.match(entry.call.path):
        return int(match[1])
    if match := WEBHOOK_PATH.match(entry.call.path):
        return stage.here.local.server.simulation.interaction_of(match[2])
    return None


def _bytes(stage: Stage, entry: LoggedRequest) -> str:
    """The request without what only names its interaction: kind, place, JSON, names and bytes of its files."""
    place = "answer" if _receiver(stage, entry) is not None else entry.call.path
    files = [(one.filename, one.description, hashlib.sha256(one.fp.getvalue()).hexdigest()) for one in entry.call.files]
    return json.dumps([entry.call.method, place, entry.call.body, files], sort_keys=True)


def _difference(seen: Sequence[str], other: Sequence[str]) -> str:
    if len(seen) != len(other):
        return f"{len(seen)} requests, {len(other)} requests"
    one, two = next(pair for pair in zip(seen, other, strict=True) if pair[0] != pair[1])
    at = next(n for n, (a, b) in enumerate(zip(one + "$", two + "!", strict=False)) if a != b)
    return f"...{one[max(0, at - 60) : at + 60]} | {two[max(0, at - 60) : at + 60]}"


def _in_views(size: int) -> tuple[int, list[str]]:
    """Stand-in games have no pictures: what their watchers may know is compared by itself."""
    lot, found, told = Random(5), 0, []
    while found < size:
        for key in ("hands", "plans"):
            for pair in pairs(STAND_INS[key], 3, {}, lot):
                found += 1
                after = [world.table.play(pair.actor, world.text) for world in pair.worlds]
                known = [(dump(table.view(pair.watcher).state), table.state.scores()) for table in after]
                if known[0] != known[1]:
                    told.append(f"{key}: {pair.worlds[0].text}")
    return found, told

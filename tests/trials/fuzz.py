"""Forged, altered, misplaced and outdated presses, commands and forms: nothing breaks, only legal moves change tables.

Knows no rules: a shadow table makes each confirmed move, and must agree with the database after every deed.
"""

from __future__ import annotations

import string
from collections import Counter, deque
from dataclasses import dataclass, field
from random import Random
from typing import Any

from bot.model.room import room_at
from bot.model.room_number import room_of_code
from bot.playground.options import ENTITY_KINDS, merge, resolve
from bot.playground.protocol import COMMAND, COMPLETE, COMPONENT, SUBMIT, WireObject, all_components, controls_by_id
from engine import GAMES, IllegalMove, Table
from tests.bench import Figure
from tests.bot.support.local_discord import Person, Reply
from tests.trials.faults import confirming
from tests.trials.ground import Ground, amiss, drawn, ground
from tests.trials.strangers import MOST, NAMES, Watch, hide, pry

SIZE = 20_000  # deeds
TABLES = 2  # of each game
HONEST = 40  # deeds after which somebody makes a proper move
REMEMBERED = 400  # messages that are pressed again
MOVING = ("do", "m", "b", "tick")  # verbs that may play a move
LONG = "Wilhelmina-Friederike von und zu Hohenstein"
GALLERY, PERSON, FILE, ON_USER = 12, 6, 11, 2  # Discord's kinds: of a component, of an option, of a command
ENDING = (  # what may rightly change a table otherwise than by a move: only somebody without a seat presses these
    "end", "start", "cancel", "remove", "resigned", "undo", "ask", "agree", "no", "again", "movehere", "pause",
    "finish", "goon", "offer", "take", "nottake", "kicked",
)  # fmt: skip
LETTERS = string.ascii_letters + string.digits + ":.~*=#-_ /\\`@<>éß汉\u202e\u0000\n"
NUMBERS = ("0", "-1", "1", "7", "zz", "3f", "999999999", "9999999999999", "", "x", "１")


@dataclass
class Trial:
    """`pool`: messages to press again. `shadows`: the tables as legal moves made them.

    `watch`: what strangers see. `faults`: what was wrong. `kinds`: what the deeds were answered with. `legal`: moves
    that were made.
    """

    here: Ground
    lot: Random
    channels: list[int]
    watch: Watch
    pool: deque[WireObject] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    shadows: dict[int, Table] = field(default_factory=dict)
    seats: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)
    legal: int = 0

    @property
    def someone(self) -> Person:
        return self.lot.choice(self.others)

    @property
    def others(self) -> list[Person]:
        """All but those at the hidden tables: at another table, opened or invited to, their names are no trace."""
        return [one for one in self.here.people.values() if self.here.name_of(one) not in NAMES]


async def figures(size: int, each: int = TABLES) -> list[Figure]:
    """So many deeds, a proper move now and then; before, strangers look at tables that are not theirs to see.

    `each`: tables of each game.
    """
    async with ground() as here:
        trial = await _set_up(here, each)
        await pry(trial.watch, [here.local.person("Dee")], here.local.channel("tables"), min(MOST, size // 5))
        for number in range(size):
            if number % HONEST == 0:
                await _honest(trial)
            deed = trial.lot.choices((press, command, complete, submit), (70, 15, 10, 5))[0]
            await _judged(trial, deed)
        said = [Figure(f"  {kind}", n, "deeds") for kind, n in sorted(trial.kinds.items())]
        return [
            Figure("deeds", trial.kinds.total(), "deeds", least=size),
            *said,
            Figure("moves that were legal", trial.legal, "moves", least=1),
            amiss("wrong answers and changes", trial.faults),
            Figure("looks at tables of others", trial.watch.looked, "looks", least=size),
            amiss("traces of tables of others", trial.watch.seen),
            here.beyond,
            here.errors,
        ]


async def _set_up(here: Ground, each: int) -> Trial:
    """Tables of every drawn game, one that is over, a lobby; a second server, a direct channel, a stranger."""
    simulation, ana, ben = here.local.server.simulation, here.local.person("Ana"), here.local.person("Ben")
    host, hungarian = here.newcomer(LONG), here.newcomer("Gergő @everyone **x** <@1>")
    hungarian.locale("hu")
    rooms_of = {key: here.channel(key) for key in drawn()}
    for key in drawn() * each:
        await here.table(key, (host, ana, hungarian)[: GAMES[key].seats[-1]], rooms_of[key])
    over = await here.table(drawn()[0], (host, ana), here.local.channel("tables"))
    other = simulation.add_guild("Elm Inn", ana.id, [one.id for one in here.people.values()], ("view_channel",))
    elsewhere = simulation.add_channel(other, "elsewhere", "")
    simulation.admit(other, here.newcomer("Eve").id)
    trial = Trial(
        here, Random(3), [*rooms_of.values(), elsewhere, ana.dm, ben.dm], await hide(here, drawn()[0], elsewhere)
    )
    lobby = await here.lobby(drawn()[0], (host,), here.local.channel("tables"))
    here.running.client.messages.wake(lobby.id)
    await here.running.rooms.end(over.id, over.people[0], may_manage=True, press=next(here.presses))
    await here.posted()
    trial.pool.extend(here.newest.values())
    for number in range(1, lobby.id):
        room = await here.running.rooms.room(number)
        if room.place.guild is not None:  # with people alone only robots play, by themselves
            trial.shadows[number], trial.seats[number] = room.table, _seats(room)
    return trial


def _seats(room: Any) -> tuple[Any, ...]:
    return room.phase, room.occupants, [chair.stamp for chair in room.chairs], room.record.host


# deeds: each answers with what came of it and the move that it may rightly have made


async def press(trial: Trial) -> tuple[Reply, str]:
    """A button or list of some message, as it stands or altered, by anybody anywhere."""
    lot, person = trial.lot, trial.someone
    custom_id, values = _pressed(lot, lot.choice(trial.pool))
    if lot.random() < 0.6:
        custom_id = altered(lot, custom_id)
    if lot.random() < 0.3:
        values = lot.choice((None, [], [garbage(lot)], [lot.choice(NUMBERS)], [garbage(lot, 100), "2"]))
    if {custom_id.split(":")[0], *(values or ())} & {*ENDING}:
        person = trial.here.local.person("Dee")
    body = {"custom_id": custom_id, "component_type": 2 if values is None else 3, "id": 0}
    body |= {} if values is None else {"values": values}
    return await _do(trial, COMPONENT, person, body, _before(trial, person)), custom_id


async def command(trial: Trial) -> tuple[Reply, str]:
    """A command with any options, also such as no client sends."""
    lot = trial.lot
    every = trial.here.local.server.simulation.commands()
    # Discord itself says which file is meant, so no client can forge that; such commands have tests of their own.
    spec = lot.choice([one for one in every if FILE not in [option["type"] for option in one.get("options") or ()]])
    options = [_option(lot, one) for one in spec.get("options") or () if one.get("required") or lot.random() < 0.5]
    name = spec["name"] if lot.random() < 0.9 else garbage(lot, 8) or "x"
    body = {"id": spec["id"], "name": name, "type": spec["type"], "options": options}
    body |= {"target_id": str(trial.someone.id)} if spec["type"] == ON_USER else {}
    return await _do(trial, COMMAND, trial.someone, body), ""


async def complete(trial: Trial) -> tuple[Reply, str]:
    """Something typed where suggestions are made."""
    lot = trial.lot
    spec = lot.choice([one for one in trial.here.local.server.simulation.commands() if _typed(one)])
    options = [_option(lot, one) for one in spec["options"]]
    lot.choice([one for one in options if one["name"] in _typed(spec)])["focused"] = True
    body = {"id": spec["id"], "name": spec["name"], "type": spec["type"], "options": options}
    return await _do(trial, COMPLETE, trial.someone, body), ""


async def submit(trial: Trial) -> tuple[Reply, str]:
    """A form that nobody opened, or an old one, filled in with anything."""
    lot, person = trial.lot, trial.someone
    custom_id = altered(lot, _pressed(lot, lot.choice(trial.pool))[0])
    wish = {"type": 4, "custom_id": garbage(lot, 10) or "x", "value": garbage(lot, 60), "id": 2}
    rows = lot.choice(([], [{"type": 1, "id": 1, "components": [wish]}], [{"type": 18, "id": 1, "component": wish}]))
    source = _before(trial, person) if lot.random() < 0.5 else None
    return await _do(trial, SUBMIT, person, {"custom_id": custom_id, "components": rows}, source), ""


async def _do(trial: Trial, kind: int, person: Person, body: WireObject, source: WireObject | None = None) -> Reply:
    """The interaction reaches the bot from the message's channel, or from anywhere."""
    simulation = trial.here.local.server.simulation
    channel = int(source["channel_id"]) if source else trial.lot.choice(trial.channels)
    if kind in (COMMAND, COMPLETE):
        _name(trial, channel, body)
    return await Reply(
        trial.here.local, person, simulation.start_interaction(kind, person.id, channel, body, source)
    ).settle()


def _name(trial: Trial, channel: int, body: WireObject) -> None:
    """Options that name people name real ones, the bot too; Discord itself adds who they are."""
    simulation = trial.here.local.server.simulation
    named = [one for one in body["options"] if one["type"] == PERSON]
    for one in named:
        one["value"] = str(trial.lot.choice([*(person.id for person in trial.others), simulation.bot_id]))
    for number in (*(one["value"] for one in named), body.get("target_id")):
        if number:
            merge(body.setdefault("resolved", {}), resolve(simulation, ENTITY_KINDS[PERSON], channel, int(number)))


def _before(trial: Trial, person: Person) -> WireObject:
    """A message that this person has on the screen."""
    simulation = trial.here.local.server.simulation
    return trial.lot.choice([
        one for one in trial.pool if simulation.is_visible(int(one["channel_id"]), int(one["id"]), person.id)
    ])  # fmt: skip


def _typed(spec: WireObject) -> list[str]:
    return [one["name"] for one in spec.get("options") or () if one.get("autocomplete")]


def _option(lot: Random, spec: WireObject) -> WireObject:
    choices = [one["value"] for one in spec.get("choices") or ()]
    texts = (*choices, garbage(lot), garbage(lot, 3), lot.choice(NUMBERS), "3B2", "CWF", "#1", "blue", "1b")
    value: Any = lot.choice(texts)
    match spec["type"]:
        case 4:
            value = lot.choice((1, 5, 123456789))
        case 5:
            value = lot.random() < 0.5
    return {"name": spec["name"], "type": spec["type"], "value": value}


def _pressed(lot: Random, message: WireObject) -> tuple[str, list[str] | None]:
    """One of the message's controls, and for a list one of its values."""
    found = controls_by_id(message["components"])
    if not found:
        return garbage(lot), None
    custom_id = lot.choice(list(found))
    options = [one["value"] for one in found[custom_id].get("options") or ()]
    return custom_id, lot.sample(options, 1) if options else None


def altered(lot: Random, custom_id: str) -> str:
    """The custom_id with a part of it changed, lost or added, or something else altogether; at most 100 letters."""
    pieces = custom_id.split(":")
    at = lot.randrange(len(pieces))
    match lot.randrange(7):
        case 0:
            return garbage(lot, 100) or "?"
        case 1:
            pieces[at] = lot.choice(NUMBERS)
        case 2:
            pieces[at] = garbage(lot, 20)
        case 3:
            del pieces[at]
        case 4:
            pieces.insert(at, garbage(lot, 5))
        case 5:
            pieces[-1] = ".".join(lot.choices(ANSWERS, k=lot.randrange(5)))
        case _:
            pieces[0] = lot.choice(VERBS)
    return (":".join(pieces) or "?")[:100]


ANSWERS = ("1", "B", "2", "C", "F", "~Pass", "a*", "R=1*", "3B2", "a1", "done")
VERBS = (
    "play", "m", "b", "why", "rule", "tick", "do", "type", "read", "board", "rules", "turns", "games", "choose", "keep",
    "which", "here", "more", "join", "leave", "robot", "sit", "options", "history", "replay", "film", "typed", "close",
    "follow", "unfollow",
)  # fmt: skip


def garbage(lot: Random, most: int = 30) -> str:
    """Any letters."""
    return "".join(lot.choices(LETTERS, k=lot.randrange(most + 1)))


# judgment


async def _judged(trial: Trial, deed: Any) -> None:
    """The deed is done, answered exactly once, and changed what it might change."""
    reply, custom_id = await deed(trial)
    trial.kinds[f"{deed.__name__}: {_what(reply)}"] += 1
    if reply.answers != 1 or reply.state != "done":
        trial.faults.append(f"{deed.__name__} {custom_id!r}: {reply.answers} answers, {reply.state}")
    if reply.message is not None and any(controls_by_id(reply.message["components"])):
        trial.pool.append(reply.message)
    trial.watch.judge(reply, f"{deed.__name__} {custom_id!r}")
    await _compare(trial, reply, custom_id)


def _what(reply: Reply) -> str:
    if reply.choices is not None:
        return "suggestions"
    shown = all_components((reply.message or {}).get("components"))
    return "a picture" if any(part["type"] == GALLERY for part in shown) else "a refusal or page"


async def _compare(trial: Trial, reply: Reply, custom_id: str) -> None:
    """Every table is as its shadow, but for one legal move that this very press names."""
    for number, shadow in trial.shadows.items():
        record = await trial.here.running.store.load(number)
        room = room_at(record, GAMES, 0.0)
        if room.table.log == shadow.log and room.table.state == shadow.state and _seats(room) == trial.seats[number]:
            continue
        if not _lawful(trial, number, room.table, reply, custom_id):
            trial.faults.append(f"table {number} changed by {custom_id!r}")
        trial.shadows[number], trial.seats[number] = room.table, _seats(room)


def _lawful(trial: Trial, number: int, later: Table, reply: Reply, custom_id: str) -> bool:
    """Whether this press made a legal move of a seat of the person, with its stamp; a confirmed one names the move."""
    verb, code, stamp, text, *_ = [*custom_id.split(":"), "", "", "", ""]
    _, seats, stamps, _ = trial.seats[number]
    seat = next((n for n, one in enumerate(seats) if one.id == reply.person.id), None)
    shadow = trial.shadows[number]
    moved = later.log[len(shadow.log) : len(shadow.log) + 1]
    if seat is None or verb not in MOVING or room_of_code(code) != number or stamp != str(stamps[seat]) or not moved:
        return False
    try:
        expected = shadow.play(seat, moved[0].text)
    except IllegalMove:
        return False
    trial.legal += 1
    return (verb != "do" or moved[0].text == text) and _forced(expected, later)


def _forced(table: Table, later: Table) -> bool:
    """Whether nothing but the only moves of those to act leads from one table to the other."""
    while len(table.log) < len(later.log):
        moves = [(seat, move) for seat in table.state.to_act() for move in table.view(seat).moves]
        if len(moves) != 1:
            return False
        table = table.play(moves[0][0], str(moves[0][1]))
    return (table.log, table.state) == (later.log, later.state)


async def _honest(trial: Trial) -> None:
    """Somebody prepares two proper moves and often makes the first; if all tables are over, nobody does."""
    open_ = [number for number, table in trial.shadows.items() if trial.seats[number][0] == "playing"]
    if not open_:
        return
    room = await trial.here.running.rooms.room(trial.lot.choice(open_))
    seat = trial.lot.choice(room.to_act)
    person, texts = trial.here.person(room, seat), trial.lot.choices(room.table.view(seat).moves, k=2)
    command = [person.command("move", channel=room.place.channel, move=str(one), table=room.tag) for one in texts]
    menus = [await one for one in command]
    trial.pool.extend(menu.message for menu in menus)
    if trial.lot.random() < 0.7:
        confirm = confirming(menus[0]) or ""
        reply = await person.raw_press(room.place.channel, menus[0].message["id"], confirm)
        await _compare(trial, reply, confirm)
        trial.pool.append(trial.here.newest[room.code])

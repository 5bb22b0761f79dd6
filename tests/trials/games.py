"""Every game that Discord plays: once by presses from lobby to end, and with each value of each option by `/move`.

Knows no rules and no labels: what goes on is known by its custom_id.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from bot.model.room import Room
from bot.model.room_number import room_of_code
from bot.playground.protocol import BUTTON, WireObject, controls_by_id
from engine import CHANCE, GAMES, IllegalMove
from tests.bench import Figure
from tests.bot.support.local_discord import Person, Reply
from tests.trials.faults import confirming
from tests.trials.ground import Ground, amiss, drawn, ground

SIZE = 1_000  # moves at most in one game
STEPS = 60  # presses at most for one move
BACK = 0.05  # share of presses that go back


@dataclass
class Tally:
    """What the people of the trial did, and what went wrong."""

    moves: int = 0
    presses: int = 0
    most: int = 0
    wrong: list[str] = field(default_factory=list)


async def figures(size: int) -> list[Figure]:
    """All games, to their ends unless one has more than `size` moves of people."""
    pressed, typed, lot = Tally(), Tally(), Random(6)
    async with ground() as here:
        for key in drawn():
            await _ended(here, await by_presses(here, key, pressed, lot, size), key, pressed)
        values = [(key, name, value) for key in drawn() for name, some in GAMES[key].options.items() for value in some]
        for key, name, value in values:
            await by_typing(here, key, {name: value}, typed, lot, size)
        return [
            Figure("games by presses", len(drawn()), "games", least=1),
            Figure("moves in them", pressed.moves, "moves"),
            Figure("presses a move", pressed.presses / pressed.moves, "presses", most=7),
            Figure("presses for one move, most", pressed.most, "presses"),
            amiss("wrong in them", pressed.wrong),
            Figure("values of options, by typing", len(values), "games"),
            Figure("moves typed", typed.moves, "moves"),
            amiss("wrong in them", typed.wrong),
            here.beyond,
            here.errors,
        ]


async def by_presses(here: Ground, key: str, tally: Tally, lot: Random, size: int) -> Room:
    """Two people and a robot, if the game seats them, from `/play` on for so many moves; the room then."""
    ana, ben = here.local.person("Ana"), here.local.person("Ben")
    lobby = await ana.command("play", channel=here.channel(f"presses {key}"), game=key)
    await press(ben, lobby.message, "join")
    if len(GAMES[key].seats) > 1:
        question = await press(ana, lobby.message, "robot")
        await press(ana, question.message, "robot", "greedy")
    code = next(iter(controls_by_id(lobby.message["components"]))).split(":")[1]
    await press(ana, lobby.message, "start")
    await here.local.until(lambda: code in here.newest)
    await here.posted()
    room = await here.running.rooms.room(room_of_code(code) or 0)
    for _ in range(size):
        if room.phase != "playing":
            break
        room = await _pressed(here, room, tally, lot)
    return room


async def by_typing(here: Ground, key: str, options: dict[str, str], tally: Tally, lot: Random, size: int) -> None:
    """A person and a robot, every move of the person typed and confirmed."""
    ana = here.local.person("Ana")
    room = await here.table(key, [ana], here.channel(f"typing {key}"), robots=1, **options)
    for _ in range(size):
        await here.posted()
        room = await here.running.rooms.room(room.id)
        if room.phase != "playing":
            break
        seat = room.to_act[0]
        text = str(lot.choice(room.table.view(seat).moves))
        menu = await ana.command("move", channel=room.place.channel, move=text, table=room.tag)
        reply = await ana.raw_press(room.place.channel, menu.message["id"], confirming(menu) or "?")
        tally.moves += 1
        later = await here.running.rooms.room(room.id)
        if (seat, text) not in [(one.seat, one.text) for one in later.table.log[len(room.table.log) :]]:
            tally.wrong.append(f"{key} {options}: {text} was not played: {reply.text}")
            return
    await _ended(here, room, f"{key} {options}", tally)


async def press(person: Person, message: WireObject, verb: str, last: str = "") -> Reply:
    """Press the button of that verb (and last part)."""
    ids = [one for one in controls_by_id(message["components"]) if one.split(":")[0] == verb and one.endswith(last)]
    return await person.press(message, custom_id=ids[0])


async def _pressed(here: Ground, room: Room, tally: Tally, lot: Random) -> Room:
    """The room after one move by presses alone, its message posted."""
    seat = lot.choice([seat for seat in room.to_act if room.occupants[seat].id in here.people])
    person, before = here.person(room, seat), len(room.table.log)
    menu, presses = await press(person, here.newest[room.code], "play"), 1
    while presses < STEPS:
        menu, presses = await step(person, menu, lot), presses + 1
        if menu.answers != 1 or menu.failed:
            tally.wrong.append(f"{menu.answers} answers, {menu.state}")
        later = await here.running.rooms.room(room.id)
        if len(later.table.log) > before:
            break
    else:
        tally.wrong.append(f"{room.game.key}: no move after {STEPS} presses")
    tally.moves, tally.presses, tally.most = tally.moves + 1, tally.presses + presses, max(tally.most, presses)
    await here.posted()
    return await here.running.rooms.room(room.id)


async def step(person: Person, menu: Reply, lot: Random) -> Reply:
    """Any answer; what plays the move goes before, and now and then the way back."""
    found = controls_by_id(menu.message["components"])
    answers = [one for one in found if one.split(":")[0] in ("m", "tick") and one.split(":")[3:] != [""]]
    backs = [one for one in found if one.startswith("b:")]
    chosen = lot.choice([one for one in found if one.startswith("do:")] or answers)
    if backs and lot.random() < BACK:
        chosen = backs[0]
    control = found[chosen]
    if control["type"] == BUTTON:
        return await person.press(menu.message, custom_id=chosen)
    options = [one["value"] for one in control["options"]]
    many = lot.randint(control.get("min_values", 1), control.get("max_values", 1))
    return await person.choose(menu.message, custom_id=chosen, values=lot.sample(options, many))


async def _ended(here: Ground, room: Room, called: str, tally: Tally) -> None:
    """The game is over, its log leads to its last position, and its last message shows it."""
    if room.phase != "over":
        tally.wrong.append(f"{called}: {room.phase} after {len(room.table.log)} entries")
        return
    try:
        same = room.table.back_to(len(room.table.log)).state == room.table.state
    except IllegalMove:
        same = False
    files = [file["filename"] for file in here.newest[room.code]["attachments"]]
    if not same or not any(file.endswith(f"-{len(room.table.log)}.png") for file in files):
        tally.wrong.append(f"{called}: log {same}, shown {files}")
    if not {one.seat for one in room.table.log} <= {CHANCE, *range(len(room.occupants))}:
        tally.wrong.append(f"{called}: a seat that is none")

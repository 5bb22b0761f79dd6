"""A game of each kind, begun and played to its end by a reader who has nothing but what is said.

Of long games the reader hears each kind of question once, then one turn in some; others nobody presses.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from random import Random

import pytest

from bot.playground.protocol import EPHEMERAL
from engine import GAMES
from engine.robots.ai import choose
from engine.robots.core import Level
from tests.bot.support.local_discord import Person, buttons, text
from tests.bot.support.reader import PLAY, PLAY_IT, Reader, checked
from tests.bot.support.tessera import may_end

# Presses for a move: Play, what to take, where to, and the preview; fewer where a question has one answer, and where a
# turn has several moves. The mean of all games is below three.
# A game as short as there is one; in one that takes as long with any robot one that thinks least.
SHORTEST = {"match_five": {"copies": "2"}, "pillars": {"level": "Beginner"}, "pavilion": {"level": "Beginner"}}
MOST_PRESSES = {"azul": 3.5, "pavilion": 2.8, "match_five": 2.6, "pillars": 4.0}
UNHEARD = {"pavilion": 7, "match_five": 12, "azul": 8}  # moves after each turn that was heard, of kinds heard before
LETTERS = "abcde"
COLOR = "blue|yellow|red|black|white"


@pytest.fixture
def pressed(monkeypatch):
    """How much people have pressed and chosen."""
    counted = Counter()
    for name in ("press", "choose"):
        act = getattr(Person, name)

        async def count(self, *given, act=act, **named):
            counted["all"] += 1
            return await act(self, *given, **named)

        monkeypatch.setattr(Person, name, count)
    return counted


@pytest.mark.parametrize("key", GAMES)
async def test_a_game_is_played_from_texts_alone_with_few_presses_and_leaves_one_message(
    local, running_bot, games, pressed, key
):
    reader, turns, unheard, heard = Reader(running_bot, local.person("Ana")), 0, 0, set()
    await reader.begin(key, **SHORTEST.get(key, {}))
    pressed.clear()
    while PLAY in buttons(message := await reader.called()):
        menu = await reader.menu(message)
        if menu is None:
            continue
        assert "Ana" in menu.text
        room = await running_bot.rooms.room(1)
        heard.add(kinds(room.table, room.seat_of(reader.person.id)))
        told = await reader.whole_turn(menu)
        assert "Played:" in told.text
        turns += 1
        if key in UNHEARD and (room := await running_bot.rooms.move_robots(1)).phase == "playing":
            unheard += await plays_unheard(running_bot, room.seat_of(reader.person.id), heard, UNHEARD[key])
    assert "final" in text(message)
    assert reader.person.mention in text(message)
    await running_bot.shown()
    await local.quiet()
    room = await running_bot.rooms.room(1)
    assert room.phase == "over"
    moves = sum(entry.seat == room.seat_of(reader.person.id) for entry in room.table.log) - unheard
    assert moves >= turns > 0
    assert pressed.total() <= MOST_PRESSES.get(key, 4.0) * moves
    *lines, left = (m for m in reader.person.sees(games) if not m["flags"] & EPHEMERAL and " #1 " in text(m))
    assert len(lines) <= unheard  # nobody who was heard has read those moves
    assert "final" in text(left)
    (picture,) = left["attachments"]
    assert len(picture["description"]) <= 1024


def kinds(table, seat):
    """The kinds of moves that the seat may choose from."""
    return frozenset(type(move) for move in table.view(seat).moves)


async def plays_unheard(running_bot, own, heard, most):
    """How many good moves of kinds that were heard the seat has made, `most` at most and not the last one."""
    made = 0

    def move(table, seat):
        nonlocal made
        if may_end(table) or (seat == own and (made == most or kinds(table, own) not in heard)):
            return None
        made += seat == own
        return choose(Level.AMATEUR, table.view(seat), Random(len(table.log)))

    await running_bot.leap(1, move)
    return made


@dataclass
class Told:
    """What the board in words says: tiles by source, and of the own board the lines and the wall by row.

    `heaps`: counts by color, by "display 3" or "the center". `lines`: color ("" for none), filled and size. `walls`:
    the color in each column, "" where it is open.
    """

    heaps: dict[str, dict[str, int]]
    lines: list[tuple[str, int, int]]
    walls: list[list[str]]


def heard(said: str) -> Told:
    """The table and the own board in what a menu says."""
    heaps = {}
    for source, tiles in re.findall(r"^- (Display \d|Center): (.*)$", said, re.MULTILINE):
        counted = re.findall(rf"(\d+ )?({COLOR})", tiles)
        name = "the center" if source == "Center" else source.lower()
        heaps[name] = {color: int(count or 1) for count, color in counted}
    own = said.partition("### Ana, ")[2].partition("###")[0]
    lines = []
    for size, (tiles) in enumerate(re.findall(r"^- Line \d: (.*)$", own, re.MULTILINE), 1):
        found = re.match(rf"(\d) of (\d) ({COLOR})", tiles)
        lines.append((found[3], int(found[1]), int(found[2])) if found else ("", 0, size))
    walls = []
    for tiles in re.findall(r"^- Wall row \d: (.*)$", own, re.MULTILINE):
        laid = dict(re.findall(rf"\b([a-e]) ({COLOR})", tiles.partition("open:")[0]))
        walls.append([laid.get(letter, "") for letter in LETTERS])
    assert len(lines) == len(walls) == 5, said
    return Told(heaps, lines, walls)


def draft(told: Told) -> str:
    """The best draft by the texts, in words: it fills a line, or nearly; the fewest tiles if all fall to the floor."""
    ways = []
    for source, heap in told.heaps.items():
        for color, count in heap.items():
            ways.append((-10 - count, f"{color} from {source} to the floor"))
            for row, (held, filled, size) in enumerate(told.lines):
                if held in ("", color) and filled < size and color not in told.walls[row]:
                    over = max(0, count - (size - filled))
                    ways.append(
                        (-3 * over - (size - filled - count + over), f"{color} from {source} to line {row + 1}")
                    )
    return max(ways)[1]


def plan(told: Told) -> str:
    """Columns for the full lines, from the top: the first that the wall leaves open, named where there are several."""
    parts = []
    for row, (color, filled, size) in enumerate(told.lines):
        if filled < size:
            continue
        taken = [any(wall[at] == color for wall in told.walls) or bool(told.walls[row][at]) for at in range(5)]
        free = [at for at in range(5) if not taken[at]]
        if free:
            told.walls[row][free[0]] = color
        if len(free) > 1:
            parts.append(f"row {row + 1} to column {LETTERS[free[0]]}")
    return " and ".join(parts)


async def test_azul_is_played_by_typing_what_the_texts_allow(local, running_bot, ana, games):
    """Two rounds: in the second one lines and columns are taken."""
    reader, plans = Reader(running_bot, ana), 0
    await reader.begin("azul", wall="gray", rules="hungarian")
    while plans < 2:
        message = await reader.called()
        menu = await reader.menu(message)
        if menu is None:
            continue
        told = heard(menu.text)
        plans += not any(told.heaps.values())
        typed = draft(told) if any(told.heaps.values()) else plan(told)
        preview = checked(await ana.command("move", channel=games, move=typed))
        assert PLAY_IT in preview.buttons, (typed, preview.text, menu.text)
        played = await ana.press(preview.message, label=PLAY_IT)
        assert "Played:" in played.text or "chose" in played.text

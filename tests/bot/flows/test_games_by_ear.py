"""A game of each kind, played to its end by a reader who has nothing but what is said."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest

from engine import GAMES
from tests.bot.support.local_discord import buttons, text
from tests.bot.support.reader import PLAY, PLAY_IT, Reader, checked

LETTERS = "abcde"
COLOR = "blue|yellow|red|black|white"


@pytest.mark.parametrize("key", GAMES)
async def test_a_game_is_played_from_texts_alone(local, running_bot, key):
    reader, turns = Reader(running_bot, local.person("Ana")), 0
    await reader.begin(key)
    while PLAY in buttons(message := await reader.called()):
        menu = await reader.menu(message)
        if menu is None:
            continue
        assert "Ana" in menu.text
        told = await reader.whole_turn(menu)
        assert "Played:" in told.text
        turns += 1
    assert turns > 0
    assert "final" in text(message)
    assert reader.person.mention in text(message)


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


@pytest.mark.parametrize(
    "options", [{}, {"wall": "gray"}, {"rules": "hungarian"}], ids=["colored", "gray", "hungarian"]
)
async def test_azul_is_played_by_typing_what_the_texts_allow(local, running_bot, games, options):
    ana = local.person("Ana")
    reader = Reader(running_bot, ana)
    await reader.begin("azul", **options)
    while PLAY in buttons(message := await reader.called()):
        menu = await reader.menu(message)
        if menu is None:
            continue
        told = heard(menu.text)
        typed = draft(told) if any(told.heaps.values()) else plan(told)
        preview = checked(await ana.command("move", channel=games, move=typed))
        assert PLAY_IT in preview.buttons, (typed, preview.text, menu.text)
        played = await ana.press(preview.message, label=PLAY_IT)
        assert "Played:" in played.text or "chose" in played.text
    assert "final" in text(message)

"""How many positions lie one, two and three moves from fixed deals, counted by the engine and by a slow second way.

The second way shares no code with the engine: it reads the rules again, tile by tile, on plain lists.
"""

from __future__ import annotations

from itertools import product

from engine import State
from tests.cases import each
from tests.engine.games.azul.azul_tables import azul

DEALS = {
    2: "deal BBYR/RKKW/BYRK/WWWW/BYYK",
    3: "deal BBBB/YYYY/RRRR/KKKK/WWWW/BYRK/BBWW",
    4: "deal BYRK/YRKW/RKWB/KWBY/WBYR/BBYY/RRKK/WWBB/YRRR",
}
# The numbers that both ways agree on, so that a change of both shows.
COUNTS = {2: (84, 6_552, 389_256), 3: (66, 3_960, 212_544), 4: (168, 27_216)}


def counted(state: State, depth: int) -> int:
    """Ways to play so many moves, by the engine."""
    seat = state.to_act()[0]
    moves = state.moves(seat)
    return len(moves) if depth == 1 else sum(counted(state.after(seat, move), depth - 1) for move in moves)


class Tray:
    """The slow way: sources as lists of tiles (the center last), lines as lists a seat; walls are empty in round 1."""

    def __init__(self, sources: list[list[str]], lines: list[list[list[str]]], seat: int = 0) -> None:
        self.sources = [list(tiles) for tiles in sources]
        self.lines = [[list(held) for held in lines] for lines in lines]
        self.seat = seat

    def choices(self) -> list[tuple[int, str, int]]:
        """Source, color and line (5 is the floor) of every move, found by trying them all."""
        taken = {color: [line for line in range(6) if self.takes(line, color)] for color in set().union(*self.sources)}
        tried = ((source, color) for source, tiles in enumerate(self.sources) for color in set(tiles))
        return [(source, color, line) for source, color in tried for line in taken[color]]

    def takes(self, line: int, color: str) -> bool:
        if line == 5:
            return True
        held = self.lines[self.seat][line]
        return len(held) < line + 1 and all(tile == color for tile in held)

    def after(self, source: int, color: str, line: int) -> Tray:
        later = Tray(self.sources, self.lines, (self.seat + 1) % len(self.lines))
        taken = [tile for tile in later.sources[source] if tile == color]
        left = [tile for tile in later.sources[source] if tile != color]
        if source == len(self.sources) - 1:
            later.sources[-1] = left
        else:
            later.sources[source] = []
            later.sources[-1] += left
        while line < 5 and taken and len(later.lines[self.seat][line]) < line + 1:
            later.lines[self.seat][line].append(taken.pop())
        return later

    def counted(self, depth: int) -> int:
        """Ways to play so many moves, one after the other."""
        if depth == 1:
            return len(self.choices())
        return sum(self.after(*choice).counted(depth - 1) for choice in self.choices())


def tray(seats: int) -> Tray:
    displays = DEALS[seats].removeprefix("deal ").split("/")
    return Tray([*map(list, displays), []], [[[] for _ in range(5)] for _ in range(seats)])


@each(("seats", "depth"), [*product([2, 3], [1, 2, 3]), (4, 1), (4, 2)])
def test_both_ways_count_the_same(seats, depth):
    expected = COUNTS[seats][depth - 1]
    assert counted(azul(DEALS[seats], seats=seats).state, depth) == expected
    assert tray(seats).counted(depth) == expected


@each("seats", [2, 3, 4])
def test_after_a_few_moves_both_ways_still_count_the_same(seats):
    """Lines are partly filled and the center is used: six fixed moves, then both ways again."""
    state, slow = azul(DEALS[seats], seats=seats).state, tray(seats)
    for number in range(6):
        seat = state.to_act()[0]
        moves = state.moves(seat)
        move = moves[(number * 37) % len(moves)]
        text = str(move)
        source = len(slow.sources) - 1 if text[0] == "C" else int(text[0]) - 1
        state, slow = state.after(seat, move), slow.after(source, text[1], "12345F".index(text[2]))
        assert {str(move) for move in state.moves(state.to_act()[0])} == {named(slow, *c) for c in slow.choices()}
    assert counted(state, 2) == slow.counted(2)


def named(tray: Tray, source: int, color: str, line: int) -> str:
    return ("C" if source == len(tray.sources) - 1 else str(source + 1)) + color + "12345F"[line]

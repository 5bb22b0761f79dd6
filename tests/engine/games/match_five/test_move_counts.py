"""Moves, and positions up to three moves ahead, counted by the engine and by a slow second way.

The second way shares no code with the engine: it tries every hand tile and face on all 625 cells, on plain dicts.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine import CHANCE, Table
from engine.games.match_five import MatchFive
from tests.engine.games.match_five.match_five_tables import BASE2, BASE4, FIVE, position

COLORS, DIGITS, LETTERS = "RBGOY", "12345", "abcdefghijklmnopqrstuvwxy"
FIXED = {
    "row": (BASE2, "R5B3G2O1W", "Y4B4"),
    "stacks": (BASE4, "B5Y5O5G1R2", "W"),
    "loop": ("R1@0,0 B1@0,1 B4@1,1 B3@2,1 R3@2,0", "R4R2W", "B2"),
    "empty": ("", "R1R2W", "B1"),
}
# The numbers that both ways agree on, so that a change of both shows.
COUNTS = {
    "row": (104, 532, 739),
    "stacks": (17, 128, 1_235),
    "loop": (93, 344, 974),
    "empty": (28, 199, 405),
}


class Slow:
    """Tiles as {(x, y, z): face}, wilds apart; the tiles of this turn apart; hands as lists; the bag is empty."""

    def __init__(self, old, wilds, hands, seat=0, new=(), passes=0, out=None):
        self.old, self.wilds, self.hands = dict(old), set(wilds), [list(hand) for hand in hands]
        self.seat, self.new, self.passes, self.out = seat, list(new), passes, out
        self.all = {**self.old, **dict(self.new)}
        self.closed = self.find_closed()

    def find_closed(self):
        """Empty cells beside the ends of rows of five old tiles, found by looking at every five cells in a row."""
        closed = set()
        for x, y, z in self.old:
            for dx, dy in ((1, 0), (0, 1)):
                five = [(x + i * dx, y + i * dy, z) for i in range(5)]
                if all(cell in self.old for cell in five):
                    for a, b, c in (five[0], five[4]):
                        closed |= {(a + 1, b, c), (a - 1, b, c), (a, b + 1, c), (a, b - 1, c)}
        return closed - set(self.old)

    def lines(self, tiles, cell):
        """The three lines through a cell, each as a set."""
        for axis in range(3):
            line = {cell}
            for step in (1, -1):
                at = list(cell)
                at[axis] += step
                while tuple(at) in tiles:
                    line.add(tuple(at))
                    at[axis] += step
            yield axis, line

    def legal(self, cell, face, wild):
        tiles = {**self.all, cell: face}
        wilds = self.wilds | ({cell} if wild else set())
        mine = {where for where, _ in self.new} | {cell}
        if cell[2] > 4 or cell in self.closed:
            return False
        if not any(mine <= line for _, line in self.lines(tiles, cell)):
            return False
        if self.old:
            near = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, -1)]
            if not any(tuple(a + b for a, b in zip(c, n, strict=True)) in self.old for c in mine for n in near):
                return False
        elif not self.new and cell != (12, 12, 0):
            return False
        return all(self.series(line, tiles, wilds) for _, line in self.lines(tiles, cell))

    def series(self, line, tiles, wilds):
        faces = [tiles[cell] for cell in line]
        if len(faces) > 5 or len(wilds & line) > 1 or len(set(faces)) < len(faces):
            return False
        return len({face[0] for face in faces}) == 1 or len({face[1] for face in faces}) == 1

    def choices(self):
        """Every move as notation with what it lays: a cell, a face, whether it is a wild."""
        found, hand = {}, self.hands[self.seat]
        heights = Counter((x, y) for x, y, _ in self.all)
        used = any(cell in self.wilds for cell, _ in self.new)
        faces = [(tile, False) for tile in sorted(set(hand)) if tile != "W"]
        if "W" in hand and not used:
            faces += [(color + digit, True) for color in COLORS for digit in DIGITS]
        for x in range(25):
            for y in range(25):
                z = heights[x, y]
                near = {(x + 1, y, z), (x - 1, y, z), (x, y + 1, z), (x, y - 1, z), (x, y, z - 1)}
                if self.all and near.isdisjoint(self.all):
                    continue  # touches nothing at all
                for face, wild in faces:
                    if self.legal((x, y, z), face, wild):
                        found[f"{'W' * wild}{face}{LETTERS[x]}{y + 1}"] = ((x, y, z), face, wild)
        found["done" if self.new else "pass"] = None
        return found

    def after(self, laid):
        if laid is None:
            return self.next_turn()
        cell, face, wild = laid
        hands = [list(hand) for hand in self.hands]
        hands[self.seat].remove("W" if wild else face)
        wilds = self.wilds | ({cell} if wild else set())
        return Slow(self.old, wilds, hands, self.seat, [*self.new, (cell, face)], self.passes, self.out)

    def next_turn(self):
        out = self.seat if self.out is None and not self.hands[self.seat] else self.out
        seat, passes = (self.seat + 1) % len(self.hands), 0 if self.new else self.passes + 1
        over = seat == out or passes == len(self.hands)
        return None if over else Slow(self.all, self.wilds, self.hands, seat, (), passes, out)

    def counted(self, depth):
        laid = self.choices().values()
        if depth == 1:
            return len(laid)
        later = [self.after(one) for one in laid]
        return sum(each.counted(depth - 1) for each in later if each is not None)


def slow(state: MatchFive) -> Slow:
    """The same position for the slow way; laid tiles and an empty bag only."""
    old, wilds, new = {}, set(), []
    heights = {}
    placed = [(name, stack[i:]) for name, stack in state.table.items() for i in starts(stack)]
    for name, rest in placed:
        x, y = LETTERS.index(name[0]), int(name[1:]) - 1
        z = heights[x, y] = heights.get((x, y), -1) + 1
        old[x, y, z] = rest[1:3] if rest[0] == "W" else rest[:2]
        wilds |= {(x, y, z)} if rest[0] == "W" else set()
    for step in state.laid:
        wild, body = step[0] == "W", step.lstrip("W")
        x, y = LETTERS.index(body[2]), int(body[3:]) - 1
        z = heights[x, y] = heights.get((x, y), -1) + 1
        new.append(((x, y, z), body[:2]))
        wilds |= {(x, y, z)} if wild else set()
    hands = [[hand[i : i + 2] if hand[i] != "W" else "W" for i in starts(hand)] for hand in state.hands]
    return Slow(old, wilds, hands, state.turn, new)


def starts(tiles: str) -> list[int]:
    """Where a tile begins: at a wild, or at a color that is not a wild's face."""
    return [i for i, sign in enumerate(tiles) if sign == "W" or (sign in COLORS and not bearing(tiles, i))]


def bearing(tiles: str, i: int) -> bool:
    """Whether the color at `i` is the face of a wild on the table."""
    return i > 0 and tiles[i - 1] == "W"


def counted(state: MatchFive, depth: int) -> int:
    seat = state.to_act()[0]
    moves = state.moves(seat)
    if depth == 1:
        return len(moves)
    later = [state.after(seat, move) for move in moves]
    return sum(counted(each, depth - 1) for each in later if each.to_act())


@pytest.mark.parametrize("name", FIXED)
@pytest.mark.parametrize("depth", [1, 2])
def test_both_ways_count_the_same(name, depth):
    tiles, *hands = FIXED[name]
    state = position(tiles, *hands)
    assert counted(state, depth) == slow(state).counted(depth) == COUNTS[name][depth - 1]


@pytest.mark.parametrize("name", ["stacks", "loop", "empty"])
def test_three_moves_ahead(name):
    tiles, *hands = FIXED[name]
    assert counted(position(tiles, *hands), 3) == slow(position(tiles, *hands)).counted(3) == COUNTS[name][2]


@pytest.mark.parametrize("seed", range(4))
def test_on_the_way_through_a_game_both_ways_list_the_same(seed):
    rng, compared = Random(seed), 0
    state = Table.new(FIVE, 2 + seed, {"copies": "2"}, str(seed)).state
    while acting := state.to_act():
        seat = acting[0]
        if seat == CHANCE:
            state = state.after(seat, state.draw(rng))
            continue
        lays = [move for move in state.moves(seat) if str(move)[0] in "RBGOYW"]
        if compared % 3 == 0:
            listed = set(slow(state).choices()) - {"done", "pass"}
            assert {str(move) for move in lays} == listed
        compared += 1
        others = [move for move in state.moves(seat) if move not in lays]
        state = state.after(seat, rng.choice(lays if lays and (not state.laid or rng.random() < 0.7) else others))
    assert compared > 30

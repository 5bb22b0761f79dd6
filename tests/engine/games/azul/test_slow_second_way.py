"""Whole games of Azul under all options, played by the engine and by a slow second way, compared after every move.

The second way shares no code with the engine: it reads the rules again, tile by tile, with walls as dicts.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random

from engine import CHANCE, GAMES, Table
from engine.games.azul import Azul
from tests.cases import each

COLORS = "BYRKW"
COSTS = [1, 1, 2, 2, 2, 3, 3]
WALLS, RULES = ("colored", "gray"), ("official", "hungarian")


class Seat:
    """What lies before one seat: lines as lists, the wall as {(row, column): color}, the floor as a list."""

    def __init__(self) -> None:
        self.lines: list[list[str]] = [[] for _ in range(5)]
        self.wall: dict[tuple[int, int], str] = {}
        self.floor: list[str] = []
        self.score, self.last_floor = 0, 0

    def takes(self, line: int, color: str) -> bool:
        """[4.5] to [4.7], the floor always [4.8]."""
        if line == 5:
            return True
        in_row = [self.wall.get((line, column)) for column in range(5)]
        return len(self.lines[line]) <= line and set(self.lines[line]) <= {color} and color not in in_row

    def open_columns(self, row: int, color: str, wall: str) -> list[int]:
        """[2.6] on the colored side; [5.8] [5.9] on the gray one."""
        if wall == "colored":
            return [column for column in range(5) if COLORS[(column - row) % 5] == color]
        held = {column for (_, column), tile in self.wall.items() if tile == color}
        return [column for column in range(5) if (row, column) not in self.wall and column not in held]

    def drop(self, tiles: list[str]) -> list[str]:
        """Tiles fall, one after the other; those that find no space [4.10]."""
        lost = []
        for tile in tiles:
            if len(self.floor) < 7:
                self.floor.append(tile)
            elif tile != "M":
                lost.append(tile)
        return lost

    def reach(self, row: int, column: int, step: tuple[int, int]) -> int:
        """Tiles side by side with this one in both directions of the step, without it."""
        found = 0
        for sign in (1, -1):
            r, c = row + sign * step[0], column + sign * step[1]
            while (r, c) in self.wall:
                found, r, c = found + 1, r + sign * step[0], c + sign * step[1]
        return found

    def points(self, row: int, column: int, literal: bool) -> int:
        """[5.3] and [8.4]."""
        across, down = self.reach(row, column, (0, 1)), self.reach(row, column, (1, 0))
        if not across and not down:
            return 1
        if literal:
            return across + 1 + down + 1
        return (across + 1 if across else 0) + (down + 1 if down else 0)

    def rows(self) -> int:
        return sum(all((row, column) in self.wall for column in range(5)) for row in range(5))

    def columns(self) -> int:
        return sum(all((row, column) in self.wall for row in range(5)) for column in range(5))

    def colors(self) -> int:
        return sum(list(self.wall.values()).count(color) == 5 for color in COLORS)


class Slow:
    """A table: the center as a list with the marker in it, or the marker on a floor, or nowhere."""

    def __init__(self, seats: int, options: dict[str, str]) -> None:
        self.options, self.hungarian = options, options["rules"] == "hungarian"
        self.literal = self.hungarian and options["sum"] == "literal"
        self.seats = [Seat() for _ in range(seats)]
        self.displays: list[list[str]] = [[] for _ in range({2: 5, 3: 7, 4: 9}[seats])]
        self.center: list[str] = [] if self.hungarian else ["M"]
        self.bag, self.lid = list(COLORS * 20), []
        self.turn = self.starter = self.idle = 0
        self.over = False
        self.plans: dict[int, str] = {}
        if self.hungarian:
            self.seats[0].floor.append("M")

    def deal(self, dealt: list[str]) -> None:
        """[6.1] to [6.3]: tile by tile, from the bag as long as it has any."""
        wanted = [tile for display in dealt for tile in display]
        assert len(wanted) == min(4 * len(self.displays), len(self.bag) + len(self.lid))
        assert all(len(display) == 4 for display in dealt[: len(wanted) // 4])
        if len(wanted) > len(self.bag):
            assert not Counter(self.bag) - Counter(wanted)  # all of the bag is among them
            self.bag, self.lid = self.bag + self.lid, []
        for tile in wanted:
            self.bag.remove(tile)
        self.displays = [list(display) for display in dealt]

    def choices(self) -> set[str]:
        """Drafts of the seat to move as notation."""
        sources = {str(number + 1): tiles for number, tiles in enumerate(self.displays)} | {"C": self.center}
        seat = self.seats[self.turn]
        return {
            source + color + "12345F"[line]
            for source, tiles in sources.items()
            for color, line in product(set(tiles) - {"M"}, range(6))
            if seat.takes(line, color)
        }

    def draft(self, text: str) -> None:
        seat, color, line = self.seats[self.turn], text[1], "12345F".index(text[2])
        heap = self.center if text[0] == "C" else self.displays[int(text[0]) - 1]
        taken, rest = [tile for tile in heap if tile == color], [tile for tile in heap if tile != color]
        heap.clear()
        if text[0] == "C" and "M" in rest:
            rest.remove("M")
            self.starter = self.turn
            seat.drop(["M"])  # before any tile [4.4]
        self.center += rest
        while line < 5 and taken and len(seat.lines[line]) <= line:
            seat.lines[line].append(taken.pop())
        self.lid += seat.drop(taken)
        self.turn = (self.turn + 1) % len(self.seats)

    def offered(self) -> bool:
        return any(self.displays) or any(tile != "M" for tile in self.center)

    def owed(self) -> dict[int, set[str]]:
        """The plans of each seat that has a choice, once nothing is left to take [5.7] to [5.12]."""
        found = {number: self.ways(seat, 0, seat.wall) for number, seat in enumerate(self.seats)}
        return {number: ways for number, ways in found.items() if ways != {"-----"}}

    def ways(self, seat: Seat, row: int, wall: dict[tuple[int, int], str]) -> set[str]:
        if row == 5:
            return {""}
        if len(seat.lines[row]) <= row:
            return {"-" + rest for rest in self.ways(seat, row + 1, wall)}
        twin, color = Seat(), seat.lines[row][0]
        twin.wall = wall
        open_columns, found = twin.open_columns(row, color, self.options["wall"]), set()
        for column in open_columns:
            mark = "abcde"[column] if len(open_columns) > 1 else "-"
            found |= {mark + rest for rest in self.ways(seat, row + 1, {**wall, (row, column): color})}
        return found or {"-" + rest for rest in self.ways(seat, row + 1, wall)}

    def end_round(self) -> None:
        tiled = sum([self.tile(number, seat) for number, seat in enumerate(self.seats)])
        self.idle, self.plans = 0 if tiled else self.idle + 1, {}
        done = any(seat.rows() or (self.hungarian and seat.columns()) for seat in self.seats)
        self.over = done or self.idle == 3 or not self.bag + self.lid  # [7.1] [7.4] [7.5] [8.3]
        if self.over:
            for seat in self.seats:
                seat.score += 2 * seat.rows() + 7 * seat.columns() + 10 * seat.colors()
        if not self.hungarian:
            self.center = ["M"]
        elif not self.over:
            self.starter = (self.starter + 1) % len(self.seats)
            self.seats[self.starter].floor = ["M"]
        self.turn = self.starter

    def tile(self, number: int, seat: Seat) -> int:
        """[5.1] to [5.6] and [5.11] for one seat; the tiles that went to its wall."""
        before = len(seat.wall)
        for row, line in enumerate(seat.lines):
            if len(line) <= row:
                continue
            open_columns = seat.open_columns(row, line[0], self.options["wall"])
            if not open_columns:
                self.lid += seat.drop(line)
            else:
                chosen = self.plans.get(number, "-----")[row]
                column = open_columns[0] if chosen == "-" else "abcde".index(chosen)
                seat.wall[row, column] = line[0]
                seat.score += seat.points(row, column, self.literal)
                self.lid += line[1:]
            seat.lines[row] = []
        seat.score = max(0, seat.score - sum(COSTS[: len(seat.floor)]))
        seat.last_floor = len(seat.floor)
        self.lid += [tile for tile in seat.floor if tile != "M"]
        seat.floor = []
        return len(seat.wall) - before

    def scores(self) -> list[tuple[int, ...]]:
        if self.options["tiebreak"] == "rows":
            return [(seat.score, seat.rows()) for seat in self.seats]
        return [(seat.score, len(seat.wall), -seat.last_floor) for seat in self.seats]

    def shown(self) -> list[object]:
        """Everything in a form to compare."""
        boards = [
            (
                ["".join(line) for line in seat.lines],
                ["".join(seat.wall.get((row, column), ".") for column in range(5)) for row in range(5)],
                "".join(seat.floor), seat.score, seat.last_floor,
            )
            for seat in self.seats
        ]  # fmt: skip
        heaps = [sorted(heap) for heap in (*self.displays, self.center, self.bag, self.lid)]
        return [boards, heaps, self.turn, self.starter, self.over]


def shown(state: Azul) -> list[object]:
    boards = [(one.lines, one.wall, one.floor, one.score, one.spilled) for one in state.boards]
    heaps = [sorted(heap) for heap in (*state.displays, state.center, state.bag, state.lid)]
    return [boards, heaps, state.turn, state.starter, state.over]


def likes(style: str, seat: Seat, text: str) -> bool:
    """Whether a style of play likes a draft: "floor" lets everything fall, "hoard" completes no row."""
    if style == "floor" or text[2] == "F":
        return style == "floor" and text[2] == "F"
    row = int(text[2]) - 1
    return style == "build" or sum(r == row for r, _ in seat.wall) < 4


def choose(rng: Random, style: str, slow: Slow) -> str:
    """A draft in the style, now and then another one."""
    every = sorted(slow.choices())
    liked = [text for text in every if likes(style, slow.seats[slow.turn], text)]
    return rng.choice(liked if liked and rng.random() < 0.9 else every)


def plan(state: Azul, slow: Slow, rng: Random) -> Azul:
    """Both ways ask the same seats for the same plans; each gives one, the last seat first."""
    owed = slow.owed()
    assert state.to_act() == (tuple(owed) or state.to_act())
    for number in sorted(owed, reverse=True):
        assert {str(move)[1:] for move in state.moves(number)} == owed[number]
        slow.plans[number] = rng.choice(sorted(owed[number]))
        state = state.apply(number, GAMES["azul"].parse("w" + slow.plans[number]))
    slow.end_round()
    return state


def draft(state: Azul, slow: Slow, style: str, rng: Random) -> Azul:
    assert state.to_act() == (slow.turn,)
    assert {str(move) for move in state.moves(slow.turn)} == slow.choices()
    seat, text = slow.turn, choose(rng, style, slow)
    slow.draft(text)
    return state.apply(seat, GAMES["azul"].parse(text))


def follow(seats: int, options: dict[str, str], style: str, seed: object, tiles: int = 20) -> Azul:
    """A game by both ways with so many tiles of each color, alike after every move; the position in which it ended."""
    rng = Random(f"{seed}")
    state, slow = Table.new(GAMES["azul"], seats, options, None).state, Slow(seats, options)
    state, slow.bag = replace(state, bag=COLORS * tiles), list(COLORS * tiles)
    while not slow.over:
        if not slow.offered():
            move = state.draw(rng)
            state = state.apply(CHANCE, move)
            slow.deal(list(move.displays))
        else:
            state = draft(state, slow, style, rng)
            if not slow.offered():
                state = plan(state, slow, rng)
        assert shown(state) == slow.shown()
    assert list(state.scores()) == slow.scores()
    return state


GAMES_PLAYED = [
    (2 + (at + n + 1) % 3, *kind, style)
    for n, style in enumerate(("build", "hoard", "floor"))
    for at, kind in enumerate(product(WALLS, RULES))
]


@each(("seats", "wall", "rules", "style"), GAMES_PLAYED)
def test_whole_games_agree_with_the_slow_way(seats, wall, rules, style):
    """Each style meets each size and each edition, and each of these the others."""
    reading, tiebreak = ("official", "rows") if seats == 3 else ("literal", "tiles")
    options = {"wall": wall, "rules": rules, "sum": reading, "tiebreak": tiebreak}
    follow(seats, options, style, (seats, wall, rules, style))


@each("tiles", [3, 6, 9])
@each(("wall", "rules"), [*product(WALLS, RULES)])
def test_games_with_few_tiles_agree_too(wall, rules, tiles):
    """Bag and lid run dry: displays stay short or empty [6.3], and in the end nothing is left [7.4]."""
    options = {"wall": wall, "rules": rules, "sum": "literal", "tiebreak": "tiles"}
    seats = 2 + (tiles // 3 + len(wall + rules)) % 3
    follow(seats, options, "hoard", (seats, wall, rules, tiles), tiles)

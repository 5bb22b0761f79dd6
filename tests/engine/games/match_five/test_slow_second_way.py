"""Whole games of Match Five, by the engine and by a slow second way, compared after every move: points, hands, ends.

The second way shares no code with the engine: it reads the rules again, on tiles as {(x, y, z): face}. What is legal is
listed here by trying every tile on every cell near the group.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random

from engine import CHANCE, GAMES, Table
from engine.games.match_five import MatchFive
from tests.cases import each

COLORS, LETTERS = "RBGOY", "abcdefghijklmnopqrstuvwxy"
FACES = [color + digit for color in COLORS for digit in "12345"]
AROUND = [(1, 0), (-1, 0), (0, 1), (0, -1)]
Spot = tuple[int, int, int]


class Slow:
    """A table: tiles of earlier turns and of this one apart, the spots of wilds, hands and bag as lists."""

    def __init__(self, seats: int, copies: int) -> None:
        self.old: dict[Spot, str] = {}
        self.new: dict[Spot, str] = {}
        self.wilds: set[Spot] = set()
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.bag, self.aside = FACES * copies + ["W"] * 5, []
        self.points = [0] * seats
        self.left = [0] * seats  # what the tiles in hand cost at the end
        self.turn = self.turns = self.idle = 0
        self.last_turns: list[int] | None = None  # who still has one, once somebody is out [9.1]
        self.over = False

    def tiles(self) -> dict[Spot, str]:
        return {**self.old, **self.new}

    def line(self, spot: Spot, axis: int, tiles: dict[Spot, str]) -> list[Spot]:
        """The unbroken line through a spot, the spot itself among it."""
        found = [spot]
        for step in (1, -1):
            at = list(spot)
            at[axis] += step
            while tuple(at) in tiles:
                found.append((at[0], at[1], at[2]))
                at[axis] += step
        return found

    def shut(self) -> set[Spot]:
        """[6.1] [6.2]: beside the ends of rows of five that lay here before this turn."""
        found = set()
        for spot, axis in product(self.old, (0, 1)):
            line = self.line(spot, axis, self.old)
            if len(line) == 5:
                found |= {(x + dx, y + dy, z) for x, y, z in (min(line), max(line)) for dx, dy in AROUND}
        return found - set(self.old)

    def fitting(self, spot: Spot, faces: list[tuple[str, bool]]) -> list[tuple[str, bool]]:
        """Those of the faces, wild or not, that fit on a spot that is free and on the table: [5.3] to [5.8], [7.3]."""
        tiles = self.tiles()
        lines = [self.line(spot, axis, tiles) for axis in range(3)]
        if not any(set(self.new) <= set(line) for line in lines):
            return []
        return [one for one in faces if all(self.fits(spot, *one, line, tiles) for line in lines)]

    def fits(self, spot: Spot, face: str, wild: bool, line: list[Spot], tiles: dict[Spot, str]) -> bool:
        wilds = self.wilds | ({spot} if wild else set())
        faces = {face, *(tiles[each] for each in line if each != spot)}
        alike = len({face[0] for face in faces}) == 1 or len({face[1] for face in faces}) == 1
        return len(faces) == len(line) <= 5 and alike and len(wilds & set(line)) <= 1

    def spots(self) -> set[Spot]:
        """Where a tile could land: on top of every stack and on cells beside one, on the table [2.3] [5.1] [5.5]."""
        tiles = self.tiles()
        if not tiles:
            return {(12, 12, 0)}
        cells = {(x, y) for x, y, _ in tiles}
        near = cells | {(x + dx, y + dy) for x, y in cells for dx, dy in AROUND}
        tops = {(x, y, sum((x, y, z) in tiles for z in range(5))) for x, y in near if 0 <= x < 25 and 0 <= y < 25}
        return {spot for spot in tops if spot[2] < 5} - self.shut()

    def moves(self) -> set[str]:
        hand = self.hands[self.turn]
        faces = [(tile, False) for tile in set(hand) - {"W"}]
        if "W" in hand and not self.wilds & set(self.new):
            faces += [(face, True) for face in FACES]
        found = {
            f"{'W' * wild}{face}{LETTERS[spot[0]]}{spot[1] + 1}"
            for spot in self.spots()
            for face, wild in self.fitting(spot, faces)
        }
        if self.new:
            return found | {"done"}
        return found | (self.swaps(hand) if self.bag else {"pass"})

    def swaps(self, hand: list[str]) -> set[str]:
        """[4.6] [4.7]: every part of the hand, by taking each tile or not."""
        parts = product((False, True), repeat=len(hand))
        heaps = [[tile for tile, taken in zip(hand, part, strict=True) if taken] for part in parts]
        order = [*FACES, "W"].index
        return {"x" + "".join(sorted(heap, key=order)) for heap in heaps if 0 < len(heap) <= len(self.bag)}

    def move(self, text: str) -> None:
        if text in ("done", "pass"):
            self.finish_turn()
        elif text[0] == "x":
            self.aside = split(text[1:])
            for tile in self.aside:
                self.hands[self.turn].remove(tile)
            self.finish_turn()
        else:
            wild, face = text[0] == "W", text.removeprefix("W")[:2]
            column, row = LETTERS.index(text.removeprefix("W")[2]), int(text.removeprefix("W")[3:]) - 1
            spot = column, row, sum((column, row, z) in self.tiles() for z in range(5))
            self.hands[self.turn].remove("W" if wild else face)
            self.new[spot] = face
            self.wilds |= {spot} if wild else set()

    def scored(self) -> int:
        """[8.1] to [8.3]; a wild counts nothing [2.2]."""
        tiles = self.tiles()
        lines = {frozenset(self.line(spot, axis, tiles)) for spot in self.new for axis in range(3)}
        series = [line for line in lines if len(line) > 1]
        worth = {spot: 0 if spot in self.wilds else int(face[1]) for spot, face in tiles.items()}
        if not series:
            return sum(worth[spot] for spot in self.new)
        return sum(sum(worth[spot] for spot in line) + 10 * (len(line) == 5) for line in series)

    def finish_turn(self) -> None:
        """[9.1] to [9.3]; a swap that is one turn too many ends the game after its draw."""
        seat, seats = self.turn, len(self.hands)
        self.points[seat] += self.scored()
        self.idle = 0 if self.new else self.idle + 1
        self.old, self.new = self.tiles(), {}
        self.turn, self.turns = (seat + 1) % seats, self.turns + 1
        if self.last_turns is not None:
            self.last_turns.remove(seat)
        elif not self.hands[seat] and not self.bag:
            self.last_turns = [each for each in range(seats) if each != seat]
        if self.last_turns == [] or (not self.bag and self.idle == seats):
            self.end()

    def short(self) -> int | None:
        """Who draws now [4.4]."""
        waiting = [seat for seat, hand in enumerate(self.hands) if len(hand) < 5]
        return waiting[0] if waiting and self.bag and not self.new and not self.over else None

    def draw(self, seat: int, tiles: list[str]) -> None:
        assert seat == self.short()
        assert len(tiles) == min(5 - len(self.hands[seat]), len(self.bag))
        for tile in tiles:
            self.bag.remove(tile)
        self.hands[seat] += tiles
        self.bag, self.aside = self.bag + self.aside, []
        if not self.turns and self.short() is None:
            totals = [sum(int(tile[1]) for tile in hand if tile != "W") for hand in self.hands]
            self.turn = totals.index(max(totals))  # [3.2]
        if self.idle == 2 * len(self.hands):
            self.end()

    def end(self) -> None:
        """[9.4]."""
        self.over = True
        self.left = [sum(25 if tile == "W" else int(tile[1]) for tile in hand) for hand in self.hands]
        self.points = [points - left for points, left in zip(self.points, self.left, strict=True)]

    def snapshot(self) -> list[object]:
        """Everything in a form to compare."""
        stacks = {}
        for x, y, z in sorted(self.old):
            stacks[f"{LETTERS[x]}{y + 1}"] = (
                stacks.get(f"{LETTERS[x]}{y + 1}", "") + "W" * ((x, y, z) in self.wilds) + self.old[x, y, z]
            )
        heaps = [Counter(heap) for heap in (*self.hands, self.bag, self.aside)]
        return [stacks, heaps, self.points, self.turn, self.turns, self.idle, self.over]


def split(tiles: str) -> list[str]:
    """Single tiles of a heap: a wild has one letter, the others two."""
    found = []
    while tiles:
        size = 1 if tiles[0] == "W" else 2
        found.append(tiles[:size])
        tiles = tiles[size:]
    return found


def snapshot(state: MatchFive) -> list[object]:
    heaps = [Counter(split(heap)) for heap in (*state.hands, state.bag, state.aside)]
    return [state.table, heaps, state.points, state.turn, state.turns, state.idle, state.over]


def choose(rng: Random, style: str, moves: set[str]) -> str:
    """A layer lays what it can, a casual one less; an idler hardly lays anything."""
    every = sorted(moves)
    lays = [text for text in every if text[0] not in "xdp"]
    others = [text for text in every if text not in lays]
    eager = {"layer": 0.97, "casual": 0.6, "idler": 0.1}[style]
    return rng.choice(lays if lays and (not others or rng.random() < eager) else others)


def follow(seats: int, copies: str, style: str, seed: object, most: int = 105) -> MatchFive:
    """A game by both ways with at most so many tiles, alike after every move; the position in which it ended."""
    rng = Random(f"{seed}")
    state, slow = Table.new(GAMES["match_five"], seats, {"copies": copies}, None).state, Slow(seats, int(copies))
    slow.bag = rng.sample(slow.bag, min(most, len(slow.bag)))
    state = replace(state, bag="".join(slow.bag))
    while not slow.over:
        if (short := slow.short()) is not None:
            move = state.draw(rng)
            state = state.apply(CHANCE, move)
            slow.draw(short, split(move.tiles))
        else:
            seat, moves = slow.turn, slow.moves()
            assert state.to_act() == (seat,)
            assert {str(each) for each in state.moves(seat)} == moves
            text = choose(rng, style, moves)
            state = state.apply(seat, GAMES["match_five"].parse(text))
            slow.move(text)
            assert state.outlook(seat) == slow.points[seat] + slow.left[seat] + slow.scored()
        assert snapshot(state) == slow.snapshot()
    assert list(state.scores()) == [(points,) for points in slow.points]
    return state


@each(
    ("seats", "copies", "style"),
    [(2, "2", "layer"), (3, "3", "idler"), (4, "3", "idler"), (5, "2", "casual"), (6, "2", "layer")],
)
def test_whole_games_agree_with_the_slow_way(seats, copies, style):
    follow(seats, copies, style, (seats, copies, style))


@each("spare", [0, 1, 4])
@each("seats", [2, 4, 6])
def test_games_with_few_tiles_agree_too(seats, spare):
    """The bag is empty or nearly so from the start: passing, short draws, small swaps, everybody stuck."""
    style = ("layer", "casual")[(seats // 2 + spare) % 2]
    follow(seats, "3", style, (seats, spare, style), 5 * seats + spare)

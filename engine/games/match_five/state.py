"""Match Five: hands, turns laid tile by tile, draws, the end; numbers are paragraphs of `data/rules/match_five.md`.

Knows no people and no words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import reduce
from random import Random

from engine.core import CHANCE, Answer, Cell, Fact, Move, Options, Score, Seat, State
from engine.games.match_five.land import Land, land
from engine.games.match_five.lines import BITS, wilds_among
from engine.games.match_five.moves import DONE, PASS, Done, Draw, Exchange, Pass, Place, Wild, parse, placings, swaps
from engine.games.match_five.sets import (
    FACES,
    HAND,
    HIDDEN,
    WILD,
    every_tile,
    heap,
    holds,
    in_hand,
    leftover,
    size,
    split,
    tidy,
    tile_at,
    together,
    value,
    without,
)
from engine.games.match_five.spots import NAMES, Z, cells, foot_of


@dataclass
class MatchFive(State):
    """A position of Match Five. While the bag has tiles, a hand of less than five makes chance draw.

    {"table": {"m13": "R5B5", "n13": "R4", "o13": "WR2"}, "laid": ["R1p13"], "hands": ["R3B4G2W", "R1O2O5Y3W"],
     "bag": "R1R1R2...", "aside": "", "points": [12, 9], "turn": 0, "turns": 2, "idle": 0, "out": -1, "over": false,
     "copies": "3"}
    """

    table: dict[str, str]  # the stacks by cell, "a1" to "y25", each from below; "WB2" is a wild as blue 2
    hands: list[str]  # a heap a seat, laid tiles left out; "?" for each tile that the viewer may not know
    bag: str  # a heap
    points: list[int]  # a number a seat
    laid: list[str] = field(default_factory=list)
    """What the seat on turn has laid so far, as notation; only that seat may see it [4.5]."""
    aside: str = ""  # a heap that was swapped and waits for its draw; "" for none
    turn: Seat = 0  # the seat on turn
    turns: int = 0
    """The finished turns. Before the first one the deal of the last hand decides who starts; of equal hands it is the
    first from `turn` on.
    """
    idle: int = 0  # turns in a row in which nothing was placed
    out: Seat = -1  # the seat that has placed its last tile and ends the game [9.1]; -1 while there is none
    over: bool = False  # the tiles in hand are charged
    copies: str = "3"  # the option: how many of each colored tile there are
    _survey: tuple[dict[str, str], list[str], Land] | None = field(
        default=None, init=False, repr=False, compare=False, metadata={"stored": False}
    )
    """The table and the laid tiles with the land that they make. It holds as long as both are the same objects, for
    neither is ever changed: a new one takes its place.
    """

    def __post_init__(self) -> None:
        self.hands = [tidy(hand) for hand in self.hands]
        self.bag = tidy(self.bag)
        self.aside = tidy(self.aside)

    def __str__(self) -> str:
        """The table cell by cell, stacks from below; then the unfinished turn, the bag and a line a seat.

        ">" stands before the seat to act, "-" is an empty cell.
        """
        acting = self.to_act()
        seats = zip(self.points, self.hands, strict=True)
        lines = [
            f"{' >'[seat in acting]}#{seat + 1}  {points}  {' '.join(split(hand))}".rstrip()
            for seat, (points, hand) in enumerate(seats)
        ]
        laid = [f"laid {' '.join(self.laid)}"] if self.laid else []
        return "\n".join([*_drawn(self.table), *laid, f"bag {len(split(self.bag))}", *lines])

    def to_act(self) -> tuple[Seat, ...]:
        """The seat on turn; chance while a hand is short."""
        if self.over:
            return ()
        return (self.turn,) if self.short() is None else (CHANCE,)

    def short(self) -> Seat | None:
        """The first seat that draws: its hand is not full, the bag not empty, no turn unfinished [4.4]."""
        if self.laid or not self.bag or self.over:
            return None
        for seat, hand in enumerate(self.hands):
            if len(hand) < 2 * HAND and size(hand) < HAND:  # most hands are full of tiles of two letters
                return seat
        return None

    def ground(self) -> Land:
        """The table with the tiles of the unfinished turn."""
        known = self._survey
        if known is not None and known[0] is self.table and known[1] is self.laid:
            return known[2]
        return self._keep(reduce(_plus, map(parse, self.laid), land(self.table)))

    def _keep(self, ground: Land) -> Land:
        self._survey = self.table, self.laid, ground
        return ground

    def _acts(self, seat: Seat) -> bool:
        return seat == self.turn and not self.over and self.short() is None

    def moves(self, seat: Seat) -> list[Move]:
        """Tiles by hand, column and row; wilds by column, row and face; then done, or swaps by size, or a pass."""
        if not self._acts(seat):
            return []
        tiles = dict.fromkeys(split(self.hands[seat]))
        fits = self.ground().fits.items()
        colored = [(placings(tile), BITS[tile]) for tile in tiles if tile != WILD]
        held = sum([bit for _, bit in colored])
        takers = sorted([(foot, bits) for foot, bits in fits if bits & held])
        found: list[Move] = [by_foot[foot] for by_foot, bit in colored for foot, bits in takers if bits & bit]
        if WILD in tiles and not self._wild_laid():
            found += [placings(wild)[foot] for foot, bits in sorted(fits) for wild in wilds_among(bits)]
        return found + self._closings(seat)

    def _closings(self, seat: Seat) -> list[Move]:
        if self.laid:
            return [DONE]
        if not self.bag:
            return [PASS]
        return list(swaps(self.hands[seat], size(self.bag)))

    def _wild_laid(self) -> bool:
        return any(step[0] == WILD for step in self.laid)

    def refuses(self, seat: Seat, move: Move) -> str | None:
        """[4.1] to [4.9] for turns, [5.1] to [7.3] for a tile, [9.6] after the end."""
        if self.over:
            return "9.6"
        if isinstance(move, Draw):
            return self._refuses_draw(seat, move)
        if self._acts(seat):
            return self._refuses_turn(seat, move)
        waits = self.short() is not None and seat in (self.turn, CHANCE)
        return "4.4" if waits else "4.1"  # before it goes on, somebody draws

    def _refuses_turn(self, seat: Seat, move: Move) -> str | None:
        """Of the seat on turn."""
        match move:
            case Place() | Wild():
                return self._refuses_tile(seat, move)
            case Exchange():
                return self._refuses_exchange(seat, move.tiles)
            case Pass():
                return "4.8" if self.laid else "4.9" if self.bag else None
        return None if self.laid else "4.3"

    def _refuses_draw(self, seat: Seat, move: Draw) -> str | None:
        if seat != CHANCE:
            return "4.1"
        if self.short() != move.seat or size(move.tiles) != self._wanted(move.seat):
            return "4.4"
        if holds(self.bag, move.tiles):
            return None
        return "4.6" if holds(self.bag + self.aside, move.tiles) else "4.4"  # what was swapped is not in the bag yet

    def _refuses_tile(self, seat: Seat, move: Place | Wild) -> str | None:
        tile = move.as_laid
        if in_hand(tile) not in split(self.hands[seat]):
            return "4.2"
        if in_hand(tile) == WILD and self._wild_laid():
            return "7.2"
        return self.ground().refuses(foot_of(move.cell), tile)

    def _refuses_exchange(self, seat: Seat, tiles: str) -> str | None:
        if self.laid:
            return "4.8"
        if not tiles or not holds(self.hands[seat], tiles):
            return "4.6" if not tiles else "4.2"
        return "4.7" if size(tiles) > size(self.bag) else None

    def _wanted(self, seat: Seat) -> int:
        return min(HAND - size(self.hands[seat]), size(self.bag))

    def draw(self, rng: Random) -> Move:
        """The first short hand is filled from the bag [4.4]."""
        seat = self.short()
        if seat is None:
            return super().draw(rng)
        drawn = rng.sample(range(size(self.bag)), self._wanted(seat))
        return Draw(seat, heap([tile_at(self.bag, at) for at in drawn]))

    def perform(self, seat: Seat, move: Move) -> None:
        """Lay a tile, finish the turn, swap, pass or draw; the last turn also ends the game."""
        match move:
            case Draw():
                self._draw(move.seat, move.tiles)
            case Place() | Wild():
                ground = self.ground().plus(foot_of(move.cell), move.as_laid)
                self.hands[seat] = without(self.hands[seat], in_hand(move.as_laid))
                self.laid = [*self.laid, str(move)]
                self._keep(ground)
            case Done():
                self._finish_turn(seat)
            case Exchange():
                self.hands[seat] = without(self.hands[seat], move.tiles)
                self.aside = str(move.tiles)
                self.note("swap", seat, n=size(move.tiles))
                self._next(seat, self.idle + 1)
            case Pass():
                self.note("pass", seat)
                self._next(seat, self.idle + 1)

    def _finish_turn(self, seat: Seat) -> None:
        ground = self.ground()
        placed = ground.facts()
        self.points[seat] += int(placed["points"])
        self.note("place", seat, None, **placed)
        for spot in ground.new:
            if (tile := ground.tile(spot))[0] == WILD:
                self.note("wild", seat, face=tile[1:])  # noted once: the face holds for the rest of the game [7.1]
        for series in ground.series:
            if series.five:
                self.note("five", seat, cells=cells(series.locks))
        self._settle(ground)
        if not self.hands[seat] and not self.bag and self.out < 0:
            self.out = seat
            self.note("out", seat)
        self._next(seat, 0)

    def _settle(self, ground: Land) -> None:
        """The laid tiles become part of the table."""
        table = self.table.copy()
        for spot in ground.new:
            cell = NAMES[spot % Z]
            table[cell] = table.get(cell, "") + ground.tile(spot)
        self.table = table
        self.laid = []
        self._keep(ground.settled())

    def _next(self, seat: Seat, idle: int) -> None:
        """The turn goes on clockwise; the game ends where it comes back to who went out, or when all have passed."""
        seats = len(self.hands)
        self.turn = (seat + 1) % seats
        self.turns = self.turns + 1
        self.idle = idle
        if self.turn == self.out:
            self.note("last_round", CHANCE)  # [9.1]
            self._finish()
        elif not self.bag and idle >= seats:
            self.note("exhausted", CHANCE)  # [9.2]
            self._finish()

    def _draw(self, to: Seat, tiles: str) -> None:
        self.bag = without(self.bag, tiles)
        self.hands[to] = heap([*split(self.hands[to]), *split(tiles)])
        self.note("draw", to, only=(to,), tiles=tiles, n=size(tiles))
        if self.aside:
            self.bag = together(self.bag, self.aside)  # after the draw [4.6]
            self.aside = ""
        if self.turns == 0 and self.short() is None:
            totals = [sum(map(value, split(hand))) for hand in self.hands]
            order = sorted(range(len(totals)), key=lambda seat: (seat - self.turn) % len(totals))
            self.turn = max(order, key=lambda seat: totals[seat])  # the first of equal ones [3.2]
            self.note("start", self.turn)
        if self.idle >= 2 * len(self.hands):
            self.note("stall", CHANCE)  # [9.3]
            self._finish()

    def _finish(self) -> None:
        """The tiles in hand are charged [9.4]."""
        for seat, hand in enumerate(self.hands):
            if hand:
                self.points[seat] -= leftover(hand)
                self.note("left", seat, points=leftover(hand), tiles=hand)
        self.over = True
        self.note("over", CHANCE)

    def scores(self) -> tuple[Score, ...]:
        """Points alone, the most win [1.1]; a tie is shared [9.5]. An unfinished turn does not count yet."""
        return tuple((points,) for points in self.points)

    def outlook(self, seat: Seat) -> int:
        """The points with those of the seat's own unfinished turn, without what tiles in hand cost at the end [9.4]."""
        if self.over:
            return self.points[seat] + leftover(self.hands[seat])
        unfinished = self.laid and seat == self.turn
        return self.points[seat] + (self.ground().points() if unfinished else 0)

    def worth(self, seat: Seat) -> Score:
        """The outlook, after the end the points, then as little as possible in hand: a stuck robot swaps all it has."""
        counted = self.points[seat] if self.over else self.outlook(seat)
        return counted, -leftover(self.hands[seat])

    def view(self, seat: Seat | None) -> MatchFive:
        """Other hands, the bag and another's unfinished turn are blank; after the end all is shown [3.1] [4.5]."""
        seen = self.copy()
        seen.events = [event for event in self.events if event.is_visible_to(seat)]
        if self.over:
            return seen
        seen.bag = _blank(self.bag)
        seen.hands = [hand if each == seat else _blank(hand) for each, hand in enumerate(self.hands)]
        if seat != self.short():
            seen.aside = _blank(self.aside)
        if seat != self.turn:
            seen.hands[self.turn] += HIDDEN * len(self.laid)
            seen.laid = []
        return seen

    def preparation_view(self, seat: Seat) -> MatchFive | None:
        """As if the seat were on turn, with its full hand; None while hands are filled or the seat is out."""
        if self.over or seat in (self.turn, self.out) or self.short() is not None:
            return None
        if self.bag and size(self.hands[seat]) < HAND:
            return None
        seen = self.view(seat)
        seen.turn = seat
        seen.laid = []
        seen.events = []
        return seen

    def meaning(self, seat: Seat, move: Move) -> dict[str, Fact]:
        """Of a tile its level, the points of the turn with it and the locks; of done all that is placed."""
        match move:
            case Place() | Wild():
                level = self.ground().top(foot_of(move.cell)) // Z
                return {"level": level} | _told(_plus(self.ground(), move), "points", "locks")
            case Done():
                return _told(self.ground(), "points", "locks", "cells")
        return {name: str(value) for name, value in vars(move).items()}

    def guess(self, seat: Seat, rng: Random) -> MatchFive:
        """Every hidden tile dealt again by lot from those that the seat does not see."""
        full = self.copy()
        if self.over:
            return full
        ground = self.ground()
        shown = [in_hand(ground.tile(spot)) for spot in ground.tiles]
        known = "".join([*shown, self.hands[seat], self.aside.replace(HIDDEN, "")])
        unseen = list(split(without(every_tile(self.copies), known)))
        rng.shuffle(unseen)
        for each, hand in enumerate(self.hands):
            if each != seat:
                full.hands[each] = heap(unseen.pop() for _ in range(size(hand)))
        if HIDDEN in self.aside:
            full.aside = heap(unseen.pop() for _ in range(size(self.aside)))
        full.bag = heap(unseen)
        return full

    def domain(self, kind: type[Move]) -> tuple[tuple[Answer, ...], ...]:
        """Tiles and the cells on and around the group; wilds with every face; swaps of the hand on turn."""
        if kind is Place:
            return FACES, self.ground().around()
        if kind is Wild:
            return self.ground().around(), FACES
        heaps = tuple(swap.tiles for swap in swaps(self.hands[self.turn], HAND))
        return (heaps,) if kind is Exchange else ()

    def facts(self, seat: Seat, move: Move) -> dict[str, Fact]:
        """Of a tile: its `level` from 1 (`above` the table or not), `gain` by it (0 if refused).

        Also the points of the turn `before` it and in `total`. Of done: see `Land.facts`. Of a swap: `n` tiles.
        Of all: `bag`, the number of tiles there.
        An unfinished turn of another seat is left out.
        """
        mine = self if seat == self.turn else self.view(seat)
        known = super().facts(seat, move) | {"bag": size(self.bag)}
        match move:
            case Place(_, cell) | Wild(cell):
                return known | mine._facts_of_tile(seat, move, cell)
            case Exchange(tiles):
                return known | {"n": size(tiles)}
            case Done():
                return known | mine.ground().facts()
        return known

    def _facts_of_tile(self, seat: Seat, move: Move, cell: Cell) -> dict[str, Fact]:
        ground = self.ground()
        legal = self.refuses(seat, move) is None
        level = ground.top(foot_of(cell)) // Z
        facts: dict[str, Fact] = {"cell": str(cell).upper(), "level": level + 1, "above": level > 0}
        before = ground.points()
        total = _plus(ground, move).points() if legal else before
        return facts | {"gain": total - before, "before": before, "total": total}

    def position_after(self, seat: Seat, move: Move) -> MatchFive:
        """As in every game; by hand, because search asks for many."""
        later = object.__new__(MatchFive)
        later.__dict__ = vars(self).copy()
        later.hands = self.hands[:]
        later.points = self.points[:]
        later.events = []
        later.perform(seat, move)
        return later

    def copy(self) -> MatchFive:
        """An independent copy; by hand, because search copies at every step."""
        twin = object.__new__(MatchFive)
        vars(twin).update(vars(self))
        twin.hands = self.hands[:]
        twin.points = self.points[:]
        twin.events = self.events[:]
        return twin


def _plus(ground: Land, move: Move) -> Land:
    """The table after laying a tile or a wild; the same after any other move."""
    match move:
        case Place(cell=cell) | Wild(cell=cell):
            return ground.plus(foot_of(cell), move.as_laid)
    return ground


def _told(ground: Land, *names: str) -> dict[str, Fact]:
    """These facts of the turn so far."""
    facts = ground.facts()
    return {name: facts[name] for name in names}


def _blank(tiles: str) -> str:
    return HIDDEN * size(tiles)


def _drawn(table: Mapping[str, str]) -> list[str]:
    """The table as lines of text, each stack in its cell."""
    spots = [(ord(name[0]) - ord("a"), int(name[1:]) - 1) for name in table]
    if not spots:
        return ["empty table"]
    columns, rows = (range(min(axis), max(axis) + 1) for axis in zip(*spots, strict=True))
    stacks = [[table.get(str(Cell(x, y)), "-") for x in columns] for y in rows]
    widths = [max(map(len, column)) for column in zip(*stacks, strict=True)]
    lines = [
        ["", *(chr(ord("a") + x) for x in columns)],
        *([str(y + 1), *row] for y, row in zip(rows, stacks, strict=True)),
    ]
    return [" ".join(part.ljust(width) for part, width in zip(line, [2, *widths], strict=True)) for line in lines]


def start(seats: int, options: Options, first: Seat) -> MatchFive:
    """The opening: an empty table and all tiles in the bag; chance deals the hands [3.1]."""
    copies = options["copies"]
    return MatchFive({}, [""] * seats, every_tile(copies), [0] * seats, turn=first, copies=copies)

"""The positions of Match Five. References such as [4.4] are paragraphs of `data/rules/match_five.md`.

Knows nothing about people or texts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import reduce
from random import Random

from engine.core import CHANCE, Answer, Cell, Fact, Move, Options, Score, Seat, State
from engine.games.match_five.coordinates import CELL_NAMES, Z, cell_names, foot_of
from engine.games.match_five.lines import BIT_BY_TILE, wilds_in
from engine.games.match_five.moves import (
    DONE,
    PASS,
    Done,
    Draw,
    Exchange,
    Pass,
    Place,
    Wild,
    exchanges,
    parse,
    placements,
)
from engine.games.match_five.sets import (
    COLORED_TILES,
    HAND_SIZE,
    HIDDEN_TILE,
    WILD,
    full_bag,
    hand_penalty,
    heap,
    holds,
    merge_heaps,
    size,
    split,
    subtract,
    tidy,
    tile_at,
    tile_points,
    without_face,
)
from engine.games.match_five.tile_grid import TileGrid, read_grid


@dataclass
class MatchFive(State):
    """A position of Match Five. Between turns, chance fills every hand of fewer than five tiles from the bag.

    {"table": {"m13": "R5B5", "n13": "R4", "o13": "WR2"}, "laid": ["R1p13"], "hands": ["R3B4G2W", "R1O2O5Y3W"],
     "bag": "R1R1R2...", "aside": "", "points": [12, 9], "turn": 0, "turns": 2, "idle": 0, "out": -1, "over": false,
     "copies": "3"}
    """

    table: dict[str, str]  # the stacks by cell, "a1" to "y25", lowest tile first; "WB2" is a wild as blue 2
    hands: list[str]  # one heap for each seat, without laid tiles; "?" for each tile that the viewer may not know
    bag: str  # a heap
    points: list[int]  # by seat
    laid: list[str] = field(default_factory=list)
    """The tiles that the seat on turn has laid so far, in notation; only that seat may see them [4.5]."""
    aside: str = ""  # tiles put aside in an exchange until the new ones are drawn; "" if none
    turn: Seat = 0  # the seat on turn
    turns: int = 0
    """The number of finished turns. While it is 0, dealing the last hand sets `turn` to the seat with the highest
    hand; of equal hands, to the first one counted from the previous `turn`.
    """
    idle: int = 0  # number of turns in a row in which nothing was placed
    out: Seat = -1  # the first seat that has placed its last tile, which ends the game [9.1]; -1 for none
    over: bool = False  # the game is over, and the cost of tiles in hand has been subtracted
    copies: str = "3"  # the option: how many copies of each colored tile there are
    _grid_cache: tuple[dict[str, str], list[str], TileGrid] | None = field(
        default=None, init=False, repr=False, compare=False, metadata={"stored": False}
    )
    """`table`, `laid` and the grid made from them. The grid is valid as long as both fields are still the same objects:
    they are never changed in place, only replaced.
    """

    def __post_init__(self) -> None:
        self.hands = [tidy(hand) for hand in self.hands]
        self.bag = tidy(self.bag)
        self.aside = tidy(self.aside)

    def __str__(self) -> str:
        """The stacks of the table, lowest tile first, then the unfinished turn, the bag, and a line for each seat.

        ">" marks the seat to act, "-" is an empty cell.
        """
        acting = self.to_act()
        seats = zip(self.points, self.hands, strict=True)
        lines = [
            f"{' >'[seat in acting]}#{seat + 1}  {points}  {' '.join(split(hand))}".rstrip()
            for seat, (points, hand) in enumerate(seats)
        ]
        laid = [f"laid {' '.join(self.laid)}"] if self.laid else []
        return "\n".join([*_table_lines(self.table), *laid, f"bag {len(split(self.bag))}", *lines])

    def to_act(self) -> tuple[Seat, ...]:
        """The seat on turn; chance while a hand has to be filled."""
        if self.over:
            return ()
        return (self.turn,) if self.seat_to_draw() is None else (CHANCE,)

    def seat_to_draw(self) -> Seat | None:
        """The first seat whose hand has to be filled; None during a turn or if the bag is empty [4.4]."""
        if self.laid or not self.bag or self.over:
            return None
        for seat, hand in enumerate(self.hands):
            # A cheap test first: most hands have five tiles of two characters.
            if len(hand) < 2 * HAND_SIZE and size(hand) < HAND_SIZE:
                return seat
        return None

    def grid(self) -> TileGrid:
        """The grid of the table, with the tiles of the unfinished turn."""
        cached = self._grid_cache
        if cached is not None and cached[0] is self.table and cached[1] is self.laid:
            return cached[2]
        return self._remember_grid(reduce(_grid_after, map(parse, self.laid), read_grid(self.table)))

    def _remember_grid(self, grid: TileGrid) -> TileGrid:
        self._grid_cache = self.table, self.laid, grid
        return grid

    def _may_act(self, seat: Seat) -> bool:
        return seat == self.turn and not self.over and self.seat_to_draw() is None

    def moves(self, seat: Seat) -> list[Move]:
        """The legal moves: tiles by column and row; wilds by column, row and face; then done, exchanges or a pass."""
        if not self._may_act(seat):
            return []
        tiles = dict.fromkeys(split(self.hands[seat]))
        fitting = self.grid().fitting_tiles.items()
        colored = [(placements(tile), BIT_BY_TILE[tile]) for tile in tiles if tile != WILD]
        hand_bits = sum([bit for _, bit in colored])
        takers = sorted([(foot, bits) for foot, bits in fitting if bits & hand_bits])
        moves: list[Move] = [by_foot[foot] for by_foot, bit in colored for foot, bits in takers if bits & bit]
        if WILD in tiles and not self._has_laid_wild():
            moves += [placements(wild)[foot] for foot, bits in sorted(fitting) for wild in wilds_in(bits)]
        return moves + self._turn_endings(seat)

    def _turn_endings(self, seat: Seat) -> list[Move]:
        if self.laid:
            return [DONE]
        if not self.bag:
            return [PASS]
        return list(exchanges(self.hands[seat], size(self.bag)))

    def _has_laid_wild(self) -> bool:
        return any(step[0] == WILD for step in self.laid)

    def refuses(self, seat: Seat, move: Move) -> str | None:
        """The rule that forbids the move: [4.1] to [4.9] for turns, [5.1] to [7.3] for tiles, [9.6] after the end."""
        if self.over:
            return "9.6"
        if isinstance(move, Draw):
            return self._refuses_draw(seat, move)
        if self._may_act(seat):
            return self._refuses_turn(seat, move)
        waits = self.seat_to_draw() is not None and seat in (self.turn, CHANCE)
        return "4.4" if waits else "4.1"  # a hand has to be filled first

    def _refuses_turn(self, seat: Seat, move: Move) -> str | None:
        """The rule that forbids a move of the seat on turn."""
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
        if self.seat_to_draw() != move.seat or size(move.tiles) != self._draw_size(move.seat):
            return "4.4"
        if holds(self.bag, move.tiles):
            return None
        return "4.6" if holds(self.bag + self.aside, move.tiles) else "4.4"  # exchanged tiles are not in the bag yet

    def _refuses_tile(self, seat: Seat, move: Place | Wild) -> str | None:
        tile = move.table_tile
        if without_face(tile) not in split(self.hands[seat]):
            return "4.2"
        if without_face(tile) == WILD and self._has_laid_wild():
            return "7.2"
        return self.grid().refuses(foot_of(move.cell), tile)

    def _refuses_exchange(self, seat: Seat, tiles: str) -> str | None:
        if self.laid:
            return "4.8"
        if not tiles or not holds(self.hands[seat], tiles):
            return "4.6" if not tiles else "4.2"
        return "4.7" if size(tiles) > size(self.bag) else None

    def _draw_size(self, seat: Seat) -> int:
        return min(HAND_SIZE - size(self.hands[seat]), size(self.bag))

    def draw(self, rng: Random) -> Move:
        """A random draw from the bag that fills the first hand that is not full [4.4]."""
        seat = self.seat_to_draw()
        if seat is None:
            return super().draw(rng)
        indices = rng.sample(range(size(self.bag)), self._draw_size(seat))
        return Draw(seat, heap([tile_at(self.bag, at) for at in indices]))

    def perform(self, seat: Seat, move: Move) -> None:
        """Lay a tile, finish the turn, exchange, pass or draw; the last turn also ends the game."""
        match move:
            case Draw():
                self._fill_hand(move.seat, move.tiles)
            case Place() | Wild():
                grid = self.grid().with_tile(foot_of(move.cell), move.table_tile)
                self.hands[seat] = subtract(self.hands[seat], without_face(move.table_tile))
                self.laid = [*self.laid, str(move)]
                self._remember_grid(grid)
            case Done():
                self._finish_turn(seat)
            case Exchange():
                self.hands[seat] = subtract(self.hands[seat], move.tiles)
                self.aside = str(move.tiles)
                self.note("swap", seat, n=size(move.tiles))
                self._advance_turn(seat, self.idle + 1)
            case Pass():
                self.note("pass", seat)
                self._advance_turn(seat, self.idle + 1)

    def _finish_turn(self, seat: Seat) -> None:
        grid = self.grid()
        placed = grid.facts()
        self.points[seat] += int(placed["points"])
        self.note("place", seat, None, **placed)
        for spot in grid.new_spots:
            if (tile := grid.tile(spot))[0] == WILD:
                self.note("wild", seat, face=tile[1:])  # noted once, as the face does not change any more [7.1]
        for series in grid.series:
            if series.is_five:
                self.note("five", seat, cells=cell_names(series.locks))
        self._commit_tiles(grid)
        if not self.hands[seat] and not self.bag and self.out < 0:
            self.out = seat
            self.note("out", seat)
        self._advance_turn(seat, 0)

    def _commit_tiles(self, grid: TileGrid) -> None:
        """Add the tiles of the turn to the table."""
        table = self.table.copy()
        for spot in grid.new_spots:
            cell = CELL_NAMES[spot % Z]
            table[cell] = table.get(cell, "") + grid.tile(spot)
        self.table = table
        self.laid = []
        self._remember_grid(grid.grid_of_next_turn())

    def _advance_turn(self, seat: Seat, idle: int) -> None:
        """Pass the turn clockwise; end the game when it returns to the seat that went out, or when all have passed."""
        seats = len(self.hands)
        self.turn = (seat + 1) % seats
        self.turns = self.turns + 1
        self.idle = idle
        if self.turn == self.out:
            self.note("last_round", CHANCE)  # [9.1]
            self._end_game()
        elif not self.bag and idle >= seats:
            self.note("exhausted", CHANCE)  # [9.2]
            self._end_game()

    def _fill_hand(self, seat: Seat, tiles: str) -> None:
        self.bag = subtract(self.bag, tiles)
        self.hands[seat] = heap([*split(self.hands[seat]), *split(tiles)])
        self.note("draw", seat, only=(seat,), tiles=tiles, n=size(tiles))
        if self.aside:
            self.bag = merge_heaps(self.bag, self.aside)  # exchanged tiles return only after the draw [4.6]
            self.aside = ""
        if self.turns == 0 and self.seat_to_draw() is None:
            totals = [sum(map(tile_points, split(hand))) for hand in self.hands]
            order = sorted(range(len(totals)), key=lambda seat: (seat - self.turn) % len(totals))
            self.turn = max(order, key=lambda seat: totals[seat])  # the first of equal hands [3.2]
            self.note("start", self.turn)
        if self.idle >= 2 * len(self.hands):
            self.note("stall", CHANCE)  # [9.3]
            self._end_game()

    def _end_game(self) -> None:
        """End the game: charge the tiles in hand [9.4]."""
        for seat, hand in enumerate(self.hands):
            if hand:
                self.points[seat] -= hand_penalty(hand)
                self.note("left", seat, points=hand_penalty(hand), tiles=hand)
        self.over = True
        self.note("over", CHANCE)

    def scores(self) -> tuple[Score, ...]:
        """The points without those of an unfinished turn; most points win [1.1], equal points share the rank [9.5]."""
        return tuple((points,) for points in self.points)

    def outlook(self, seat: Seat) -> int:
        """The points of the seat, including its unfinished turn, without the penalty for its hand at the end [9.4]."""
        if self.over:
            return self.points[seat] + hand_penalty(self.hands[seat])
        unfinished = self.laid and seat == self.turn
        return self.points[seat] + (self.grid().points() if unfinished else 0)

    def worth(self, seat: Seat) -> Score:
        """The outlook, or the final points after the end; then, as a tie-break, minus the penalty of the hand.

        Because of the tie-break, a robot that cannot place a tile exchanges its whole hand.
        """
        points = self.points[seat] if self.over else self.outlook(seat)
        return points, -hand_penalty(self.hands[seat])

    def view(self, seat: Seat | None) -> MatchFive:
        """The position as this seat may see it: other hands, the bag and another seat's unfinished turn are hidden.

        After the end nothing is hidden [3.1] [4.5].
        """
        view = self.copy()
        view.events = [event for event in self.events if event.seen_by(seat)]
        if self.over:
            return view
        view.bag = _hide(self.bag)
        view.hands = [hand if other == seat else _hide(hand) for other, hand in enumerate(self.hands)]
        if seat != self.seat_to_draw():
            view.aside = _hide(self.aside)
        if seat != self.turn:
            view.hands[self.turn] += HIDDEN_TILE * len(self.laid)
            view.laid = []
        return view

    def ahead(self, seat: Seat) -> MatchFive | None:
        """The position as if the seat were on turn; None for the seat on turn or out, and while hands are filled."""
        if self.over or seat in (self.turn, self.out) or self.seat_to_draw() is not None:
            return None
        if self.bag and size(self.hands[seat]) < HAND_SIZE:
            return None
        view = self.view(seat)
        view.turn = seat
        view.laid = []
        view.events = []
        return view

    def meaning(self, seat: Seat, move: Move) -> dict[str, Fact]:
        """For a tile: its level, and the turn's points and locks including it. For done: what the turn places."""
        match move:
            case Place() | Wild():
                level = self.grid().landing_spot(foot_of(move.cell)) // Z
                return {"level": level} | _selected_facts(_grid_after(self.grid(), move), "points", "locks")
            case Done():
                return _selected_facts(self.grid(), "points", "locks", "cells")
        return {name: str(value) for name, value in vars(move).items()}

    def guess(self, seat: Seat, rng: Random) -> MatchFive:
        """A full position: hidden tiles are dealt at random from the tiles that the seat does not see."""
        full = self.copy()
        if self.over:
            return full
        grid = self.grid()
        on_table = [without_face(grid.tile(spot)) for spot in grid.tiles]
        visible = "".join([*on_table, self.hands[seat], self.aside.replace(HIDDEN_TILE, "")])
        unseen = list(split(subtract(full_bag(self.copies), visible)))
        rng.shuffle(unseen)
        for other, hand in enumerate(self.hands):
            if other != seat:
                full.hands[other] = heap(unseen.pop() for _ in range(size(hand)))
        if HIDDEN_TILE in self.aside:
            full.aside = heap(unseen.pop() for _ in range(size(self.aside)))
        full.bag = heap(unseen)
        return full

    def domain(self, kind: type[Move]) -> tuple[tuple[Answer, ...], ...]:
        """The possible values of each field: tiles or faces, cells on and around the group, heaps to exchange."""
        if kind is Place:
            return COLORED_TILES, self.grid().cells_in_reach()
        if kind is Wild:
            return self.grid().cells_in_reach(), COLORED_TILES
        heaps = tuple(exchange.tiles for exchange in exchanges(self.hands[self.turn], HAND_SIZE))
        return (heaps,) if kind is Exchange else ()

    def facts(self, seat: Seat, move: Move) -> dict[str, Fact]:
        """The facts that fill the gaps of texts about a move; an unfinished turn of another seat is ignored.

        All moves: `bag`, the number of tiles in the bag. A tile: its `cell`, its `level` from 1, whether it lies
        `above` other tiles, and the points of the turn: `before` it, its `gain` (0 if refused), and in `total`.
        Done: see `TileGrid.facts`. An exchange: `n`, the number of tiles.
        """
        mine = self if seat == self.turn else self.view(seat)
        common = super().facts(seat, move) | {"bag": size(self.bag)}
        match move:
            case Place(_, cell) | Wild(cell):
                return common | mine._facts_of_tile(seat, move, cell)
            case Exchange(tiles):
                return common | {"n": size(tiles)}
            case Done():
                return common | mine.grid().facts()
        return common

    def _facts_of_tile(self, seat: Seat, move: Move, cell: Cell) -> dict[str, Fact]:
        grid = self.grid()
        legal = self.refuses(seat, move) is None
        level = grid.landing_spot(foot_of(cell)) // Z
        facts: dict[str, Fact] = {"cell": str(cell).upper(), "level": level + 1, "above": level > 0}
        before = grid.points()
        total = _grid_after(grid, move).points() if legal else before
        return facts | {"gain": total - before, "before": before, "total": total}

    def after(self, seat: Seat, move: Move) -> MatchFive:
        """The position after a legal move; written by hand for speed, because a search calls it often."""
        later = object.__new__(MatchFive)
        later.__dict__ = vars(self).copy()
        later.hands = self.hands[:]
        later.points = self.points[:]
        later.events = []
        later.perform(seat, move)
        return later

    def copy(self) -> MatchFive:
        """Return an independent copy; written by hand for speed, because a search copies at every step."""
        copied = object.__new__(MatchFive)
        vars(copied).update(vars(self))
        copied.hands = self.hands[:]
        copied.points = self.points[:]
        copied.events = self.events[:]
        return copied


def _grid_after(grid: TileGrid, move: Move) -> TileGrid:
    """The grid after placing a tile or a wild; the same grid after any other move."""
    match move:
        case Place(cell=cell) | Wild(cell=cell):
            return grid.with_tile(foot_of(cell), move.table_tile)
    return grid


def _selected_facts(grid: TileGrid, *names: str) -> dict[str, Fact]:
    """The facts of the turn so far that have these names."""
    facts = grid.facts()
    return {name: facts[name] for name in names}


def _hide(tiles: str) -> str:
    return HIDDEN_TILE * size(tiles)


def _table_lines(table: Mapping[str, str]) -> list[str]:
    """The table as lines of text, with each stack in its cell."""
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
    return MatchFive({}, [""] * seats, full_bag(copies), [0] * seats, turn=first, copies=copies)

"""Whole turns of Match Five for robots: the table in a compact form, and all turns that a hand allows.

A tile is a bit of `BIT_BY_TILE`, so a set of tiles is a number. A hand is such a set: no turn uses the same tile twice.
Knows nothing about people, the bag or plans.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import NamedTuple

from engine.games.match_five.coordinates import CELL_BY_FOOT, CENTER_SPOT, NEIGHBOR_STEPS, TileSpot, X, Y, Z
from engine.games.match_five.lines import ALL_TILE_BITS, BIT_BY_TILE, CODE_BY_TILE, LineSum, joining_bits
from engine.games.match_five.sets import FIVE_BONUS, HAND_SIZE, MAX_SERIES, MAX_STACK, WILD

_COUNT_SHIFT = 44  # first bit of the tile count in a line's sum, see `lines`
_POINTS_SHIFT = 48  # first bit of the points of its tiles
_COUNT_MASK = 15
_SPOT_LIMIT = MAX_STACK * Z
CODE_BY_BIT = {bit: CODE_BY_TILE[tile] for tile, bit in BIT_BY_TILE.items()}
TILE_BY_BIT = {bit: tile for tile, bit in BIT_BY_TILE.items()}
AXIS_INDICES = (0, 1, 2)
AXIS_STEPS = (X, Y, Z)
WILD_BITS = sum(bit for tile, bit in BIT_BY_TILE.items() if tile[0] == WILD)  # a wild with any face


class WholeTurn(NamedTuple):
    """A whole turn: one or several tiles."""

    points: int  # what it scores
    spots: tuple[TileSpot, ...]  # of its tiles, in an order in which they may be laid
    bits: tuple[int, ...]  # of its tiles, in the same order
    hand_mask: int  # the hands that allow it, one bit for each


ValuedTurn = tuple[int, int, tuple[TileSpot, ...], tuple[int, ...], int]  # a value, then the fields of a WholeTurn
Holdings = Mapping[int, tuple[LineSum, int, int, int]]


class Hands:
    """Several hands for which turns are searched together.

    `tiles`: the tiles in at least one hand. `holdings`: for each of these its code, its points, the mask of the hands
    that hold it, and its gain. `saves_wilds`: no turn begins with a wild unless that makes a line of three. A wild has
    so many faces that searching them takes longer than all other tiles together, and it rarely pays to begin with one.
    """

    __slots__ = ("holdings", "saves_wilds", "tiles")

    def __init__(self, hands: Sequence[int], *, saves_wilds: bool = False) -> None:
        self.saves_wilds = saves_wilds
        self.tiles = reduce(or_, hands, 0)
        self.holdings: Holdings = _PLAIN_HOLDINGS if len(hands) == 1 else _joint_holdings(hands, self.tiles)


class SingleHand(Hands):
    """One hand whose tiles have gains, see `single_holdings`."""

    __slots__ = ()

    def __init__(self, hand: int, holdings: Holdings, *, saves_wilds: bool) -> None:
        self.saves_wilds = saves_wilds
        self.tiles = hand
        self.holdings = holdings


def _joint_holdings(hands: Sequence[int], tiles: int) -> Holdings:
    masks = {bit: sum([1 << at for at, hand in enumerate(hands) if hand & bit]) for bit in CODE_BY_BIT if bit & tiles}
    return {bit: (CODE_BY_BIT[bit], CODE_BY_BIT[bit] >> _POINTS_SHIFT, mask, 0) for bit, mask in masks.items()}


def single_holdings(gains: Mapping[int, int]) -> Holdings:
    """Holdings of a single hand, where laying a tile has the given gain in addition to its points."""
    return {bit: (code, code >> _POINTS_SHIFT, 1, gains[bit]) for bit, code in CODE_BY_BIT.items()}


_PLAIN_HOLDINGS = single_holdings(dict.fromkeys(CODE_BY_BIT, 0))
_PartialTurn = ValuedTurn  # its points leave out the line along which the turn is laid
# How a turn continues: the hands, the axis, its far end, and the turns found so far.
_Extension = tuple[Hands, int, TileSpot, list[ValuedTurn]]


class SpotSurroundings(NamedTuple):
    """What surrounds an empty spot."""

    fits: int  # the tiles that fit there
    fits_across: tuple[int, int, int]  # the tiles that fit if the line along each axis (x, y, up) is ignored
    tiles_after: tuple[LineSum, LineSum, LineSum]  # the sum of the tiles after it along each axis
    line_sums: tuple[LineSum, LineSum, LineSum]  # the sum of the tiles before and after it along each axis
    before_end: tuple[TileSpot, TileSpot]  # the first empty spots before it, along x and y
    after_end: tuple[TileSpot, TileSpot, TileSpot]  # the first empty spots after it, along each axis
    line_points: int  # what its lines score with one more tile, without the points of that tile
    line_count: int  # the number of its lines
    crossing_points: tuple[int, int, int]  # `line_points` without the line along each axis
    crossing_count: tuple[int, int, int]  # `line_count` without the line along each axis
    may_begin: bool  # whether a turn may begin here
    longest_line: int  # the number of tiles in its longest line


class CompactTable:
    """The stacks on the table, and what fits on and beside them.

    `tiles`: tile codes by spot. `closed`: the empty spots beside locked tiles. `start_spots`: where a turn may begin.
    `surroundings`: those of the empty spots examined so far; None where no tile may lie.
    `changed_spots`: the spots where the last turn changed what fits, including its own spots.
    """

    __slots__ = ("changed_spots", "closed", "start_spots", "surroundings", "tiles")

    def __init__(
        self,
        tiles: dict[TileSpot, LineSum],
        closed: frozenset[TileSpot],
        start_spots: dict[TileSpot, None],
        surroundings: dict[TileSpot, SpotSurroundings | None],
    ) -> None:
        self.tiles = tiles
        self.closed = closed
        self.start_spots = start_spots
        self.surroundings = surroundings
        self.changed_spots: dict[TileSpot, None] = {}

    def examine(self, spot: TileSpot) -> SpotSurroundings | None:
        """The surroundings of an empty spot, None if no tile may lie there."""
        tiles, self.surroundings[spot] = self.tiles, None
        if not self._is_open(spot):
            return None
        after_x, run_x = _run(tiles, spot, X)
        before_x, line_x = _run(tiles, spot, -X)
        after_y, run_y = _run(tiles, spot, Y)
        before_y, line_y = _run(tiles, spot, -Y)
        line_x = line_x + run_x
        line_y = line_y + run_y
        line_z = _run(tiles, spot, -Z)[1]
        (fit_x, base_x, has_x), (fit_y, base_y, has_y), (fit_z, base_z, has_z) = map(
            _line_effects, (line_x, line_y, line_z)
        )
        found = self.surroundings[spot] = SpotSurroundings(
            fit_x & fit_y & fit_z,
            (fit_y & fit_z, fit_x & fit_z, fit_x & fit_y),
            (run_x, run_y, 0),
            (line_x, line_y, line_z),
            (before_x, before_y),
            (after_x, after_y, spot + Z),
            base_x + base_y + base_z,
            has_x + has_y + has_z,
            (base_y + base_z, base_x + base_z, base_x + base_y),
            (has_y + has_z, has_x + has_z, has_x + has_y),
            bool(has_x or has_y or has_z or (spot == CENTER_SPOT and not tiles)),
            max(
                line_x >> _COUNT_SHIFT & _COUNT_MASK,
                line_y >> _COUNT_SHIFT & _COUNT_MASK,
                line_z >> _COUNT_SHIFT & _COUNT_MASK,
            ),
        )
        return found

    def turns(self, hands: Hands, starts: Iterable[TileSpot] | None = None) -> list[WholeTurn]:
        """Every whole turn that one of the hands allows, each once; with `starts`, those that begin there."""
        return [_whole_turn(found) for found in self.valued_turns(hands, starts)]

    def best_turn(self, hand: SingleHand) -> WholeTurn | None:
        """The turn with the most points and gains, of equal ones the greatest tuple; None if there is no turn."""
        found = self.valued_turns(hand)
        return _whole_turn(max(found)) if found else None

    def valued_turns(self, hands: Hands, starts: Iterable[TileSpot] | None = None) -> list[ValuedTurn]:
        """The same turns as `turns`, each with its value in front: its points plus its gains."""
        found: list[ValuedTurn] = []
        surroundings, hand_bits = self.surroundings, hands.tiles
        for spot in self.start_spots if starts is None else starts:
            around = surroundings[spot] if spot in surroundings else self.examine(spot)
            if around is None:
                continue
            fitting = around.fits & hand_bits
            if hands.saves_wilds and around.longest_line < 2:
                fitting &= ~WILD_BITS
            if fitting:
                self._begin_turns(spot, fitting, hands, found)
        return found

    def _begin_turns(self, spot: TileSpot, fitting: int, hands: Hands, found: list[ValuedTurn]) -> None:
        """Find the turns that begin on a spot with one of these fitting tiles."""
        around = self.surroundings[spot]
        holdings = hands.holdings
        hand_bits = hands.tiles
        spots = (spot,)
        assert around is not None
        _, _, _, line_sums, before_end, after_end, base_points, line_count, crossing_points, crossing_count, _, _ = (
            around
        )
        while fitting:
            bit = fitting & -fitting
            fitting ^= bit
            (code, tile_points, hand_mask, gain), bits = holdings[bit], (bit,)
            points = base_points + tile_points * line_count if self.tiles else tile_points
            found.append((points + gain, points, spots, bits, hand_mask))
            for axis in AXIS_INDICES:
                line = line_sums[axis] + code
                if joining_bits(line) & hand_bits:
                    points = crossing_points[axis] + tile_points * crossing_count[axis]
                    extension = (hands, axis, after_end[axis], found)
                    partial = (points + gain, points, spots, bits, hand_mask)
                    self._extend(extension, after_end[axis], line, partial)
                    if axis < 2 and spot < Z and before_end[axis] == spot - AXIS_STEPS[axis]:
                        self._extend_before(extension, line, partial)

    def _extend(self, extension: _Extension, end: TileSpot, line: LineSum, partial: _PartialTurn) -> None:
        """Continue a turn at the far end of its line; the partial turn has only points of crossing lines."""
        hands, axis, _, found = extension
        surroundings = self.surroundings
        around = surroundings[end] if end in surroundings else self.examine(end)
        if around is None or (axis < 2 and end >= Z and end - Z not in self.tiles):
            return
        line += around.tiles_after[axis]
        fitting = joining_bits(line) & around.fits_across[axis] & hands.tiles
        if not fitting:
            return
        value, points, spots, bits, mask_so_far = partial
        crossing_points = around.crossing_points[axis]
        crossing_count = around.crossing_count[axis]
        holdings = hands.holdings
        spots = (*spots, end)
        while fitting:
            bit = fitting & -fitting
            fitting ^= bit
            code, tile_points, hand_mask, gain = holdings[bit]
            hand_mask &= mask_so_far
            if hand_mask:
                line_sum, crossing_gain = line + code, crossing_points + tile_points * crossing_count
                extended = (value + crossing_gain + gain, points + crossing_gain, spots, (*bits, bit), hand_mask)
                _add_turn(found, line_sum, extended)
                if joining_bits(line_sum) & hands.tiles:
                    self._extend(extension, around.after_end[axis], line_sum, extended)

    def _extend_before(self, extension: _Extension, line: LineSum, partial: _PartialTurn) -> None:
        """Continue a turn at the near end, but not onto a spot where turns may begin, as those are found from there."""
        hands, axis, far_end, found = extension
        value, points, spots, bits, mask_so_far = partial
        spot = spots[-1] - AXIS_STEPS[axis]
        around = self.surroundings[spot] if spot in self.surroundings else self.examine(spot)
        if around is None or around.may_begin:
            return
        fitting = joining_bits(line) & hands.tiles
        while fitting:
            bit = fitting & -fitting
            fitting ^= bit
            code, _, hand_mask, gain = hands.holdings[bit]
            hand_mask &= mask_so_far
            if hand_mask:
                extended = (value + gain, points, (*spots, spot), (*bits, bit), hand_mask)
                _add_turn(found, line + code, extended)
                if joining_bits(line + code) & hands.tiles:
                    self._extend(extension, far_end, line + code, extended)
                    self._extend_before(extension, line + code, extended)

    def changed_starts(self) -> dict[TileSpot, None]:
        """The starts of all turns that lay a tile on a changed spot, and of some others."""
        surroundings, tiles, start_spots = self.surroundings, self.tiles, self.start_spots
        found: dict[TileSpot, None] = {}
        for changed in self.changed_spots:
            if changed in tiles:
                continue
            if changed in start_spots:
                found[changed] = None
            below = changed - Z
            while below >= 0 and below not in tiles:
                if below in start_spots:
                    found[below] = None
                below -= Z
            for axis in (0, 1):
                spot = changed
                for _ in range(HAND_SIZE - 1):
                    around = surroundings[spot] if spot in surroundings else self.examine(spot)
                    if around is None:
                        break
                    spot = around.before_end[axis]
                    if spot in start_spots:
                        found[spot] = None
        return found

    def table_after(self, turn: WholeTurn) -> CompactTable:
        """The table after a turn."""
        tiles = self.tiles.copy()
        tiles.update(zip(turn.spots, [CODE_BY_BIT[bit] for bit in turn.bits], strict=True))
        ends, locks = _ends_and_locks(tiles, turn.spots)
        changed = dict.fromkeys((*turn.spots, *ends))
        later = CompactTable(tiles, self.closed, self.start_spots.copy(), self.surroundings.copy())
        if locks:
            newly_closed = {spot + step for spot in locks for step in NEIGHBOR_STEPS} - tiles.keys()
            later.closed |= newly_closed
            changed |= dict.fromkeys(sorted(newly_closed))
        for spot in changed:
            later.surroundings.pop(spot, None)
            later.start_spots.pop(spot, None)
        later.add_starts(ends)
        later.changed_spots = changed
        return later

    def add_starts(self, spots: Iterable[TileSpot]) -> None:
        """Let turns begin on those of these spots where a tile may lie."""
        for spot in spots:
            if (spot < Z or spot - Z in self.tiles) and self._is_open(spot):
                self.start_spots[spot] = None

    def _is_open(self, spot: TileSpot) -> bool:
        """Whether an empty spot is on the table, not too high and not closed."""
        return spot % Z in CELL_BY_FOOT and spot < _SPOT_LIMIT and spot not in self.closed


def _whole_turn(found: ValuedTurn) -> WholeTurn:
    return WholeTurn(*found[1:])


def _add_turn(found: list[ValuedTurn], line: LineSum, partial: _PartialTurn) -> None:
    """Add a turn to those found, with the points of its own line."""
    value, points, spots, bits, hand_mask = partial
    more = (
        (line >> _POINTS_SHIFT) + FIVE_BONUS
        if line >> _COUNT_SHIFT & _COUNT_MASK == MAX_SERIES
        else line >> _POINTS_SHIFT
    )
    found.append((value + more, points + more, spots, bits, hand_mask))


def _run(tiles: Mapping[TileSpot, LineSum], spot: TileSpot, step: int) -> tuple[TileSpot, LineSum]:
    """The first empty spot in this direction, and the sum of the tiles before it."""
    spot, run = spot + step, 0
    while spot in tiles:
        run += tiles[spot]
        spot += step
    return spot, run


@lru_cache(maxsize=65536)
def _line_effects(line: LineSum) -> tuple[int, int, int]:
    """The tiles that extend a line; its points with one more tile, without those of that tile; and the number of lines.

    The number is 1, or 0 if the line is empty.
    """
    if not line:
        return ALL_TILE_BITS, 0, 0
    return (
        joining_bits(line),
        (line >> _POINTS_SHIFT) + FIVE_BONUS * (line >> _COUNT_SHIFT & _COUNT_MASK == MAX_SERIES - 1),
        1,
    )


def _ends_and_locks(
    tiles: Mapping[TileSpot, LineSum], spots: Iterable[TileSpot]
) -> tuple[dict[TileSpot, None], list[TileSpot]]:
    """The empty spots at the ends of all lines through these tiles, and the tiles that those lines lock."""
    ends: dict[TileSpot, None] = {}
    locks: list[TileSpot] = []
    for spot in spots:
        if spot + Z not in tiles:
            ends[spot + Z] = None
        for step in (X, Y):
            after, before = spot + step, spot - step
            while after in tiles:
                after += step
            while before in tiles:
                before -= step
            ends[after] = ends[before] = None
            if after - before == (MAX_SERIES + 1) * step:
                locks += (before + step, after - step)
    return ends, locks


def compact_table(tiles: Mapping[TileSpot, LineSum], closed: Iterable[TileSpot]) -> CompactTable:
    """The table with these tiles, on which these spots are closed by locks."""
    empty_spots = {spot + step for spot in tiles for step in (*NEIGHBOR_STEPS, Z) if spot + step not in tiles} or {
        CENTER_SPOT
    }
    table = CompactTable(dict(tiles), frozenset(closed), {}, {})
    table.add_starts(sorted(empty_spots))
    return table

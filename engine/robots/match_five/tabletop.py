"""The table of Match Five for robots: what stands there, and every whole turn that some tiles allow.

A tile is one bit of `BITS`, so that a set of tiles is a number; a hand is such a set, for no turn has the same tile
twice. Knows no people, no bag and no plans.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import NamedTuple

from engine.games.match_five.lines import ALL, BITS, CODES, Line, joining
from engine.games.match_five.sets import BONUS, HAND, HIGHEST, LONGEST, WILD
from engine.games.match_five.spots import BESIDE, CELLS, CENTER, Spot, X, Y, Z

_COUNT = 44  # where a line counts its tiles, see `lines`
_POINTS = 48  # where it has what they are worth
_ONE = 15
_LIMIT = HIGHEST * Z
CODE_OF = {bit: CODES[tile] for tile, bit in BITS.items()}
TILE_OF = {bit: tile for tile, bit in BITS.items()}
AXES = (0, 1, 2)
STEPS = (X, Y, Z)
WILDS = sum(bit for tile, bit in BITS.items() if tile[0] == WILD)  # a wild with any face


class WholeTurn(NamedTuple):
    """A whole turn: several tiles, or one."""

    points: int  # what it scores
    spots: tuple[Spot, ...]  # where its tiles go, in an order in which they may be laid
    bits: tuple[int, ...]  # the tiles
    who: int  # the hands that allow it, a bit each


Priced = tuple[int, int, tuple[Spot, ...], tuple[int, ...], int]  # a whole turn behind what it is worth
Holdings = Mapping[int, tuple[Line, int, int, int]]


class Hands:
    """Several hands that are asked about together.

    `tiles`: what at least one of them holds. `held`: of each such tile its code, its worth, the hands that hold it and
    its gain.
    `sparing`: no turn begins with a wild where it makes no line of three. A wild has so many faces that all other
    tiles together ask for less time, and it is seldom worth laying there.
    """

    __slots__ = ("held", "sparing", "tiles")

    def __init__(self, hands: Sequence[int], *, sparing: bool = False) -> None:
        self.sparing = sparing
        self.tiles = reduce(or_, hands, 0)
        self.held: Holdings = _LONE if len(hands) == 1 else _held(hands, self.tiles)


class Lone(Hands):
    """One hand whose tiles have gains, as `of_one` prepares them."""

    __slots__ = ()

    def __init__(self, hand: int, held: Holdings, *, sparing: bool) -> None:
        self.sparing = sparing
        self.tiles = hand
        self.held = held


def _held(hands: Sequence[int], tiles: int) -> Holdings:
    who = {bit: sum([1 << at for at, hand in enumerate(hands) if hand & bit]) for bit in CODE_OF if bit & tiles}
    return {bit: (CODE_OF[bit], CODE_OF[bit] >> _POINTS, those, 0) for bit, those in who.items()}


def of_one(gains: Mapping[int, int]) -> Holdings:
    """The tiles of one hand, where it is worth so much beyond its points to lay one."""
    return {bit: (code, code >> _POINTS, 1, gains[bit]) for bit, code in CODE_OF.items()}


_LONE = of_one(dict.fromkeys(CODE_OF, 0))
_Begun = Priced  # without the line of the turn itself
_Way = tuple[Hands, int, Spot, list[Priced]]  # how a turn goes on: for whom, along which axis, its far end; all found


class Around(NamedTuple):
    """What an empty spot has around it."""

    fits: int  # the tiles that fit there
    across: tuple[int, int, int]  # those that fit but for the line along each axis, x, y, upwards
    after: tuple[Line, Line, Line]  # the sum of the tiles right behind it along each axis
    whole: tuple[Line, Line, Line]  # of those before it too
    before_end: tuple[Spot, Spot]  # the empty spots that end the tiles before it, along x and y
    after_end: tuple[Spot, Spot, Spot]  # those that end the tiles behind it
    base: int  # what its lines are worth without a tile on it
    lines: int  # their number
    crossing: tuple[int, int, int]  # what they are worth without the line along each axis
    crossings: tuple[int, int, int]  # the number of these
    touches: bool  # whether a turn may begin here
    longest: int  # the tiles of its longest line


class Tabletop:
    """The stacks on the table, and what fits on and beside them.

    `tiles`: their codes by spot. `closed`: the empty spots beside locked tiles. `tops`: where a turn may begin.
    `seen`: what was found out about empty spots so far; None where nothing may lie.
    `changed`: the spots for which the last turn changed what fits there, its own among them.
    """

    __slots__ = ("changed", "closed", "seen", "tiles", "tops")

    def __init__(
        self, tiles: dict[Spot, Line], closed: frozenset[Spot], tops: dict[Spot, None], seen: dict[Spot, Around | None]
    ) -> None:
        self.tiles = tiles
        self.closed = closed
        self.tops = tops
        self.seen = seen
        self.changed: dict[Spot, None] = {}

    def look(self, spot: Spot) -> Around | None:
        """What an empty spot has around it, None if no tile may lie there."""
        tiles, self.seen[spot] = self.tiles, None
        if not self._is_open(spot):
            return None
        after_x, run_x = _run(tiles, spot, X)
        before_x, line_x = _run(tiles, spot, -X)
        after_y, run_y = _run(tiles, spot, Y)
        before_y, line_y = _run(tiles, spot, -Y)
        line_x = line_x + run_x
        line_y = line_y + run_y
        line_z = _run(tiles, spot, -Z)[1]
        (fit_x, base_x, has_x), (fit_y, base_y, has_y), (fit_z, base_z, has_z) = map(_joined, (line_x, line_y, line_z))
        found = self.seen[spot] = Around(
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
            bool(has_x or has_y or has_z or (spot == CENTER and not tiles)),
            max(line_x >> _COUNT & _ONE, line_y >> _COUNT & _ONE, line_z >> _COUNT & _ONE),
        )
        return found

    def turns(self, hands: Hands, starts: Iterable[Spot] | None = None) -> list[WholeTurn]:
        """Every whole turn that one of the hands allows, each once; with `starts` those that begin there."""
        return [_whole_turn(found) for found in self.found(hands, starts)]

    def best(self, hand: Lone) -> WholeTurn | None:
        """The whole turn of the highest points and gains, None if there is none; of equal ones the greatest tuple."""
        found = self.found(hand)
        return _whole_turn(max(found)) if found else None

    def found(self, hands: Hands, starts: Iterable[Spot] | None = None) -> list[Priced]:
        """As `turns`, each after its value, which is its points and gains."""
        found: list[Priced] = []
        seen, mine = self.seen, hands.tiles
        for spot in self.tops if starts is None else starts:
            around = seen[spot] if spot in seen else self.look(spot)
            if around is None:
                continue
            fitting = around.fits & mine
            if hands.sparing and around.longest < 2:
                fitting &= ~WILDS
            if fitting:
                self._begin_turns(spot, fitting, hands, found)
        return found

    def _begin_turns(self, spot: Spot, fitting: int, hands: Hands, found: list[Priced]) -> None:
        """Find the turns that begin on a spot with one of the tiles that fit there."""
        around = self.seen[spot]
        held = hands.held
        mine = hands.tiles
        spots = (spot,)
        assert around is not None
        _, _, _, whole, before_end, after_end, base, lines, crossing, crossings, _, _ = around
        while fitting:
            bit = fitting & -fitting
            fitting ^= bit
            (code, worth, who, gain), bits = held[bit], (bit,)
            points = base + worth * lines if self.tiles else worth
            found.append((points + gain, points, spots, bits, who))
            for axis in AXES:
                line = whole[axis] + code
                if joining(line) & mine:
                    points = crossing[axis] + worth * crossings[axis]
                    way = (hands, axis, after_end[axis], found)
                    begun = (points + gain, points, spots, bits, who)
                    self._extend(way, after_end[axis], line, begun)
                    if axis < 2 and spot < Z and before_end[axis] == spot - STEPS[axis]:
                        self._extend_before(way, line, begun)

    def _extend(self, way: _Way, end: Spot, line: Line, begun: _Begun) -> None:
        """Go on at the far end of the line of a turn, of which only the crossing lines are counted yet."""
        hands, axis, _, found = way
        seen = self.seen
        around = seen[end] if end in seen else self.look(end)
        if around is None or (axis < 2 and end >= Z and end - Z not in self.tiles):
            return
        line += around.after[axis]
        fitting = joining(line) & around.across[axis] & hands.tiles
        if not fitting:
            return
        value, points, spots, bits, those = begun
        crossing = around.crossing[axis]
        crossings = around.crossings[axis]
        held = hands.held
        spots = (*spots, end)
        while fitting:
            bit = fitting & -fitting
            fitting ^= bit
            code, worth, who, gain = held[bit]
            who &= those
            if who:
                whole, more = line + code, crossing + worth * crossings
                now = (value + more + gain, points + more, spots, (*bits, bit), who)
                _emit(found, whole, now)
                if joining(whole) & hands.tiles:
                    self._extend(way, around.after_end[axis], whole, now)

    def _extend_before(self, way: _Way, line: Line, begun: _Begun) -> None:
        """Go on at the near end, as far as no turn begins there: what lies beyond is found from there."""
        hands, axis, far, found = way
        value, points, spots, bits, those = begun
        spot = spots[-1] - STEPS[axis]
        around = self.seen[spot] if spot in self.seen else self.look(spot)
        if around is None or around.touches:
            return
        fitting = joining(line) & hands.tiles
        while fitting:
            bit = fitting & -fitting
            fitting ^= bit
            code, _, who, gain = hands.held[bit]
            who &= those
            if who:
                now = (value + gain, points, (*spots, spot), (*bits, bit), who)
                _emit(found, line + code, now)
                if joining(line + code) & hands.tiles:
                    self._extend(way, far, line + code, now)
                    self._extend_before(way, line + code, now)

    def starts(self) -> dict[Spot, None]:
        """Where the turns begin that lay a tile on a spot that has changed, and some others."""
        seen, tiles, tops = self.seen, self.tiles, self.tops
        found: dict[Spot, None] = {}
        for changed in self.changed:
            if changed in tiles:
                continue
            if changed in tops:
                found[changed] = None
            below = changed - Z
            while below >= 0 and below not in tiles:
                if below in tops:
                    found[below] = None
                below -= Z
            for axis in (0, 1):
                spot = changed
                for _ in range(HAND - 1):
                    around = seen[spot] if spot in seen else self.look(spot)
                    if around is None:
                        break
                    spot = around.before_end[axis]
                    if spot in tops:
                        found[spot] = None
        return found

    def after(self, turn: WholeTurn) -> Tabletop:
        """The table after a turn."""
        tiles = self.tiles.copy()
        tiles.update(zip(turn.spots, [CODE_OF[bit] for bit in turn.bits], strict=True))
        ends, locks = _ends(tiles, turn.spots)
        changed = dict.fromkeys((*turn.spots, *ends))
        later = Tabletop(tiles, self.closed, self.tops.copy(), self.seen.copy())
        if locks:
            shut = {spot + step for spot in locks for step in BESIDE} - tiles.keys()
            later.closed |= shut
            changed |= dict.fromkeys(sorted(shut))
        for spot in changed:
            later.seen.pop(spot, None)
            later.tops.pop(spot, None)
        later.begin(ends)
        later.changed = changed
        return later

    def begin(self, spots: Iterable[Spot]) -> None:
        """Turns may begin on those of these spots where a tile may lie."""
        for spot in spots:
            if (spot < Z or spot - Z in self.tiles) and self._is_open(spot):
                self.tops[spot] = None

    def _is_open(self, spot: Spot) -> bool:
        """Whether an empty spot is on the table, not too high and not closed."""
        return spot % Z in CELLS and spot < _LIMIT and spot not in self.closed


def _whole_turn(found: Priced) -> WholeTurn:
    return WholeTurn(*found[1:])


def _emit(found: list[Priced], line: Line, begun: _Begun) -> None:
    """Count the line as well."""
    value, points, spots, bits, who = begun
    more = (line >> _POINTS) + BONUS if line >> _COUNT & _ONE == LONGEST else line >> _POINTS
    found.append((value + more, points + more, spots, bits, who))


def _run(tiles: Mapping[Spot, Line], spot: Spot, step: int) -> tuple[Spot, Line]:
    """The first empty spot from here on in steps, and the sum of the tiles up to it."""
    spot, run = spot + step, 0
    while spot in tiles:
        run += tiles[spot]
        spot += step
    return spot, run


@lru_cache(maxsize=65536)
def _joined(line: Line) -> tuple[int, int, int]:
    """What fits to a line, what it is worth with a tile more but for that tile, and whether there is one at all."""
    if not line:
        return ALL, 0, 0
    return joining(line), (line >> _POINTS) + BONUS * (line >> _COUNT & _ONE == LONGEST - 1), 1


def _ends(tiles: Mapping[Spot, Line], spots: Iterable[Spot]) -> tuple[dict[Spot, None], list[Spot]]:
    """The empty spots at the ends of all lines through these tiles, and the tiles that those lines lock."""
    ends: dict[Spot, None] = {}
    locks: list[Spot] = []
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
            if after - before == (LONGEST + 1) * step:
                locks += (before + step, after - step)
    return ends, locks


def tabletop(tiles: Mapping[Spot, Line], closed: Iterable[Spot]) -> Tabletop:
    """The table with these tiles, and these spots closed by locks."""
    reached = {spot + step for spot in tiles for step in (*BESIDE, Z) if spot + step not in tiles} or {CENTER}
    top = Tabletop(dict(tiles), frozenset(closed), {}, {})
    top.begin(sorted(reached))
    return top

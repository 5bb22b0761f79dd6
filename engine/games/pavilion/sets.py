"""Tiles, board sides, ornaments and goals of Summer Pavilion as data.

Knows nothing about positions or moves.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

COLORS = "PGOYBR"  # purple, green, orange, yellow, blue, red: the order of heaps and of the rounds' wild colors [2.8]
EMPTY = "."

TILES_PER_COLOR = 22  # [2.1]
FACTORY_SIZE = 4  # tiles on a full factory [2.2]
SUPPLY_SIZE = 10  # spaces of the supply [2.6]
MAX_KEPT = 4  # corners of a board [6.2]
ROUNDS = 6  # [8.1]
START_POINTS = 5  # points at the start [3.1]
MIN_POINTS = 1  # no score falls below it [6.3]

OUTER_STARS = ("UL", "UR", "R", "LR", "LL", "L")  # clockwise, upper left first [2.3]
STARS = (*OUTER_STARS, "C")
STAR_SIZE = 6  # spaces of a star, numbered clockwise
MIXED_STAR = "*"  # a star that accepts each color once [5.3]
FREE_STAR = "?"  # a star whose first two tiles decide what it accepts [5.4]

STAR_POINTS = {"R": 14, "B": 15, "Y": 16, "O": 17, "G": 18, "P": 20}  # [8.2]
MIXED_POINTS = 12  # [8.2]
NUMBER_POINTS = {1: 4, 2: 8, 3: 12, 4: 16}  # [8.3]

Space = tuple[int, int]  # 0-based star and slot


@dataclass(frozen=True)
class BoardSide:
    """A side of the player board: seven stars, in the order of STARS.

    `costs[star][slot]`, both 0-based, is the number printed on a space. `kinds[star]` is the only color that the star
    accepts, or else MIXED_STAR or FREE_STAR.
    """

    costs: tuple[tuple[int, ...], ...]
    kinds: str

    @cached_property
    def numbers(self) -> Mapping[int, tuple[Space, ...]]:
        """The spaces that show each of the numbers 1 to 4 [8.3]."""
        spaces = [(star, slot) for star in range(len(STARS)) for slot in range(STAR_SIZE)]
        return {n: tuple(at for at in spaces if self.costs[at[0]][at[1]] == n) for n in NUMBER_POINTS}


SIDES: Mapping[str, BoardSide] = {
    "colored": BoardSide(((1, 2, 3, 4, 5, 6),) * 7, "ORBYGP" + MIXED_STAR),  # [2.4]
    "mono": BoardSide((*((3, 2, 1, 4, 5, 6),) * 6, (3,) * 6), FREE_STAR * 7),  # [2.9]
}


@dataclass(frozen=True)
class Ornament:
    """A pillar, statue or window, which gives bonus tiles once all `spaces` around it are covered [2.5]."""

    kind: str  # "pillar", "statue" or "window"
    star: int  # the 0-based star that it belongs to
    tiles: int  # the number of bonus tiles that it gives
    spaces: tuple[Space, ...]


def _ornaments() -> tuple[Ornament, ...]:
    """Build for each outer star a pillar toward the center, a statue shared with the next star, and a window."""
    center, found = len(OUTER_STARS), []
    for star in range(len(OUTER_STARS)):
        around = (star, 1), (star, 2), (center, (star - 1) % STAR_SIZE), (center, star)
        shared = (star, 0), (star, 1), ((star + 1) % len(OUTER_STARS), 2), ((star + 1) % len(OUTER_STARS), 3)
        found += [Ornament("pillar", star, 1, around), Ornament("statue", star, 2, shared)]
        found += [Ornament("window", star, 3, ((star, 4), (star, 5)))]
    return tuple(found)


ORNAMENTS = _ornaments()
ORNAMENTS_AT: Mapping[Space, tuple[Ornament, ...]] = {
    (star, slot): tuple(ornament for ornament in ORNAMENTS if (star, slot) in ornament.spaces)
    for star in range(len(STARS))
    for slot in range(STAR_SIZE)
}

SEATS = range(2, 5)  # [1.2]
OPTIONS: Mapping[str, tuple[str, ...]] = {"side": tuple(SIDES)}


def factory_count(seats: int) -> int:
    """The number of factories at a table: 5, 7 or 9 [2.2]."""
    return 2 * seats + 1


def tidy(tiles: str) -> str:
    """The same tiles in heap order; unknown letters are kept and come first, so that the check can report them.

    >>> tidy("RGP")
    'PGR'
    """
    return "".join(sorted(tiles, key=COLORS.find))


def heap(tiles: str) -> str:
    """The same tiles in heap order; faster than `tidy`, but only for known letters.

    >>> heap("RGPG")
    'PGGR'
    """
    return "".join([color * tiles.count(color) for color in COLORS if color in tiles])


def subtract(tiles: str, part: str) -> str:
    """A heap without some of its tiles.

    >>> subtract("PPGR", "PR")
    'PG'
    """
    for color in COLORS:
        if color in part:
            tiles = tiles.replace(color, "", part.count(color))
    return tiles


def holds(tiles: str, part: str) -> bool:
    """Whether a heap contains all tiles of another.

    >>> holds("PPG", "PG"), holds("PPG", "GG")
    (True, False)
    """
    return all(tiles.count(color) >= part.count(color) for color in set(part))


@lru_cache(maxsize=1 << 12)
def colors_on_offer(tiles: str, wild: str) -> str:
    """The colors that can be taken from a heap: not the wild one [4.3], unless it is the only one [4.4].

    >>> colors_on_offer("PPGR", "P"), colors_on_offer("PPP", "P"), colors_on_offer("", "P")
    ('GR', 'P', '')
    """
    return "".join([color for color in COLORS if color in tiles and color != wild]) or tiles[:1]


def has_choice(supply: str, owed: int) -> bool:
    """Whether a seat can choose its bonus tiles: the supply has more tiles than owed, of several colors [5.11].

    >>> has_choice("PGG", 2), has_choice("PG", 2), has_choice("GGG", 2), has_choice("PGG", 0)
    (True, False, False, False)
    """
    return 0 < owed < len(supply) and len(set(supply)) > 1


def run_length(cells: str, slot: int) -> int:
    """The length of the unbroken run of tiles through a covered 0-based slot of a star [5.8].

    >>> run_length("OO.O.O", 0), run_length("OOOOOO", 3)
    (3, 6)
    """
    ring = cells[slot:] + cells[:slot]
    return len(ring.partition(EMPTY)[0]) + len(ring.rpartition(EMPTY)[2]) if EMPTY in ring else STAR_SIZE


def accepted_colors(kind: str, cells: str) -> str:
    """The colors that a star of this kind with these cells still accepts [5.3] [5.4].

    >>> accepted_colors("*", "P.G..."), accepted_colors("?", "P....."), accepted_colors("?", "PP....")
    ('OYBR', 'PGOYBR', 'P')
    """
    if kind in COLORS:
        return kind
    laid = cells.replace(EMPTY, "")
    if kind == FREE_STAR and len(laid) < 2:
        return COLORS
    if kind == FREE_STAR and len(set(laid)) == 1:
        return laid[0]
    return "".join(color for color in COLORS if color not in laid)

"""Tiles, colors, options and limits of Match Five, and heaps of tiles as text.

Knows nothing about positions or moves.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from string import ascii_uppercase

COLORS = "RBGOY"  # red, blue, green, orange, yellow: the order of every heap
TILE_NUMBERS = "12345"
# The 25 kinds of colored tiles [2.1]
COLORED_TILES = tuple(color + number for color in COLORS for number in TILE_NUMBERS)
WILD = "W"  # in a hand; on the table it has a face, "WB2" [7.1]
WILD_COUNT = 5  # wilds in the full bag; they score nothing [2.2]
HIDDEN_TILE = "?"  # a tile that the viewer may not know

HAND_SIZE = 5  # tiles in a full hand [3.1]
MAX_STACK = 5  # tiles in a stack [5.2]
MAX_SERIES = 5  # tiles in a series [5.6]
FIVE_BONUS = 10  # points for a series of five [8.2]
WILD_PENALTY = 25  # points lost for a wild in hand at the end [9.4]
TABLE_SIDE = 25  # columns and rows of the table [2.3]
MIDDLE_CELL = (12, 12)  # 0-based column and row of the first tile, "m13" [3.3]

SEATS = range(2, 7)  # [1.2]
OPTIONS: Mapping[str, tuple[str, ...]] = {"copies": ("3", "2", "4")}  # how many of each colored tile [2.1]

_TILE = re.compile(r"[A-Z][1-5]?|\?")
_ORDER = (*COLORED_TILES, WILD, HIDDEN_TILE)
# Tiles that do not exist are sorted first, so that the check can report them.
_INVALID_TILES = {letter + digit: -1 for letter in ascii_uppercase for digit in ("", *TILE_NUMBERS)}
_SORT_KEYS = {**_INVALID_TILES, **{tile: at for at, tile in enumerate(_ORDER)}}


@lru_cache(maxsize=4096)
def split(heap: str) -> tuple[str, ...]:
    """The tiles of a heap, in its order.

    >>> split("R3B1W")
    ('R3', 'B1', 'W')
    """
    return tuple(_TILE.findall(heap))


@lru_cache(maxsize=4096)
def size(heap: str) -> int:
    """The number of tiles in a heap."""
    # Wilds and hidden tiles are one character long, all others two.
    return (len(heap) + heap.count(WILD) + heap.count(HIDDEN_TILE)) // 2


@lru_cache(maxsize=4096)
def stack_tiles(stack: str) -> tuple[str, ...]:
    """The tiles of a stack on the table, lowest first, wilds with their faces.

    >>> stack_tiles("R5WB5Y5")
    ('R5', 'WB5', 'Y5')
    """
    return tuple(re.findall(r"W?[A-Z][1-5]", stack))


def without_face(tile: str) -> str:
    """A tile of the table as it is in a hand or in the bag, where a wild has no face.

    >>> without_face("R3"), without_face("WB2")
    ('R3', 'W')
    """
    return WILD if tile[0] == WILD else tile


def heap(tiles: Iterable[str]) -> str:
    """Tiles as a heap: sorted by color, then by number, wilds last.

    >>> heap(["W", "B1", "R3"])
    'R3B1W'
    """
    return "".join(sorted(tiles, key=_SORT_KEYS.__getitem__))


def tidy(tiles: str) -> str:
    """The same tiles in heap order; text that is not a heap stays unchanged, so that the check can report it."""
    return heap(split(tiles)) if "".join(split(tiles)) == tiles else tiles


def merge_heaps(tiles: str, more: str) -> str:
    """Two heaps merged into one.

    >>> merge_heaps("R3B1W", "B2R3")
    'R3R3B1B2W'
    """
    for tile in split(more):
        at = tiles.find(tile)
        if at < 0:
            before = (tiles.find(later) for later in _ORDER[_SORT_KEYS[tile] :])
            at = next((at for at in before if at >= 0), len(tiles))
        tiles = tiles[:at] + tile + tiles[at:]
    return tiles


def tile_at(tiles: str, at: int) -> str:
    """The tile at a 0-based index of a heap; wilds, which are one character long, come last.

    >>> [tile_at("R3B1WW", at) for at in range(4)]
    ['R3', 'B1', 'W', 'W']
    """
    tile = tiles[2 * at : 2 * at + 2]
    return tile if tile.rstrip(WILD) else WILD


def subtract(tiles: str, part: str) -> str:
    """A heap without some of its tiles.

    >>> subtract("R3R3W", "R3")
    'R3W'
    """
    for tile in split(part):
        tiles = tiles.replace(tile, "", 1)
    return tiles


def holds(tiles: str, part: str) -> bool:
    """Whether a heap contains all tiles of another."""
    return len(subtract(tiles, part)) == len(tiles) - len(part)


def tile_points(tile: str) -> int:
    """The points of a tile in hand or on the table; 0 for a wild, whatever its face [2.2].

    >>> tile_points("R3"), tile_points("W"), tile_points("WB2")
    (3, 0, 0)
    """
    return 0 if tile[0] in (WILD, HIDDEN_TILE) else int(tile[1])


@lru_cache(maxsize=4096)
def hand_penalty(hand: str) -> int:
    """The points that the tiles of a hand cost at the end [9.4].

    >>> hand_penalty("R3Y5W")
    33
    """
    return sum(WILD_PENALTY if tile == WILD else tile_points(tile) for tile in split(hand))


def full_bag(copies: str) -> str:
    """The whole bag: 55, 80 or 105 tiles [2.1] [2.2]."""
    return "".join(face * int(copies) for face in COLORED_TILES) + WILD * WILD_COUNT

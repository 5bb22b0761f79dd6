"""Lines of Match Five tiles, encoded as sums: whether a line is a series, which tiles extend it, and what it scores.

Knows nothing about the table or hands.
"""

from functools import lru_cache

from engine.games.match_five.sets import COLORED_TILES, COLORS, FIVE_BONUS, MAX_SERIES, TILE_NUMBERS, WILD, tile_points

# The code of a tile consists of four-bit counts: one for each color, one for each number, one of wilds, one of tiles.
# The bits above are its points. Adding the codes of a line gives the counts (up to 15 each) and the points of the line.
COUNT_BITS = 4
# The first bit of each part; the color counts start at bit 0.
_NUMBERS_SHIFT, _WILDS_SHIFT, _COUNT_SHIFT, _POINTS_SHIFT = (COUNT_BITS * at for at in (5, 10, 11, 12))
_COUNT_MASK = (1 << COUNT_BITS) - 1  # the bits of one count
_FIVE_COUNTS_MASK = (1 << 5 * COUNT_BITS) - 1  # of all five color counts or number counts
# `counts & _REPEAT_MASK` is not 0 if one of five counts is above 1.
_REPEAT_MASK = sum((_COUNT_MASK - 1) << COUNT_BITS * at for at in range(5))
# All values of five counts of which exactly one is not 0.
_SINGLE_KIND_COUNTS = {n << COUNT_BITS * at for at in range(5) for n in range(1, MAX_SERIES + 1)}

LineSum = int  # the sum of the codes of a line's tiles; 0 for an empty line


def _code(tile: str) -> LineSum:
    color = COLORS.index(tile[-2])
    number = TILE_NUMBERS.index(tile[-1])
    kind = (1 << COUNT_BITS * color) + (1 << _NUMBERS_SHIFT + COUNT_BITS * number)
    return kind + ((tile[0] == WILD) << _WILDS_SHIFT) + (1 << _COUNT_SHIFT) + (tile_points(tile) << _POINTS_SHIFT)


# Every tile that can lie on the table, wilds with their faces [2.1] [7.1]
TABLE_TILES = (
    *COLORED_TILES,
    *(WILD + face for face in COLORED_TILES),
)
CODE_BY_TILE = {tile: _code(tile) for tile in TABLE_TILES}
TILE_BY_CODE = {code: tile for tile, code in CODE_BY_TILE.items()}
BIT_BY_TILE = {tile: 1 << at for at, tile in enumerate(TABLE_TILES)}  # a set of tiles is the sum of their bits
ALL_TILE_BITS = (1 << len(TABLE_TILES)) - 1


def series_fault(line: LineSum) -> str | None:
    """The rule that keeps a line from being a series, None if it is one.

    "5.6": too many tiles; "7.3": two wilds; "5.7": neither one color nor one number.

    >>> series_fault(CODE_BY_TILE["R3"] + CODE_BY_TILE["WR2"] + CODE_BY_TILE["R5"])
    >>> series_fault(CODE_BY_TILE["R3"] + CODE_BY_TILE["R2"] + CODE_BY_TILE["B2"])
    '5.7'
    """
    if line >> _COUNT_SHIFT & _COUNT_MASK > MAX_SERIES:
        return "5.6"
    if line >> _WILDS_SHIFT & _COUNT_MASK > 1:
        return "7.3"
    colors, numbers = line & _FIVE_COUNTS_MASK, line >> _NUMBERS_SHIFT & _FIVE_COUNTS_MASK
    one_color = colors in _SINGLE_KIND_COUNTS and not numbers & _REPEAT_MASK
    one_number = numbers in _SINGLE_KIND_COUNTS and not colors & _REPEAT_MASK
    return None if one_color or one_number else "5.7"


@lru_cache(maxsize=65536)
def joining_bits(line: LineSum) -> int:
    """The tiles that can be added to a line so that it is a series, as bits [5.7] [7.3]."""
    if series_fault(line):
        return 0
    return sum(BIT_BY_TILE[tile] for tile in TABLE_TILES if series_fault(line + CODE_BY_TILE[tile]) is None)


@lru_cache(maxsize=65536)
def wilds_in(bits: int) -> tuple[str, ...]:
    """The wilds in a set of tiles, each with its face."""
    return tuple(tile for tile in TABLE_TILES if bits & BIT_BY_TILE[tile] and tile[0] == WILD)


def line_points(line: LineSum) -> int:
    """The sum of the numbers on the tiles [8.1], plus 10 for a series of five [8.2]."""
    return (line >> _POINTS_SHIFT) + FIVE_BONUS * (line >> _COUNT_SHIFT & _COUNT_MASK == MAX_SERIES)

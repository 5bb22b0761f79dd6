"""Lines of tiles of Match Five as sums: what is a series, what fits to one, what one scores.

Knows no table and no hands.
"""

from functools import lru_cache

from engine.games.match_five.sets import COLORED_TILES, COLORS, FIVE_BONUS, MAX_SERIES, TILE_NUMBERS, WILD, tile_points

# The code of a tile is a number made of counts, four bits each: of each color, of each number, of wilds, of tiles.
# On top of them stands what the tile is worth. So the sum of the codes of a line counts its tiles, up to 15 of a sort.
COUNT_BITS = 4
_NUMBERS_SHIFT, _WILDS_SHIFT, _COUNT_SHIFT, _POINTS_SHIFT = (
    COUNT_BITS * at for at in (5, 10, 11, 12)
)  # where they begin; colors come first
_COUNT_MASK = (1 << COUNT_BITS) - 1  # one count
_FIVE_COUNTS_MASK = (1 << 5 * COUNT_BITS) - 1  # the counts of all colors or of all numbers
_REPEAT_MASK = sum(
    (_COUNT_MASK - 1) << COUNT_BITS * at for at in range(5)
)  # is set somewhere in five counts of which one is above 1
_SINGLE_KIND_COUNTS = {
    n << COUNT_BITS * at for at in range(5) for n in range(1, MAX_SERIES + 1)
}  # five counts of which one has all

LineSum = int  # the sum of the codes of its tiles: 0 for none, and for one tile its code


def _code(tile: str) -> LineSum:
    color = COLORS.index(tile[-2])
    number = TILE_NUMBERS.index(tile[-1])
    kind = (1 << COUNT_BITS * color) + (1 << _NUMBERS_SHIFT + COUNT_BITS * number)
    return kind + ((tile[0] == WILD) << _WILDS_SHIFT) + (1 << _COUNT_SHIFT) + (tile_points(tile) << _POINTS_SHIFT)


TABLE_TILES = (
    *COLORED_TILES,
    *(WILD + face for face in COLORED_TILES),
)  # every tile as it can lie on the table [2.1] [7.1]
CODE_BY_TILE = {tile: _code(tile) for tile in TABLE_TILES}
TILE_BY_CODE = {code: tile for tile, code in CODE_BY_TILE.items()}
BIT_BY_TILE = {tile: 1 << at for at, tile in enumerate(TABLE_TILES)}  # a set of tiles is the sum of these
ALL_TILE_BITS = (1 << len(TABLE_TILES)) - 1


def series_fault(line: LineSum) -> str | None:
    """Why tiles in a line are no series: "5.6" too many, "7.3" two wilds, "5.7" neither one color nor one number.

    >>> fault(CODES["R3"] + CODES["WR2"] + CODES["R5"]), fault(CODES["R3"] + CODES["R2"] + CODES["B2"])
    (None, '5.7')
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
    """The tiles that make a series with those of a line, as bits [5.7] [7.3]."""
    if series_fault(line):
        return 0
    return sum(BIT_BY_TILE[tile] for tile in TABLE_TILES if series_fault(line + CODE_BY_TILE[tile]) is None)


@lru_cache(maxsize=65536)
def wilds_in(bits: int) -> tuple[str, ...]:
    """The wilds in a set of tiles, each with its face."""
    return tuple(tile for tile in TABLE_TILES if bits & BIT_BY_TILE[tile] and tile[0] == WILD)


def line_points(line: LineSum) -> int:
    """What the numbers of the tiles add up to [8.1]; 10 more if they are a series of five [8.2]."""
    return (line >> _POINTS_SHIFT) + FIVE_BONUS * (line >> _COUNT_SHIFT & _COUNT_MASK == MAX_SERIES)

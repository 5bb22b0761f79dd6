"""Lines of tiles of Match Five as sums: what is a series, what fits to one, what one scores.

Knows no table and no hands.
"""

from functools import lru_cache

from engine.games.match_five.sets import BONUS, COLORS, FACES, LONGEST, NUMBERS, WILD, value

# The code of a tile is a number made of counts, four bits each: of each color, of each number, of wilds, of tiles.
# On top of them stands what the tile is worth. So the sum of the codes of a line counts its tiles, up to 15 of a sort.
BITS_EACH = 4
_NUMBERS, _WILDS, _COUNT, _POINTS = (BITS_EACH * at for at in (5, 10, 11, 12))  # where they begin; colors come first
_ONE = (1 << BITS_EACH) - 1  # one count
_FIVE = (1 << 5 * BITS_EACH) - 1  # the counts of all colors or of all numbers
_TWICE = sum((_ONE - 1) << BITS_EACH * at for at in range(5))  # is set somewhere in five counts of which one is above 1
_ALIKE = {n << BITS_EACH * at for at in range(5) for n in range(1, LONGEST + 1)}  # five counts of which one has all

Line = int  # the sum of the codes of its tiles: 0 for none, and for one tile its code


def _code(tile: str) -> Line:
    color = COLORS.index(tile[-2])
    number = NUMBERS.index(tile[-1])
    kind = (1 << BITS_EACH * color) + (1 << _NUMBERS + BITS_EACH * number)
    return kind + ((tile[0] == WILD) << _WILDS) + (1 << _COUNT) + (value(tile) << _POINTS)


LAID = (*FACES, *(WILD + face for face in FACES))  # every tile as it can lie on the table [2.1] [7.1]
CODES = {tile: _code(tile) for tile in LAID}
TILES = {code: tile for tile, code in CODES.items()}
BITS = {tile: 1 << at for at, tile in enumerate(LAID)}  # a set of tiles is the sum of these
ALL = (1 << len(LAID)) - 1


def fault(line: Line) -> str | None:
    """Why tiles in a line are no series: "5.6" too many, "7.3" two wilds, "5.7" neither one color nor one number.

    >>> fault(CODES["R3"] + CODES["WR2"] + CODES["R5"]), fault(CODES["R3"] + CODES["R2"] + CODES["B2"])
    (None, '5.7')
    """
    if line >> _COUNT & _ONE > LONGEST:
        return "5.6"
    if line >> _WILDS & _ONE > 1:
        return "7.3"
    colors, numbers = line & _FIVE, line >> _NUMBERS & _FIVE
    one_color = colors in _ALIKE and not numbers & _TWICE
    one_number = numbers in _ALIKE and not colors & _TWICE
    return None if one_color or one_number else "5.7"


@lru_cache(maxsize=65536)
def joining(line: Line) -> int:
    """The tiles that make a series with those of a line, as bits [5.7] [7.3]."""
    if fault(line):
        return 0
    return sum(BITS[tile] for tile in LAID if fault(line + CODES[tile]) is None)


@lru_cache(maxsize=65536)
def wilds_among(bits: int) -> tuple[str, ...]:
    """The wilds in a set of tiles, each with its face."""
    return tuple(tile for tile in LAID if bits & BITS[tile] and tile[0] == WILD)


def points_of(line: Line) -> int:
    """What the numbers of the tiles add up to [8.1]; 10 more if they are a series of five [8.2]."""
    return (line >> _POINTS) + BONUS * (line >> _COUNT & _ONE == LONGEST)

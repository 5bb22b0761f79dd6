"""Tiles, board and backgrounds of the pillars game as data.

Knows nothing about positions and moves. Shapes, dots and board are our own design, based on the published counts [1.3].
"""

from collections.abc import Mapping

SEATS = range(2, 5)  # [1.2]
BOARD_SIDE = 17  # columns A to Q and rows 1 to 17, row 1 on top [2.3]
PILLARS_PER_PLAYER = 3  # [2.2]
OPENING_TURNS = 2  # the first turns of each player, in which only pillars may be put down [3.2]
CENTER_RANGE = range(6, 11)  # 0-based columns and rows of the center section, G7 to K11 [2.4]
PLAYABLE_WIDTHS: Mapping[
    int, tuple[int, ...]
] = {  # by number of seats and row: how many squares are not dark, all in the middle [2.5]
    2: (0, 0, 7, 9, 11, 13, 13, 13, 13, 13, 13, 13, 11, 9, 7, 0, 0),
    3: (0, 13, *[15] * 13, 13, 0),
    4: (17,) * 17,
}
TILES: Mapping[str, str] = {  # the form of each unturned tile: rows from the top, "#" for a square [2.1]
    "1": "#",
    "2": "##",
    "3I": "###",
    "3L": "##/#.",
    "4I": "####",
    "4L": "###/#..",
    "4O": "##/##",
    "4S": "##./.##",
    "4T": "###/.#.",
    "5I": "#####",
    "5L": "####/#...",
    "5N": "###./..##",
    "5P": "###/##.",
    "5T": "###/.#./.#.",
    "5U": "###/#.#",
    "5V": "###/#../#..",
    "5Y": "####/.#..",
    "5Z": "##./.#./.##",
}
TILE_DOTS: Mapping[str, int] = {tile: drawn.count("#") for tile, drawn in TILES.items()}  # 74 in all [2.1]

"""How many positions lie one to three moves from fixed ones, counted by the engine and by a slow second way.

The second way shares no code with the engine: it reads the rules again, tile by tile, on plain lists.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

import pytest

from engine import State
from tests.engine.games.pavilion.pavilion_tables import SUPPLY, board, listed, pavilion, played, position

DEALS = {
    2: "deal PPGY/RRYY/PPBR/GGGG/PPPP",
    3: "deal PPGO/YYBB/RRRR/PGOY/BRPG/OOPP/YBRP",
    4: "deal PPPG/GGYY/OOBR/PYBR/RRRR/PPPP/GOYB/BBPR/OYPP",
}
# The numbers that both ways agree on, so that a change of both shows.
DRAFTS = {2: (8, 57, 342), 3: (15, 211, 2_686), 4: (19, 344, 5_734)}


def counted(state: State, depth: int) -> int:
    """Ways to play so many moves, by the engine."""
    seat = state.to_act()[0]
    moves = state.moves(seat)
    return len(moves) if depth == 1 else sum(counted(state.after(seat, move), depth - 1) for move in moves)


class Market:
    """The slow way to take tiles: lists of tiles, the center last, wild tiles are purple."""

    def __init__(self, sources: list[list[str]]) -> None:
        self.sources = [sorted(tiles) for tiles in sources]

    def choices(self) -> list[tuple[int, str]]:
        found = []
        for source, tiles in enumerate(self.sources):
            plain = set(tiles) - {"P"}
            found += [(source, color) for color in plain or set(tiles)]
        return found

    def after(self, source: int, color: str) -> Market:
        sources = [list(tiles) for tiles in self.sources]
        taken = ["P"] if color == "P" else [tile for tile in sources[source] if tile == color]
        if color != "P" and "P" in sources[source]:
            taken.append("P")
        for tile in taken:
            sources[source].remove(tile)
        if source < len(sources) - 1:
            sources[-1] += sources[source]
            sources[source] = []
        return Market(sources)

    def counted(self, depth: int) -> int:
        if depth == 1:
            return len(self.choices())
        return sum(self.after(*choice).counted(depth - 1) for choice in self.choices())


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_both_ways_count_the_same_drafts(seats, depth):
    market = Market([*map(list, DEALS[seats].removeprefix("deal ").split("/")), []])
    expected = DRAFTS[seats][depth - 1]
    assert counted(pavilion(SUPPLY, DEALS[seats], seats=seats).state, depth) == expected
    assert market.counted(depth) == expected


# placing: every handful of the hand is tried on every space

HANDS = {
    "early": ("GGPPP", {}, "colored", 1),
    "mixed": ("PPPGGOYBR", {"UL": "O..O..", "C": "G.P..."}, "colored", 1),
    "wild green": ("PPGGGGGRR", {"L": ".P....", "LL": "GG...."}, "colored", 2),
    "gray": ("PPGGOR", {"UL": ".GB...", "L": "..GG..", "C": "R....."}, "mono", 1),
    "gray, blue wild": ("BBBBPPO", {"R": "..P...", "LR": ".PPP..", "C": "ROYGBP"}, "mono", 5),
}
PLACED = {
    "early": (24, 146),
    "mixed": (74, 931),
    "wild green": (59, 1_084),
    "gray": (90, 2_224),
    "gray, blue wild": (103, 3_105),
}
NAMES = ("UL", "UR", "R", "LR", "LL", "L", "C")
NUMBERS = {"colored": ["123456"] * 7, "mono": ["321456"] * 6 + ["333333"]}


def handfuls(hand: str, size: int) -> set[str]:
    return {"".join(sorted(tiles)) for tiles in combinations(hand, size)}


def fits(side: str, star: int, cells: str, tile: str) -> bool:
    """Whether the star still makes sense with one more tile of this color."""
    tiles = cells.replace(".", "") + tile
    if side == "colored" and star < 6:
        return tile == "ORBYGP"[star]
    alike, different = len(set(tiles)) == 1, len(set(tiles)) == len(tiles)
    return different or (alike and side == "mono")


def spots(side: str, hand: str, stars: dict[str, str], wild: str) -> dict[str, tuple[str, str]]:
    """Each placement by its notation: the hand that is left and the cells of its star."""
    found = {}
    for (star, name), slot in product(enumerate(NAMES), range(6)):
        cells = stars.get(name, "......")
        if cells[slot] != ".":
            continue
        for paid in handfuls(hand, int(NUMBERS[side][star][slot])):
            for tile in set(paid):
                others = Counter(paid)[wild] if tile != wild else 0
                if (
                    set(paid) <= {tile, wild}
                    and (tile != wild or set(paid) == {wild})
                    and fits(side, star, cells, tile)
                ):
                    left = Counter(hand) - Counter(paid)
                    later = cells[:slot] + tile + cells[slot + 1 :]
                    found[f"{name}{slot + 1}{tile}{others}"] = "".join(sorted(left.elements())), later
    return found


def passes(hand: str) -> int:
    return len(handfuls(hand, 4)) if len(hand) > 4 else 1


@pytest.mark.parametrize("name", HANDS)
def test_both_ways_place_the_same(name):
    """Every placement, then every second one of the same seat: the other has passed."""
    hand, stars, side, number = HANDS[name]
    wild, done = "PGOYBR"[number - 1], board()
    done.passed = True
    state = position(board(hand, **stars), done, side=side, round=number)
    slow = spots(side, hand, stars, wild)
    assert sorted(places(state)) == sorted(slow)
    counts = [len(listed(state))]
    assert counts == [len(slow) + passes(hand)]
    for text, (left, cells) in slow.items():
        later = played(state, text)
        if len(later.boards[0].hand) != len(left) or later.round != number:
            continue  # bonus tiles came along, or nothing was left to do
        slower = spots(side, left, stars | {text[:-3]: cells}, wild)
        assert sorted(places(later)) == sorted(slower)
        counts.append(len(listed(later)))
        assert counts[-1] == len(slower) + passes(left)
    assert (counts[0], sum(counts[1:])) == PLACED[name]


def places(state: State) -> list[str]:
    return [text for text in listed(state) if not text.startswith("pass")]

"""A turn of Match Five while it is laid: the table with it, what it would bring, what could be swapped instead.

Knows no hands but the one it is given, and no seats.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from engine.core import Cell, Fact, Heap, Move
from engine.games.match_five.land import Land, Spot
from engine.games.match_five.moves import Place, Wild
from engine.games.match_five.sets import MIDDLE, SIDE, WILD, heap, split


def plus(ground: Land, move: Move) -> Land:
    """The table after laying a tile or a wild; the same after any other move."""
    match move:
        case Place(tile, cell):
            return ground.plus(cell.column, cell.row, tile)
        case Wild(cell, face):
            return ground.plus(cell.column, cell.row, WILD + face)
    return ground


def cells(spots: tuple[Spot, ...]) -> str:
    """The cells of spots as sentences write them, one a spot: "M13 N13"."""
    return " ".join(str(Cell(x, y)).upper() for x, y, _ in spots)


def facts_of_turn(ground: Land) -> dict[str, Fact]:
    """What done places: `n` `tiles` as from a hand, their `cells` and `points`, how many `fives`, what it `locks`.

    `at`: each of the cells once, for a stack has only one.
    """
    fives = [series for series in ground.series() if series.five]
    locks = " ".join(cells(series.locks) for series in fives if series.locks)
    tiles = "".join(tile if len(tile) == 2 else tile[0] for tile in map(ground.tiles.__getitem__, ground.new))
    told: dict[str, Fact] = {"tiles": tiles, "cells": cells(ground.new), "points": ground.points()}
    told["at"] = " ".join(dict.fromkeys(str(told["cells"]).split()))
    return told | {"n": len(ground.new), "fives": len(fives), "locks": locks}


def around(ground: Land) -> tuple[Cell, ...]:
    """Every cell of the smallest rectangle around all tiles, with one row and column more on each side [2.3]."""
    columns, rows = zip(*(ground.heights or (MIDDLE,)), strict=True)
    return _rectangle(min(columns), max(columns), min(rows), max(rows))


@lru_cache(maxsize=512)
def _rectangle(left: int, right: int, top: int, bottom: int) -> tuple[Cell, ...]:
    columns, rows = range(max(0, left - 1), min(SIDE, right + 2)), range(max(0, top - 1), min(SIDE, bottom + 2))
    return tuple(Cell(x, y) for x in columns for y in rows)


def parts(hand: str, most: int) -> tuple[Heap, ...]:
    """Every different heap of one to `most` tiles of a hand, small ones first; none of a hidden hand."""
    tiles = [tile for tile in split(hand) if len(tile) > 1 or tile == WILD]
    sizes = range(1, min(most, len(tiles)) + 1)
    return tuple(dict.fromkeys(Heap(heap(part)) for size in sizes for part in combinations(tiles, size)))

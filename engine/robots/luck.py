"""How much draws favored each seat: what came of them, compared with other draws from the same position.

How each game makes others is told by its `LUCK`. Knows no game and no words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from math import sqrt
from random import Random
from statistics import fmean, variance
from typing import Any, NamedTuple

from engine.core import CHANCE, Move, State
from engine.robots import LUCKS
from engine.robots.core import GameLuck, Stands
from engine.table import Table

BATCH = 128  # times that a draw and others are tried before the next look at the error
SURE = 1.96  # standard errors on each side of a value that hold it in 95 of 100 cases
CLOSE_ENOUGH = 1.0  # points: a smaller error of a whole round is not worth more time
MOST = 3_072  # times at most that a draw is tried
DIGITS = 2  # of points that are told
Leads = tuple[float, ...]


class Drawn(NamedTuple):
    """A draw that was made."""

    place: int  # the number of entries of the log before it
    round: int  # the one that it is told with, from 1
    before: State  # the position
    move: Move  # what was drawn
    later: State  # the position in which it was good for something
    beside: int = 1  # how many draws are told with that round, this one included


class Luck(NamedTuple):
    """What a round's draws brought, compared with others."""

    round: int  # its number, from 1
    leads: Leads  # by how many points they favored each seat over the mean of the others; 0 in all
    errors: Leads  # by how much each of these may be wrong, up or down, in 95 of 100 cases


def draws(table: Table) -> list[Drawn]:
    """All draws of a table that can be told, in order; [] for a game that leaves nothing to chance."""
    game_luck = LUCKS.get(table.game.key)
    found = sorted(_draws(table, game_luck), key=lambda draw: draw.place) if game_luck else []
    beside = Counter(draw.round for draw in found)
    return [draw._replace(beside=beside[draw.round]) for draw in found]


def _draws(table: Table, game_luck: GameLuck) -> Iterator[Drawn]:
    """Each draw once it shows what it was good for; some never do."""
    state = table.back_to(0).state
    waiting = list[tuple[int, int, State, Move]]()
    for place, entry in enumerate(table.log):
        move = table.game.parse(entry.text)
        number = game_luck.round_of(state, move) if entry.seat == CHANCE else 0
        if number:
            waiting.append((place, number, state, move))
        state = state.after(entry.seat, move)
        shown = [one for one in waiting if game_luck.shows(state, one[-1])]
        waiting = [one for one in waiting if one not in shown]
        yield from (Drawn(*one, state) for one in shown)


def luck(key: str, draw: Drawn, most: int | None = None) -> Luck:
    """How much one draw of a game favored each seat. The same draw is judged alike everywhere.

    It is tried until the error of its round is likely to be small enough, or so many times.
    """
    most = most or MOST
    others = len(draw.before.scores()) - 1
    # Where a round has many draws, each is for one seat, and for the others it counts as little as they are many.
    allowed = CLOSE_ENOUGH / sqrt(max(1.0, draw.beside / others))
    redraws = LUCKS[key].redraws(draw.before, draw.move, draw.later)
    lots = Random(f"luck/{draw.place}")  # noqa: S311 - repeatable on purpose
    so = list[Leads]()
    otherwise = list[Leads]()
    while len(so) < most:
        times = min(BATCH, most - len(so))
        so += map(_leads, redraws.as_drawn(lots, times))
        otherwise += map(_leads, redraws.redrawn(lots, times))
        if max(_errors(so, otherwise)) <= allowed:
            break
    gained = zip(zip(*so, strict=True), zip(*otherwise, strict=True), strict=True)
    return Luck(draw.round, tuple(fmean(one) - fmean(other) for one, other in gained), _errors(so, otherwise))


def by_round(found: Iterable[Luck]) -> list[Luck]:
    """What all draws of each round brought together, in order."""
    rounds: dict[int, Luck] = {}
    for one in found:
        known = rounds.get(one.round)
        rounds[one.round] = one if known is None else _together(known, one)
    return [rounds[number] for number in sorted(rounds)]


def altogether(found: Iterable[Luck]) -> Luck:
    """What the draws of all these rounds, at least one, brought together; its number is that of the first."""
    return reduce(_together, found)


def told(table: Table, most: int | None = None) -> list[Luck]:
    """The luck of each round of a table, in order; some seconds."""
    return by_round(luck(table.game.key, draw, most) for draw in draws(table))


def explained(found: Iterable[Luck]) -> list[dict[str, Any]]:
    """The luck of rounds as plain data, for other programs."""
    return [
        {
            "round": one.round,
            "leads": [round(lead, DIGITS) for lead in one.leads],
            "errors": [round(error, DIGITS) for error in one.errors],
        }
        for one in found
    ]


def _together(one: Luck, other: Luck) -> Luck:
    leads = tuple(map(sum, zip(one.leads, other.leads, strict=True)))
    errors = tuple(sqrt(a * a + b * b) for a, b in zip(one.errors, other.errors, strict=True))
    return Luck(one.round, leads, errors)


def _leads(stands: Stands) -> Leads:
    """The lead of each seat over the mean of the others."""
    total = sum(stands)
    others = len(stands) - 1
    return tuple(own - (total - own) / others for own in stands)


def _errors(so: Sequence[Leads], otherwise: Sequence[Leads]) -> Leads:
    pairs = zip(zip(*so, strict=True), zip(*otherwise, strict=True), strict=True)
    return tuple(SURE * sqrt(variance(one) / len(one) + variance(other) / len(other)) for one, other in pairs)

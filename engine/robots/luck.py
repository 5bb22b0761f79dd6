"""How much draws favored each seat: the outcomes of the draws compared with those of other possible draws.

The `LUCK` of each game makes the other draws. Independent of games and texts.
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
from engine.robots.core import ExpectedPoints, GameLuck
from engine.table import Table

TRIALS_PER_BATCH = 128  # after each batch the error is checked
CONFIDENCE_FACTOR = 1.96  # standard errors on each side of a value, for 95% confidence
ALLOWED_ERROR = 1.0  # points; if the error of a round is no larger, no more trials are made
MAX_TRIALS = 3_072  # of one draw
LUCK_DIGITS = 2  # decimal places of reported points
Leads = tuple[float, ...]


class RecordedDraw(NamedTuple):
    """A draw from the log of a table."""

    place: int  # the number of log entries before it
    round: int  # the round that it counts toward, from 1
    before: State  # the position before it
    move: Move  # the draw
    later: State  # the first position in which it has an effect
    draws_in_round: int = 1  # how many draws count toward that round, including this one


class Luck(NamedTuple):
    """How much the draws of a round favored each seat, compared with other draws."""

    round: int  # the number of the round, from 1
    leads: Leads  # by seat: points by which the draws favored it over the mean of the others; the sum is 0
    errors: Leads  # by seat: how far the true lead may be from the measured one, at 95% confidence


def recorded_draws(table: Table) -> list[RecordedDraw]:
    """Return all draws of a table that count toward a round, in order; [] for a game without draws."""
    game_luck = LUCKS.get(table.game.key)
    draws = sorted(_draws(table, game_luck), key=lambda draw: draw.place) if game_luck else []
    draws_in_round = Counter(draw.round for draw in draws)
    return [draw._replace(draws_in_round=draws_in_round[draw.round]) for draw in draws]


def _draws(table: Table, game_luck: GameLuck) -> Iterator[RecordedDraw]:
    """Yield each draw at the point where it takes effect; some never do."""
    state = table.back_to(0).state
    waiting = list[tuple[int, int, State, Move]]()
    for place, entry in enumerate(table.log):
        move = table.game.parse(entry.text)
        number = game_luck.round_of(state, move) if entry.seat == CHANCE else 0
        if number:
            waiting.append((place, number, state, move))
        state = state.after(entry.seat, move)
        effective = [draw for draw in waiting if game_luck.shows(state, draw[-1])]
        waiting = [draw for draw in waiting if draw not in effective]
        yield from (RecordedDraw(*draw, state) for draw in effective)


def luck_of_draw(key: str, draw: RecordedDraw, max_trials: int | None = None) -> Luck:
    """Measure how much one draw favored each seat. The same draw gives the same result on every machine.

    Makes trials until the error of the whole round is likely to be small enough, but at most `max_trials`.
    """
    max_trials = max_trials or MAX_TRIALS
    others = len(draw.before.scores()) - 1
    # In a round with many draws, each draw is for one seat; the other seats share its effect.
    allowed = ALLOWED_ERROR / sqrt(max(1.0, draw.draws_in_round / others))
    redraws = LUCKS[key].redraws(draw.before, draw.move, draw.later)
    rng = Random(f"luck/{draw.place}")  # noqa: S311 - repeatable on purpose
    actual = list[Leads]()
    alternative = list[Leads]()
    while len(actual) < max_trials:
        times = min(TRIALS_PER_BATCH, max_trials - len(actual))
        actual += map(_leads, redraws.actual_outcomes(rng, times))
        alternative += map(_leads, redraws.other_outcomes(rng, times))
        if max(_errors(actual, alternative)) <= allowed:
            break
    pairs = zip(zip(*actual, strict=True), zip(*alternative, strict=True), strict=True)
    return Luck(
        draw.round,
        tuple(fmean(after_actual) - fmean(after_others) for after_actual, after_others in pairs),
        _errors(actual, alternative),
    )


def sum_by_round(lucks: Iterable[Luck]) -> list[Luck]:
    """Add up the draws of each round, in order."""
    rounds: dict[int, Luck] = {}
    for luck in lucks:
        known = rounds.get(luck.round)
        rounds[luck.round] = luck if known is None else _add(known, luck)
    return [rounds[number] for number in sorted(rounds)]


def total_luck(lucks: Iterable[Luck]) -> Luck:
    """Add up the luck of one or more rounds. The result has the number of the first round."""
    return reduce(_add, lucks)


def luck_per_round(table: Table, max_trials: int | None = None) -> list[Luck]:
    """Return the luck of each round of a table, in order. This takes some seconds."""
    return sum_by_round(luck_of_draw(table.game.key, draw, max_trials) for draw in recorded_draws(table))


def luck_as_json(lucks: Iterable[Luck]) -> list[dict[str, Any]]:
    """Return the luck of rounds as JSON values, for other programs."""
    return [
        {
            "round": luck.round,
            "leads": [round(lead, LUCK_DIGITS) for lead in luck.leads],
            "errors": [round(error, LUCK_DIGITS) for error in luck.errors],
        }
        for luck in lucks
    ]


def _add(first: Luck, second: Luck) -> Luck:
    leads = tuple(map(sum, zip(first.leads, second.leads, strict=True)))
    errors = tuple(sqrt(a * a + b * b) for a, b in zip(first.errors, second.errors, strict=True))
    return Luck(first.round, leads, errors)


def _leads(points: ExpectedPoints) -> Leads:
    """Return the lead of each seat over the mean of the others."""
    total = sum(points)
    others = len(points) - 1
    return tuple(own - (total - own) / others for own in points)


def _errors(actual: Sequence[Leads], others: Sequence[Leads]) -> Leads:
    pairs = zip(zip(*actual, strict=True), zip(*others, strict=True), strict=True)
    return tuple(
        CONFIDENCE_FACTOR * sqrt(variance(first) / len(first) + variance(second) / len(second))
        for first, second in pairs
    )

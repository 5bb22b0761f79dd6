"""How much a draw favored each seat: what came of it, compared with other draws from the same position.

After each draw the game is played on by quick robots to the end of its round, and the leads are compared. Knows no game
and no words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from statistics import fmean, variance
from typing import NamedTuple

from engine.ai import Level, choose
from engine.coaching import Coach
from engine.core import CHANCE, Move, Seat, State, View
from engine.games import COACHES
from engine.table import Table

BATCH = 16  # times that a draw and others are played on before the next look at the error
SURE = 1.96  # standard errors on each side of a value that hold it in 95 of 100 cases
CLOSE_ENOUGH = 1.0  # points: a smaller error is not worth more time
MOST = 400  # times at most that a draw is played on
Leads = tuple[float, ...]


class Drawn(NamedTuple):
    """A draw that was made.

    `place`: the number of entries of the log before it. `round`: the one that it belongs to. `before`: the position.
    `move`: what was drawn.
    """

    place: int
    round: int
    before: State
    move: Move


class Luck(NamedTuple):
    """What a round's draws brought, compared with others.

    `round`: as the coach counts. `leads`: by how many points they favored each seat over the best of the others.
    `errors`: by how much each of these may be wrong, up or down, in 95 of 100 cases.
    """

    round: int
    leads: Leads
    errors: Leads


def draws(table: Table) -> list[Drawn]:
    """All draws of a table in order; [] for a game that leaves nothing to chance, or that nobody can judge."""
    coach = COACHES.get(table.game.key)
    return list(_draws(table, coach)) if coach and coach.round_of else []


def _draws(table: Table, coach: Coach) -> Iterator[Drawn]:
    assert coach.round_of is not None
    state = table.back_to(0).state
    for place, entry in enumerate(table.log):
        move = table.game.parse(entry.text)
        after = state.after(entry.seat, move)
        if entry.seat == CHANCE:
            yield Drawn(place, coach.round_of(after), state, move)
        state = after


def luck(key: str, draw: Drawn, most: int = MOST) -> Luck:
    """How much one draw of a game favored each seat. The same draw is judged alike everywhere.

    It is played on until the error of every seat is small enough, or so many times.
    """
    lots = Random(f"luck/{draw.place}")  # noqa: S311 - repeatable on purpose
    so: list[Leads] = []
    otherwise: list[Leads] = []
    while len(so) < most:
        for _ in range(BATCH):
            so.append(_leads(key, draw.before.after(CHANCE, draw.move), lots))
            otherwise.append(_leads(key, draw.before.after(CHANCE, draw.before.draw(lots)), lots))
        if max(_errors(so, otherwise)) <= CLOSE_ENOUGH:
            break
    gained = zip(zip(*so, strict=True), zip(*otherwise, strict=True), strict=True)
    return Luck(draw.round, tuple(fmean(one) - fmean(other) for one, other in gained), _errors(so, otherwise))


def by_round(found: Sequence[Luck]) -> list[Luck]:
    """What all draws of each round brought together, in order."""
    rounds: dict[int, Luck] = {}
    for one in found:
        known = rounds.get(one.round)
        rounds[one.round] = one if known is None else _together(known, one)
    return [rounds[number] for number in sorted(rounds)]


def _together(one: Luck, other: Luck) -> Luck:
    leads = tuple(map(sum, zip(one.leads, other.leads, strict=True)))
    errors = tuple(sqrt(a * a + b * b) for a, b in zip(one.errors, other.errors, strict=True))
    return Luck(one.round, leads, errors)


def _leads(key: str, state: State, lots: Random) -> Leads:
    """The lead of each seat over the best of the others when the round is over."""
    coach = COACHES[key]
    assert coach.round_of is not None
    assert coach.standing is not None
    now = coach.round_of(state)
    while (acting := state.to_act()) and coach.round_of(state) == now:
        seat = acting[0]
        if seat == CHANCE:
            ahead = state.after(CHANCE, state.draw(lots))
            if coach.round_of(ahead) != now:
                break
            state = ahead
        else:
            state = state.after(seat, _played(key, state, seat, lots))
    stands = [coach.standing(state, seat) for seat in range(len(state.scores()))]
    return tuple(own - max(stands[:seat] + stands[seat + 1 :]) for seat, own in enumerate(stands))


def _played(key: str, state: State, seat: Seat, lots: Random) -> Move:
    return choose(Level.GREEDY, View(key, seat, state.view(seat)), lots)


def _errors(so: Sequence[Leads], otherwise: Sequence[Leads]) -> Leads:
    pairs = zip(zip(*so, strict=True), zip(*otherwise, strict=True), strict=True)
    return tuple(SURE * sqrt(variance(one) / len(one) + variance(other) / len(other)) for one, other in pairs)

"""What mattered in a game that is over: each decision judged, and what follows from all of them.

A decision is judged by what its seat could know. Judging is done one by one, so that others may work in between, in
two passes: all decisions quickly, then those that seem to have mattered closely. Knows no game and no words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import exp
from random import Random
from statistics import fmean, harmonic_mean, pstdev
from typing import Any, NamedTuple

from engine.core import CHANCE, Move, Seat, State, View, places
from engine.robots import COACHES
from engine.robots.core import Line
from engine.table import Table

LARGEST = 6  # losses that are looked at closely, with the decisions beside them
MATTERED = 3  # decisions that are told as turning points
KEPT = 4  # lines that are kept of a decision, what was played among them
LEAST = 0.01  # of a chance to win: a decision that lost less did not matter
DIGITS = 4  # of chances and values that are told
PERFECT = 1e-9  # what counts as no loss
CALM = 0.5  # least weight of a decision by how much the chances moved around it, in percent
WILD = 12.0  # most weight
NARROW = 2  # decisions around it that are looked at for that, at least
WIDE = 8  # at most


class Decision(NamedTuple):
    """A decision as it was to make."""

    place: int  # the number of entries of the log before it
    view: View[State]  # what the seat could know
    played: tuple[Move, ...]  # the moves made


class JudgedLine(NamedTuple):
    """A line that was open."""

    moves: tuple[str, ...]  # in their notation
    value: float  # as in Line
    chance: float  # to win the game, 0 to 1
    answer: tuple[str, ...] = ()
    """The best moves of another seat after it; () where nobody looked for them, could choose, or know."""


class Judged(NamedTuple):
    """A decision that was judged."""

    place: int  # the number of entries of the log before it
    seat: Seat  # who decided
    lines: tuple[JudgedLine, ...]  # the best first
    played: int  # the place of what was played among them
    closely: bool  # whether this comes from the second pass

    @property
    def loss(self) -> float:
        """How much of the chance to win it cost, 0 to 1."""
        return max(0.0, self.lines[0].chance - self.lines[self.played].chance)

    @property
    def points(self) -> float:
        """How much of the value it cost, 0 or more."""
        return max(0.0, self.lines[0].value - self.lines[self.played].value)


def decisions(table: Table) -> list[Decision]:
    """All decisions of a table in order; a move that was forced is none, nor is a turn in which the game was stopped.

    [] for a game that nobody can judge.
    """
    coach = COACHES.get(table.game.key)
    return list(_decisions(table, by_turn=coach.by_turn)) if coach else []


def _decisions(table: Table, *, by_turn: bool) -> Iterator[Decision]:
    state, place = table.back_to(0).state, 0
    for seat, moves in _in_turn(table, by_turn=by_turn):
        before = state
        for move in moves:
            state = state.after(seat, move)
        unfinished = by_turn and seat in state.to_act()
        if seat != CHANCE and not unfinished and len(before.moves(seat)) > 1:
            yield Decision(place, View(table.game.key, seat, before.view(seat)), moves)
        place += len(moves)


def _in_turn(table: Table, *, by_turn: bool) -> Iterator[tuple[Seat, tuple[Move, ...]]]:
    """Who moved, and what: one move, or all in a row where these are one decision."""
    parse = table.game.parse
    if not by_turn:
        yield from ((entry.seat, (parse(entry.text),)) for entry in table.log)
        return
    for seat, entries in groupby(table.log, lambda entry: entry.seat):
        yield seat, tuple(parse(entry.text) for entry in entries)


def judged(decision: Decision, *, closely: bool = False, nodes: int | None = None) -> Judged:
    """The decision judged, quickly or closely, or with so many positions. The same one is judged alike everywhere.

    Closely, the best line has the answer to it, unless it is what was played.
    """
    place, view, played = decision
    assert view.seat is not None
    coach = COACHES[view.game]
    seats = len(view.state.scores())
    nodes = nodes or (coach.deep if closely else coach.quick)[seats]
    lot = Random(f"{place}/{nodes}")  # noqa: S311 - repeatable on purpose
    kept = _kept(coach.lines(view, lot, nodes, played), played)
    curve = coach.curves[seats][coach.stage(view.state)]
    lines = [JudgedLine(tuple(map(str, moves)), value, curve.chance(value)) for moves, value in kept]
    if closely and kept[0].moves != played:
        lines[0] = lines[0]._replace(answer=_answer(view, kept[0].moves, min(nodes, coach.quick[seats]), lot))
    return Judged(place, view.seat, tuple(lines), [line.moves for line in kept].index(played), closely)


def _answer(view: View[State], moves: Sequence[Move], nodes: int, lot: Random) -> tuple[str, ...]:
    """The best moves of another seat after these, with so many positions; () where none can be told.

    That is where the same seat goes on, something is drawn or the game is over first, there is one move only, or the
    other seat knows what the view does not show.
    """
    coach, seat, state = COACHES[view.game], view.seat, view.state
    assert seat is not None
    for move in moves:
        state = state.after(seat, move)
    other = (*state.to_act(), CHANCE)[0]
    hides = coach.by_turn or state.view(None) != state or state.guess(seat, lot) != state
    open_ = [] if hides or other in (seat, CHANCE) else state.moves(other)
    if len(open_) <= 1:
        return ()
    found = coach.lines(View(view.game, other, state), lot, nodes, (open_[0],))
    return tuple(map(str, max(found, key=lambda line: line.value).moves))


def _kept(lines: Sequence[Line], played: tuple[Move, ...]) -> list[Line]:
    """The best lines; what was played takes the place of the last one where it would be missing."""
    best = sorted(lines, key=lambda line: (-line.value, line.moves != played))
    near = best[:KEPT]
    if any(line.moves == played for line in near):
        return near
    return [*near[:-1], next(line for line in best if line.moves == played)]


def to_look_at_closely(quick: Sequence[Judged]) -> list[int]:
    """The places in `quick` of the largest losses and of the decisions beside them, the largest first."""
    largest = sorted((at for at, one in enumerate(quick) if one.loss > PERFECT), key=lambda at: -quick[at].loss)[
        :LARGEST
    ]
    wanted = [beside for at in largest for beside in (at, at - 1, at + 1) if 0 <= beside < len(quick)]
    return list(dict.fromkeys(wanted))


@dataclass(frozen=True)
class Review:
    """What mattered in a game."""

    seats: int  # how many played
    decisions: tuple[Judged, ...]  # in order
    result: tuple[float, ...]  # what each seat has of the win, 1 in all; () while nobody has won

    def chances(self) -> list[tuple[float, ...]]:
        """The chance of each seat before every decision, then the result if there is one. Each adds up to 1."""
        now, moments = [1 / self.seats] * self.seats, []
        for one in self.decisions:
            chance = one.lines[0].chance
            rest = sum(now) - now[one.seat]
            now = [each * (1 - chance) / rest if rest else (1 - chance) / (self.seats - 1) for each in now]
            now[one.seat] = chance  # the others share what is left as they did
            moments.append(tuple(now))
        return [*moments, self.result] if self.result else moments

    def turning_points(self) -> dict[int, Judged]:
        """The decisions that cost most, by number from 0, the most expensive first; no more than `MATTERED`."""
        dear = sorted(enumerate(self.decisions), key=lambda one: -one[1].loss)
        return {at: one for at, one in dear[:MATTERED] if one.loss >= LEAST}

    def accuracy(self) -> list[float | None]:
        """How well each seat decided, in percent; None for one that had nothing to decide."""
        moments = self.chances()
        return [_accuracy(self.decisions, [moment[seat] for moment in moments], seat) for seat in range(self.seats)]


def _accuracy(all_: Sequence[Judged], course: Sequence[float], seat: Seat) -> float | None:
    """Half the mean that weighs restless times more, half the harmonic mean, which a single blunder pulls down."""
    reach = max(NARROW, min(WIDE, len(all_) // 10))
    precisions, weights = list[float](), list[float]()
    for at, one in enumerate(all_):
        if one.seat == seat:
            # How well somebody decided who lost so much of a chance, in percent; then how restless the time was.
            precisions.append(max(1.0, min(100.0, 103.1668 * exp(-0.04354 * 100 * one.loss) - 3.1669)))
            around = [100 * chance for chance in course[max(0, at - reach + 1) : at + 2]]
            weights.append(max(CALM, min(WILD, pstdev(around))))
    return (fmean(precisions, weights) + harmonic_mean(precisions)) / 2 if precisions else None


def reviewed(table: Table, all_: Iterable[Judged]) -> Review:
    """The review of a table from its judged decisions, in any order."""
    scores = table.state.scores()
    over = not table.state.to_act()
    winners = [place == 1 for place in places(scores)]
    result = tuple(won / sum(winners) for won in winners) if over else ()
    return Review(len(scores), tuple(sorted(all_, key=lambda one: one.place)), result)


def review(table: Table, nodes: int | None = None) -> Review:
    """The review of a table so far: a minute or two for both passes, or one pass with so many positions a decision."""
    asked = decisions(table)
    found = [judged(one, nodes=nodes) for one in asked]
    for at in [] if nodes else to_look_at_closely(found):
        found[at] = judged(asked[at], closely=True)
    return reviewed(table, found)


def explained(made: Review) -> dict[str, Any]:
    """The review as plain data, for other programs. Chances from 0 to 1, accuracy in percent, seats from 0."""
    return {
        "accuracy": [None if one is None else round(one, 1) for one in made.accuracy()],
        "turning_points": [one.place for one in made.turning_points().values()],
        "chances": [[round(one, DIGITS) for one in moment] for moment in made.chances()],
        "decisions": [_explained(one) for one in made.decisions],
    }


def _explained(one: Judged) -> dict[str, Any]:
    lines = [
        {
            "moves": list(line.moves),
            "value": round(line.value, DIGITS),
            "chance": round(line.chance, DIGITS),
            "answer": list(line.answer),
        }
        for line in one.lines
    ]
    loss = {"loss": round(one.loss, DIGITS), "points": round(one.points, DIGITS)}
    return {"place": one.place, "seat": one.seat, "played": one.played, **loss, "closely": one.closely, "lines": lines}

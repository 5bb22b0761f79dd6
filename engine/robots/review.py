"""The review of a game: the judged decisions, and what they tell about the whole game.

A decision is judged by what its seat could know. There are two passes: all decisions quickly, then closely those that
seem to have mattered. Decisions are judged one by one, so that the caller can do other work in between. Independent of
games and texts.
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
from engine.robots.core import CandidateLine
from engine.table import Table

MAX_CLOSE_LOSSES = 6  # losses judged closely, with the decisions before and after them
MAX_TURNING_POINTS = 3  # decisions reported as turning points
LINES_PER_DECISION = 4  # lines kept of a decision, including what was played
MIN_TURNING_POINT_LOSS = 0.01  # of the chance to win; a decision that lost less is no turning point
REVIEW_DIGITS = 4  # decimal places of reported chances and values
MAX_IGNORED_LOSS = 1e-9  # a loss up to this counts as none
MIN_DECISION_WEIGHT = 0.5  # percent; a weight is the deviation of the chances around the decision, at least this
MAX_DECISION_WEIGHT = 12.0  # percent; at most this
MIN_WINDOW = 2  # the weight depends on at least this many decisions around it
MAX_WINDOW = 8  # and on at most this many


class Decision(NamedTuple):
    """A decision before it is judged."""

    place: int  # the number of log entries before it
    view: View[State]  # what the seat could know
    played: tuple[Move, ...]  # the moves made


class JudgedLine(NamedTuple):
    """A judged line of a decision."""

    moves: tuple[str, ...]  # in their notation
    value: float  # as in CandidateLine
    chance: float  # to win the game, 0 to 1
    answer: tuple[str, ...] = ()
    """The best answer of the next seat; () if none was searched, see `_answer`."""


class JudgedDecision(NamedTuple):
    """A decision that was judged."""

    place: int  # the number of log entries before it
    seat: Seat  # the seat that decided
    lines: tuple[JudgedLine, ...]  # the best first
    played: int  # the index of the played line
    closely: bool  # whether it was judged in the second pass

    @property
    def loss(self) -> float:
        """How much of the chance to win the decision lost, 0 to 1."""
        return max(0.0, self.lines[0].chance - self.lines[self.played].chance)

    @property
    def points(self) -> float:
        """How much value the decision lost compared with the best line, 0 or more."""
        return max(0.0, self.lines[0].value - self.lines[self.played].value)


def decisions(table: Table) -> list[Decision]:
    """Return all decisions of a table in order; [] for a game without a coach.

    Leaves out forced moves, and the turn during which a game was stopped.
    """
    coach = COACHES.get(table.game.key)
    return list(_decisions(table, whole_turns=coach.judges_whole_turns)) if coach else []


def _decisions(table: Table, *, whole_turns: bool) -> Iterator[Decision]:
    state, place = table.back_to(0).state, 0
    for seat, moves in _moves_by_decision(table, whole_turns=whole_turns):
        before = state
        for move in moves:
            state = state.after(seat, move)
        unfinished = whole_turns and seat in state.to_act()
        if seat != CHANCE and not unfinished and len(before.moves(seat)) > 1:
            yield Decision(place, View(table.game.key, seat, before.view(seat)), moves)
        place += len(moves)


def _moves_by_decision(table: Table, *, whole_turns: bool) -> Iterator[tuple[Seat, tuple[Move, ...]]]:
    """Yield each seat with its move, or with all its moves in a row if whole turns are judged."""
    parse = table.game.parse
    if not whole_turns:
        yield from ((entry.seat, (parse(entry.text),)) for entry in table.log)
        return
    for seat, entries in groupby(table.log, lambda entry: entry.seat):
        yield seat, tuple(parse(entry.text) for entry in entries)


def judge_decision(decision: Decision, *, closely: bool = False, nodes: int | None = None) -> JudgedDecision:
    """Judge a decision quickly, closely, or with a budget of `nodes` positions.

    If it is judged closely and the best line was not played, the best line also gets the best reply to it. The result
    is the same on every machine.
    """
    place, view, played = decision
    assert view.seat is not None
    coach = COACHES[view.game]
    seats = len(view.state.scores())
    nodes = nodes or (coach.deep_nodes if closely else coach.quick_nodes)[seats]
    rng = Random(f"{place}/{nodes}")  # noqa: S311 - repeatable on purpose
    kept = _lines_to_keep(coach.lines(view, rng, nodes, played), played)
    curve = coach.curves[seats][coach.stage(view.state)]
    lines = [JudgedLine(tuple(map(str, moves)), value, curve.chance(value)) for moves, value in kept]
    if closely and kept[0].moves != played:
        lines[0] = lines[0]._replace(answer=_answer(view, kept[0].moves, min(nodes, coach.quick_nodes[seats]), rng))
    return JudgedDecision(place, view.seat, tuple(lines), [line.moves for line in kept].index(played), closely)


def _answer(view: View[State], moves: Sequence[Move], nodes: int, rng: Random) -> tuple[str, ...]:
    """Return the best answer of the next seat to these moves, with a budget of `nodes` positions; () if there is none.

    There is none if the same seat moves again, a draw comes first, the game is over, or the next seat has only one
    move or knows what the view hides.
    """
    coach, seat, state = COACHES[view.game], view.seat, view.state
    assert seat is not None
    for move in moves:
        state = state.after(seat, move)
    other = (*state.to_act(), CHANCE)[0]
    hides = coach.judges_whole_turns or state.view(None) != state or state.guess(seat, rng) != state
    options = [] if hides or other in (seat, CHANCE) else state.moves(other)
    if len(options) <= 1:
        return ()
    found = coach.lines(View(view.game, other, state), rng, nodes, (options[0],))
    return tuple(map(str, max(found, key=lambda line: line.value).moves))


def _lines_to_keep(lines: Sequence[CandidateLine], played: tuple[Move, ...]) -> list[CandidateLine]:
    """Return the best lines and the played one, which replaces the last one if it is not among them."""
    best = sorted(lines, key=lambda line: (-line.value, line.moves != played))
    near = best[:LINES_PER_DECISION]
    if any(line.moves == played for line in near):
        return near
    return [*near[:-1], next(line for line in best if line.moves == played)]


def places_to_judge_closely(quick: Sequence[JudgedDecision]) -> list[int]:
    """Return the indices in `quick` of the largest losses, the largest first, each with its neighbors."""
    largest = sorted(
        (place for place, judged in enumerate(quick) if judged.loss > MAX_IGNORED_LOSS),
        key=lambda place: -quick[place].loss,
    )[:MAX_CLOSE_LOSSES]
    wanted = [near for place in largest for near in (place, place - 1, place + 1) if 0 <= near < len(quick)]
    return list(dict.fromkeys(wanted))


@dataclass(frozen=True)
class Review:
    """The judged decisions of a game."""

    seats: int  # the number of players
    decisions: tuple[JudgedDecision, ...]  # in order
    result: tuple[float, ...]  # by seat: its share of the win; the sum is 1; () if the game is not over

    def chances(self) -> list[tuple[float, ...]]:
        """Return the chances of all seats before every decision, then the result, if any. Each sums to 1."""
        now, moments = [1 / self.seats] * self.seats, []
        for judged in self.decisions:
            chance = judged.lines[0].chance
            rest = sum(now) - now[judged.seat]
            now = [other * (1 - chance) / rest if rest else (1 - chance) / (self.seats - 1) for other in now]
            now[judged.seat] = chance  # the others share the rest in the same proportions as before
            moments.append(tuple(now))
        return [*moments, self.result] if self.result else moments

    def turning_points(self) -> dict[int, JudgedDecision]:
        """Return the decisions that lost most, by index, the largest loss first; at most MAX_TURNING_POINTS."""
        by_loss = sorted(enumerate(self.decisions), key=lambda judged: -judged[1].loss)
        return {
            index: judged for index, judged in by_loss[:MAX_TURNING_POINTS] if judged.loss >= MIN_TURNING_POINT_LOSS
        }

    def accuracy(self) -> list[float | None]:
        """Return how well each seat decided, in percent; None for a seat without decisions."""
        moments = self.chances()
        return [_accuracy(self.decisions, [moment[seat] for moment in moments], seat) for seat in range(self.seats)]


def _accuracy(judged_decisions: Sequence[JudgedDecision], chances: Sequence[float], seat: Seat) -> float | None:
    """Average two means: one in which unsettled phases weigh more, and the harmonic mean, which blunders lower."""
    window = max(MIN_WINDOW, min(MAX_WINDOW, len(judged_decisions) // 10))
    precisions, weights = list[float](), list[float]()
    for index, judged in enumerate(judged_decisions):
        if judged.seat == seat:
            # The precision, in percent, follows from the loss; the weight from how much the chances varied.
            precisions.append(max(1.0, min(100.0, 103.1668 * exp(-0.04354 * 100 * judged.loss) - 3.1669)))
            around = [100 * chance for chance in chances[max(0, index - window + 1) : index + 2]]
            weights.append(max(MIN_DECISION_WEIGHT, min(MAX_DECISION_WEIGHT, pstdev(around))))
    return (fmean(precisions, weights) + harmonic_mean(precisions)) / 2 if precisions else None


def make_review(table: Table, judged_decisions: Iterable[JudgedDecision]) -> Review:
    """Make the review of a table from its judged decisions, in any order."""
    scores = table.state.scores()
    over = not table.state.to_act()
    winners = [place == 1 for place in places(scores)]
    result = tuple(won / sum(winners) for won in winners) if over else ()
    return Review(len(scores), tuple(sorted(judged_decisions, key=lambda judged: judged.place)), result)


def review(table: Table, nodes: int | None = None) -> Review:
    """Review a table so far, in two passes (a minute or two), or in one pass with `nodes` positions per decision."""
    all_decisions = decisions(table)
    judged = [judge_decision(decision, nodes=nodes) for decision in all_decisions]
    for place in [] if nodes else places_to_judge_closely(judged):
        judged[place] = judge_decision(all_decisions[place], closely=True)
    return make_review(table, judged)


def review_as_json(result: Review) -> dict[str, Any]:
    """Return the review as JSON values, for other programs. Chances are 0 to 1, accuracy is in percent."""
    return {
        "accuracy": [None if percent is None else round(percent, 1) for percent in result.accuracy()],
        "turning_points": [judged.place for judged in result.turning_points().values()],
        "chances": [[round(chance, REVIEW_DIGITS) for chance in moment] for moment in result.chances()],
        "decisions": [_decision_as_json(judged) for judged in result.decisions],
    }


def _decision_as_json(judged: JudgedDecision) -> dict[str, Any]:
    lines = [
        {
            "moves": list(line.moves),
            "value": round(line.value, REVIEW_DIGITS),
            "chance": round(line.chance, REVIEW_DIGITS),
            "answer": list(line.answer),
        }
        for line in judged.lines
    ]
    loss = {"loss": round(judged.loss, REVIEW_DIGITS), "points": round(judged.points, REVIEW_DIGITS)}
    return {
        "place": judged.place,
        "seat": judged.seat,
        "played": judged.played,
        **loss,
        "closely": judged.closely,
        "lines": lines,
    }

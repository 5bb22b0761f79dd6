"""The puzzle of a day: a position of a game in which one line is clearly best, and which an amateur misses.

Everything is drawn from the game and the date, so the puzzle is the same wherever the same rules and robots are.
Judging is left to whoever searches, one decision after another, so that others may work in between. Knows no game and
no words.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

from engine.core import Seat, State
from engine.games import GAMES
from engine.robots import COACHES
from engine.robots.ai import choose
from engine.robots.core import Level
from engine.robots.review import Decision, Judged, decisions
from engine.table import Table

SEATS = 2
PLAYED = 3  # games at most in which a puzzle is looked for
LOOKED_AT = 12  # decisions of each game that are judged
CLOSELY = 2  # of these that are judged once more, closely
CLEAR = 0.05  # of a chance to win: by so much the best line is better than the second one
LEAST = 0.1  # chance to win from which on a game is still open
MOST = 0.95  # up to which it is
BOUND = PLAYED * (LOOKED_AT + CLOSELY)  # decisions at most that are judged for one puzzle


class NoPuzzle(Exception):
    """No decision of the games that were searched makes a puzzle."""


class Puzzle(NamedTuple):
    """A position and what is best in it."""

    table: Table  # the game up to the position
    judged: Judged  # its decision; `played` there is what was played in that game


class PuzzleQuestion(NamedTuple):
    """A `decision` that is to be judged, at first quickly, then `closely`."""

    decision: Decision
    closely: bool


Search = Generator[PuzzleQuestion, Judged, Puzzle]  # asks for decisions to be judged, and returns what it found


def gap(one: Judged) -> float:
    """By how much of the chance to win, 0 to 1, the best line is better than the second; 0 where there is only one."""
    return one.lines[0].chance - one.lines[1].chance if len(one.lines) > 1 else 0.0


def robots_games(key: str, day: str) -> Iterator[Table]:
    """Games between two robots, made for that game and day, each played when it is asked for; some 0.3 s of CPU."""
    for number in range(PLAYED):
        seed = f"puzzle/{key}/{day}/{number}"
        table = Table.new(GAMES[key], SEATS, {}, seed)
        while acting := table.state.to_act():
            lot = Random(f"{seed}/{len(table.log)}")  # noqa: S311 - repeatable on purpose
            table = table.play(acting[0], str(choose(Level.AMATEUR, table.view(acting[0]), lot)))
        yield table


def search(games: Iterable[Table], day: str) -> Search:
    """The first puzzle in games that are over in which one line is clearly best, else the clearest one of them.

    Each question is answered by its decision judged. Raises NoPuzzle where nobody missed anything.
    """
    found: list[tuple[Table, Judged]] = []
    for number, game in enumerate(games):
        asked = decisions(game)
        some = Random(f"puzzle/{day}/{number}").sample(asked, min(LOOKED_AT, len(asked)))  # noqa: S311 - repeatable
        missed: list[tuple[Decision, Judged]] = []  # what an amateur chose was not best
        for decision in some:
            one = yield PuzzleQuestion(decision, closely=False)
            if one.played and len(one.lines) > 1 and LEAST <= one.lines[0].chance <= MOST:
                missed.append((decision, one))
        missed.sort(key=lambda each: -gap(each[1]))
        for decision, one in missed[:CLOSELY]:
            close = yield PuzzleQuestion(decision, closely=True)
            if is_clear(close) and close.lines[0].moves == one.lines[0].moves:
                return _puzzle(game, close)
            found.append((game, close))
    if not found:
        raise NoPuzzle(day)
    return _puzzle(*max(found, key=lambda each: (gap(each[1]), each[1].loss)))


def is_clear(one: Judged) -> bool:
    """Whether one line is clearly best, it was not played, and the game is still open."""
    return gap(one) >= CLEAR and one.played > 0 and LEAST <= one.lines[0].chance <= MOST


def _puzzle(game: Table, found: Judged) -> Puzzle:
    """The game cut off before the decision; draws are taken from its log, so nobody can know the next one."""
    return Puzzle(replace(game.back_to(found.place), seed=None), found)


def is_answer(table: Table, seat: Seat) -> bool:
    """Whether a seat that has just moved has answered: with one move, or at the end of its turn where that counts."""
    return not (COACHES[table.game.key].by_turn and seat in table.state.to_act())


def decision_of(table: Table, moves: Sequence[str]) -> Decision:
    """The decision at the position of a puzzle, answered by these moves of one turn."""
    view = table.view(table.state.to_act()[0])
    return Decision(len(table.log), view, tuple(table.game.parse(text) for text in moves))


def known(asked: Puzzle, moves: Sequence[str]) -> Judged | None:
    """The puzzle with this answer as what was played; None if it leads where none of its lines does."""
    reached = _after(asked.table, moves)
    for number, line in enumerate(asked.judged.lines):
        if line.moves == tuple(moves) or _after(asked.table, line.moves) == reached:
            return asked.judged._replace(played=number)
    return None


def _after(table: Table, moves: Sequence[str]) -> State:
    state, seat = table.state, table.state.to_act()[0]
    for text in moves:
        state = state.after(seat, table.game.parse(text))
    return state


def answered(asked: Puzzle, own: Judged) -> Judged:
    """The puzzle with an answer that was judged by itself as what was played, among the lines that it has anyway.

    The answer is compared with the same line in both, if there is one, as values of two judgements cannot be compared.
    """
    best, mine = asked.judged.lines[0], own.lines[own.played]
    same = next((line for line in own.lines if line.moves == best.moves), own.lines[0])
    value = best.value - max(0.0, same.value - mine.value)
    chance = best.chance - max(0.0, same.chance - mine.chance)
    line = mine._replace(value=value, chance=max(0.0, chance))
    place = sum(one.value >= value for one in asked.judged.lines)
    lines = (*asked.judged.lines[:place], line, *asked.judged.lines[place:])
    return asked.judged._replace(lines=lines, played=place)


def is_right(asked: Puzzle, answer: Judged) -> bool:
    """Whether an answer is the best line or as good as that: it costs less than half of what the second one does."""
    return answer.loss < gap(asked.judged) / 2 or answer.played == 0

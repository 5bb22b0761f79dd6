"""The puzzle of a day: a position in which one line is clearly best, but an amateur robot did not play it.

The puzzle depends only on the game and the date, as long as rules and robots stay the same. The caller judges one
decision after another, so that it can do other work in between. Independent of games and texts.
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
from engine.robots.review import Decision, JudgedDecision, decisions
from engine.table import Table

PUZZLE_SEATS = 2
MAX_PUZZLE_GAMES = 3  # games searched for a puzzle
DECISIONS_PER_GAME = 12  # decisions judged in each game
CLOSE_LOOKS_PER_GAME = 2  # how many of those decisions are judged again, closely
MIN_CLEAR_GAP = 0.05  # of the chance to win: the best line must be better than the second one by this much
MIN_OPEN_CHANCE = 0.1  # with a lower chance to win the game is already decided
MAX_OPEN_CHANCE = 0.95  # with a higher chance to win the game is decided too
MAX_JUDGED_DECISIONS = MAX_PUZZLE_GAMES * (DECISIONS_PER_GAME + CLOSE_LOOKS_PER_GAME)  # for one puzzle


class NoPuzzle(Exception):
    """No decision in the searched games makes a puzzle."""


class Puzzle(NamedTuple):
    """A position and its best line."""

    table: Table  # the game up to the position
    judged: JudgedDecision  # the decision; its `played` is what the robot played


class PuzzleQuestion(NamedTuple):
    """A `decision` to judge, first quickly, then `closely`."""

    decision: Decision
    closely: bool


PuzzleSearch = Generator[PuzzleQuestion, JudgedDecision, Puzzle]  # yields decisions to judge and returns the puzzle


def gap(judged: JudgedDecision) -> float:
    """Return the chance to win with the best line minus that with the second line; 0 if there is only one line."""
    return judged.lines[0].chance - judged.lines[1].chance if len(judged.lines) > 1 else 0.0


def robot_games(key: str, day: str) -> Iterator[Table]:
    """Yield games between two robots, seeded by game and day. Each takes about 0.3 s of CPU time."""
    for number in range(MAX_PUZZLE_GAMES):
        seed = f"puzzle/{key}/{day}/{number}"
        table = Table.new(GAMES[key], PUZZLE_SEATS, {}, seed)
        while acting := table.state.to_act():
            rng = Random(f"{seed}/{len(table.log)}")  # noqa: S311 - repeatable on purpose
            table = table.play(acting[0], str(choose(Level.AMATEUR, table.view(acting[0]), rng)))
        yield table


def search_puzzle(games: Iterable[Table], day: str) -> PuzzleSearch:
    """Find the first decision in finished games in which one line is clearly best, else the clearest decision.

    The caller answers each question with the judged decision. Raises NoPuzzle if no robot missed anything.
    """
    found: list[tuple[Table, JudgedDecision]] = []
    for number, game in enumerate(games):
        all_decisions = decisions(game)
        sample = Random(f"puzzle/{day}/{number}").sample(all_decisions, min(DECISIONS_PER_GAME, len(all_decisions)))  # noqa: S311 - repeatable
        missed: list[tuple[Decision, JudgedDecision]] = []  # where the robot did not play the best line
        for decision in sample:
            quick = yield PuzzleQuestion(decision, closely=False)
            if quick.played and len(quick.lines) > 1 and MIN_OPEN_CHANCE <= quick.lines[0].chance <= MAX_OPEN_CHANCE:
                missed.append((decision, quick))
        missed.sort(key=lambda pair: -gap(pair[1]))
        for decision, quick in missed[:CLOSE_LOOKS_PER_GAME]:
            close = yield PuzzleQuestion(decision, closely=True)
            if is_clear(close) and close.lines[0].moves == quick.lines[0].moves:
                return _puzzle(game, close)
            found.append((game, close))
    if not found:
        raise NoPuzzle(day)
    return _puzzle(*max(found, key=lambda pair: (gap(pair[1]), pair[1].loss)))


def is_clear(judged: JudgedDecision) -> bool:
    """Whether one line is clearly best but was not played, and the game is still open."""
    return (
        gap(judged) >= MIN_CLEAR_GAP
        and judged.played > 0
        and MIN_OPEN_CHANCE <= judged.lines[0].chance <= MAX_OPEN_CHANCE
    )


def _puzzle(game: Table, found: JudgedDecision) -> Puzzle:
    """Return the game up to the decision, without its seed, so that nobody can predict the next draw."""
    return Puzzle(replace(game.back_to(found.place), seed=None), found)


def is_answer(table: Table, seat: Seat) -> bool:
    """Whether a seat that has just moved has answered the puzzle: its turn is over, or single moves are judged."""
    return not (COACHES[table.game.key].judges_whole_turns and seat in table.state.to_act())


def decision_of(table: Table, moves: Sequence[str]) -> Decision:
    """Return the decision at the position of a puzzle, with these moves of one turn as the answer."""
    view = table.view(table.state.to_act()[0])
    return Decision(len(table.log), view, tuple(table.game.parse(text) for text in moves))


def find_known_answer(puzzle: Puzzle, moves: Sequence[str]) -> JudgedDecision | None:
    """Return the puzzle with this answer as `played`; None if no judged line leads to the same position."""
    reached = _state_after(puzzle.table, moves)
    for index, line in enumerate(puzzle.judged.lines):
        if line.moves == tuple(moves) or _state_after(puzzle.table, line.moves) == reached:
            return puzzle.judged._replace(played=index)
    return None


def _state_after(table: Table, moves: Sequence[str]) -> State:
    state, seat = table.state, table.state.to_act()[0]
    for text in moves:
        state = state.after(seat, table.game.parse(text))
    return state


def add_answer(puzzle: Puzzle, answer: JudgedDecision) -> JudgedDecision:
    """Return the puzzle with a separately judged answer as `played`, inserted among its lines.

    Values from two judgements cannot be compared, so the answer gets the value of the puzzle's best line minus the
    distance between the two in `answer`.
    """
    best, played = puzzle.judged.lines[0], answer.lines[answer.played]
    same = next((line for line in answer.lines if line.moves == best.moves), answer.lines[0])
    value = best.value - max(0.0, same.value - played.value)
    chance = best.chance - max(0.0, same.chance - played.chance)
    line = played._replace(value=value, chance=max(0.0, chance))
    index = sum(other.value >= value for other in puzzle.judged.lines)
    lines = (*puzzle.judged.lines[:index], line, *puzzle.judged.lines[index:])
    return puzzle.judged._replace(lines=lines, played=index)


def is_right(puzzle: Puzzle, answer: JudgedDecision) -> bool:
    """Whether an answer is about as good as the best line: it loses less than half of what the second line loses."""
    return answer.loss < gap(puzzle.judged) / 2 or answer.played == 0

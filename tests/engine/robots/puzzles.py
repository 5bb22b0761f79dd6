"""Puzzles whose decisions are judged right here, one after the other. Knows no expectations."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from engine.robots import COACHES
from engine.robots.puzzle import Puzzle, PuzzleQuestion, PuzzleSearch, robot_games, search_puzzle
from engine.robots.review import JudgedDecision, judge_decision


def found(
    under_way: PuzzleSearch, judge: Callable[[PuzzleQuestion], JudgedDecision]
) -> tuple[Puzzle, list[PuzzleQuestion]]:
    """What a search finds with that coach, and its questions."""
    asked: list[PuzzleQuestion] = []
    try:
        question = next(under_way)
        while True:
            asked.append(question)
            question = under_way.send(judge(question))
    except StopIteration as end:
        return end.value, asked


@cache
def puzzle(key: str, day: str, nodes: int) -> Puzzle:
    """The puzzle of that game and day; each decision judged with so many positions."""
    made = search_puzzle(robot_games(key, day), day)
    return found(made, lambda asked: judge_decision(asked.decision, closely=asked.closely, nodes=nodes))[0]


def drawn(day: str, nodes: int) -> tuple[object, object, object]:
    """The first game of each puzzle of a day, its first decision judged, and the puzzles that are found soonest."""
    logs = [next(iter(robot_games(key, day))).log for key in sorted(COACHES)]
    first = [next(search_puzzle(robot_games(key, day), day)) for key in sorted(COACHES)]
    judgements = [judge_decision(asked.decision, closely=asked.closely, nodes=nodes) for asked in first]
    return logs, judgements, [puzzle(key, day, nodes).judged for key in ("azul", "match_five")]

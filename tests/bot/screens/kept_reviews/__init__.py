"""Reviews of whole games that robots played, kept as examples: what was found out as data, and the texts made of it.

`python -m tests.bot.screens.kept_reviews` writes the texts anew, to be read before they are kept. Knows no pictures.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path
from random import Random

from bot.model.people import Person
from bot.model.review import ReviewProgress
from bot.screens.review import DecisionPage, overview_texts
from bot.text.words import Words
from engine import GAMES, Table
from engine.robots.ai import choose
from engine.robots.luck import Luck
from engine.robots.review import JudgedDecision, JudgedLine, make_review
from tests.bot.screens.test_limits_replay_and_end import room_of
from tests.bot.support.room_values import altered

NAMES = ("Ana", "Ben", "Cy", "Dee", "Eve", "Flo")
FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Example:
    """A game of robots. `game`: its key. `levels`: of the robots, by seat. `options`: those of the game."""

    game: str
    levels: tuple[str, ...]
    options: Mapping[str, str]

    def played(self) -> Table:
        """The whole game, the same each time."""
        table, lots = Table.new(GAMES[self.game], len(self.levels), self.options, "kept"), Random(5)
        while acting := table.state.to_act():
            seat = acting[0]
            table = table.play(seat, str(choose(self.levels[seat], table.view(seat), lots)))
        return table


EXAMPLES: Mapping[str, Example] = {
    "azul_2": Example("azul", ("sharp", "greedy"), {}),
    "azul_4_gray": Example("azul", ("sharp", "greedy", "greedy", "beginner"), {"wall": "gray", "rules": "hungarian"}),
    "match_five_6": Example("match_five", ("greedy", "greedy", "greedy", "greedy", "greedy", "beginner"), {}),
    "pillars_4": Example("pillars", ("sharp", "greedy", "greedy", "beginner"), {}),
    "pavilion_2": Example("pavilion", ("sharp", "greedy"), {"side": "mono"}),
}


@cache
def kept(name: str) -> tuple[Table, ReviewProgress]:
    """The game of that example, and what was found out about it."""
    raw = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    example = EXAMPLES[name]
    table = Table.new(GAMES[example.game], len(example.levels), example.options, "kept")
    for seat, text in raw["moves"]:
        table = table.play(seat, text)
    positions = list(accumulate(table.log, Table.step, initial=table.back_to(0)))
    vars(table)["back_to"] = positions.__getitem__  # each is asked for in every language
    judged = tuple(_judged(*one) for one in raw["judged"])
    luck = tuple(Luck(number, tuple(leads), tuple(errors)) for number, leads, errors in raw["luck"])
    return table, ReviewProgress(len(table.log), len(judged), judged, True, luck=luck, draw_count=len(luck))


Line = tuple[list[str], float, float, list[str]]  # the moves of a line, its value and chance, and the answer to it


def _judged(place: int, seat: int, played: int, closely: bool, lines: list[Line]) -> JudgedDecision:
    found = tuple(JudgedLine(tuple(moves), value, chance, tuple(answer)) for moves, value, chance, answer in lines)
    return JudgedDecision(place, seat, found, played, closely)


def texts(name: str, language: str) -> Iterator[str]:
    """All that is told of that example: to seat 0 and to who watched, then each decision to seat 0."""
    (table, so_far), words = kept(name), Words(language)
    people = tuple(Person(10**18 + seat, name) for seat, name in enumerate(NAMES[: table.seats]))
    room = altered(
        room_of(table), seats=people, marks=("",) * table.seats, room_events=(), former=(None,) * table.seats
    )
    known = so_far.latest_judgments
    made = make_review(table, known)
    for seat in (0, None):
        yield "\n".join(part.text for part in overview_texts(room, seat, words, so_far, made))
    for at, one in enumerate(known):
        yield "\n".join(part.text for part in DecisionPage(room, words, one).texts(0, known, at))

"""Whether the accuracy of a review orders the levels of robots; `python -m tests.research.accuracy` goes on measuring.

Each pair of levels, equal ones too, meets at tables where they sit in turns. Their games are reviewed in both passes,
as those of people are: a master sees farther than the quick one, which takes good moves of a master for mistakes.
What was judged is kept in `var/accuracy.jsonl`, one line for each game, as values: the chances come from the curves as
they stand in the engine. What it came to stands in `accuracy.jsonl`. Knows no rules.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations_with_replacement, pairwise
from pathlib import Path
from statistics import fmean, stdev
from typing import NamedTuple

from engine.robots import COACHES
from engine.robots.core import OFFERED_LEVELS, Level
from engine.robots.review import JudgedDecision, JudgedLine, Review, decisions, review
from tests.bench import Figure
from tests.research.curves import self_played
from tests.research.editions import ROOT, review_edition
from tests.research.kept import TAKEN, Kept, Row, carried_out, summarize

FILE = ROOT / "var" / "accuracy.jsonl"
SUMMARY = Path(__file__).with_suffix(".jsonl")
SIZE = 20  # games of each pair


class Work(NamedTuple):
    """A game to play and to judge: its key, the number of seats, the two levels, and its number among such games."""

    key: str
    seats: int
    one: Level
    other: Level
    number: int

    @property
    def name(self) -> str:
        """The name of its row."""
        return "/".join(map(str, self))

    @property
    def levels(self) -> list[Level]:
        """Who sits where; in every other game the other one begins."""
        return [(self.one, self.other)[(seat + self.number) % 2] for seat in range(self.seats)]


def measured(work: Work) -> Row:
    """The row of a game: who sat where, how it ended, and of each decision seat, stage, best value and that played."""
    table, coach = self_played(work.key, work.levels, f"accuracy/{work.name}"), COACHES[work.key]
    made, found = review(table), []
    for one, seen in zip(decisions(table), made.decisions, strict=True):
        values = (seen.lines[place].value for place in (0, seen.played))
        found.append([seen.seat, coach.stage(one.view.state), *(round(value, 5) for value in values)])
    return {
        "name": work.name,
        "edition": review_edition(work.key, work.seats),
        "levels": work.levels,
        "result": made.result,
        "decisions": found,
    }


def review_of(row: Row) -> Review:
    """The review that a row stands for."""
    seats = len(row["levels"])
    curves = COACHES[row["name"].partition("/")[0]].curves[seats]
    found = []
    for place, (seat, stage, *values) in enumerate(row["decisions"]):
        lines = tuple(JudgedLine((), value, curves[stage].chance(value)) for value in values)
        found.append(JudgedDecision(place, seat, lines, 1, closely=False))
    return Review(seats, tuple(found), tuple(row["result"]))


def campaign(kept: Kept, wanted: Iterable[Work], workers: int = 0) -> None:
    """Play and judge what is missing; all pairs grow alike."""
    due = [one for one in wanted if kept.of(one.name, review_edition(one.key, one.seats)) is None]
    kept.fill(measured, sorted(due, key=lambda one: one.number), workers)


def rows_of(kept: Kept, key: str, seats: int) -> list[Row]:
    """The games that are there, as decisions are judged now."""
    start, edition = f"{key}/{seats}/", review_edition(key, seats)
    return [row for name, row in kept.rows.items() if name.startswith(start) and row["edition"] == edition]


def by_level(rows: Iterable[Row]) -> dict[str, list[float]]:
    """The accuracy of each seat of each game, in percent, by its level."""
    found = defaultdict(list)
    for row in rows:
        for level, accuracy in zip(row["levels"], review_of(row).accuracy(), strict=True):
            if accuracy is not None:
                found[level].append(accuracy)
    return found


def figures_of(kept: Kept, key: str, seats: int) -> list[Figure]:
    """The mean of each level with its standard error, and by how much a level is above the one before it."""
    found = by_level(rows_of(kept, key, seats))
    levels = [level for level in OFFERED_LEVELS if len(found[level]) > 1]
    means = [
        Figure(f"{key} {seats}, {level}: accuracy (+-{error(found[level]):.1f})", fmean(found[level]), "%")
        for level in levels
    ]
    steps = [
        Figure(f"  {better} above {level}", fmean(found[better]) - fmean(found[level]), "%", least=0)
        for level, better in pairwise(levels)
    ]
    return [*means, *steps]


def summary(kept: Kept, key: str, seats: int) -> Row:
    """The same as plain data: for each level the mean, its standard error, and how many seats of games that are."""
    found, rows = by_level(rows_of(kept, key, seats)), len(rows_of(kept, key, seats))
    levels = {
        level: [round(fmean(found[level]), 2), round(error(found[level]), 2), len(found[level])]
        for level in OFFERED_LEVELS
        if len(found[level]) > 1
    }
    return {"game": key, "seats": seats, "games": rows, "levels": levels}


def error(values: Sequence[float]) -> float:
    """The standard error of their mean."""
    return stdev(values) / len(values) ** 0.5


def asked(arguments: argparse.Namespace) -> list[Work]:
    """The games that were asked for."""
    levels = [level for level in OFFERED_LEVELS if level in (arguments.level or OFFERED_LEVELS)]
    return [
        Work(key, seats, one, other, number)
        for key in arguments.game or COACHES
        for seats in COACHES[key].curves
        if seats in arguments.seats
        for one, other in combinations_with_replacement(levels, 2)
        for number in range(arguments.games)
    ]


def read(texts: list[str] | None = None) -> argparse.Namespace:
    """What the command was told."""
    parser = argparse.ArgumentParser(prog="python -m tests.research.accuracy", description="Go on measuring accuracy.")
    parser.add_argument("--game", action="append", choices=COACHES, help="only this game; may be repeated")
    parser.add_argument("--seats", type=int, nargs="*", default=[2], help="tables of so many (2)")
    parser.add_argument("--level", action="append", choices=OFFERED_LEVELS, help="only these; may be repeated")
    parser.add_argument("--games", type=int, default=SIZE, help=f"games of each pair of levels ({SIZE})")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="processes (one for each processor)")
    parser.add_argument("--file", type=Path, default=FILE, help="where results are kept, if not in var/")
    parser.add_argument("--no-play", action="store_true", help="only tell what is known")
    return parser.parse_args(texts)


def main() -> int:
    """Play on and tell the accuracy of the levels; 1 if they are not in order, 2 or 130 as `carried_out` says."""
    from tests.research.robots_page import write as write_page  # it reads what stands here

    arguments = read()
    kept, wanted = Kept(arguments.file), asked(arguments)
    ended = carried_out(lambda: campaign(kept, [] if arguments.no_play else wanted, arguments.workers))
    if ended == TAKEN:
        return ended
    tables = list(dict.fromkeys((one.key, one.seats) for one in wanted))
    found = [figure for key, seats in tables for figure in figures_of(kept, key, seats)]
    sys.stdout.writelines(f"{figure}\n" for figure in found)
    for key, seats in tables:
        if rows_of(kept, key, seats):
            summarize(SUMMARY, summary(kept, key, seats))
    write_page()
    return ended or (0 if all(figure.good for figure in found) else 1)


if __name__ == "__main__":
    raise SystemExit(main())

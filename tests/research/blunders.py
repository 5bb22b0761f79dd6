"""Whether a review finds a blunder that was planted in a game of strong robots; `make blunders` goes on measuring.

At a decision by lot the robot's move, which the closer look calls as good as the best, is replaced by another by lot
that costs at least 15 points of the chance to win, as the same look says. The robots play on from there, and the whole
table is reviewed, both passes. What came of it is kept in `blunders.jsonl`, one line for each game. Knows no rules.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from itertools import takewhile
from pathlib import Path
from random import Random
from statistics import fmean
from typing import NamedTuple

from engine import GAMES, Move, Seat, Table
from engine.robots import COACHES
from engine.robots.core import Level
from engine.robots.review import MIN_TURNING_POINT_LOSS, Decision, decisions, judge_decision, review
from tests.bench import Figure
from tests.research.curves import played_on
from tests.research.editions import edition, review_edition
from tests.research.kept import TAKEN, Kept, Row, carried_out
from tests.research.ladder_results import wilson

FILE = Path(__file__).with_suffix(".jsonl")
SIZE = 200  # games
DEAR = 0.15  # of the chance to win: what a blunder costs at least
FOUND = 90  # % of the blunders are among the turns that mattered
TRIES = 60  # decisions that are looked at for a blunder; a game in which it is not found there counts as none


class Work(NamedTuple):
    """A game to play and to review: its key, the number of seats, the level of all robots, and its number."""

    key: str
    seats: int
    level: Level
    number: int

    @property
    def name(self) -> str:
        """The name of its row."""
        return "/".join(map(str, self))


class Blunder(NamedTuple):
    """`table`: right after it. `place`: the number of entries of the log before it. `cost`: 0 to 1 of the chance."""

    table: Table
    place: int
    cost: float


def edition_of(key: str, seats: int, level: str) -> str:
    """What decided how the robots played and how their game was reviewed."""
    return f"{review_edition(key, seats)}-{edition(key, level, seats)}"


def measured(work: Work) -> Row:
    """The row of a game: what the blunder cost, and its place among those that cost most; -1 where it was not found."""
    name, (key, seats, level, _) = f"blunders/{work.name}", work
    lots = [Random(f"{name}/{seat}") for seat in range(seats)]
    whole = played_on(Table.new(GAMES[key], seats, {}, name), [level] * seats, lots)
    planted = blunder(whole, Random(f"{name}/blunder"))
    row = {"name": work.name, "edition": edition_of(key, seats, level)}
    if planted is None:
        return row
    seen = review(played_on(planted.table, [level] * seats, lots))
    points = list(seen.turning_points().values())
    turns = [one.place for one in points]
    first = points[0].loss if points else 0.0
    at = turns.index(planted.place) if planted.place in turns else -1
    return {**row, "place": planted.place, "cost": round(planted.cost, 3), "at": at, "first": round(first, 3)}


def blunder(table: Table, lot: Random) -> Blunder | None:
    """A blunder in place of a good decision of this table; None where none was found."""
    open_ = decisions(table)
    for one in lot.choices(open_, k=TRIES) if open_ else ():
        seat = one.view.seat
        assert seat is not None
        after, moves = _another(table.back_to(one.place), seat, lot)
        cost = judge_decision(Decision(one.place, one.view, moves), closely=True).loss
        if cost >= DEAR and judge_decision(one, closely=True).loss < MIN_TURNING_POINT_LOSS:
            return Blunder(after, one.place, cost)
    return None


def _another(table: Table, seat: Seat, lot: Random) -> tuple[Table, tuple[Move, ...]]:
    """The table after another decision, by lot, and its moves; several where all moves in a row are one."""
    start, whole_turn = len(table.log), COACHES[table.game.key].judges_whole_turns
    while True:
        table = table.play(seat, str(lot.choice(table.state.moves(seat))))
        if not whole_turn or table.log[-1].seat != seat or seat not in table.state.to_act():
            break
    own = takewhile(lambda entry: entry.seat == seat, table.log[start:])
    return table, tuple(table.game.parse(entry.text) for entry in own)


def campaign(kept: Kept, wanted: Iterable[Work], workers: int = 0) -> None:
    """Play and review what is missing."""
    due = [one for one in wanted if kept.of(one.name, edition_of(one.key, one.seats, one.level)) is None]
    kept.fill(measured, due, workers)


def figures_of(kept: Kept, wanted: Sequence[Work]) -> list[Figure]:
    """How many blunders were found, of the games that were asked for and are there."""
    known = [kept.of(one.name, edition_of(one.key, one.seats, one.level)) for one in wanted]
    rows = [row for row in known if row]
    planted = [row for row in rows if "at" in row]
    if not planted:
        return []
    found = fmean(row["at"] >= 0 for row in planted)
    low, high = wilson(found, len(planted))
    return [
        Figure("games", len(rows), "games"),
        Figure("  with a blunder", len(planted), "games"),
        Figure("found among the turns that mattered", 100 * found, "%", least=FOUND),
        Figure(f"  at least (at most {100 * high:.1f})", 100 * low, "%"),
        Figure("  as the first of them", 100 * fmean(row["at"] == 0 for row in planted), "%"),
        Figure("what they cost in the mean", 100 * fmean(row["cost"] for row in planted), "points"),
    ]


def asked(arguments: argparse.Namespace) -> list[Work]:
    """The games that were asked for."""
    return [
        Work(key, arguments.seats, arguments.level, number)
        for key in arguments.game or COACHES
        for number in range(arguments.games)
    ]


def read(texts: list[str] | None = None) -> argparse.Namespace:
    """What the command was told."""
    parser = argparse.ArgumentParser(prog="python -m tests.research.blunders", description="Go on planting blunders.")
    parser.add_argument("--game", action="append", choices=COACHES, help="only this game; may be repeated")
    parser.add_argument("--seats", type=int, default=2, help="at a table (2)")
    parser.add_argument("--level", type=Level, choices=Level, default=Level.MASTER, help="of all robots (master)")
    parser.add_argument("--games", type=int, default=SIZE, help=f"games of each game ({SIZE})")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="processes (one for each processor)")
    parser.add_argument("--file", type=Path, default=FILE, help="where results are kept, if not in the project")
    parser.add_argument("--no-play", action="store_true", help="only tell what is known")
    return parser.parse_args(texts)


def main() -> int:
    """Play on and tell how many blunders were found; 1 if too few, 2 or 130 as `carried_out` says."""
    from tests.research.robots_page import write as write_page  # it reads what stands here

    arguments = read()
    kept, wanted, good = Kept(arguments.file), asked(arguments), True
    ended = carried_out(lambda: campaign(kept, [] if arguments.no_play else wanted, arguments.workers))
    if ended == TAKEN:
        return ended
    for key in dict.fromkeys(one.key for one in wanted):
        found = figures_of(kept, [one for one in wanted if one.key == key])
        sys.stdout.writelines([f"{key}\n", *(f"{figure}\n" for figure in found)])
        good = good and all(figure.good for figure in found)
    write_page()
    return ended or (0 if good else 1)


if __name__ == "__main__":
    raise SystemExit(main())

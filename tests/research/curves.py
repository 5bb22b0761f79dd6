"""What chance to win a value stands for, measured on games of robots; `make curves` goes on and writes the curves.

Each game is one of equal robots, of one level by lot, so that nothing but the value tells who wins: where unequal ones
meet, the better one wins more than the position says and the worse one less, and a curve through both is too flat.
People are of all levels, so the levels take turns from game to game. A few decisions of each game are judged, quickly
as in a review. The chance before a decision is that of its best line, and what followed is how the game ended.

What was judged is kept in `var/curves.jsonl`, one line for each game. With `--check` other games are played, which no
curve has seen, and the chances are compared with how these ended; what came of it is kept in `calibration.jsonl`.
Knows no rules.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import fmean
from typing import NamedTuple

from engine import GAMES, Table
from engine.files import load_numbers, resource_path
from engine.robots import COACHES
from engine.robots.ai import choose
from engine.robots.core import Curve, Level
from engine.robots.review import decisions, judge_decision, make_review
from tests.bench import Figure
from tests.research.editions import ROOT, coach_edition
from tests.research.kept import TAKEN, Kept, Row, carried_out, summarize
from tests.research.logistic import Bin, Sample, Told, bins, curves

FILE = ROOT / "var" / "curves.jsonl"
CALIBRATION = Path(__file__).with_name("calibration.jsonl")
FIT, CHECK = "fit", "check"  # the two sets of games
SIZE = {FIT: 2000, CHECK: 2000}  # games for each number of seats
FEWEST = 40  # games of all numbers of seats without which the curves stay as they are
LEVELS = (Level.AMATEUR, *[Level.CLUB_PLAYER] * 3, Level.AMATEUR)  # of all seats of a game, in turns
SAMPLES = 4  # decisions of a game that are judged
MEAN, EACH = 3.0, 5.0  # points of a chance that may be wrong in the mean of all bins, and in one of them
DIGITS = 5  # of what is written
MADE = (
    "What chance to win a value stands for: for each number of seats a curve (offset, slope, bend) for each stage of a "
    "game. `make curves` fits them to games of robots and says in `games` to how many; curves without games of their "
    "own follow from those of other numbers of seats."
)


class Work(NamedTuple):
    """A game to play and to judge: its key, the number of seats, the set that it belongs to, and its number there."""

    key: str
    seats: int
    set: str
    number: int

    @property
    def name(self) -> str:
        """The name of its row."""
        return "/".join(map(str, self))

    @property
    def level(self) -> Level:
        """How strong all its robots are."""
        return LEVELS[self.number % len(LEVELS)]


def self_played(key: str, levels: Sequence[str], name: str) -> Table:
    """A game of robots, one level for each seat. The same name gives the same game everywhere."""
    seats = len(levels)
    return played_on(
        Table.new(GAMES[key], seats, {}, name), levels, [Random(f"{name}/{seat}") for seat in range(seats)]
    )


def played_on(table: Table, levels: Sequence[str], lots: Sequence[Random]) -> Table:
    """The table at the end of its game; each seat has its level and its lot."""
    while seats := table.state.to_act():
        seat = seats[0]
        table = table.play(seat, str(choose(levels[seat], table.view(seat), lots[seat])))
    return table


def measured(work: Work) -> Row:
    """The row of a game: of each judged decision the stage, the best value, that of what was played, and the share."""
    name, coach = f"curves/{work.name}", COACHES[work.key]
    table = self_played(work.key, [work.level] * work.seats, name)
    asked, result = decisions(table), make_review(table, ()).result
    samples = []
    for one in Random(f"{name}/judged").sample(asked, min(SAMPLES, len(asked))):
        found = judge_decision(one)
        best, played = (round(found.lines[place].value, DIGITS) for place in (0, found.played))
        samples.append([coach.stage(one.view.state), best, played, round(result[found.seat], DIGITS)])
    return {
        "name": work.name,
        "edition": edition_of(work.key, work.seats),
        "level": work.level,
        "samples": samples,
    }


def edition_of(key: str, seats: int) -> str:
    """What decided how the decisions of such tables were judged."""
    return coach_edition(key, COACHES[key].quick_nodes[seats])


def campaign(kept: Kept, wanted: Sequence[Work], workers: int = 0) -> None:
    """Play and judge what is missing; all numbers of seats grow alike."""
    sets = {(key, seats, set_) for key, seats, set_, _ in wanted}
    known = {row["name"] for one in sets for row in games_of(kept, *one)}
    due = [one for one in wanted if one.name not in known]
    kept.fill(measured, sorted(due, key=lambda one: one.number), workers)


def games_of(kept: Kept, key: str, seats: int, set_: str) -> list[Row]:
    """The rows that are there of a set, as decisions are judged now."""
    start, edition = f"{key}/{seats}/{set_}/", edition_of(key, seats)
    rows = [row for name, row in kept.rows.items() if name.startswith(start)]
    return [row for row in rows if row["edition"] == edition and row["level"] in LEVELS]


# the curves


def fitted_to(key: str) -> Mapping[int, int]:
    """By number of seats, to how many games its curves in the engine were fitted; none without a game."""
    return {int(seats): games for seats, games in load_numbers("curves", key)["games"].items()}


def fitted(kept: Kept, key: str) -> dict[int, list[Curve]]:
    """The curves of the games so far by number of seats, one for each stage; each leans on those near it."""
    games = {
        seats: [
            [Sample(stage, best, share) for stage, best, _, share in row["samples"]]
            for row in games_of(kept, key, seats, FIT)
        ]
        for seats in COACHES[key].curves
    }
    stages = len(next(iter(COACHES[key].curves.values())))
    return {
        seats: [Curve(round(one.offset, DIGITS), round(one.slope, DIGITS), one.bend) for one in found]
        for seats, found in curves(games, stages).items()
    }


def text_of(table: Mapping[int, Sequence[Curve]], games: Mapping[int, int]) -> str:
    """The text of the file that holds the curves of a game, one a line; `games` as in `fitted_to`."""
    head = [f'"made": {json.dumps(MADE)},', f'"games": {json.dumps(dict(sorted(games.items())))},', '"curves": {']
    lists = []
    for seats, found in sorted(table.items()):
        rows = ",\n".join(f"      {json.dumps(one)}" for one in found)
        lists.append(f'    "{seats}": [\n{rows}\n    ]')
    return "\n".join(["{", *(f"  {line}" for line in head), ",\n".join(lists), "  }", "}", ""])


def path_of(key: str) -> Path:
    """Where the curves of a game stand."""
    return resource_path("curves") / f"{key}.json"


def write(kept: Kept, key: str, path: Path) -> bool:
    """The file has the curves of the games so far, if these are enough; whether they are."""
    found = {seats: len(games_of(kept, key, seats, FIT)) for seats in COACHES[key].curves}
    enough = sum(found.values()) >= FEWEST
    if enough:
        games = {seats: count for seats, count in found.items() if count}
        path.write_text(text_of(fitted(kept, key), games), "utf-8")
    return enough


# their check


def checked(kept: Kept, key: str, seats: int) -> list[Bin]:
    """The bins of the games that no curve has seen, by the curves that stand in the engine."""
    curves_ = COACHES[key].curves[seats]
    rows = games_of(kept, key, seats, CHECK)
    games = [[Told(curves_[stage].chance(best), share) for stage, best, _, share in row["samples"]] for row in rows]
    return bins(games, Random(f"{key}/{seats}"))


def figures_of(kept: Kept, key: str, seats: int) -> list[Figure]:
    """The figures of a check; [] if nothing was played."""
    found, name = checked(kept, key, seats), f"{key} {seats}"
    if not found:
        return []
    count = sum(one.count for one in found)
    weighed = sum(one.error * one.count for one in found) / count
    return [
        Figure(f"{name}: games", len(games_of(kept, key, seats, CHECK)), "games"),
        Figure(f"{name}: error in the mean of the bins", 100 * fmean(one.error for one in found), "points", MEAN),
        Figure("  that luck alone would make", 100 * fmean(one.luck for one in found), "points"),
        Figure(f"{name}: error in the mean of the chances", 100 * weighed, "points"),
        *(
            Figure(
                f"  told {100 * one.told:.1f}, seen in {one.count} ({100 * one.low:.1f} to {100 * one.high:.1f})",
                100 * one.seen,
                "% won",
                most=None if one.agrees(EACH / 100) else 100 * one.told + EACH,
                least=None if one.agrees(EACH / 100) else 100 * one.told - EACH,
            )
            for one in found
        ),
    ]


def summary(kept: Kept, key: str, seats: int) -> Row:
    """The check of such tables as plain data, the fields of `Bin` in `bins`."""
    fit, check = fitted_to(key).get(seats, 0), len(games_of(kept, key, seats, CHECK))
    found = [[round(number, DIGITS) for number in one] for one in checked(kept, key, seats)]
    return {"game": key, "seats": seats, "fitted": fit, "games": check, "bins": found}


def asked(arguments: argparse.Namespace) -> list[tuple[str, int]]:
    """The games and numbers of seats that were asked for; all that can be judged where nothing was."""
    keys = arguments.game or list(COACHES)
    return [(key, seats) for key in keys for seats in COACHES[key].curves if seats in (arguments.seats or [seats])]


def read(texts: list[str] | None = None) -> argparse.Namespace:
    """What the command was told."""
    parser = argparse.ArgumentParser(prog="python -m tests.research.curves", description="Go on measuring the curves.")
    parser.add_argument("--game", action="append", choices=COACHES, help="only this game; may be repeated")
    parser.add_argument("--seats", action="append", type=int, help="only tables of so many; may be repeated")
    parser.add_argument("--games", type=int, help=f"for each number of seats ({SIZE[FIT]}, to check {SIZE[CHECK]})")
    parser.add_argument("--check", action="store_true", help="check the curves on other games")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="processes (one for each processor)")
    parser.add_argument("--file", type=Path, default=FILE, help="where results are kept, if not in var/")
    parser.add_argument("--no-play", action="store_true", help="only use what is known")
    return parser.parse_args(texts)


def main() -> int:
    """Play on, write or check the curves; 1 if a border is missed, 2 or 130 as `carried_out` says."""
    arguments = read()
    kept, set_, tables = Kept(arguments.file), CHECK if arguments.check else FIT, asked(arguments)
    size = 0 if arguments.no_play else arguments.games or SIZE[set_]
    wanted = [Work(key, seats, set_, number) for key, seats in tables for number in range(size)]
    ended = carried_out(lambda: campaign(kept, wanted, arguments.workers))
    if ended == TAKEN:
        return ended
    good = _tell_check(kept, tables) if arguments.check else _tell_curves(kept, tables)
    from tests.research.robots_page import write as write_page  # it reads what stands here

    write_page()
    return ended or (0 if good else 1)


def _tell_check(kept: Kept, tables: Iterable[tuple[str, int]]) -> bool:
    good = True
    for key, seats in tables:
        found = figures_of(kept, key, seats)
        sys.stdout.writelines(f"{figure}\n" for figure in found)
        good = good and all(figure.good for figure in found)
        if found:
            summarize(CALIBRATION, summary(kept, key, seats))
    return good


def _tell_curves(kept: Kept, tables: Iterable[tuple[str, int]]) -> bool:
    for key in dict.fromkeys(key for key, _ in tables):
        written = write(kept, key, path_of(key))
        sys.stdout.write(f"{path_of(key).relative_to(ROOT)}{'' if written else ' stays: there are too few games'}\n")
        for seats, found in fitted(kept, key).items():
            sys.stdout.write(f"{key} {seats}, {len(games_of(kept, key, seats, FIT))} games\n")
            for stage, one in enumerate(found):
                sys.stdout.write(
                    f"  stage {stage}: offset {one.offset:.3f}, slope {one.slope:.4f}, bend {one.bend:.4f}\n"
                )
    return True


if __name__ == "__main__":
    raise SystemExit(main())

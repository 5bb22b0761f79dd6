"""The tables of `docs/robots.md`, from what `make ladder`, `make curves` and the other campaigns have kept.

`python -m tests.research.robots_page` writes them between the marks of the page. Knows no rules and plays nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from statistics import fmean

from bot.logic.ratings import ROBOT_RATINGS, UNMEASURED_GAMES
from bot.text.words import Words
from engine import GAMES, Table
from engine.robots import COACHES
from engine.robots.ai import node_budget
from engine.robots.core import OFFERED_LEVELS, Level
from tests.research.accuracy import SUMMARY
from tests.research.blunders import FILE as BLUNDERS
from tests.research.curves import CALIBRATION, EACH, fitted_to
from tests.research.kept import Kept, Row, summaries
from tests.research.ladder import AGAINST_AMATEURS, NEIGHBORS, POINTS, SIZE
from tests.research.ladder_results import Pairing, Played, Results, interval
from tests.research.logistic import Bin
from tests.research.thinking import AHEAD, kept
from tests.research.truth import SUMMARY as TRUTH

PAGE = Path(__file__).parents[2] / "docs" / "robots.md"
BEGIN, END = "<!-- table: {} -->", "<!-- end -->"
NOTHING = "not measured yet"


def word(level: str) -> str:
    """The word that people read for a level."""
    return Words()(f"robot.level.{level}")


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table of Markdown."""
    lines = [list(head)]
    lines += [["---"] * len(lines[0]), *map(list, rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def wins(played: Played | None) -> str:
    """The wins of a pairing with their interval and the number of games."""
    if played is None or not played.whole:
        return NOTHING
    low, high = interval(played.shares)
    games = len(played.whole) * played.pairing.seats
    few = "" if games >= SIZE else f", {games} games"
    return f"**{100 * played.win_rate:.1f}** ({100 * low:.1f} to {100 * high:.1f}{few})"


def _against_amateurs(lines: dict[Pairing, Played]) -> str:
    def row(key: str) -> Iterator[str]:
        yield GAMES[key].title
        for seats, least in AGAINST_AMATEURS[key].items():
            yield f"{wins(lines.get(Pairing(key, seats, Level.EXPERT, Level.AMATEUR)))}, wanted {least}"

    head = ["", *(f"{seats} seats, fair share {100 / seats:.0f}" for seats in (2, 3, 4))]
    return table(head, (row(key) for key in GAMES if key in AGAINST_AMATEURS))


def _neighbors(lines: dict[Pairing, Played], end: int) -> str:
    """Neighbors for the least (end 0) or the most seats (end -1)."""

    def row(key: str) -> Iterator[str]:
        seats = GAMES[key].seats[end]
        yield f"{GAMES[key].title}, {seats} seats"
        for other, better in pairwise(OFFERED_LEVELS):
            yield wins(lines.get(Pairing(key, seats, better, other)))

    wanted = {better: f", wanted {NEIGHBORS[better]}" if end == 0 else "" for better in NEIGHBORS}
    head = (f"{word(better)} / {word(other)}{wanted[better]}" for other, better in pairwise(OFFERED_LEVELS))
    return table(["", *head], map(row, GAMES))


def _points(lines: dict[Pairing, Played]) -> str:
    def row(key: str) -> Iterator[str]:
        played = lines.get(Pairing(key, 2, Level.MASTER, Level.MASTER))
        known = played is not None and played.whole
        yield GAMES[key].title
        yield f"{played.mean_points:.1f} in {played.games} games" if played and known else NOTHING
        yield str(POINTS[key])

    return table(["", "points of a master", "wanted"], (row(key) for key in GAMES if key in POINTS))


def _with_options(lines: dict[Pairing, Played]) -> str:
    found = [one for one in lines if one.options]
    rows = (
        [
            GAMES[one.game].title,
            f"`{one.options}`",
            str(one.seats),
            f"{word(one.robot)} / {word(one.other)}",
            wins(lines[one]),
        ]
        for one in found
    )
    return table(["", "options", "seats", "robots", "wins"], rows) if found else f"*{NOTHING}*"


def _budgets() -> str:
    def row(key: str, seats: int) -> Iterator[str]:
        game = GAMES[key]
        position = Table.new(game, seats, {}, "budgets")
        view = position.view(position.state.to_act()[0])
        yield f"{game.title}, {seats} seats"
        yield from (f"{node_budget(level, view):,}" for level in AHEAD)

    return table(["", *map(word, AHEAD)], (row(key, seats) for key in GAMES for seats in GAMES[key].seats))


def _costs() -> str:
    rows = []
    for one in kept():
        times = (f"{middle:.2f} s ({longest:.2f})" for middle, longest in one["seconds"].values())
        name = f"{GAMES[one['game']].title}, {one['seats']} seats"
        rows.append([name, str(one["positions"]), *times, f"{one['speed']:,}", f"{one['memory']} MiB"])
    return table(["", "moments", *map(word, AHEAD), "positions a second", "memory"], rows)


def _fits() -> str:
    every = sorted({seats for coach in COACHES.values() for seats in coach.curves})

    def row(key: str) -> Iterator[str]:
        yield GAMES[key].title
        for seats in every:
            yield str(fitted_to(key).get(seats, "none yet")) if seats in COACHES[key].curves else ""

    return table(["", *(f"{seats} seats" for seats in every)], (row(key) for key in GAMES if key in COACHES))


def _calibration() -> str:
    def row(one: Row) -> Iterator[str]:
        found = [Bin(*numbers) for numbers in one["bins"]]
        yield f"{GAMES[one['game']].title}, {one['seats']} seats"
        yield f"{one['fitted']}"
        yield f"{one['games']}"
        yield f"{100 * fmean(each.error for each in found):.1f}"
        yield f"{100 * fmean(each.luck for each in found):.1f}"
        yield f"{sum(each.agrees(EACH / 100) for each in found)} of {len(found)}"
        yield ", ".join(f"{100 * each.told:.0f}: {100 * each.seen:.0f}" for each in found)

    head = ["", "fitted to", "checked on", "mean error", "of luck alone", "bins that agree", "chance told: games won"]
    rows = list(map(row, _in_order(CALIBRATION)))
    return table(head, rows) if rows else f"*{NOTHING}*"


def _accuracy() -> str:
    def row(one: Row) -> Iterator[str]:
        yield f"{GAMES[one['game']].title}, {one['seats']} seats"
        yield str(one["games"])
        for level in OFFERED_LEVELS:
            mean, error, _ = one["levels"].get(level, (None, None, None))
            yield NOTHING if mean is None else f"{mean:.1f} (+-{error:.1f})"

    rows = list(map(row, _in_order(SUMMARY)))
    return table(["", "games", *map(word, OFFERED_LEVELS)], rows) if rows else f"*{NOTHING}*"


def _in_order(path: Path) -> list[Row]:
    """The summaries of a file in the order of the shelf."""
    return sorted(summaries(path), key=lambda row: list(GAMES).index(row["game"]))


def _blunders() -> str:
    games = Counter[tuple[str, ...]]()
    found, first = games.copy(), games.copy()
    for row in Kept(BLUNDERS).rows.values():
        key = tuple(row["name"].split("/")[:3])
        games[key] += "at" in row
        found[key] += row.get("at", -1) >= 0
        first[key] += row.get("at", -1) == 0
    rows = [
        [
            f"{GAMES[key[0]].title}, {key[1]} seats",
            word(key[2]),
            str(games[key]),
            str(found[key]),
            str(first[key]),
        ]
        for key in sorted(games)
    ]
    head = ["", "robots", "blunders", "among the three", "the first of them"]
    return table(head, rows) if rows else f"*{NOTHING}*"


def _truth() -> str:
    rows = [
        [GAMES[one["game"]].title, str(one["positions"]), f"{100 * one['best'] / one['positions']:.0f} %"]
        for one in _in_order(TRUTH)
    ]
    return table(["", "positions", "the first line is one of the best"], rows) if rows else f"*{NOTHING}*"


def _ratings() -> str:
    titles = {UNMEASURED_GAMES: "any other game", **{key: game.title for key, game in GAMES.items()}}
    rows = ([titles[key], *(f"{ratings[level]:.1f}" for level in Level)] for key, ratings in ROBOT_RATINGS.items())
    return table(["", *map(word, Level)], rows)


TABLES: dict[str, Callable[[dict[Pairing, Played]], str]] = {
    "experts against amateurs": _against_amateurs,
    "neighbors at two seats": lambda lines: _neighbors(lines, 0),
    "neighbors at the most seats": lambda lines: _neighbors(lines, -1),
    "points": _points,
    "other options": _with_options,
    "budgets": lambda lines: _budgets(),
    "costs": lambda lines: _costs(),
    "ratings": lambda lines: _ratings(),
    "fits": lambda lines: _fits(),
    "calibration": lambda lines: _calibration(),
    "accuracy": lambda lines: _accuracy(),
    "blunders": lambda lines: _blunders(),
    "truth": lambda lines: _truth(),
}


def filled(page: str, results: Results) -> str:
    """The page with its tables as they are now."""
    for name, made in TABLES.items():
        begin = BEGIN.format(name)
        assert begin in page, f"the page has no {begin}"
        between = re.compile(f"{re.escape(begin)}\n.*?{re.escape(END)}", re.DOTALL)
        page = between.sub(f"{begin}\n\n{made(results.lines)}\n\n{END}", page, count=1)
    return page


def write() -> None:
    """The page has its tables as they are now."""
    PAGE.write_text(filled(PAGE.read_text("utf-8"), Results()), "utf-8")


if __name__ == "__main__":
    write()

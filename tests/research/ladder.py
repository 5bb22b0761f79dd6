"""How strong robots are: each level against the next one, in every seat of the same deals. `make ladder` goes on.

What was played is kept in `ladder_results.jsonl`, after every game, so it may be stopped at any time (Ctrl-C) and goes
on where it was. A robot that has changed since plays anew, unless `--same` finds that it plays as before. Only one
process at a time adds to a file. Knows no rules.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple

from engine import GAMES, Table
from engine.core import places
from engine.robots.ai import choose
from engine.robots.core import OFFERED_LEVELS, Level
from tests.bench import Figure
from tests.research.kept import Taken, outcomes
from tests.research.ladder_results import FILE, LOST, Pairing, Played, Results, interval

SIZE = 200  # games of each pairing
NEIGHBORS = {**dict.fromkeys(OFFERED_LEVELS[1:], 65), Level.MASTER: 60}  # % of wins for two, by the better
AGAINST_AMATEURS = {  # % of wins of an expert against copies of the amateur, by seats
    "azul": {2: 98, 3: 88, 4: 85},
    "pavilion": {2: 97, 3: 95, 4: 95},
    "match_five": {2: 85, 3: 60, 4: 50},
    "pillars": {2: 85, 3: 80, 4: 70},
}
AGAIN = 8  # games that a robot whose code has changed plays again to show that it plays as before; whole deals
MOST_AMATEURS = 4  # seats at which an expert meets copies of the amateur
POINTS = {"pavilion": 105}  # that two masters reach in the mean


class Game(NamedTuple):
    """A game to play: the pairing, the number of the deal, and the seat of the robot that is measured."""

    pairing: Pairing
    deal: int
    seat: int


class Outcome(NamedTuple):
    """What came of a game: the sign and the points that `Played` keeps."""

    game: Game
    sign: str
    points: int


def pairings(key: str) -> list[Pairing]:
    """What is played in a game: neighbors for two and for the most, experts against amateurs, masters for points."""
    seats = GAMES[key].seats
    sizes = sorted({seats[0], seats[-1]})
    ladder = [Pairing(key, size, better, other) for size in sizes for other, better in pairwise(OFFERED_LEVELS)]
    amateurs = [Pairing(key, size, Level.EXPERT, Level.AMATEUR) for size in seats if size <= MOST_AMATEURS]
    masters = [Pairing(key, 2, Level.MASTER, Level.MASTER)] if key in POINTS else []
    return [*ladder, *amateurs, *masters]


def play(game: Game) -> Outcome:
    """Play one game. The same game comes out the same everywhere."""
    try:
        return _played_out(*game)
    except Exception as error:
        error.add_note(f"in {game}")  # the process that plays is another than the one that tells of it
        raise


def _played_out(pairing: Pairing, deal: int, own: int) -> Outcome:
    name = f"ladder/{pairing.game}/{pairing.seats}/{deal}"
    table = Table.new(GAMES[pairing.game], pairing.seats, pairing.chosen, name)
    lots = [Random(f"{name}/{own}/{seat}") for seat in range(pairing.seats)]
    while seats := table.state.to_act():
        seat = seats[0]
        level = pairing.robot if seat == own else pairing.other
        table = table.play(seat, str(choose(level, table.view(seat), lots[seat])))
    scores = table.state.scores()
    ranks = places(scores)
    return Outcome(Game(pairing, deal, own), str(ranks.count(1)) if ranks[own] == 1 else LOST, scores[own][0])


def campaign(results: Results, wanted: Iterable[Pairing], size: int, workers: int = 0) -> None:
    """Play what is missing to so many games of each pairing; all pairings grow alike.

    `workers`: processes that play; with 0 this one does. Raises Taken while another process adds to the results.
    """
    with results.alone():
        due = [Game(one, deal, seat) for one in dict.fromkeys(wanted) for deal, seat in results.of(one).due(size)]
        due.sort(key=lambda game: game.deal * game.pairing.seats + game.seat)
        with outcomes(play, due, workers) as played:
            for (pairing, deal, seat), sign, points in played:
                results.add(pairing, deal, seat, sign, points)


def same(results: Results, wanted: Iterable[Pairing], workers: int = 0) -> list[Pairing]:
    """The pairings whose robots have changed and play as before, which is tried on some deals; their games are kept.

    `workers`: as of a campaign. Raises Taken while another process adds to the results.
    """
    with results.alone():
        changed = results.outdated(dict.fromkeys(wanted))
        deals = {one: _spread(results.lines[one].whole, AGAIN // one.seats) for one in changed}
        due = [Game(one, deal, seat) for one in changed for deal in deals[one] for seat in range(one.seats)]
        again = {one: Played(one, "") for one in changed}
        with outcomes(play, due, workers) as played:
            for game, sign, points in played:
                again[game.pairing] = again[game.pairing].with_game(game.deal, game.seat, sign, points)
        kept = [one for one in changed if deals[one] and _are_equal(results.lines[one], again[one], deals[one])]
        for one in kept:
            results.keep(one)
        return kept


def _spread(deals: Sequence[int], wanted: int) -> list[int]:
    """So many of these, from the first to the last; all where there are fewer."""
    count = min(wanted, len(deals))
    return [deals[number * (len(deals) - 1) // max(count - 1, 1)] for number in range(count)]


def _are_equal(before: Played, now: Played, deals: Iterable[int]) -> bool:
    return all((before.deals[one], before.points[one]) == (now.deals[one], now.points[one]) for one in deals)


def target(pairing: Pairing) -> float | None:
    """The % of wins that the robot must have at least, None where the fair share is enough."""
    if pairing.other == Level.AMATEUR and pairing.robot == Level.EXPERT:
        return AGAINST_AMATEURS.get(pairing.game, {}).get(pairing.seats)
    return NEIGHBORS.get(Level(pairing.robot)) if pairing.seats == 2 and pairing.robot != pairing.other else None


def judged(played: Played) -> list[Figure]:
    """The figures of a pairing: its wins, from where on they lie with certainty, and the points of masters."""
    pairing = played.pairing
    name = _named(pairing)
    if not played.whole:
        return []
    if pairing.robot == pairing.other:
        return [Figure(f"{name}: mean", played.mean_points, "points", least=POINTS.get(pairing.game))]
    low, high = interval(played.shares)
    wins = Figure(f"{name}: wins", 100 * played.win_rate, "%", least=target(pairing))
    return [wins, Figure(f"  at least (at most {100 * high:.1f})", 100 * low, "%", least=100 * pairing.fair)]


def _named(pairing: Pairing) -> str:
    return f"{pairing.game} {pairing.seats}, {pairing.robot} / {pairing.other}"


def figures_of(results: Results, wanted: Iterable[Pairing], size: int) -> list[Figure]:
    """What the games so far say, as far as the robots still play like that."""
    found = [results.of(one) for one in dict.fromkeys(wanted)]
    short = sum(not one.whole or one.games < size for one in found)
    return [
        *(figure for played in found for figure in judged(played)),
        Figure(f"pairings with fewer than {size} games", short, f"of {len(found)}", 0),
    ]


async def figures(size: int) -> list[Figure]:
    """The whole ladder in this process, as other campaigns do it; the command below uses all processors."""
    results = Results()
    wanted = [pairing for key in GAMES for pairing in pairings(key)]
    campaign(results, wanted, size)
    return figures_of(results, wanted, size)


def asked(arguments: argparse.Namespace) -> list[Pairing]:
    """The pairings that were asked for; all where nothing was."""
    found = [pairing for key in arguments.game or GAMES for pairing in pairings(key)]
    if arguments.pairing:
        names = {one: f"{Level(one.robot).name}-{Level(one.other).name}".lower() for one in found}
        found = [one for one in found if names[one] in arguments.pairing]
    found = [one for one in found if one.seats in (arguments.seats or [one.seats])]
    return [replace(one, options=arguments.options) for one in dict.fromkeys(found)]


def read(texts: list[str] | None = None) -> argparse.Namespace:
    """What the command was told."""
    parser = argparse.ArgumentParser(prog="python -m tests.research.ladder", description="Go on measuring the robots.")
    parser.add_argument("--game", action="append", choices=GAMES, help="only this game; may be repeated")
    parser.add_argument("--pairing", action="append", help="only this one, as expert-amateur; may be repeated")
    parser.add_argument("--seats", action="append", type=int, help="only tables of so many; may be repeated")
    parser.add_argument("--options", default="", help="those that are not the default, as wall=gray,rules=hungarian")
    parser.add_argument("--games", type=int, default=SIZE, help=f"games of each pairing ({SIZE})")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="processes (one for each processor)")
    parser.add_argument("--file", type=Path, default=FILE, help="where results are kept, if not in the project")
    parser.add_argument("--same", action="store_true", help="keep games of robots whose code alone has changed")
    parser.add_argument("--no-play", action="store_true", help="only print what is known")
    return parser.parse_args(texts)


def main() -> int:
    """Play on, print the figures and write the tables of the page.

    The exit code: 1 if a border is missed, 2 while another process adds to the same file, 130 after Ctrl-C.
    """
    arguments = read()
    results, stopped = Results(arguments.file), False
    wanted = asked(arguments)
    try:
        if arguments.same:
            for one in same(results, wanted, arguments.workers):
                sys.stdout.write(f"{_named(one)}: a robot has changed and plays as before\n")
        for one in results.outdated(wanted):
            sys.stdout.write(f"{_named(one)}: a robot has changed, played anew\n")
        if not arguments.no_play:
            campaign(results, wanted, arguments.games, arguments.workers)
    except KeyboardInterrupt:
        stopped = True
    except Taken as why:
        sys.stderr.write(f"{why}\n")
        return 2
    found = figures_of(results, wanted, arguments.games)
    sys.stdout.writelines(f"{figure}\n" for figure in found)
    if arguments.file == FILE:
        from tests.research.robots_page import write  # it reads what stands here

        write()
    return 130 if stopped else 0 if all(figure.good for figure in found) else 1


if __name__ == "__main__":
    raise SystemExit(main())

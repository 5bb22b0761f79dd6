"""The engine at work by itself: `python -m engine azul` plays in a terminal, `python -m engine serve` is a process.

`python -m engine review FILE` judges an exported game.
Knows no game by name; the only module of the engine that reads files and arguments and draws a seed.
"""

import argparse
import json
import os
import secrets
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random

from engine.core import Fact, IllegalMove, Score, cut
from engine.files import folder
from engine.games import GAMES
from engine.robots import LUCKS
from engine.robots.ai import choose
from engine.robots.core import OFFERED, Level
from engine.robots.luck import Luck, told
from engine.robots.luck import explained as as_plain
from engine.robots.review import Review, explained, review
from engine.rulebook import paragraphs
from engine.series import Series
from engine.serve import serve
from engine.table import Table
from engine.transcript import read
from engine.verbs import DOCUMENT

LEVELS = tuple(map(str, Level))
ABOUT = (
    'With "serve" it reads one JSON object a line and answers each with one: {"do": "help"} lists what can be asked, '
    f'{DOCUMENT} of the project explains it. With "review" and a file it judges the decisions of an exported game, '
    "which takes a minute or two, and with --luck also tells how its draws favored each seat. "
    "Everything else is a game, to be played in this terminal."
)


def main() -> int:
    """Serve or play, as the command line says; the exit code."""
    try:
        return _main()
    except BrokenPipeError:  # whoever listened is gone
        return 0
    finally:
        try:
            sys.stdout.flush()
        except BrokenPipeError:  # what nobody reads any more goes nowhere
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _main() -> int:
    chosen = _chosen()
    try:
        if chosen.what == "serve":
            if sys.stdin.isatty():  # a person who typed the command is told what it reads
                print(ABOUT, file=sys.stderr)
            serve(GAMES, say, sys.stdin.buffer, sys.stdout)
        elif chosen.what == "review":
            _review(chosen)
        else:
            options = dict(option.split("=", 1) for option in chosen.option if "=" in option)
            robots = dict(zip(reversed(range(chosen.seats)), chosen.robot, strict=False))
            opened = GAMES[chosen.what], chosen.seats, options, chosen.seed
            _play_match(Series.new(*opened), robots) if chosen.match else _play(Table.new(*opened), robots)
    except IllegalMove as refusal:
        print(say(chosen.what, refusal.reason, refusal.facts), file=sys.stderr)
        return 2
    except (KeyboardInterrupt, EOFError):
        print()
    return 0


def _chosen() -> argparse.Namespace:
    """What the command line says."""
    name = "python -m engine" if sys.argv[0].endswith("__main__.py") else None
    parser = argparse.ArgumentParser(name, description=ABOUT)
    parser.add_argument("what", choices=["serve", "review", *GAMES])
    parser.add_argument("file", nargs="?", type=Path, help="an exported game, for review")
    parser.add_argument("--json", action="store_true", help="the whole review, for other programs")
    parser.add_argument("--nodes", type=int, help="how many positions each decision of a review is worth")
    parser.add_argument("--luck", action="store_true", help="also the luck of the draws in a review, for some seconds")
    parser.add_argument("--seats", type=int, default=2, help="how many play")
    parser.add_argument(
        "--robot", action="append", choices=LEVELS, default=[], metavar="LEVEL",
        help=f"fills a seat from the last: {', '.join(OFFERED)}",
    )  # fmt: skip
    parser.add_argument("--seed", default=secrets.token_hex(4), help="the same text gives the same draws")
    parser.add_argument("--match", action="store_true", help="as many games as seats, each seat begins once")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="such as wall=gray")
    return parser.parse_args()


def _review(chosen: argparse.Namespace) -> None:
    """Prints what mattered in an exported game."""
    if chosen.file is None or not chosen.file.is_file():
        raise IllegalMove("file", file=cut(str(chosen.file or "")))
    table = read(chosen.file.read_text("utf-8"), GAMES).table
    made = review(table, chosen.nodes)
    drawn = told(table) if chosen.luck else []
    if chosen.json:
        print(json.dumps({**explained(made), **({"luck": as_plain(drawn)} if chosen.luck else {})}))
    else:
        print("\n".join([*_told(made), *(_drawn(table.game.key, one, last=one is drawn[-1]) for one in drawn)]))


def _told(made: Review) -> Iterator[str]:
    """The accuracy of each seat, then the decisions that mattered, a line each."""
    for seat, accuracy in enumerate(made.accuracy(), 1):
        yield _word("terminal.accuracy", seat=seat, percent="-" if accuracy is None else round(accuracy))
    for one in made.turning_points().values():
        best, played = one.lines[0], one.lines[one.played]
        yield _word(
            "terminal.turning_point", place=one.place + 1, seat=one.seat + 1, played=" ".join(played.moves),
            best=" ".join(best.moves), percent=round(100 * one.loss), points=f"{one.points:.1f}",
        )  # fmt: skip


def _drawn(game: str, one: Luck, *, last: bool) -> str:
    """How the draws of a round favored each seat, a line. The last turns told together may be fewer than others."""
    turns = LUCKS[game].turns
    leads = enumerate(zip(one.leads, one.errors, strict=True), 1)
    seats = ", ".join(f"#{seat} {lead:+.1f} (±{error:.1f})" for seat, (lead, error) in leads)
    if turns:
        key = "terminal.luck_of_last_turns" if last else "terminal.luck_of_turns"
        return _word(key, first=turns * (one.round - 1) + 1, last=turns * one.round, seats=seats)
    return _word("terminal.luck", round=one.round, seats=seats)


def say(game: str, reason: str, facts: Mapping[str, Fact]) -> str:
    """The paragraph of the game's rules with that number, else the engine's own words."""
    if reason in _rules(game):
        return _rules(game)[reason]
    return _word(f"engine.{reason}", **facts)


def _word(key: str, **facts: Fact) -> str:
    section, _, name = key.partition(".")
    return str(_words()[section][name]).format_map(_Gaps(facts))


class _Gaps(dict[str, Fact]):
    """Facts by name; a gap without one stays a gap."""

    def __missing__(self, name: str) -> str:
        return "{" + name + "}"


@cache
def _words() -> dict[str, dict[str, str]]:
    return tomllib.loads((folder("words") / "en" / "bot.toml").read_text("utf-8"))


@cache
def _rules(game: str) -> dict[str, str]:
    path = folder("rules") / f"{game}.md"
    if game not in GAMES or not path.exists():
        return {}
    found = paragraphs(path.read_text("utf-8"))
    return {number: " ".join(paragraph.text.split()) for number, paragraph in found.items()}


def _play_match(series: Series, robots: Mapping[int, str]) -> None:
    """Plays game after game, each to its end, or until somebody quits."""
    while not series.over:
        table = _play(series.table, robots)
        if table.state.to_act():
            return
        series = series.with_table(table)
        print(_word("terminal.match", points=_points(series.scores())))


def _play(table: Table, seats: Mapping[int, str]) -> Table:
    """The table after its last move, or when somebody quits; `seats` are those of robots, with their level."""
    print(_word("terminal.help", move=str(table.state.moves(table.state.to_act()[0])[0])))
    while acting := table.state.to_act():
        seat = acting[0]
        if seat in seats:
            rng = Random(f"{table.seed}/{seats[seat]}/{len(table.log)}")  # noqa: S311 - a repeatable game
            text = str(choose(seats[seat], table.view(seat), rng))
            print(_word("terminal.played", seat=seat + 1, move=text))
            table = table.play(seat, text)
            continue
        print(f"\n{table.view(seat).state}")
        text = input(_word("terminal.turn", seat=seat + 1)).strip()
        if text == "quit":
            return table
        table = _answered(table, seat, text, seats)
    print(f"\n{table.state}\n{_word('terminal.over', points=_points(table.state.scores()))}")
    return table


def _points(scores: Sequence[Score]) -> str:
    return ", ".join(f"#{seat + 1}: {score[0]}" for seat, score in enumerate(scores))


def _answered(table: Table, seat: int, text: str, robots: Mapping[int, str]) -> Table:
    """The table after what a person typed; the same one after a question or a refusal."""
    if text == "?":
        print(" ".join(str(move) for move in table.view(seat).moves))
        return table
    if text == "back":  # to before the last move of a person
        lengths = [at for at, entry in enumerate(table.log) if entry.seat >= 0 and entry.seat not in robots]
        return table.back_to(lengths[-1]) if lengths else table
    try:
        return table.play(seat, _tidied(table, seat, text))
    except IllegalMove as refusal:
        reason, facts = refusal.reason, refusal.facts
        print(_word("terminal.refused", reason=reason, text=say(table.game.key, reason, facts)))
        return table


def _tidied(table: Table, seat: int, text: str) -> str:
    """The text as it is if the game can read it, else the legal move that differs in case and spaces, else capitals."""
    try:
        table.game.parse(text)
    except IllegalMove:
        typed = text.replace(" ", "")
        legal = {str(move).casefold(): str(move) for move in table.view(seat).moves}
        return legal.get(typed.casefold(), typed.upper())
    return text


if __name__ == "__main__":
    raise SystemExit(main())

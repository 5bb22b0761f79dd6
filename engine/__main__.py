"""The engine's command line: `python -m engine azul` plays in a terminal, `python -m engine serve` serves requests.

`python -m engine review FILE` reviews an exported game. Independent of particular games. No other module of the engine
reads command-line arguments or files of games, or makes seeds.
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

from engine.core import Fact, IllegalMove, Score, truncate
from engine.files import resource_path
from engine.games import GAMES
from engine.robots import LUCKS
from engine.robots.ai import choose
from engine.robots.core import OFFERED_LEVELS, Level
from engine.robots.luck import Luck, luck_per_round
from engine.robots.luck import luck_as_json as as_plain
from engine.robots.review import Review, review, review_as_json
from engine.rulebook import paragraphs
from engine.series import Series
from engine.serve import serve
from engine.table import Table
from engine.transcript import read_transcript
from engine.verbs import PROTOCOL_DOCUMENT

ROBOT_LEVELS = tuple(map(str, Level))
COMMAND_DESCRIPTION = (
    'With "serve" it reads one JSON object a line and answers each with one: {"do": "help"} lists what can be asked, '
    f'{PROTOCOL_DOCUMENT} of the project explains it. With "review" and a file it judges the decisions of an exported '
    "game, which takes a minute or two, and with --luck also tells how its draws favored each seat. "
    "Everything else is a game, to be played in this terminal."
)


def main() -> int:
    """Run the command line and return the exit code."""
    try:
        return _main()
    except BrokenPipeError:  # the reader of the output has closed it
        return 0
    finally:
        try:
            sys.stdout.flush()
        except BrokenPipeError:  # discard the output that is left
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _main() -> int:
    arguments = _arguments()
    try:
        if arguments.what == "serve":
            if sys.stdin.isatty():  # a person typed the command
                print(COMMAND_DESCRIPTION, file=sys.stderr)
            serve(GAMES, explain_reason, sys.stdin.buffer, sys.stdout)
        elif arguments.what == "review":
            _review(arguments)
        else:
            options = dict(option.split("=", 1) for option in arguments.option if "=" in option)
            robots = dict(zip(reversed(range(arguments.seats)), arguments.robot, strict=False))
            opened = GAMES[arguments.what], arguments.seats, options, arguments.seed
            _play_match(Series.new(*opened), robots) if arguments.match else _play(Table.new(*opened), robots)
    except IllegalMove as refusal:
        print(explain_reason(arguments.what, refusal.reason, refusal.facts), file=sys.stderr)
        return 2
    except (KeyboardInterrupt, EOFError):
        print()
    return 0


def _arguments() -> argparse.Namespace:
    """Parse the command line."""
    name = "python -m engine" if sys.argv[0].endswith("__main__.py") else None
    parser = argparse.ArgumentParser(name, description=COMMAND_DESCRIPTION)
    parser.add_argument("what", choices=["serve", "review", *GAMES])
    parser.add_argument("file", nargs="?", type=Path, help="an exported game, for review")
    parser.add_argument("--json", action="store_true", help="the whole review, for other programs")
    parser.add_argument("--nodes", type=int, help="how many positions each decision of a review is worth")
    parser.add_argument("--luck", action="store_true", help="also the luck of the draws in a review, for some seconds")
    parser.add_argument("--seats", type=int, default=2, help="how many play")
    parser.add_argument(
        "--robot", action="append", choices=ROBOT_LEVELS, default=[], metavar="LEVEL",
        help=f"fills a seat from the last: {', '.join(OFFERED_LEVELS)}",
    )  # fmt: skip
    parser.add_argument("--seed", default=secrets.token_hex(4), help="the same text gives the same draws")
    parser.add_argument("--match", action="store_true", help="as many games as seats, each seat begins once")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="such as wall=gray")
    return parser.parse_args()


def _review(arguments: argparse.Namespace) -> None:
    """Print the review of an exported game."""
    if arguments.file is None or not arguments.file.is_file():
        raise IllegalMove("file", file=truncate(str(arguments.file or "")))
    table = read_transcript(arguments.file.read_text("utf-8"), GAMES).table
    result = review(table, arguments.nodes)
    lucks = luck_per_round(table) if arguments.luck else []
    if arguments.json:
        print(json.dumps({**review_as_json(result), **({"luck": as_plain(lucks)} if arguments.luck else {})}))
    else:
        print(
            "\n".join(
                [*_review_lines(result), *(_luck_line(table.game.key, luck, last=luck is lucks[-1]) for luck in lucks)]
            )
        )


def _review_lines(result: Review) -> Iterator[str]:
    """Yield a line per seat with its accuracy, then a line per turning point."""
    for seat, accuracy in enumerate(result.accuracy(), 1):
        yield _word("terminal.accuracy", seat=seat, percent="-" if accuracy is None else round(accuracy))
    for decision in result.turning_points().values():
        best, played = decision.lines[0], decision.lines[decision.played]
        yield _word(
            "terminal.turning_point", place=decision.place + 1, seat=decision.seat + 1, played=" ".join(played.moves),
            best=" ".join(best.moves), percent=round(100 * decision.loss), points=f"{decision.points:.1f}",
        )  # fmt: skip


def _luck_line(game: str, luck: Luck, *, last: bool) -> str:
    """Return a line on how the draws of a round favored each seat. The `last` group of turns may be incomplete."""
    turns = LUCKS[game].turns_per_round
    leads = enumerate(zip(luck.leads, luck.errors, strict=True), 1)
    seats = ", ".join(f"#{seat} {lead:+.1f} (±{error:.1f})" for seat, (lead, error) in leads)
    if turns:
        key = "terminal.luck_of_last_turns" if last else "terminal.luck_of_turns"
        return _word(key, first=turns * (luck.round - 1) + 1, last=turns * luck.round, seats=seats)
    return _word("terminal.luck", round=luck.round, seats=seats)


def explain_reason(game: str, reason: str, facts: Mapping[str, Fact]) -> str:
    """Return the paragraph of the game's rules with that number, or the engine's own text for the reason."""
    if reason in _rules(game):
        return _rules(game)[reason]
    return _word(f"engine.{reason}", **facts)


def _word(key: str, **facts: Fact) -> str:
    section, _, name = key.partition(".")
    return str(_words()[section][name]).format_map(_Placeholders(facts))


class _Placeholders(dict[str, Fact]):
    """Facts by name, for `format_map`. A placeholder without a fact stays in the text."""

    def __missing__(self, name: str) -> str:
        return "{" + name + "}"


@cache
def _words() -> dict[str, dict[str, str]]:
    return tomllib.loads((resource_path("words") / "en" / "bot.toml").read_text("utf-8"))


@cache
def _rules(game: str) -> dict[str, str]:
    path = resource_path("rules") / f"{game}.md"
    if game not in GAMES or not path.exists():
        return {}
    found = paragraphs(path.read_text("utf-8"))
    return {number: " ".join(paragraph.text.split()) for number, paragraph in found.items()}


def _play_match(series: Series, robots: Mapping[int, str]) -> None:
    """Play the games of a match until it is over or someone quits."""
    while not series.is_over:
        table = _play(series.table, robots)
        if table.state.to_act():
            return
        series = series.replace_table(table)
        print(_word("terminal.match", points=_points(series.scores())))


def _play(table: Table, seats: Mapping[int, str]) -> Table:
    """Play until the game is over or someone quits; return the table. `seats`: the level of each robot, by seat."""
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
        table = _apply_input(table, seat, text, seats)
    print(f"\n{table.state}\n{_word('terminal.over', points=_points(table.state.scores()))}")
    return table


def _points(scores: Sequence[Score]) -> str:
    return ", ".join(f"#{seat + 1}: {score[0]}" for seat, score in enumerate(scores))


def _apply_input(table: Table, seat: int, text: str, robots: Mapping[int, str]) -> Table:
    """Return the table after a person's input. A question or an illegal move leaves it unchanged."""
    if text == "?":
        print(" ".join(str(move) for move in table.view(seat).moves))
        return table
    if text == "back":  # take back the last move that a person made
        lengths = [index for index, entry in enumerate(table.log) if entry.seat >= 0 and entry.seat not in robots]
        return table.back_to(lengths[-1]) if lengths else table
    try:
        return table.play(seat, _tidy_move(table, seat, text))
    except IllegalMove as refusal:
        reason, facts = refusal.reason, refusal.facts
        print(_word("terminal.refused", reason=reason, text=explain_reason(table.game.key, reason, facts)))
        return table


def _tidy_move(table: Table, seat: int, text: str) -> str:
    """Return the text if it parses, else a legal move that differs only in case or spaces, else capitals."""
    try:
        table.game.parse(text)
    except IllegalMove:
        typed = text.replace(" ", "")
        legal = {str(move).casefold(): str(move) for move in table.view(seat).moves}
        return legal.get(typed.casefold(), typed.upper())
    return text


if __name__ == "__main__":
    raise SystemExit(main())

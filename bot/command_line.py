"""The command line: `run` and the operator's commands. Knows only their names, not how they work.

Only `run` loads the parts that talk to Discord, so the others start at once and work where those are missing.
"""

import argparse
import logging
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from bot import logs
from bot.ops import commands as commands_module
from bot.settings import ADDRESS, Settings, settings
from bot.text.words import Words

log = logging.getLogger(__name__)
Command = Callable[[Settings, argparse.Namespace], int]


def main(arguments: list[str]) -> int:
    """Run the command; the exit code: 0 for success, 1 if `check` or `probe` found something, 2 for failure."""
    given = _parser(Words()).parse_args(arguments)
    try:
        chosen = settings()
    except ValueError as wrong:
        sys.stderr.write(f"{wrong}\n")
        return 1 if given.command is COMMANDS["check"] else commands_module.FAULT
    logs.set_up(chosen.log, chosen.level, chosen.token)
    command: Command = given.command
    if command is not COMMANDS["check"]:  # which tells it in its own way
        for name, nearest in chosen.unknown:
            log.warning(Words()("start.unknown_setting", name=name, nearest=nearest))
    return command(chosen, given)


class Parser(argparse.ArgumentParser):
    """Says what is wrong with a command line, but repeats no address: a password may stand in it."""

    def error(self, message: str) -> NoReturn:
        """End the program with the message."""
        is_address = any(ADDRESS.search(argument) for argument in sys.argv[1:])
        super().error(Words()("operator.no_address_here") if is_address else message)


def _file(given: str) -> Path:
    """The path of a file. Raises ValueError for an address."""
    if ADDRESS.search(given):
        raise ValueError
    return Path(given)


def _parser(words: Words) -> argparse.ArgumentParser:
    name = "python -m bot" if sys.argv[0].endswith("__main__.py") else None
    parser = Parser(name, description=words("operator.about"))
    commands = parser.add_subparsers(metavar="command", title=words("operator.commands"))
    parser.set_defaults(command=_run)
    for name, command in COMMANDS.items():
        added = commands.add_parser(name, help=words(f"operator.{name}"), description=words(f"operator.{name}"))
        added.set_defaults(command=command)
        if name in ("backup", "restore", "move-to-sqlite"):
            added.add_argument("file", type=_file, help=words(f"operator.{name}_file"))
        if name == "move-to-postgres":
            added.add_argument("address", help=words("operator.move-to-postgres_address"))
        if name == "probe":
            added.add_argument("channel", type=int, help=words("operator.probe_channel"))
            added.add_argument("belief", nargs="*", help=words("operator.probe_belief"))
        if name == "check":
            added.add_argument("--discord", action="store_true", help=words("operator.check_discord"))
    return parser


def _run(chosen: Settings, _: argparse.Namespace) -> int:
    from bot.app.main import give_back, run, serve

    give_back()
    return run(serve(chosen))


def _without_arguments(command: Callable[[Settings], int]) -> Command:
    return lambda chosen, _: command(chosen)


COMMANDS: dict[str, Command] = {
    "run": _run,
    "check": lambda chosen, given: commands_module.check(chosen, discord=given.discord),
    "probe": lambda chosen, given: commands_module.probe(chosen, given.channel, given.belief),
    "backup": lambda chosen, given: commands_module.backup(chosen, given.file),
    "restore": lambda chosen, given: commands_module.restore(chosen, given.file),
    "move-to-postgres": lambda chosen, given: commands_module.move_to_postgres(chosen, given.address),
    "move-to-sqlite": lambda chosen, given: commands_module.move_to_sqlite(chosen, given.file),
    "rebuild-ratings": _without_arguments(commands_module.rebuild_ratings),
    "games": _without_arguments(commands_module.games),
    "stats": _without_arguments(commands_module.stats),
}

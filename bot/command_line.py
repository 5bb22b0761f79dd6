"""The command line: `run` and the operator's commands.

Only `run` loads the parts that talk to Discord, so the other commands start fast and work without them.
Knows only the commands' names and arguments.
"""

import argparse
import logging
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from bot import logs
from bot.ops import commands as commands_module
from bot.settings import ADDRESS_LIKE, Settings, load_settings
from bot.signals import EXIT_FAILURE
from bot.text.words import Words

log = logging.getLogger(__name__)
Command = Callable[[Settings, argparse.Namespace], int]


def main(arguments: list[str]) -> int:
    """Run the command and return its exit code: 0 for success, 1 if `check` or `probe` found something, else 2."""
    given = _parser(Words()).parse_args(arguments)
    try:
        settings = load_settings()
    except ValueError as wrong:
        sys.stderr.write(f"{wrong}\n")
        return 1 if given.command is OPERATOR_COMMANDS["check"] else EXIT_FAILURE
    logs.set_up(settings.log_format, settings.log_level, settings.token)
    command: Command = given.command
    if command is not OPERATOR_COMMANDS["check"]:  # which reports them as findings
        for name, nearest in settings.unknown_names:
            log.warning(Words()("start.unknown_setting", name=name, nearest=nearest))
    return command(settings, given)


class Parser(argparse.ArgumentParser):
    """An argument parser whose error messages repeat no address, because it may contain a password."""

    def error(self, message: str) -> NoReturn:
        """Print the message and exit."""
        is_address = any(ADDRESS_LIKE.search(argument) for argument in sys.argv[1:])
        super().error(Words()("operator.no_address_here") if is_address else message)


def _file_path(given: str) -> Path:
    """Return the path of a file. Raises ValueError for a database address."""
    if ADDRESS_LIKE.search(given):
        raise ValueError
    return Path(given)


def _parser(words: Words) -> argparse.ArgumentParser:
    name = "python -m bot" if sys.argv[0].endswith("__main__.py") else None
    parser = Parser(name, description=words("operator.about"))
    commands = parser.add_subparsers(metavar="command", title=words("operator.commands"))
    parser.set_defaults(command=_run)
    for name, command in OPERATOR_COMMANDS.items():
        added = commands.add_parser(name, help=words(f"operator.{name}"), description=words(f"operator.{name}"))
        added.set_defaults(command=command)
        if name in ("backup", "restore", "move-to-sqlite"):
            added.add_argument("file", type=_file_path, help=words(f"operator.{name}_file"))
        if name == "move-to-postgres":
            added.add_argument("address", help=words("operator.move-to-postgres_address"))
        if name == "probe":
            added.add_argument("channel", type=int, help=words("operator.probe_channel"))
            added.add_argument("belief", nargs="*", help=words("operator.probe_belief"))
        if name == "check":
            added.add_argument("--discord", action="store_true", help=words("operator.check_discord"))
    return parser


def _run(settings: Settings, _: argparse.Namespace) -> int:
    from bot.app.main import release_freed_memory, run, serve

    release_freed_memory()
    return run(serve(settings))


def _without_arguments(command: Callable[[Settings], int]) -> Command:
    return lambda settings, _: command(settings)


OPERATOR_COMMANDS: dict[str, Command] = {
    "run": _run,
    "check": lambda settings, given: commands_module.check(settings, discord=given.discord),
    "probe": lambda settings, given: commands_module.probe(settings, given.channel, given.belief),
    "backup": lambda settings, given: commands_module.backup(settings, given.file),
    "restore": lambda settings, given: commands_module.restore(settings, given.file),
    "move-to-postgres": lambda settings, given: commands_module.move_to_postgres(settings, given.address),
    "move-to-sqlite": lambda settings, given: commands_module.move_to_sqlite(settings, given.file),
    "rebuild-ratings": _without_arguments(commands_module.rebuild_ratings),
    "games": _without_arguments(commands_module.games),
    "stats": _without_arguments(commands_module.stats),
}

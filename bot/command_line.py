"""The command line: run, and what an operator does beside. Knows only the names of the commands, not how they work.

Only `run` loads the parts that talk to Discord, so the others start at once and work where those are missing.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

from bot import logs
from bot.ops import commands as commands_module
from bot.settings import Settings, settings
from bot.text.words import Words

FAULT = 2  # exit code: the operator has to change something


def main(arguments: list[str]) -> int:
    """Do what the arguments say; the exit code: 0 when it is done, 1 when `check` found something, 2 when it failed."""
    given = _parser(Words()).parse_args(arguments)
    try:
        chosen = settings()
    except ValueError as wrong:
        sys.stderr.write(f"{wrong}\n")
        return 1 if given.deed is DEEDS["check"] else FAULT
    logs.set_up(chosen.log, chosen.level, chosen.token)
    deed: Callable[[Settings, argparse.Namespace], int] = given.deed
    return deed(chosen, given)


def _parser(words: Words) -> argparse.ArgumentParser:
    name = "python -m bot" if sys.argv[0].endswith("__main__.py") else None
    parser = argparse.ArgumentParser(name, description=words("operator.about"))
    commands = parser.add_subparsers(metavar="command", title=words("operator.commands"))
    parser.set_defaults(deed=_run)
    for name, deed in DEEDS.items():
        command = commands.add_parser(name, help=words(f"operator.{name}"), description=words(f"operator.{name}"))
        command.set_defaults(deed=deed)
        if name in ("backup", "restore"):
            command.add_argument("file", type=Path, help=words(f"operator.{name}_file"))
        if name == "check":
            command.add_argument("--discord", action="store_true", help=words("operator.check_discord"))
    return parser


def _run(chosen: Settings, _: argparse.Namespace) -> int:
    from bot.app.main import serve
    from bot.app.malloc import give_back

    give_back()
    return asyncio.run(serve(chosen))


def _upkeep(deed: Callable[[Settings], int]) -> Callable[[Settings, argparse.Namespace], int]:
    return lambda chosen, _: deed(chosen)


DEEDS: dict[str, Callable[[Settings, argparse.Namespace], int]] = {
    "run": _run,
    "check": lambda chosen, given: commands_module.check(chosen, discord=given.discord),
    "backup": lambda chosen, given: commands_module.backup(chosen, given.file),
    "restore": lambda chosen, given: commands_module.restore(chosen, given.file),
    "rebuild-ratings": _upkeep(commands_module.rebuild_ratings),
    "games": _upkeep(commands_module.games),
    "stats": _upkeep(commands_module.stats),
}

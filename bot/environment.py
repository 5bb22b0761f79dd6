"""The variables that the program gets: those of its environment, and those of the file `.env` where it is started.

Knows no setting. It reads what docker compose reads alike, and refuses lines that the two would read otherwise, but for
a `$` without quotes. No refusal repeats a line, because a token may stand in it.
"""

import os
import re
from collections.abc import Mapping
from pathlib import Path

FILE = Path(".env")
LINE = re.compile(
    r"""(?:export\s+)?(?P<name>[A-Za-z_][A-Za-z0-9_]*)=
        (?:(?:'(?P<single>[^']*)' | "(?P<double>[^"\\$]*)" | (?P<bare>[^'"\s].*?))(?:\ +\#.*)?)?""",
    re.VERBOSE,
)


def read_environment(given: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Every variable by its name; what is in the environment, even if it is empty, wins over the file.

    Raises ValueError for a file or a line that cannot be read.
    """
    return {**_variables(FILE), **given}


def _variables(file: Path) -> dict[str, str]:
    """Those of the file, none if there is no such file."""
    if not file.is_file():  # nor one of that name that is a folder, such as a virtual environment
        return {}
    try:
        lines = file.read_text("utf-8-sig").splitlines()
    except (OSError, ValueError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) else "it is no text in UTF-8"
    else:
        return dict(_variable(f"{file}, line {number}", line) for number, line in _written(lines))
    raise ValueError(f"{file} cannot be read ({reason})")


def _written(lines: list[str]) -> list[tuple[int, str]]:
    """The lines that say something, with their numbers."""
    numbered = ((number, line.strip()) for number, line in enumerate(lines, 1))
    return [(number, line) for number, line in numbered if line and not line.startswith("#")]


def _variable(place: str, line: str) -> tuple[str, str]:
    found = LINE.fullmatch(line)
    if found is None:
        raise ValueError(
            f"{place}, cannot be read. Write NAME=value without a space beside the sign, "
            "and put a value that has quotes, or \\ or $ between quotes, between single quotes"
        )
    return found["name"], "".join(filter(None, found.group("single", "double", "bare")))

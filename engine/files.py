"""Where the files of the project lie: words, rules, themes, fonts, the schema. Reads learned numbers, knows no others.

In a checkout they are in the folder `data` beside the packages; a wheel installs that folder as `tessera_data`.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

BESIDE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
INSTALLED = os.path.join(BESIDE, "tessera_data")
# Not `data` where the other one is: among the installed packages a folder of that name is somebody else's.
DATA = INSTALLED if os.path.isdir(INSTALLED) else os.path.join(BESIDE, "data")


def folder(name: str) -> Path:
    """That folder of the files which belong to this very copy of the program, such as `folder("rules")`."""
    from pathlib import Path  # a fiftieth of the time that importing the engine takes, which itself needs none

    return Path(DATA, name)


def numbers(kind: str, game: str) -> dict[str, Any]:
    """The numbers of a game that were learned or measured, "weights" or "curves"; `made` says how.

    Raises OSError where there is no such file and ValueError where it is broken; both name it.
    """
    path = os.path.join(DATA, kind, f"{game}.json")
    with open(path, encoding="utf-8") as file:
        try:
            found: dict[str, Any] = json.load(file)
        except ValueError as error:
            raise ValueError(f"{path} is broken: {error}") from error
    return found

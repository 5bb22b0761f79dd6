"""Where the files of the project lie: words, rules, themes, fonts, the schema. Reads learned numbers, knows no others.

In a checkout they are in the folder `data` beside the packages; a wheel installs that folder as `tessera_data`.
"""

import json
from pathlib import Path
from typing import Any

INSTALLED = "tessera_data"
BESIDE = Path(__file__).parent.parent
# Among the installed packages a folder `data` is somebody else's.
FOLDER = BESIDE / INSTALLED if (BESIDE / INSTALLED).is_dir() else BESIDE / "data"


def folder(name: str) -> Path:
    """That folder of the files which belong to this very copy of the program, such as `folder("rules")`."""
    return FOLDER / name


def numbers(kind: str, game: str) -> dict[str, Any]:
    """The numbers of a game that were learned or measured, "weights" or "curves"; `made` says how."""
    found: dict[str, Any] = json.loads((FOLDER / kind / f"{game}.json").read_text("utf-8"))
    return found

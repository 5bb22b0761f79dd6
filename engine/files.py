"""Where the data files are: words, rules, themes, fonts, the schema. Independent of content except the learned numbers.

In a checkout they are in the folder `data` next to the packages; a wheel installs the folder as `tessera_data`.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

PACKAGES_FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
INSTALLED_DATA = os.path.join(PACKAGES_FOLDER, "tessera_data")
# If `tessera_data` exists, this is an installed copy, and a folder `data` next to it belongs to another package.
DATA_FOLDER = INSTALLED_DATA if os.path.isdir(INSTALLED_DATA) else os.path.join(PACKAGES_FOLDER, "data")


def resource_path(name: str) -> Path:
    """Return the path of a data file or folder, such as `resource_path("rules")`."""
    from pathlib import Path  # not at the top: `import engine` does not need it and is 2% faster without it

    return Path(DATA_FOLDER, name)


def load_numbers(kind: str, game: str) -> dict[str, Any]:
    """Load the learned or measured numbers of a game. `kind`: "weights" or "curves".

    The entry `made` says how they were made.

    Raises OSError if the file does not exist and ValueError if it is broken; both name the file.
    """
    path = os.path.join(DATA_FOLDER, kind, f"{game}.json")
    with open(path, encoding="utf-8") as file:
        try:
            content: dict[str, Any] = json.load(file)
        except ValueError as error:
            raise ValueError(f"{path} is broken: {error}") from error
    return content

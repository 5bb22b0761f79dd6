"""Where the files of the project lie: words, rules, themes, fonts, the schema. Knows no file by name.

In a checkout they are in the folder `data` beside the packages; a wheel installs that folder as `tessera_data`.
"""

from importlib.resources import files
from pathlib import Path

INSTALLED = "tessera_data"
BESIDE = Path(__file__).parent.parent


def folder(name: str) -> Path:
    """That folder of the files which belong to this very copy of the program, such as `folder("rules")`."""
    if (BESIDE / INSTALLED).is_dir():  # among the installed packages: a folder `data` there is somebody else's
        return Path(str(files(INSTALLED) / name))
    return BESIDE / "data" / name

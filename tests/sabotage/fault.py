"""What a planted fault is, all that are held by hand, and a copy of the project to plant them in. Knows no test."""

import shutil
import subprocess
import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Fault:
    """One change that must be noticed.

    `name`: what would be wrong. `file`: where, from the root of the project; `old`, which stands there exactly once,
    becomes `new`. `tests`: the files of tests that must notice it; `only`: those of them whose names have this.
    """

    name: str
    file: str
    old: str
    new: str
    tests: list[str]
    only: str = ""

    def planted(self, text: str) -> str:
        """The text of the file with the fault. Raises ValueError unless `old` is found exactly once."""
        if (times := text.count(self.old)) != 1:
            raise ValueError(f"{self.name}: found {times} times in {self.file}: {self.old!r}")
        return text.replace(self.old, self.new)


EVERY = [Fault(**one) for one in tomllib.loads((Path(__file__).parent / "faults.toml").read_text("utf-8"))["fault"]]
FAULTS = {fault.name: fault for fault in EVERY}


def copy_project(folder: Path) -> None:
    """The folder has every file of the project that git knows, as it is now."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    for name in filter(None, listed.decode().split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)

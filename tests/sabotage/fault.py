"""What a planted fault is. Knows none."""

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
    tests: tuple[str, ...]
    only: str = ""

    def planted(self, text: str) -> str:
        """The text of the file with the fault. Raises ValueError unless `old` is found exactly once."""
        if (times := text.count(self.old)) != 1:
            raise ValueError(f"{self.name}: found {times} times in {self.file}: {self.old!r}")
        return text.replace(self.old, self.new)

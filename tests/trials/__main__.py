"""Runs one campaign: `python -m tests.trials faults [size]`; ends with 1 if a border is missed. Knows none by name."""

from __future__ import annotations

import asyncio
import sys
from importlib import import_module
from time import perf_counter


def main(name: str, size: str = "", package: str = "tests.trials") -> int:
    """Run the campaign and print its figures; 1 if a border is missed."""
    trial = import_module(f"{package}.{name}")
    began = perf_counter()
    found = asyncio.run(trial.figures(int(size) if size else trial.SIZE))
    for figure in found:
        sys.stdout.write(f"{figure}\n")
    sys.stdout.write(f"{perf_counter() - began:.0f} s in all\n")
    return 0 if all(figure.good for figure in found) else 1


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))

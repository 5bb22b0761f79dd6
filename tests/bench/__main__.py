"""Prints every figure: `python -m tests.bench [module ...]`; ends with 1 if an agreed border is missed.

Knows no figure by name.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path


def main(chosen: list[str]) -> int:
    """Run the chosen benchmarks, or all of them."""
    found = sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py"))
    good = True
    for name in chosen or found:
        sys.stdout.write(f"\n{name}\n")
        for figure in import_module(f"tests.bench.{name}").figures():
            sys.stdout.write(f"  {figure}\n")
            sys.stdout.flush()
            good = good and figure.good
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

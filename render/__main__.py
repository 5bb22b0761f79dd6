"""Writes a sample picture: python -m render azul [--theme dark] [--seats 4] [--moves 30] [--seat 1] OUT.png.

Robots play, always the same game. `--seat`, counted from 1, enlarges that seat. Knows nothing about rules.
"""

import argparse
from itertools import islice
from pathlib import Path

from engine.games import GAMES
from render import Aspect, draw
from render.gallery.games import SAMPLE_PEOPLE, say, tables
from render.looks.theme import theme_names


def main() -> None:
    """Write the file named on the command line."""
    parser = argparse.ArgumentParser(prog="python -m render", description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("file", type=Path)
    parser.add_argument("--theme", choices=theme_names(), default="light")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--moves", type=int, default=20)
    parser.add_argument("--option", action="append", default=[], metavar="wall=gray")
    parser.add_argument("--seat", type=int, default=0)
    chosen = parser.parse_args()
    options = dict(option.split("=") for option in chosen.option)
    *_, (table, changes) = islice(tables(chosen.game, chosen.seats, options), chosen.moves + 1)
    view = table.view(None)
    people = SAMPLE_PEOPLE[: chosen.seats]
    aspect = Aspect(changes, seat=chosen.seat - 1 if chosen.seat else None)
    file = draw(view, people, say, chosen.theme, aspect)
    chosen.file.write_bytes(file)
    print(f"{chosen.file}: {len(file) / 1024:.1f} KiB")


if __name__ == "__main__":
    main()

"""Writes a sample picture: python -m render azul [--theme dark] [--seats 4] [--moves 30] OUT.png.

Knows no rules: a robot plays, always the same game.
"""

from __future__ import annotations

import argparse
import tomllib
from pathlib import Path
from random import Random

from engine.ai import choose
from engine.core import Event
from engine.games import GAMES
from engine.table import Table
from render import draw
from render.theme import names

WORDS = Path(__file__).parent.parent / "data" / "words" / "en.toml"
PEOPLE = ("Zsófi", "Gergő Ürögdi", "Ábel", "Mária-Magdolna", "Ben", "Dóra")


def say(key: str, **facts: object) -> str:
    """The English words of pictures: `data/words` without the choice of words by number, which pictures do not use."""
    branch: dict[str, object] | str = tomllib.loads(WORDS.read_text("utf-8"))
    for part in key.split("."):
        assert isinstance(branch, dict)
        branch = branch[part]  # type: ignore[assignment]
    return str(branch).format(**facts)


def played(game: str, seats: int, moves: int) -> tuple[Table, list[tuple[Event, ...]]]:
    """A table after so many moves, and the events of the last round of turns."""
    rng, table = Random(f"{game}/{seats}"), Table.new(GAMES[game], seats, {}, "sample")  # noqa: S311 - a fixed lot
    changes: list[tuple[Event, ...]] = []
    while len(changes) < moves and table.state.to_act():
        seat = table.state.to_act()[0]
        table = table.play(seat, str(choose("greedy", table.view(seat), rng)))
        changes.append(table.events)
    return table, changes[1 - seats :]


def main() -> None:
    """Writes the file that the command line names."""
    parser = argparse.ArgumentParser(prog="python -m render", description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("file", type=Path)
    parser.add_argument("--theme", choices=names(), default="light")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--moves", type=int, default=20)
    chosen = parser.parse_args()
    table, changes = played(chosen.game, chosen.seats, chosen.moves)
    file = draw(table.view(None), PEOPLE[: chosen.seats], say, chosen.theme, changes)
    chosen.file.write_bytes(file)
    print(f"{chosen.file}: {len(file) / 1024:.1f} KiB")


if __name__ == "__main__":
    main()

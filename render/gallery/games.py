"""Sample games between robots: tables, names, English words. Knows nothing about rules and pixels."""

import tomllib
from collections.abc import Iterator
from functools import cache
from random import Random

from engine.core import Event, Options
from engine.files import resource_path
from engine.games import GAMES
from engine.robots.ai import choose
from engine.robots.core import Level
from engine.table import Table

WORDS_FOLDER = resource_path("words")
SAMPLE_PEOPLE = ("Zsófi", "Gergő Ürögdi", "Ábel", "Mária-Magdolna", "Ben", "Dóra")
TurnEvents = tuple[tuple[Event, ...], ...]


def say(key: str, **facts: object) -> str:
    """Return an English text of pictures from `data/words`, without plural forms, which pictures do not use."""
    branch: object = _words()
    for part in key.split("."):
        assert isinstance(branch, dict)
        branch = branch[part]
    return str(branch).format(**facts)


def tables(game: str, seats: int, options: Options) -> Iterator[tuple[Table, TurnEvents]]:
    """Yield the table after each move of a fixed game between robots, with the events of the last turn of each seat."""
    rng = Random(f"{game}/{seats}")  # noqa: S311 - a fixed lot
    table = Table.new(GAMES[game], seats, options, "sample")
    changes: TurnEvents = ()
    yield table, changes
    while table.state.to_act():
        seat = table.state.to_act()[0]
        table = table.play(seat, str(choose(Level.AMATEUR, table.view(seat), rng)))
        changes = (*changes, table.events)[1 - seats :]
        yield table, changes


@cache
def _words() -> dict[str, object]:
    files = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in (WORDS_FOLDER / "en").glob("*.toml")}
    return files.pop("bot") | files

"""The people of the soak: how each of them plays, and the bot's process that is told what time it is.

Knows no rules and no figures.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.bot.support.local_discord import LocalDiscord, Person
from tests.bot.support.program import Program, variables
from tests.sources import ROOT
from tests.trials.own_time import Days

ZONES = (
    "Europe/Budapest", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "Asia/Kathmandu",
    "America/Sao_Paulo",
)  # fmt: skip


@dataclass(frozen=True)
class Kind:
    """How somebody plays.

    `share`: of a turn's time, how much goes by before the move, at least and at most. `vanishes`: after so many moves,
    0 for never; `returns`: hours of own time after the seat was lost, 0 for never. `resigns`: after so many moves.
    `undoes`: how often a move is taken back. `asks`: for more time, when reminded. `travels`: how often the person goes
    away instead of moving. `pauses`: how often the person asks for a pause instead. `gives`: the seat to somebody else
    after so many moves; `ends`: asks to end the game after so many, 0 for never. `wishes`: page, key and value of what
    is chosen in /me. `shut`: no direct messages.
    """

    share: tuple[float, float] = (0.0, 0.2)
    vanishes: int = 0
    returns: float = 0.0
    resigns: int = 0
    undoes: float = 0.0
    asks: bool = False
    travels: float = 0.0
    pauses: float = 0.0
    gives: int = 0
    ends: int = 0
    wishes: tuple[tuple[str, str, str], ...] = ()
    shut: bool = False

    @property
    def stays(self) -> bool:
        """Whether the person plays every game to its end, so that a table without a clock ends too."""
        return not self.vanishes


AT_ONCE = (("look", "confirm", "never"),)
DIRECT = (*AT_ONCE, ("pings", "pings", "direct"))
KINDS = (
    Kind(),
    Kind(wishes=AT_ONCE),
    Kind(share=(0.3, 0.85), wishes=AT_ONCE),
    Kind(vanishes=3),
    Kind(undoes=0.15, wishes=AT_ONCE),
    Kind(share=(0.3, 0.85), wishes=DIRECT, shut=True),
    Kind(vanishes=2, returns=20.0),
    Kind(share=(0.76, 0.85), asks=True, wishes=AT_ONCE),
    Kind(resigns=5, wishes=AT_ONCE),
    Kind(share=(0.5, 0.85), travels=0.1, wishes=AT_ONCE),
    Kind(share=(0.3, 0.85), wishes=(*DIRECT, ("time", "saver", "yes"))),
    Kind(wishes=(("pings", "pings", "none"), ("look", "confirm", "final"))),
    Kind(share=(0.1, 0.7), pauses=0.08, wishes=AT_ONCE),
    Kind(gives=4, wishes=AT_ONCE),
    Kind(ends=9, wishes=AT_ONCE),
    Kind(share=(0.2, 0.8), pauses=0.05, travels=0.05, wishes=AT_ONCE),
)


@dataclass
class Player:
    """Somebody with hours and habits; `moves` at each table, by its number."""

    person: Person
    kind: Kind
    days: Days
    moves: dict[int, int]

    def gone(self, room: int) -> bool:
        """Whether the person has vanished from that table."""
        return 0 < self.kind.vanishes <= self.moves.get(room, 0)


def players(local: LocalDiscord, count: int, lot: Random) -> Iterator[Player]:
    """So many newcomers, of all kinds in turn."""
    for number in range(count):
        days = Days(ZONES[number % len(ZONES)], lot.choice((22, 23, 0, 1)), lot.choice((6, 7, 8)))
        days.weekends = lot.random() < 0.3
        yield Player(local.newcomer(f"Player {number}"), KINDS[number % len(KINDS)], days, {})


class Bot:
    """Tessera in its own process; `errors` is a file of what it logged as errors."""

    def __init__(self, address: str, path: Path, errors: Path) -> None:
        self.address, self.path, self.errors = address, path, errors
        self.memory: list[int] = []  # KiB, one figure for each answer of this run of the program
        self._process: Program | None = None

    async def start(self, moment: float) -> float | None:
        """It runs from that moment on; when something is due next."""
        given = self.address, str(self.path), str(self.errors)
        self._process = await Program("tests.trials.soak_worker", given, variables(), ROOT).listen()
        self.memory = []
        return await self.tell(moment)

    async def tell(self, moment: float) -> float | None:
        """It is that late, and all that was due has happened; when something is due next."""
        assert self._process is not None
        self._process.stdin.write(f"{moment}\n".encode())
        nearest, memory = (await self._process.stdout.readline()).split()
        self.memory.append(int(memory))
        return None if nearest == b"-" else float(nearest)

    async def kill(self) -> None:
        """It is ended in the middle of whatever it does."""
        assert self._process is not None
        self._process.kill()
        await self._process.wait()

"""A match: as many games as seats, each seat beginning once, points added.

Knows no people and no storage. Called a series, because `match` is a statement and Match Five a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.core import Game, IllegalMove, Options, Score, Seat, places
from engine.table import Table


def added(games: Sequence[Sequence[Score]]) -> tuple[Score, ...]:
    """What each seat has from these finished games: its points in all, then the games it won; higher is better.

    A shared first place counts as won. In a game where few points are good they are negative already.

    >>> added([((-4, 1), (-7, 2)), ((-6, 1), (-3, 2))])
    ((-10, 1), (-10, 1))
    """
    won = [places(game) for game in games]
    seats = range(len(games[0]) if games else 0)
    return tuple((sum(game[seat][0] for game in games), sum(place[seat] == 1 for place in won)) for seat in seats)


@dataclass(frozen=True)
class Series:
    """A match under way or over, as a value: `play` returns the next one."""

    tables: tuple[Table, ...]
    """The games so far, the newest last. Seat n begins game n + 1 where the rules leave that to the table, and the next
    game starts by itself when one is over.
    """
    seed: str | None  # of the match; None when draws are typed

    @classmethod
    def new(cls, game: Game, seats: int, options: Options, seed: str | None) -> Series:
        """A fresh match. Raises IllegalMove("seats") or IllegalMove("options")."""
        return cls((_table(game, seats, options, seed, 0),), seed)

    @property
    def table(self) -> Table:
        """The game under way, or the last one."""
        return self.tables[-1]

    @property
    def finished(self) -> tuple[Table, ...]:
        """The games that are over."""
        return tuple(table for table in self.tables if not table.state.to_act())

    @property
    def over(self) -> bool:
        """Whether every seat has begun a game, and all of them are over."""
        return len(self.finished) == self.table.seats

    def play(self, seat: Seat, text: str) -> Series:
        """The match after this move, the next game opened if that ended one. Raises IllegalMove."""
        return self.with_table(self.table.play(seat, text))

    def with_table(self, table: Table) -> Series:
        """The match whose newest game stands like this table, the next game opened if that is over."""
        return replace(self, tables=(*self.tables[:-1], table))._opened()

    def dealt(self) -> Series:
        """The match after chance has made every move that it owes."""
        return self.with_table(self.table.dealt())

    def scores(self) -> tuple[Score, ...]:
        """A score a seat from the games that are over, see `added`; all zero before."""
        return added([table.state.scores() for table in self.finished]) or ((0, 0),) * self.table.seats

    def places(self) -> tuple[int, ...]:
        """The place of each seat so far: by points, then by games won, then shared."""
        return places(self.scores())

    def back_to(self, game: int, length: int) -> Series:
        """The match as it was after so many entries of that game's log, 1 the first.

        Raises IllegalMove: "no_game" or "length".
        """
        if game not in range(1, len(self.tables) + 1):
            raise IllegalMove("no_game", games=len(self.tables))
        return replace(self, tables=(*self.tables[: game - 1], self.tables[game - 1].back_to(length)))._opened()

    def _opened(self) -> Series:
        """The match with its next game on the table if one is due."""
        if self.table.state.to_act() or self.over:
            return self
        table = self.table
        return replace(
            self, tables=(*self.tables, _table(table.game, table.seats, table.options, self.seed, len(self.tables)))
        )


def _table(game: Game, seats: int, options: Options, seed: str | None, first: Seat) -> Table:
    return Table.new(game, seats, options, None if seed is None else f"{seed}/{first + 1}", first)

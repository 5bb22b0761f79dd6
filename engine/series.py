"""A match: one game per seat, in which that seat begins; the points of all games are added.

Called a series because `match` is a Python keyword and Match Five is a game. Knows nothing about people and storage.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.core import Game, IllegalMove, Options, Score, Seat, places
from engine.table import Table


def total_scores(games: Sequence[Sequence[Score]]) -> tuple[Score, ...]:
    """Return the total of each seat in these finished games: points, then games won; higher is better.

    A game with a shared first place counts as won. Scores are negative in a game in which fewer points are better.

    >>> total_scores([((-4, 1), (-7, 2)), ((-6, 1), (-3, 2))])
    ((-10, 1), (-10, 1))
    """
    game_places = [places(game) for game in games]
    seats = range(len(games[0]) if games else 0)
    return tuple(
        (sum(game[seat][0] for game in games), sum(place[seat] == 1 for place in game_places)) for seat in seats
    )


@dataclass(frozen=True)
class Series:
    """A match, current or finished, as a value: `play` returns the next one."""

    tables: tuple[Table, ...]
    """The games so far, the newest last. Seat n begins game n + 1 if the rules leave that open. The next game starts
    automatically when one is over.
    """
    seed: str | None  # of the whole match; None if draws are typed

    @classmethod
    def new(cls, game: Game, seats: int, options: Options, seed: str | None) -> Series:
        """Start a match. Raises IllegalMove("seats") or IllegalMove("options")."""
        return cls((_new_table(game, seats, options, seed, 0),), seed)

    @property
    def table(self) -> Table:
        """The current game, or the last one once the match is over."""
        return self.tables[-1]

    @property
    def finished_tables(self) -> tuple[Table, ...]:
        """The games that are over."""
        return tuple(table for table in self.tables if not table.state.to_act())

    @property
    def is_over(self) -> bool:
        """Whether every seat has begun a game and all games are over."""
        return len(self.finished_tables) == self.table.seats

    def play(self, seat: Seat, text: str) -> Series:
        """Return the match after this move. Opens the next game if the move ended one. Raises IllegalMove."""
        return self.replace_table(self.table.play(seat, text))

    def replace_table(self, table: Table) -> Series:
        """Return the match with its newest game replaced by this one. Opens the next game if this one is over."""
        return replace(self, tables=(*self.tables[:-1], table))._open_next_game()

    def dealt(self) -> Series:
        """Return the match after all draws that are due."""
        return self.replace_table(self.table.dealt())

    def scores(self) -> tuple[Score, ...]:
        """Return the total of each seat in the finished games, see `total_scores`; zeros if there are none."""
        return total_scores([table.state.scores() for table in self.finished_tables]) or ((0, 0),) * self.table.seats

    def places(self) -> tuple[int, ...]:
        """Return the place of each seat so far: by points, then by games won. Equal seats share a place."""
        return places(self.scores())

    def back_to(self, game: int, length: int) -> Series:
        """Return the match as it was after `length` log entries of a game, numbered from 1.

        Raises IllegalMove: "no_game" or "length".
        """
        if game not in range(1, len(self.tables) + 1):
            raise IllegalMove("no_game", games=len(self.tables))
        return replace(self, tables=(*self.tables[: game - 1], self.tables[game - 1].back_to(length)))._open_next_game()

    def _open_next_game(self) -> Series:
        """Return the match with its next game if one is due."""
        if self.table.state.to_act() or self.is_over:
            return self
        table = self.table
        return replace(
            self, tables=(*self.tables, _new_table(table.game, table.seats, table.options, self.seed, len(self.tables)))
        )


def _new_table(game: Game, seats: int, options: Options, seed: str | None, first: Seat) -> Table:
    return Table.new(game, seats, options, None if seed is None else f"{seed}/{first + 1}", first)

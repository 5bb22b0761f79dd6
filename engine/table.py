"""One game at a table: the log, the position after it, and the draws, which follow from the seed.

Knows nothing about people and storage.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random

from engine.core import CHANCE, Event, Game, IllegalMove, Move, Options, Seat, State, View


@dataclass(frozen=True)
class Entry:
    """One entry of a log: a 0-based `seat`, or CHANCE, and `text`, the notation of its move."""

    seat: Seat
    text: str


@dataclass(frozen=True)
class Table:
    """A game, current or finished, as a value: `play` returns the next table."""

    game: Game  # the rules
    seats: int  # the number of players
    options: Mapping[str, str]  # a value for every option of the game
    seed: str | None  # where draws come from; None if draws are typed
    log: tuple[Entry, ...]  # all moves so far, draws included, oldest first
    state: State  # the position after the log
    origin: State | None = None  # the position before the log; None for the opening of the game
    events: tuple[Event, ...] = field(default=(), compare=False)  # what happened during the last `play`, draws included
    first: Seat = 0  # the seat that begins if the rules leave that open

    @classmethod
    def new(cls, game: Game, seats: int, options: Options, seed: str | None, first: Seat = 0) -> Table:
        """Start a game. If `seed` is given, make the first draws.

        Raises IllegalMove: "seats", "seat" (`first`) or "options".
        """
        if seats not in game.seats:
            raise IllegalMove("seats", least=game.seats[0], most=game.seats[-1])
        if first not in range(seats):
            raise IllegalMove("seat", seats=seats)
        chosen = game.chosen(options)
        return cls(game, seats, chosen, seed, (), game.start(seats, chosen, first), first=first).dealt()

    def play(self, seat: Seat, text: str) -> Table:
        """Return the table after the seat's move and the draws that follow. Raises IllegalMove."""
        if seat == CHANCE and self.seed is not None:
            raise IllegalMove("chance")
        if seat not in range(CHANCE, self.seats):
            raise IllegalMove("seat", seats=self.seats)
        return self.step(Entry(seat, text)).dealt()

    def dealt(self) -> Table:
        """Return the table after all draws that are due, or the same table if draws are typed."""
        table = self
        while self.seed is not None and table.state.to_act() == (CHANCE,):
            move = table.state.draw(Random(f"{self.seed}/{table.draws}"))  # noqa: S311 - repeatable on purpose
            table = table._after_move(CHANCE, move, table.state.after(CHANCE, move), table.events)
        return table

    def view(self, seat: Seat | None) -> View[State]:
        """Return the position as the seat (None: the public) may see it."""
        return View(self.game.key, seat, self.state.view(seat))

    @cached_property
    def draws(self) -> int:
        """The number of draws so far."""
        return self.turn(CHANCE)

    def turn(self, seat: Seat) -> int:
        """Return the number of moves that this seat has made."""
        return [entry.seat for entry in self.log].count(seat)

    def back_to(self, length: int) -> Table:
        """Return the table as it was after the first `length` entries of its log. Raises IllegalMove("length")."""
        if not 0 <= length <= len(self.log):
            raise IllegalMove("length", length=len(self.log))
        options = self.game.chosen(self.options)  # options introduced after this game began get their defaults
        state = self.game.start(self.seats, options, self.first) if self.origin is None else self.origin
        log = []
        for entry in self.log[:length]:
            move = self.game.parse(entry.text)
            state = state.apply(entry.seat, move)
            log.append(Entry(entry.seat, str(move)))
        return replace(self, log=tuple(log), state=state, events=())

    def step(self, entry: Entry) -> Table:
        """Return the table after this entry only, without the draws that follow. Raises IllegalMove."""
        move = self.game.parse(entry.text)
        return self._after_move(entry.seat, move, self.state.apply(entry.seat, move), ())

    def _after_move(self, seat: Seat, move: Move, state: State, before: tuple[Event, ...]) -> Table:
        """Return the table after a move that led to this state; its events follow those in `before`."""
        log = (*self.log, Entry(seat, str(move)))
        events = (*before, *state.events)
        later = object.__new__(Table)  # faster than the constructor, which matters in tournaments
        vars(later).update(vars(self), log=log, state=state, events=events, draws=self.draws + (seat == CHANCE))
        return later

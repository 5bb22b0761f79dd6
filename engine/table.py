"""One play of a game: its log and the position it leads to; lets CHANCE act until a person must.

Knows no people and no storage.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random

from engine.core import CHANCE, Event, Game, IllegalMove, Move, Options, Seat, State, View


@dataclass(frozen=True)
class Entry:
    """One line of a log: a 0-based `seat`, or CHANCE, and `text`, the notation of its move."""

    seat: Seat
    text: str


@dataclass(frozen=True)
class Table:
    """A game under way or over, as a value: `play` returns the next table."""

    game: Game  # its rules
    seats: int  # the number of players
    options: Mapping[str, str]  # a value for every option of the game
    seed: str | None  # with one CHANCE plays by itself; with None it waits for typed draws
    log: tuple[Entry, ...]  # all moves so far, draws included, oldest first
    state: State  # the position after the log
    origin: State | None = None  # the position before the log; None for the opening of the game
    events: tuple[Event, ...] = field(default=(), compare=False)  # what the last `play` caused, draws included
    first: Seat = 0  # the seat that begins where the rules leave that to the table

    @classmethod
    def new(cls, game: Game, seats: int, options: Options, seed: str | None, first: Seat = 0) -> Table:
        """A fresh table, dealt if it has a seed. Raises IllegalMove: "seats", "seat" (the first) or "options"."""
        if seats not in game.seats:
            raise IllegalMove("seats", least=game.seats[0], most=game.seats[-1])
        if first not in range(seats):
            raise IllegalMove("seat", seats=seats)
        chosen = game.chosen(options)
        return cls(game, seats, chosen, seed, (), game.start(seats, chosen, first), first=first).dealt()

    def play(self, seat: Seat, text: str) -> Table:
        """The table after the seat's move and every draw it leads to. Raises IllegalMove."""
        if seat == CHANCE and self.seed is not None:
            raise IllegalMove("chance")
        if seat not in range(CHANCE, self.seats):
            raise IllegalMove("seat", seats=self.seats)
        return self.step(Entry(seat, text)).dealt()

    def dealt(self) -> Table:
        """The table after CHANCE has made every move it owes; itself when chance waits for typed draws."""
        table = self
        while self.seed is not None and table.state.to_act() == (CHANCE,):
            move = table.state.draw(Random(f"{self.seed}/{table.draws}"))  # noqa: S311 - repeatable on purpose
            table = table._with(CHANCE, move, table.state.after(CHANCE, move), table.events)
        return table

    def view(self, seat: Seat | None) -> View[State]:
        """What the seat (None: the public) may know."""
        return View(self.game.key, seat, self.state.view(seat))

    @cached_property
    def draws(self) -> int:
        """The number of moves that CHANCE has made."""
        return self.turn(CHANCE)

    def turn(self, seat: Seat) -> int:
        """The number of moves that this seat has made."""
        return [entry.seat for entry in self.log].count(seat)

    def back_to(self, length: int) -> Table:
        """The table as it was after the first `length` entries of its log. Raises IllegalMove("length")."""
        if not 0 <= length <= len(self.log):
            raise IllegalMove("length", length=len(self.log))
        options = self.game.chosen(self.options)  # one that is younger than the table has its default
        state = self.game.start(self.seats, options, self.first) if self.origin is None else self.origin
        log = []
        for entry in self.log[:length]:
            move = self.game.parse(entry.text)
            state = state.apply(entry.seat, move)
            log.append(Entry(entry.seat, str(move)))
        return replace(self, log=tuple(log), state=state, events=())

    def step(self, entry: Entry) -> Table:
        """The table after just this line of a log; no draw follows by itself. Raises IllegalMove."""
        move = self.game.parse(entry.text)
        return self._with(entry.seat, move, self.state.apply(entry.seat, move), ())

    def _with(self, seat: Seat, move: Move, state: State, before: tuple[Event, ...]) -> Table:
        """The table after a move that led to this state and was part of what caused the events before it."""
        log = (*self.log, Entry(seat, str(move)))
        events = (*before, *state.events)
        later = object.__new__(Table)  # by hand, because a tournament asks for many
        vars(later).update(vars(self), log=log, state=state, events=events, draws=self.draws + (seat == CHANCE))
        return later
